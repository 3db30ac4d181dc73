"""Compare drawings on paper, on pages and in workbooks with the last version that somebody looked at.

An assertion on text cannot see that a rule is too thick or that a word is outside its box.
For every paper, `drawn.json` stores a short digest of each page's drawing operations, words
and figures with their positions. After an intended change, look at the paper as a picture,
then write its digests again: `pytest --write-drawings tests/...`.
"""

import hashlib
import io
import json
import re
import zipfile
from pathlib import Path

from pypdf import PdfReader

DIGESTS = Path(__file__).parent / "drawn.json"


def pages_of(pdf: bytes) -> list[bytes]:
    """Return the drawing operations of each page of a PDF."""
    contents = (page.get_contents() for page in PdfReader(io.BytesIO(pdf)).pages)
    return [b"" if content is None else content.get_data() for content in contents]


def parts_of(workbook: bytes) -> list[bytes]:
    """Return the sheets, styles and charts of a workbook, without the date on which it was made."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as parts:
        return [parts.read(name) for name in sorted(parts.namelist()) if name.startswith("xl/")]


def drawings_in(html: bytes) -> list[bytes]:
    """Return every outermost SVG of a page."""
    drawings, depth, start = [], 0, 0
    for tag in re.finditer(rb"<svg\b|</svg>", html):
        if tag[0] == b"</svg>":
            depth -= 1
            drawings += [] if depth else [html[start : tag.end()]]
        else:
            start = start if depth else tag.start()
            depth += 1
    return drawings


def check_drawn(request, name: str, pages: list[bytes]) -> None:
    """Fail if a page of this paper has changed, or write its digests with `--write-drawings`."""
    now = [hashlib.sha256(page).hexdigest()[:12] for page in pages]
    hashes = json.loads(DIGESTS.read_text(encoding="utf-8"))
    if request.config.getoption("write_drawings"):
        hashes = {**hashes, name: " ".join(now)} if now else hashes
        DIGESTS.write_text(json.dumps(hashes, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    before = hashes.get(name, "").split()
    assert len(now) == len(before), f"{name}: {len(now)} drawn, {len(before)} before. {LOOK}"
    changed = [
        at for at, (one, other) in enumerate(zip(now, before, strict=True), 1) if one != other
    ]
    assert not changed, f"{name}: drawn differently on {changed}. {LOOK}"


LOOK = "Look at it as a picture; if it is meant, run this test with --write-drawings."
