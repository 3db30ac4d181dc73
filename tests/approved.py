"""Compare texts with the versions that somebody last read.

Approved texts are in a JSON file, one line each by name. After an intended change, read what the
failing test compares, then store the new texts: `pytest --write-drawings tests/...`.
"""

import json
import re
from pathlib import Path


def check_approved(request, path: Path, now: dict[str, str], story: str = "") -> None:
    """Fail if one of these texts differs from the approved one, or store them with `--write-drawings`.

    The texts of a story must also be all that is approved for it.
    """
    texts = json.loads(path.read_text(encoding="utf-8"))
    steps = [name for name in texts if story and re.match(rf"{re.escape(story)} \d\d ", name)]
    if request.config.getoption("write_drawings"):
        texts = {name: text for name, text in texts.items() if name not in steps} | now
        written = json.dumps(texts, indent=0, sort_keys=True, ensure_ascii=False)
        path.write_text(f"{written}\n", encoding="utf-8")
        steps = []
    there = {name: texts.get(name) for name in {*now, *steps}}
    assert now == there, "Read it; see tests/approved.py."
