"""Compare texts with the versions that somebody last read.

Approved texts are in a JSON file, one line each by name. After an intended change, read what the
failing test compares, then store the new texts: `pytest --write-drawings tests/...`.
"""

import json
from pathlib import Path


def check_approved(request, path: Path, now: dict[str, str]) -> None:
    """Fail if one of these texts differs from the approved one, or store them with `--write-drawings`."""
    texts = json.loads(path.read_text(encoding="utf-8"))
    if request.config.getoption("write_drawings"):
        texts |= now
        written = json.dumps(texts, indent=0, sort_keys=True, ensure_ascii=False)
        path.write_text(f"{written}\n", encoding="utf-8")
    assert now == {name: texts.get(name) for name in now}, "Read it; see tests/approved.py."
