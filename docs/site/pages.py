"""Prepares the pages for build/tools/site.sh, and writes the list of versions.

    python pages.py gather ROOT TARGET
    python pages.py versions FOLDER

Pages are the Markdown files linked from README.md, directly or not; they keep their paths. Other
linked files are copied. A link to a folder leads to its README.md, or becomes text without one.
"""

import json
import re
import shutil
import sys
from pathlib import Path
from urllib.parse import unquote

FENCE = re.compile(r"(^ *```.*?^ *```$)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)")
ADDRESS = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")


def gather(root: Path, target: Path) -> None:
    """Copies README.md and all files linked from it."""
    waiting = [root / "README.md"]
    seen = set(waiting)

    def led(page: Path, link: re.Match[str]) -> str:
        mark, text, address = link.groups()
        path = unquote(address.split("#", 1)[0])
        if not path or ADDRESS.match(path):
            return link.group()
        file = (page.parent / path).resolve()
        if file.is_dir():
            file = file / "README.md"
            address = address.rstrip("/") + "/README.md"
            if not file.exists():
                return text
        if not file.exists():
            # The generator reports missing pages with their lines, but no other missing files.
            if file.suffix != ".md":
                sys.exit(f"{page.relative_to(root)}: {address} is not there")
        elif file not in seen:
            seen.add(file)
            waiting.append(file)
        return f"{mark}[{text}]({address})"

    while waiting:
        file = waiting.pop()
        place = target / file.relative_to(root)
        place.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".md":
            parts = FENCE.split(file.read_text(encoding="utf-8"))
            parts[::2] = [LINK.sub(lambda link: led(file, link), prose) for prose in parts[::2]]
            place.write_text("".join(parts), encoding="utf-8")
        else:
            shutil.copyfile(file, place)


def versions(folder: Path) -> None:
    """Lists the versions for the version menu, newest first, and redirects to the newest."""

    def age(version: str) -> tuple[list[int], bool]:
        return [int(number) for number in re.findall(r"\d+", version)], "-" not in version

    found = sorted((page.parent.name for page in folder.glob("*/index.html")), key=age, reverse=True)
    listed = [{"version": version, "title": version, "aliases": []} for version in found]
    (folder / "versions.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    newest = next((version for version in found if "-" not in version), found[0])
    (folder / "index.html").write_text(
        f'<!doctype html><meta charset="utf-8"><title>Tern</title>'
        f'<meta http-equiv="refresh" content="0; url={newest}/"><a href="{newest}/">Tern {newest}</a>\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    if sys.argv[1] == "gather":
        gather(Path(sys.argv[2]).resolve(), Path(sys.argv[3]))
    else:
        versions(Path(sys.argv[2]))
