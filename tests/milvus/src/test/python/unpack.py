"""Unpacks the server of the package "milvus" once: usage: unpack.py FOLDER

The package unpacks its compressed programs into the data folder of each server, which takes seconds
and a quarter of a gigabyte. Here they go to FOLDER/bin, and the default configuration to
FOLDER/configs; environment variables override it for each server.
"""

import lzma
import pathlib
import re
import shutil
import sys

import milvus

packed = pathlib.Path(milvus.__file__).parent / "data"
folder = pathlib.Path(sys.argv[1])
(folder / "bin").mkdir(parents=True)
(folder / "configs").mkdir()

for file in sorted((packed / "bin").glob("*.lzma")):
    program = folder / "bin" / file.stem
    with lzma.open(file) as source, open(program, "wb") as target:
        shutil.copyfileobj(source, target, 1 << 20)
    program.chmod(0o755)

template = (packed / "config.yaml.template").read_text(encoding="utf-8")
settings = re.sub(r"\{\{[^:}]*:?([^}]*)}}", lambda match: match.group(1).strip(), template)
(folder / "configs" / "milvus.yaml").write_text(settings, encoding="utf-8")
shutil.copy(packed / "glog.conf", folder / "configs")
