"""Client of Tern: questions, answers with passages, documents, and a local server.

``tern_client.rest`` is generated from the OpenAPI description: a function for each operation, a
class for each schema. ``tern_client.langchain`` and ``tern_client.llama_index`` have retrievers,
and need the extras of these names.
"""

from ._async import AsyncTern
from ._client import Event, Passages, Tern
from ._error import TernError, VersionWarning
from ._serve import serve

__all__ = ["AsyncTern", "Event", "Passages", "Tern", "TernError", "VersionWarning", "serve"]
