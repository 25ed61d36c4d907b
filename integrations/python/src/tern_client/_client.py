"""The hand-written client on top of the generated one."""

import contextlib
import hashlib
import ipaddress
import json
import os
import re
import time
import uuid
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import attrs
import httpx
import httpx_sse

from ._error import TernError, VersionWarning
from .rest import AuthenticatedClient, Client
from .rest.api.documents import add_bundle, add_documents, add_to_bundle, documents, job, remove_documents, upload
from .rest.api.graphs import graphs
from .rest.api.questions import ask, retrieve
from .rest.models import AddBundleBody, Answer, DocumentPageDocumentsItem, Documents, FoundPassage, Job, Question, QuestionParametersType0, Step
from .rest.types import File

VERSION = metadata.version("tern-client")
MAX_WAIT_SECONDS = 2.0
_PARAMETERS = [attribute.name for attribute in attrs.fields(QuestionParametersType0)]


@dataclass(frozen=True)
class Event:
    """An event of an answer in progress.

    ``data`` depends on ``kind``: the name of a step for ``begin``, a Step for ``step``, the
    next words for ``words``, and the complete Answer for ``answer``, the last event.
    """

    kind: str
    data: str | Step | Answer


class Passages(list[FoundPassage]):
    """Passages, best first."""

    def to_pandas(self):
        """Returns a data frame with a row for each passage; needs pandas."""
        try:
            import pandas
        except ImportError as e:
            raise TernError('to_pandas needs pandas: pip install "tern-client[pandas]"') from e
        names = ["id", "documentId", "source", "title", "heading", "page", "start", "end", "text", "score"]
        return pandas.DataFrame([passage.to_dict() for passage in self], columns=names)


class Tern:
    """A graph of a server, which threads may share.

    ``token`` is a key of the server, ``timeout`` the maximum silence of the server in seconds.
    Other keyword arguments of questions, such as ``final_top_k=10``, are parameters of the question.
    """

    def __init__(
        self, url: str = "http://127.0.0.1:8376", token: str | None = None, graph: str = "default", timeout: float = 120.0
    ):
        self.url = url.rstrip("/")
        self.graph = graph
        self.server_version: str | None = None
        self._greeted = False
        sending = {"event_hooks": {"response": [_refuse]}}
        if _is_here(self.url):
            # A proxy cannot reach this machine and would see the token. Certificates of the
            # environment are used.
            sending["mounts"] = {"http://": None, "https://": None}
        usual = {"timeout": httpx.Timeout(timeout), "httpx_args": sending}
        #: For the functions of ``tern_client.rest``.
        self.rest = AuthenticatedClient(self.url, token, **usual) if token else Client(self.url, **usual)

    def __enter__(self) -> "Tern":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self.rest.get_httpx_client().close()

    def ask(self, question: str, **more: Any) -> Answer:
        """Returns the answer to a question, with its passages.

        ``more`` is ``mode``, ``top``, ``filter`` (a dict), ``entities``, ``history``,
        ``hidden``, ``trace`` (True for the items of its steps) and parameters.
        """
        return self.call(ask, self.graph, body=_question(question, more))

    def passages(self, question: str, **more: Any) -> Passages:
        """Returns the passages for a question, without an answer."""
        return Passages(self.call(retrieve, self.graph, body=_question(question, more)).passages)

    def stream(self, question: str, **more: Any) -> Iterator[Event]:
        """Yields the events of the answer to a question."""
        self._greet()
        body = _question(question, more).to_dict()
        path = f"/api/v1/graphs/{self.graph}/ask/stream"
        with self._answering(), httpx_sse.connect_sse(self.rest.get_httpx_client(), "POST", path, json=body) as source:
            for sent in source.iter_sse():
                data = sent.json()
                if sent.event == "problem":
                    raise _error(data, data.get("status"))
                if sent.event == "answer":
                    yield Event("answer", Answer.from_dict(data))
                    return
                read = {"begin": lambda: data["name"], "step": lambda: Step.from_dict(data), "words": lambda: data["text"]}
                if sent.event in read:
                    yield Event(sent.event, read[sent.event]())
        raise TernError(f"{self.url} ended its answer before it was whole")

    def add(
        self,
        source: str | os.PathLike[str],
        *,
        id: str | None = None,
        title: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        wait: bool = True,
    ) -> Job:
        """Adds a text (a str), a file or a folder (a Path), and waits; fails without documents.

        A text without an ``id`` gets one of its content. The id of a file is its name, or in a folder
        its path from the folder's name on; files use their own titles. Files and folders in a folder
        are left out if their names begin with a dot.
        """
        if not isinstance(source, str):
            file = Path(source)
            if id or title or metadata:
                raise TernError(f"{file} is a file: its id is its name, and it brings its own title and metadata")
            if file.is_dir():
                added = self._add_folder(file.resolve())
            else:
                added = self.call(upload, self.graph, body=_content(file), name=file.name)
        else:
            document = {"id": id or hashlib.sha256(source.encode()).hexdigest()[:32], "text": source}
            document |= {"title": title} if title else {}
            document |= {"metadata": dict(metadata)} if metadata else {}
            added = self.call(add_documents, self.graph, body=Documents.from_dict({"documents": [document]}))
        if not wait:
            return added
        added = self.wait(added)
        if added.skipped and not (added.report and added.report.documents):
            raise TernError("; ".join(f"{skipped.source} gave no document: {skipped.reason}" for skipped in added.skipped))
        return added

    def _add_folder(self, folder: Path) -> Job:
        bundle = uuid.uuid4().hex
        files = [file for file in sorted(folder.rglob("*")) if file.is_file() and not _is_hidden(file.relative_to(folder))]
        if not files:
            raise TernError(f"{folder} has no file")
        for file in files:
            name = file.relative_to(folder.parent).as_posix()
            self.call(add_to_bundle, self.graph, bundle, body=_content(file), name=name)
        return self.call(add_bundle, self.graph, bundle, body=AddBundleBody())

    def documents(self, search: str = "", filter: Mapping[str, Any] | None = None) -> Iterator[DocumentPageDocumentsItem]:
        """Yields the documents by id; ``search`` is a part of an id or a title."""
        after = None
        while True:
            narrowed = json.dumps(filter) if filter else None
            page = self.call(documents, self.graph, after=after, search=search or None, filter_=narrowed, limit=500)
            yield from page.documents
            after = page.next_
            if after is None:
                return

    def remove(self, *ids: str, wait: bool = True) -> Job:
        """Removes documents and the statements that only they make, and waits."""
        removed = self.call(remove_documents, self.graph, id=list(ids))
        return self.wait(removed) if wait else removed

    def graphs(self) -> list[str]:
        """Returns the names of the graphs that the token may see."""
        return self.call(graphs).graphs

    def wait(self, added: Job) -> Job:
        """Waits for a job; raises an error if it fails."""
        pause = 0.05
        while added.state in ("waiting", "running"):
            time.sleep(pause)
            pause = min(2 * pause, MAX_WAIT_SECONDS)
            added = self.call(job, self.graph, added.id)
        if added.state != "done":
            raise TernError(f"the job {added.id} is {added.state}: {added.problem or 'the server does not say why'}")
        return added

    def call(self, operation: Any, *args: Any, **kwargs: Any) -> Any:
        """Calls an operation of ``tern_client.rest.api``; raises TernError if it fails."""
        self._greet()
        with self._answering():
            return operation.sync(*args, client=self.rest, **kwargs)

    def _greet(self) -> None:
        """Checks the version of the server once."""
        if self._greeted:
            return
        with self._answering():
            self.server_version = str(self.rest.get_httpx_client().get("/api/v1/server").json()["version"])
        self._greeted = True
        theirs, ours = _release(self.server_version), _release(VERSION)
        if theirs and theirs != ours:
            known = "newer" if theirs > ours else "older"
            warnings.warn(
                f'{self.url} is "{self.server_version}", {known} than this client ({VERSION}): what both know works, and'
                " what only one knows is left out or refused",
                VersionWarning,
                stacklevel=4,
            )

    @contextlib.contextmanager
    def _answering(self) -> Iterator[None]:
        try:
            yield
        except httpx.TimeoutException as e:
            raise TernError(f"{self.url} did not answer in time ({type(e).__name__})") from e
        except (httpx.TransportError, httpx.InvalidURL) as e:
            raise TernError(f"there is no answer from {self.url}: {e}. Is a server (tern serve) running there?") from e
        except (ValueError, KeyError, TypeError, AttributeError) as e:
            theirs = f'says that it is "{self.server_version}"' if self.server_version else "may be no Tern"
            raise TernError(
                f"{self.url} answered with something that this client ({VERSION}) cannot read; the server {theirs}"
                f" ({type(e).__name__}: {e})"
            ) from e


def _question(question: str, more: Mapping[str, Any]) -> Question:
    named = ("mode", "top", "entities", "filter", "hidden", "trace", "history")
    body = Question.from_dict({"question": question} | {name: more[name] for name in named if more.get(name) is not None})
    parameters = {name: value for name, value in more.items() if name not in named}
    unknown = parameters.keys() - set(_PARAMETERS)
    if unknown:
        raise TypeError(f"a question has no {', '.join(sorted(unknown))}; it has {', '.join([*named, *_PARAMETERS])}")
    if parameters:
        body.parameters = QuestionParametersType0(**parameters)
    return body


def _content(file: Path) -> File:
    try:
        return File(file.read_bytes())
    except OSError as e:
        raise TernError(f"{file} cannot be read: {e.strerror}") from e


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def provenance(passage: FoundPassage) -> dict[str, Any]:
    """Returns the metadata of a passage for other libraries, without id and text."""
    return {name: value for name, value in passage.to_dict().items() if name not in ("id", "text")}


def _is_here(url: str) -> bool:
    """Returns True for an address of this machine."""
    try:
        host = httpx.URL(url).host
    except httpx.InvalidURL:
        return False
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _release(version: str) -> Sequence[int] | None:
    found = re.search(r"(\d+)\.(\d+)", version)
    return [int(found[1]), int(found[2])] if found else None


def _refuse(response: httpx.Response) -> None:
    """Raises an error for a failure status, also without problem details."""
    if response.is_success:
        return
    said = response.read()
    try:
        problem = json.loads(said)
    except ValueError:
        problem = None
    raise _error(problem, response.status_code)


def _error(problem: Any, status: int | None) -> TernError:
    if not isinstance(problem, dict) or not isinstance(problem.get("detail"), str):
        return TernError(f"the server answered with HTTP status {status}, and not as Tern does", status)
    title, detail = problem.get("title"), problem["detail"]
    return TernError(f"{title}: {detail}" if title else detail, status, problem.get("instance"))
