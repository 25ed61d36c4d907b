"""A temporary server on this machine."""

import contextlib
import json
import os
import secrets
import shutil
import subprocess
import tarfile
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from ._client import Tern
from ._error import TernError

STOP_SECONDS = 60.0


@contextlib.contextmanager
def serve(
    program: str | os.PathLike[str] | None = None,
    *,
    store: str | os.PathLike[str] | None = None,
    graph: str = "default",
    options: Sequence[str] = (),
    start_seconds: float = 120.0,
) -> Iterator[Tern]:
    """Starts ``tern serve`` on a free local port, yields a client, and stops the server at the end.

    ``program`` is the program, the folder of a release, or its archive (.tar.gz), which is unpacked
    temporarily; the default is ``tern`` on PATH. ``store`` is the folder of the graphs (default
    ./tern-store), ``options`` are more options of ``tern serve``.
    """
    with contextlib.ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
        command = [*_program(program, folder), "serve", "--json", "--quiet", "--port", "0", *options]
        if store is not None:
            command += ["--store", os.fspath(store)]
        log = ending.enter_context(open(folder / "log", "w+", encoding="utf-8", errors="replace"))
        # A new key: one in the environment belongs to another server, and other local users have
        # none.
        key = secrets.token_urlsafe(32)
        environment = os.environ | {"TERN_SERVER_API_KEY": key}
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True, env=environment
            )
        except OSError as e:
            raise TernError(f"{command[0]} cannot be run: {e.strerror}") from e
        ending.callback(_stop, process)
        line, before = _started(process, start_seconds)
        if not line:
            status = process.wait(STOP_SECONDS)
            log.seek(0)
            said = (before + log.read()).strip()
            raise TernError(f"tern serve did not start (exit status {status}): {said or 'it said nothing'}")
        yield ending.enter_context(Tern(json.loads(line)["address"], token=key, graph=graph))


def _started(process: subprocess.Popen, seconds: float) -> tuple[str, str]:
    """Returns the line with the server's address, or an empty one, and the earlier output."""
    before = ""
    late = threading.Timer(seconds, process.kill)
    late.daemon = True
    late.start()
    try:
        for line in process.stdout:
            if line.startswith("{"):
                return line, before
            before += line
    finally:
        late.cancel()
    return "", before


def _program(given: str | os.PathLike[str] | None, folder: Path) -> list[str]:
    if given is None:
        found = shutil.which("tern")
        if found is None:
            raise TernError("there is no program tern on PATH: install Tern, or give the path of its archive to serve()")
        return [found]
    path = Path(given)
    if path.is_dir():
        return [_unpacked(path, path)]
    if not path.name.endswith((".tar.gz", ".tgz")):
        # A missing file is passed as given: a Path of "./tern" would become the bare name, looked
        # up on PATH.
        return [os.fspath(path.absolute() if path.exists() else given)]
    try:
        with tarfile.open(path) as archive:
            archive.extractall(folder, filter="data")
    except (OSError, tarfile.TarError, EOFError) as e:
        raise TernError(f"{path} cannot be unpacked: {e}") from e
    return [_unpacked(folder, path)]


def _unpacked(folder: Path, given: Path) -> str:
    """Returns the program in the folder of a release, or of its unpacked archive."""
    programs = [*folder.glob("bin/tern"), *folder.glob("*/bin/tern")]
    if len(programs) != 1:
        raise TernError(f"{given} is no release of Tern: it has {len(programs) or 'no'} bin/tern")
    return os.fspath(programs[0])


def _stop(process: subprocess.Popen) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()
