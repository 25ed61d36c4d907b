"""Checks a Maven repository like Maven Central: python3 build/release/central.py FOLDER.

Central requires of each artifact a pom with name, description, url, licences, developers and scm
(its own or its parent's), sources and Javadoc of each jar, a signature and sums of each file, and
no snapshot. Prints everything that is missing, and then fails.
"""

import hashlib
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

POM = "{http://maven.apache.org/POM/4.0.0}"
# The last two may be inherited from the parent.
ASKED = ("name", "description", "url", "licenses/license/name", "licenses/license/url", "developers/developer/name", "scm/url", "scm/connection")
NOT_INHERITED = ("name",)


def found(pom, path):
    return pom.findtext("/".join(POM + step for step in path.split("/"))) or ""


def problems_of_pom(file, folder):
    poms = [xml.parse(file).getroot()]
    while poms[-1].find(POM + "parent") is not None:
        group, artifact, version = (found(poms[-1], "parent/" + part) for part in ("groupId", "artifactId", "version"))
        parent = folder.joinpath(*group.split("."), artifact, version, f"{artifact}-{version}.pom")
        if not parent.exists():
            yield f"its parent {group}:{artifact}:{version} is not there"
            return
        poms.append(xml.parse(parent).getroot())
    for path in ASKED:
        where = poms[:1] if path in NOT_INHERITED else poms
        values = [found(pom, path) for pom in where if found(pom, path)]
        if not values:
            yield f"has no {path}"
        elif "${" in values[0]:
            yield f"has {path} {values[0]}"
    if "SNAPSHOT" in file.read_text(encoding="utf-8"):
        yield "names a snapshot"


def problems_of_file(file):
    content = file.read_bytes()
    for sum_name in ("md5", "sha1"):
        sum_file = file.with_name(f"{file.name}.{sum_name}")
        if not sum_file.exists() or sum_file.read_text().strip() != hashlib.new(sum_name, content).hexdigest():
            yield f"its {sum_name} is missing or wrong"
    signature = file.with_name(file.name + ".asc")
    if not signature.exists():
        yield "is not signed"
    elif subprocess.run(["gpg", "--batch", "--quiet", "--verify", signature, file], capture_output=True).returncode != 0:
        yield "its signature does not fit"


def problems(folder):
    poms = sorted(folder.rglob("*.pom"))
    if not poms:
        yield f"{folder}: there is no artifact"
    for pom in poms:
        of_pom = list(problems_of_pom(pom, folder))
        if found(xml.parse(pom).getroot(), "packaging") in ("", "jar"):
            wanted = (f"{pom.stem}{ending}.jar" for ending in ("", "-sources", "-javadoc"))
            of_pom += [f"{jar} is missing" for jar in wanted if not pom.with_name(jar).exists()]
        yield from (f"{pom.name}: {problem}" for problem in of_pom)
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.suffix not in (".asc", ".md5", ".sha1"):
            yield from (f"{file.name}: {problem}" for problem in problems_of_file(file))


if __name__ == "__main__":
    repository = Path(sys.argv[1])
    listed = list(problems(repository))
    print("\n".join(listed) or f"{len(list(repository.rglob('*.pom')))} artifacts are as Maven Central asks for them")
    sys.exit(1 if listed else 0)
