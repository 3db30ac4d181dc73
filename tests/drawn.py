"""What is drawn on pages of paper and as SVG, compared with what it was when somebody last looked at it.

No assertion on text sees that a rule is too thick, or that a word stands beside its box. So `drawn.json` keeps, for
every paper, a short digest of each page's drawing operations, words and figures with their places. After a change that
is meant, look at the paper as a picture, then write its digests again: `pytest --write-drawings tests/...`.
"""

import hashlib
import io
import json
import re
from pathlib import Path

from pypdf import PdfReader

DIGESTS = Path(__file__).parent / "drawn.json"


def pages_of(pdf: bytes) -> list[bytes]:
    """Return what is drawn on each page of a PDF."""
    contents = (page.get_contents() for page in PdfReader(io.BytesIO(pdf)).pages)
    return [b"" if content is None else content.get_data() for content in contents]


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
    """Fail where a page of this paper is drawn differently from before; keep it where that is asked for."""
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
