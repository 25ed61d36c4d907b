"""A retriever for LangChain: pip install "tern-client[langchain]"."""

from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from ._client import Tern, provenance


class TernRetriever(BaseRetriever):
    """The passages of a graph as documents, best first.

    ``options`` are passed to :meth:`tern_client.Tern.passages`, for example
    ``{"mode": "local", "final_top_k": 10}``.
    """

    tern: Tern
    options: dict[str, Any] = {}

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return [
            Document(id=passage.id, page_content=passage.text, metadata=provenance(passage))
            for passage in self.tern.passages(query, **self.options)
        ]
