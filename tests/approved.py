"""Compare texts with the versions that somebody last read.

Approved texts are in a JSON file beside the module of the test, `approved_prizes.json` for `test_prizes.py`,
one line each by name. After an intended change, read what the failing test compares, then store the new texts:
`pytest --write-drawings tests/...`.
"""

import json
import re


def check_approved(request, now: dict[str, str], story: str = "") -> None:
    """Fail if one of these texts differs from the approved one, or store them with `--write-drawings`.

    The texts of a story must also be all that is approved for it.
    """
    name = request.path.stem.removeprefix("test_").removeprefix("approved_")
    path = request.path.with_name(f"approved_{name}.json")
    texts = json.loads(path.read_text(encoding="utf-8"))
    steps = [name for name in texts if story and re.match(rf"{re.escape(story)} \d\d ", name)]
    if request.config.getoption("write_drawings"):
        texts = {name: text for name, text in texts.items() if name not in steps} | now
        written = json.dumps(texts, indent=0, sort_keys=True, ensure_ascii=False)
        path.write_text(f"{written}\n", encoding="utf-8")
        steps = []
    there = {name: texts.get(name) for name in {*now, *steps}}
    assert now == there, "Read it; see tests/approved.py."
