"""The client for event loops."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from ._client import Event, Passages, Tern
from .rest.models import Answer, DocumentPageDocumentsItem, Job


class AsyncTern:
    """A graph of a server, like :class:`Tern` with coroutines, which wait in a thread."""

    def __init__(self, *args: Any, **kwargs: Any):
        self.tern = Tern(*args, **kwargs)

    async def __aenter__(self) -> "AsyncTern":
        return self

    async def __aexit__(self, *_) -> None:
        self.tern.close()

    async def ask(self, question: str, **more: Any) -> Answer:
        return await asyncio.to_thread(self.tern.ask, question, **more)

    async def passages(self, question: str, **more: Any) -> Passages:
        return await asyncio.to_thread(self.tern.passages, question, **more)

    async def stream(self, question: str, **more: Any) -> AsyncIterator[Event]:
        events = self.tern.stream(question, **more)
        try:
            while (event := await asyncio.to_thread(next, events, None)) is not None:
                yield event
        finally:
            await asyncio.to_thread(events.close)

    async def add(self, source: Any, **more: Any) -> Job:
        return await asyncio.to_thread(self.tern.add, source, **more)

    async def documents(self, **more: Any) -> list[DocumentPageDocumentsItem]:
        return await asyncio.to_thread(lambda: list(self.tern.documents(**more)))

    async def remove(self, *ids: str, wait: bool = True) -> Job:
        return await asyncio.to_thread(self.tern.remove, *ids, wait=wait)

    async def graphs(self) -> list[str]:
        return await asyncio.to_thread(self.tern.graphs)
