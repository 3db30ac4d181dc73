"""A form that came when nobody was logged in any more: kept in the session, so that nothing typed is lost."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from scoring.views.throttle import asked_too_often

SESSION_KEY = "kept_forms"
MOST = 3
"""How many forms one browser has kept; the oldest goes."""
LARGEST = 100_000
"""Characters; more than a list of a thousand names."""
A_MINUTE = 20
"""How many forms one device has kept within a minute."""
NOT_TYPED = frozenset(
    {"accepted", "back", "by", "confirmed", "do", "mode", "next", "seen", "step", "to"}
)
"""What a page or its button fills in by itself: sent again, not shown."""


@dataclass(frozen=True)
class SavedForm:
    """What was sent, where to, and the page it stood on."""

    address: str
    page: str
    fields: tuple[tuple[str, str], ...]

    @property
    def typed(self) -> list[tuple[str, str]]:
        """What a person typed or chose, with the field's name in words."""
        return [
            (name.replace("_", " ").replace("-", " ").capitalize(), value)
            for name, value in self.fields
            if name not in NOT_TYPED and value.strip()
        ]


def save_form(request: HttpRequest, page: str) -> str:
    """Keep the form that was sent and return its key; empty where there is nothing to keep.

    Files and passwords are never kept.
    """
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken" and "password" not in name
        for value in values
    ]
    kept = SavedForm(request.get_full_path(), page, tuple(fields))
    size = sum(len(name) + len(value) for name, value in fields)
    if not kept.typed or size > LARGEST or asked_too_often(request, "kept", A_MINUTE):
        return ""
    key = secrets.token_urlsafe(8)
    before: dict[str, Any] = dict(request.session.get(SESSION_KEY, {}))
    newest = dict(list(before.items())[-(MOST - 1) :])
    request.session[SESSION_KEY] = newest | {key: [kept.address, page, fields]}
    return key


def find_form(request: HttpRequest, key: str) -> SavedForm | None:
    """The form kept under the key in this browser."""
    found: Sequence[Any] | None = request.session.get(SESSION_KEY, {}).get(key)
    if found is None:
        return None
    address, page, fields = found
    return SavedForm(address, page, tuple((name, value) for name, value in fields))
