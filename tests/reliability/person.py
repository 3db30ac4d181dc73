"""Run one person with a browser in a separate process: `python -m tests.reliability.person NAME`.

Orders arrive on standard input, one JSON line each, and are answered by one JSON line. `open`
opens the page of an action and `send` later submits its form, so that two people can hold
forms of the same state and send them at the same moment.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

PLAYERS = "\n".join(f"Player{letter} Quill" for letter in "ABCDEF")


def main(name: str) -> None:
    """Execute orders until the input ends."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
    import django

    django.setup()
    from tests.reliability.actions import Person

    person = Person(name)
    for line in sys.stdin:
        order = json.loads(line)
        method: Callable[..., Any] = getattr(person, order.pop("do"))
        print(json.dumps(method(**order)), flush=True)


TAGS = re.compile(r"<script.*?</script>|<style.*?</style>|<[^>]+>", re.DOTALL)


def messages_of(page: str) -> str:
    """Return the messages, errors and questions of a page."""
    marked = re.findall(
        r'<(?:div|p|li|ul)[^>]*(?:role="(?:alert|status)"|class="[^"]*(?:message|error|warning)[^"]*")[^>]*>(.*?)</(?:div|ul|p|li)>',
        page,
        re.DOTALL,
    )
    texts = (" ".join(TAGS.sub(" ", part).split())[:200] for part in marked)
    return " | ".join(dict.fromkeys(filter(None, texts)))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    main(sys.argv[1])
