"""Uses a server with tern-client; arguments: address, key, folder, program."""

import asyncio
import contextlib
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tarfile
import threading
import time
import unittest
import urllib.request
import warnings
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tern_client import AsyncTern, Tern, TernError, VersionWarning, serve
from tern_client.rest.api.documents import documents
from tern_client.rest.api.graphs import export_graph, graphs
from tern_client.rest.api.server import server
from tern_client.rest.models import DocumentPage, ExportGraphFormat

ADDRESS, KEY, FOLDER, PROGRAM = sys.argv[1:5]
QUESTION = "Which bridge did Emil Marr's daughter build?"
YEAR_1912 = {"name": "year", "is": "=", "value": 1912}


@contextlib.contextmanager
def environment(**variables):
    """Sets environment variables temporarily."""
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


class Answering:
    """A server on a free port that answers by a function, which returns status, type and body."""

    def __init__(self, answer):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                length = int(self.headers.get("Content-Length") or 0)
                status, kind, body = answer(self, self.rfile.read(length))
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return f"http://127.0.0.1:{self.server.server_port}"

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def of_version(version, change=lambda answer: None):
    """Answers like the real server, except for its version and modified answers to questions."""

    def answer(request, body):
        headers = {"Authorization": "Bearer " + KEY, "Content-Type": "application/json"}
        sent = urllib.request.Request(ADDRESS + request.path, body or None, headers, method=request.command)
        with urllib.request.urlopen(sent) as real:
            said = json.load(real)
        if request.path == "/api/v1/server":
            said["version"] = version
        else:
            change(said)
        return 200, "application/json", json.dumps(said).encode()

    return Answering(answer)


class TernClientTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tern = Tern(ADDRESS, token=KEY, graph="bridges")
        cls.tern.add("Lena Marr, Emil Marr's daughter, built the Vale bridge.", id="lena", title="Lena Marr")
        cls.tern.add("Emil Marr taught in Halden.", id="emil", metadata={"year": 1912})

    def refused(self, asking):
        with self.assertRaises(TernError) as caught:
            asking()
        return caught.exception

    def test_answer_has_its_passages_and_steps(self):
        answer = self.tern.ask(QUESTION, mode="local", final_top_k=3)
        self.assertIn("Vale bridge", answer.answer.text)
        self.assertEqual("lena", answer.passages[0].document_id)
        self.assertEqual("local", answer.mode)
        self.assertIn("rank", [step.name for step in answer.trace.steps])

    def test_filter_hides_what_does_not_pass(self):
        self.assertEqual(["emil"], [each.document_id for each in self.tern.passages("Marr", filter=YEAR_1912)])
        page = self.tern.call(documents, "bridges", filter_=json.dumps({"not": YEAR_1912}))
        self.assertIsInstance(page, DocumentPage)
        self.assertNotIn("emil", [each.id for each in page.documents])
        self.assertIn("lena", [each.id for each in page.documents])

    def test_stream_tells_steps_and_words_and_ends_with_the_answer(self):
        events = list(self.tern.stream(QUESTION))
        self.assertEqual("begin", events[0].kind)
        self.assertIn("seed", [event.data.name for event in events if event.kind == "step"])
        answer = events[-1].data
        self.assertEqual(answer.answer.text, "".join(event.data for event in events if event.kind == "words"))

    def test_files_are_added_and_found(self):
        file = pathlib.Path(FOLDER, "Über Tove.md")
        file.write_text("# Tove Lind\n\nTove Lind painted the lighthouse of Skarv.", encoding="utf-8")
        job = self.tern.add(file)
        self.assertEqual("done", job.state)
        self.assertEqual(file.name, self.tern.passages("Who painted the lighthouse of Skarv?")[0].document_id)
        (pathlib.Path(FOLDER, "blank.md")).write_text(" \n", encoding="utf-8")
        blank = self.refused(lambda: self.tern.add(pathlib.Path(FOLDER, "blank.md")))
        self.assertIn("blank.md gave no document: ", str(blank))
        gone = self.refused(lambda: self.tern.add(pathlib.Path(FOLDER, "gone.md")))
        self.assertIn("gone.md cannot be read: No such file", str(gone))

    def test_folder_is_added_and_its_documents_are_listed_and_removed(self):
        folder = pathlib.Path(FOLDER, "ports")
        (folder / "north").mkdir(parents=True)
        (folder / ".git").mkdir()
        (folder / ".git" / "config.txt").write_text("Nothing to find.", encoding="utf-8")
        (folder / "north" / "skarv.txt").write_text("Skarv has a lighthouse.", encoding="utf-8")
        (folder / "oro.txt").write_text("Port Sereno lies on the Oro.", encoding="utf-8")
        tern = Tern(ADDRESS, KEY, "ports")
        self.assertEqual(2, tern.add(folder).report.documents)
        self.assertEqual(["ports/north/skarv.txt", "ports/oro.txt"], [each.id for each in tern.documents()])
        self.assertEqual(["ports/oro.txt"], [each.id for each in tern.documents(search="ORO")])
        self.assertIn("ports", tern.graphs())
        self.assertIsNone(tern.passages("Where is Port Sereno?")[0].page)
        self.assertEqual("done", tern.remove("ports/oro.txt").state)
        self.assertEqual(1, len(list(tern.documents())))
        (folder / "none").mkdir()
        self.assertIn("none has no file", str(self.refused(lambda: tern.add(folder / "none"))))

    def test_loop_of_events_goes_on_while_the_server_answers(self):
        async def use():
            async with AsyncTern(ADDRESS, token=KEY, graph="bridges") as tern:
                both = await asyncio.gather(tern.ask(QUESTION), tern.passages(QUESTION, top=1))
                kinds = [event.kind async for event in tern.stream(QUESTION)]
                return *both, kinds, await tern.documents(search="len"), await tern.graphs()

        answer, passages, kinds, found, names = asyncio.run(use())
        self.assertIn("Vale bridge", answer.answer.text)
        self.assertEqual(["lena"], [each.document_id for each in passages])
        self.assertEqual("answer", kinds[-1])
        self.assertEqual(["lena"], [each.id for each in found])
        self.assertIn("bridges", names)

    def test_passages_become_a_data_frame(self):
        frame = self.tern.passages(QUESTION).to_pandas()
        self.assertEqual("lena", frame["documentId"][0])
        self.assertEqual(["id", "documentId"], list(frame.columns)[:2])

    def test_langchain_and_llama_index_retrieve(self):
        from llama_index.core.schema import QueryBundle

        from tern_client import langchain, llama_index

        found = langchain.TernRetriever(tern=self.tern, options={"final_top_k": 1}).invoke(QUESTION)
        self.assertEqual(["lena"], [document.metadata["documentId"] for document in found])
        self.assertIn("Vale bridge", found[0].page_content)
        self.assertEqual(["lena"], self.found_beside_a_loop(llama_index, QueryBundle(QUESTION)))
        nodes = llama_index.TernRetriever(self.tern, final_top_k=1).retrieve(QueryBundle(QUESTION))
        self.assertEqual([("lena", "Lena Marr")], [(n.metadata["documentId"], n.metadata["title"]) for n in nodes])
        self.assertIsInstance(nodes[0].score, float)

    def found_beside_a_loop(self, llama_index, question):
        threads = []

        class Watched(Tern):
            def passages(self, question, **more):
                threads.append(threading.current_thread())
                return super().passages(question, **more)

        retriever = llama_index.TernRetriever(Watched(ADDRESS, KEY, "bridges"), final_top_k=1)
        nodes = asyncio.run(retriever.aretrieve(question))
        self.assertNotIn(threading.main_thread(), threads)
        return [node.metadata["documentId"] for node in nodes]

    def test_libraries_of_extras_are_loaded_by_their_retrievers_only(self):
        check = "import sys, tern_client; sys.exit(any(each in sys.modules for each in ('pandas', 'langchain_core', 'llama_index')))"
        self.assertEqual(0, os.spawnl(os.P_WAIT, sys.executable, sys.executable, "-c", check))

    def test_graph_is_exported_as_it_is(self):
        self.assertIn(b"Vale bridge", self.tern.call(export_graph, "bridges").payload.read())
        self.assertEqual(b"<?xml", self.tern.call(export_graph, "bridges", format_=ExportGraphFormat.GRAPHML).payload.read(5))

    def test_wrong_token_is_told_in_words_of_the_server(self):
        for token in (None, "no-key-of-this-server-at-all"):
            error = self.refused(lambda token=token: Tern(ADDRESS, token=token).ask(QUESTION))
            self.assertEqual(401, error.status)
            self.assertIn("this server needs an API key", str(error))
            self.assertNotIn("no-key-of", str(error))

    def test_request_that_the_server_refuses_is_told_in_its_words(self):
        error = self.refused(lambda: Tern(ADDRESS, KEY, "unknown").ask(QUESTION))
        self.assertEqual(404, error.status)
        self.assertTrue(error.instance)
        self.assertEqual(400, self.refused(lambda: self.tern.ask("")).status)
        self.assertEqual(400, self.refused(lambda: list(self.tern.stream(QUESTION, mode="best"))).status)
        with self.assertRaisesRegex(TypeError, "a question has no top_k; it has mode, .*final_top_k"):
            self.tern.ask(QUESTION, top_k=3)

    def test_no_server_is_told_with_its_address(self):
        with Answering(lambda *_: (200, "text/plain", b"")) as gone:
            pass
        error = self.refused(lambda: Tern(gone).ask(QUESTION))
        self.assertRegex(str(error), f"there is no answer from {gone}: .*Is a server \\(tern serve\\) running there\\?")
        self.assertIsNone(error.status)

    def test_this_machine_is_reached_past_the_proxies_of_the_environment(self):
        with Answering(lambda *_: (502, "text/html", b"a proxy")) as proxy, environment(http_proxy=proxy, no_proxy=""):
            self.assertIn("Vale bridge", Tern(ADDRESS, KEY, "bridges").ask(QUESTION).answer.text)
            self.assertEqual(502, self.refused(lambda: Tern("http://tern.example").ask(QUESTION)).status)

    def test_nonsense_is_no_answer(self):
        with Answering(lambda *_: (200, "text/html", b"<h1>It works!</h1>")) as address:
            error = self.refused(lambda: Tern(address).ask(QUESTION))
            self.assertIn("cannot read; the server may be no Tern", str(error))
        with Answering(lambda *_: (502, "text/html", b"<h1>Bad gateway</h1>")) as address:
            error = self.refused(lambda: Tern(address).ask(QUESTION))
            self.assertEqual((502, "the server answered with HTTP status 502, and not as Tern does"), (error.status, str(error)))
        with of_version("tern 0.1.0", lambda answer: answer.clear()) as address:
            error = self.refused(lambda: Tern(address, graph="bridges").ask(QUESTION))
            self.assertIn("KeyError: 'question'", str(error))

    def test_server_of_another_version_is_told_once_and_works(self):
        def grow(answer):
            answer["mood"] = {"calm": True}
            answer["mode"] = "deep"
            answer["trace"]["steps"][0] |= {"name": "dream", "depth": 3}
            answer["passages"][0]["colour"] = "green"

        for version, change, words in [
            ("tern 9.8.7", grow, "newer than this client"),
            ("tern 0.0.4", lambda answer: answer.pop("themes", None), "older than this client"),
        ]:
            with of_version(version, change) as address, warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                tern = Tern(address, graph="bridges")
                for _ in range(2):
                    answer = tern.ask(QUESTION)
                self.assertIn("Vale bridge", answer.answer.text)
                told = [str(each.message) for each in caught if each.category is VersionWarning]
                self.assertEqual(1, len(told))
                self.assertIn(words, told[0])
                if change is grow:
                    self.assertEqual(("deep", "dream"), (answer.mode, answer.trace.steps[0].name))

    def test_stream_of_a_newer_server_is_read_as_far_as_it_is_known(self):
        answer = json.loads(json.dumps(self.tern.ask(QUESTION).to_dict())) | {"mood": "calm"}
        sent = [("begin", {"name": "dream", "depth": 3}), ("mood", {"calm": True}), ("words", {"text": "So"}), ("answer", answer)]
        body = "".join(f"event: {kind}\ndata: {json.dumps(data)}\n\n" for kind, data in sent).encode()

        def newer(request, _):
            asked = request.path.endswith("/ask/stream")
            return (200, "text/event-stream", body) if asked else (200, "application/json", b'{"version": "tern 9.8.7"}')

        with Answering(newer) as address, warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            events = list(Tern(address).stream(QUESTION))
        # A connection of an earlier test may be collected here.
        self.assertEqual([VersionWarning], [each.category for each in caught if each.category is not ResourceWarning])
        self.assertEqual([("begin", "dream"), ("words", "So")], [(event.kind, event.data) for event in events[:-1]])
        self.assertEqual(answer["answer"]["text"], events[-1].data.answer.text)

    def test_snippets_of_the_page_run(self):
        page = (pathlib.Path(__file__).parents[5] / "docs/server.md").read_text(encoding="utf-8")
        snippets = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        self.assertEqual(6, len(snippets))
        here, path = os.getcwd(), os.environ["PATH"]
        try:
            os.chdir(FOLDER)
            os.environ["PATH"] = FOLDER + os.pathsep + path
            pathlib.Path("notes.md").write_text("Ada Quill surveyed the harbour of Skarv.", encoding="utf-8")
            names, said = {}, io.StringIO()
            with contextlib.redirect_stdout(said):
                for snippet in snippets:
                    exec(snippet.replace("http://127.0.0.1:8376", ADDRESS).replace("token=None", f"token={KEY!r}"), names)
        finally:
            os.chdir(here)
            os.environ["PATH"] = path
        self.assertIn("Piet Moll repaired", said.getvalue())
        self.assertEqual("lena", names["documents"][0].metadata["documentId"])
        self.assertEqual("lena", names["nodes"][0].metadata["documentId"])
        self.assertIn("lena", list(names["frame"]["documentId"]))

    def test_server_is_started_and_stopped(self):
        store = os.path.join(FOLDER, "own-store")
        with environment(TERN_SERVER_API_KEY="of-another-server-0123456789"), serve(PROGRAM, store=store) as tern:
            self.assertEqual(401, self.refused(lambda: Tern(tern.url).ask(QUESTION)).status)
            tern.add("Lena Marr built the Vale bridge.")
            self.assertIn("Vale bridge", tern.ask("Who built the Vale bridge?").answer.text)
            self.assertEqual(["default"], tern.call(graphs).graphs)
            self.assertTrue(tern.call(server).version)
        self.refused(lambda: Tern(tern.url).ask(QUESTION))

    def test_release_serves_from_its_archive_and_from_the_folder_where_it_was_unpacked(self):
        release = pathlib.Path(FOLDER, "unpacked", "tern-1")
        (release / "bin").mkdir(parents=True)
        # The fake program only prints the address of the server of these tests.
        said = json.dumps({"address": ADDRESS})
        program = release / "bin" / "tern"
        program.write_text(f"#!/bin/sh\necho '{said}'; exec tail -f /dev/null\n")
        program.chmod(0o755)
        archive = pathlib.Path(FOLDER, "tern-1-linux-x64.tar.gz")
        with tarfile.open(archive, "w:gz") as packed:
            packed.add(release, release.name)
        for given in (archive, release, release.parent):
            with serve(given) as tern:
                self.assertEqual(ADDRESS, tern.url)

    def fake(self, name, script):
        program = pathlib.Path(FOLDER, name)
        program.write_text("#!/bin/sh\n" + script)
        program.chmod(0o755)
        return program

    def test_program_is_the_one_of_the_path_and_may_say_something_first(self):
        said = json.dumps({"address": ADDRESS})
        self.fake("of-the-folder", f"echo 'NOTE: picked up options'; echo '{said}'; exec tail -f /dev/null\n")
        with contextlib.chdir(FOLDER):
            for given in ("./of-the-folder", "of-the-folder", pathlib.Path("of-the-folder")):
                with serve(given) as tern:
                    self.assertEqual(ADDRESS, tern.url)
            with environment(PATH=FOLDER + os.pathsep + os.environ["PATH"]), contextlib.chdir("/"):
                error = self.refused(lambda: serve("./of-the-folder").__enter__())
                self.assertIn("./of-the-folder cannot be run: No such file", str(error))

    def test_start_can_be_interrupted(self):
        begun = pathlib.Path(FOLDER, "begun")
        program = self.fake("silent", f"touch '{begun}'; exec tail -f /dev/null\n")
        # Set explicitly, because background jobs of a shell inherit that the signal is ignored.
        listening = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        start = f"{listening}from tern_client import serve\nwith serve({os.fspath(program)!r}): pass"
        process = subprocess.Popen([sys.executable, "-c", start], stderr=subprocess.PIPE, text=True)
        try:
            while not begun.exists():
                self.assertIsNone(process.poll())
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            self.assertIn("KeyboardInterrupt", process.communicate(timeout=60)[1])
        finally:
            process.kill()

    def test_server_that_cannot_start_is_told_in_its_own_words(self):
        def starting(*given, **named):
            with serve(*given, **named):
                self.fail("it started")

        broken = pathlib.Path(FOLDER, "tern-1.tar.gz")
        broken.write_bytes(b"no archive")
        java = pathlib.Path(FOLDER, "without-java")
        java.write_text("#!/bin/sh\necho 'Tern needs Java 21 or newer and found no Java at all' >&2; exit 1\n")
        java.chmod(0o755)
        for given, words in [
            (PROGRAM + ".gone", "cannot be run: No such file"),
            (broken, "cannot be unpacked"),
            (pathlib.Path(FOLDER, "none"), "none is no release of Tern: it has no bin/tern"),
            (java, r"tern serve did not start \(exit status 1\): Tern needs Java 21 or newer and found no Java"),
        ]:
            self.assertRegex(str(self.refused(lambda given=given: starting(given))), words)
        error = self.refused(lambda: starting(PROGRAM, options=["--chat-provider", "none", "--port", "x"]))
        self.assertIn("--port", str(error))
        path = os.environ["PATH"]
        try:
            os.environ["PATH"] = ""
            self.assertIn("there is no program tern on PATH", str(self.refused(starting)))
        finally:
            os.environ["PATH"] = path


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
