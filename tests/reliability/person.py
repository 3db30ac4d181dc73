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
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

PLAYERS = "\n".join(f"Player{letter} Quill" for letter in "ABCDEF")


class Forms(HTMLParser):
    """Parser of the forms of a page: their addresses and current data."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []
        self._select = ""
        self._area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("name") or ""
        if tag == "form":
            self.forms.append((given.get("action") or "", {}))
        elif not self.forms:
            return
        elif tag == "select":
            self._select = name
        elif tag == "option":
            # Without a selected option, a browser sends the first one.
            if "selected" in given or self._select not in self.forms[-1][1]:
                self.forms[-1][1][self._select] = given.get("value") or ""
        elif tag == "textarea":
            self._area = name
            self.forms[-1][1][name] = ""
        elif tag == "input" and name:
            kind = given.get("type") or "text"
            if kind in ("checkbox", "radio") and "checked" not in given:
                return
            self.forms[-1][1][name] = given.get("value") or ("on" if kind == "checkbox" else "")

    def handle_data(self, data: str) -> None:
        if self._area:
            self.forms[-1][1][self._area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = ""

    def with_field(self, field: str, action: str = "") -> tuple[str, dict[str, str]]:
        """Return the form that has this field and an address containing `action`."""
        return next(
            (address, dict(values))
            for address, values in self.forms
            if field in values and action in address
        )


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


def text_of(page: str) -> str:
    """Return the visible text of a page."""
    return " ".join(TAGS.sub(" ", page).split())


def messages_of(page: str) -> str:
    """Return the messages, errors and questions of a page."""
    marked = re.findall(
        r'<(?:div|p|li|ul)[^>]*(?:role="(?:alert|status)"|class="[^"]*(?:message|error|warning)[^"]*")[^>]*>(.*?)</(?:div|ul|p|li)>',
        page,
        re.DOTALL,
    )
    return " | ".join(dict.fromkeys(text_of(part)[:200] for part in marked if text_of(part)))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    main(sys.argv[1])
