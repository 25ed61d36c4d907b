"""A client of the Model Context Protocol, driven line by line: a JSON object comes in, what the server answered goes out.

    mcp_client.py http ADDRESS [KEY]
    mcp_client.py stdio COMMAND [ARGUMENT...]
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


async def main():
    async with connected(sys.argv[1], sys.argv[2:]) as (incoming, outgoing):
        async with ClientSession(incoming, outgoing, read_timeout_seconds=60) as session:
            begun = await session.initialize()
            print(json.dumps(begun.model_dump(mode="json", by_alias=True, exclude_none=True)), flush=True)
            while line := await asyncio.to_thread(sys.stdin.readline):
                print(json.dumps(await answered(session, json.loads(line))), flush=True)


asyncio.run(main())
