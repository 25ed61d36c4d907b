"""Writes the allowed checksums into lists of packages: python3 build/tools/python-hashes.py LIST...

Every line NAME==VERSION gets the index's checksums of the wheels for Python 3.11 and newer on Linux
and macOS, so that a list installs the same files everywhere. Uses the uv of
build/tools/python-packages.sh, which exists once a test has used it.
"""

import os
import pathlib
import re
import subprocess
import sys
import tomllib

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache", "tern-uv")
USED = re.compile(r"-(none|abi3|cp\d+)-(any|macosx\S+|(many)?linux\S+(x86_64|aarch64))\.whl$")


def uv():
    found = sorted(CACHE.glob("*/complete"), key=os.path.getmtime)
    return found[-1].parent / "bin" / "uv" if found else sys.exit(f"there is no uv in {CACHE}: run a test of Milvus first")


def wheels(requirements):
    lock = subprocess.run(
        [uv(), "pip", "compile", "--quiet", "--no-deps", "--universal", "--python-version", "3.11.5", "--format", "pylock.toml", "-"],
        input=requirements, stdout=subprocess.PIPE, text=True, check=True).stdout
    for package in tomllib.loads(lock)["packages"]:
        files = [(wheel.get("name") or wheel["url"].rsplit("/", 1)[1], wheel["hashes"]["sha256"]) for wheel in package["wheels"]]
        yield package["name"], sorted(digest for name, digest in files if USED.search(name))


def key(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def rewrite(path):
    lines = [re.sub(r"\s+--hash=\S+", "", line) for line in path.read_text(encoding="utf-8").splitlines()]
    digests = dict(wheels("\n".join(lines)))
    for at, line in enumerate(lines):
        if "==" in line and not line.startswith("#"):
            found = digests[key(line.split("==")[0])] or sys.exit(f"{path}: no wheel of {line} is for Python 3.11 or newer")
            lines[at] = " ".join([line, *(f"--hash=sha256:{digest}" for digest in found)])
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


for argument in sys.argv[1:]:
    rewrite(pathlib.Path(argument))
