"""A client of the Model Context Protocol, driven by lines of JSON: requests in, answers out.

The first line is the server, ["http", ADDRESS, KEY] or ["stdio", COMMAND, ARGUMENT...]; its
requests follow until it is left, and then the next server may come.
"""

import asyncio
import contextlib
import json
import sys

from mcp import ClientSession, MCPError, StdioServerParameters, stdio_client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


@contextlib.asynccontextmanager
async def connected(kind, arguments):
    if kind == "http":
        headers = {"Authorization": "Bearer " + arguments[1]} if len(arguments) > 1 else {}
        async with create_mcp_http_client(headers=headers) as http:
            async with streamable_http_client(arguments[0], http_client=http) as streams:
                yield streams[0], streams[1]
    else:
        server = StdioServerParameters(command=arguments[0], args=arguments[1:])
        async with stdio_client(server) as streams:
            yield streams


async def answered(session, asked):
    try:
        if asked["do"] == "list":
            found = await session.list_tools()
        else:
            found = await session.call_tool(asked["tool"], asked.get("arguments"))
        return found.model_dump(mode="json", by_alias=True, exclude_none=True)
    except MCPError as error:
        return {"error": {"code": error.error.code, "message": error.error.message}}
    except Exception as error:  # told to the test, which knows whether it should be
        return {"failure": f"{type(error).__name__}: {error}"}


async def line():
    read = await asyncio.to_thread(sys.stdin.readline)
    return json.loads(read) if read else None


def say(said):
    print(json.dumps(said), flush=True)


async def main():
    while server := await line():
        async with connected(server[0], server[1:]) as (incoming, outgoing):
            async with ClientSession(incoming, outgoing, read_timeout_seconds=60) as session:
                begun = await session.initialize()
                say(begun.model_dump(mode="json", by_alias=True, exclude_none=True))
                while (asked := await line()) and asked["do"] != "leave":
                    say(await answered(session, asked))
        say({})


asyncio.run(main())
