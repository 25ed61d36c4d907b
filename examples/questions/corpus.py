"""Makes the corpus.jsonl of a question set from Markdown files: a line for each clause, under the id FILE#NUMBER.

    python3 corpus.py FOLDER >corpus.jsonl
"""

import json
import pathlib
import re
import sys

for file in sorted(pathlib.Path(sys.argv[1]).glob("*.md")):
    title, *clauses = re.split(r"^#+ ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    for clause in clauses:
        heading, text = clause.split("\n", 1)
        print(
            json.dumps(
                {
                    "_id": f"{file.stem}#{heading.split()[0]}",
                    "title": f"{title.strip()}: {heading}",
                    "text": " ".join(text.split()),
                }
            )
        )
