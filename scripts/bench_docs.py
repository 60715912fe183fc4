"""Writes a benchmark's figures into docs/benchmarks.md, between the markers of its name.

Example: python scripts/bench_docs.py bench-timing target/decode-timing.md
"""

import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs" / "benchmarks.md"


def replace_section(name: str, text: str) -> None:
    """Replaces what stands between ``<!-- name -->`` and ``<!-- /name -->``, or adds it at the end."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    block = f"{begin}\n{text}\n{end}"
    before = DOCS.read_text(encoding="utf-8")
    marked = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    after = marked.sub(lambda _: block, before) if marked.search(before) else f"{before}\n{block}\n"
    DOCS.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    replace_section(sys.argv[1], Path(sys.argv[2]).read_text(encoding="utf-8").rstrip())
