"""A retriever for LlamaIndex: pip install "tern-client[llama-index]"."""

import asyncio
from typing import Any

from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from ._client import Tern, provenance


class TernRetriever(BaseRetriever):
    """The passages of a graph as nodes, best first.

    ``options`` are passed to :meth:`tern_client.Tern.passages`, for example ``mode="local"``.
    """

    def __init__(self, tern: Tern, **options: Any):
        super().__init__()
        self._tern = tern
        self._options = options

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        # The client blocks, so it runs in a thread and not in the event loop.
        return await asyncio.to_thread(self._retrieve, query_bundle)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [
            NodeWithScore(node=TextNode(id_=passage.id, text=passage.text, metadata=provenance(passage)), score=passage.score)
            for passage in self._tern.passages(query_bundle.query_str, **self._options)
        ]
