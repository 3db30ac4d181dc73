"""A form sent after the log-in had run out: saved in the session, so that nothing typed is lost."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from scoring.views.throttle import A_MINUTE, Throttle, too_many_requests

SESSION_KEY = "kept_forms"
MOST = 3
"""How many forms are saved for one browser; the oldest is dropped first."""
LARGEST = 250_000
"""Characters; more than the longest list of players that is taken."""
SAVED = Throttle(most=20, seconds=A_MINUTE, name="forms saved")
"""How many forms of one device are saved."""
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
        """What a person typed or chose, each with a label made of the field's name."""
        return [
            (name.replace("_", " ").replace("-", " ").capitalize(), value)
            for name, value in self.fields
            if name not in NOT_TYPED and value.strip()
        ]


def save_form(request: HttpRequest, page: str) -> str:
    """Save the form that was sent and return its key; empty where there is nothing to save.

    Files and passwords are never saved.
    """
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken" and "password" not in name
        for value in values
    ]
    form = SavedForm(request.get_full_path(), page, tuple(fields))
    size = sum(len(name) + len(value) for name, value in fields)
    if not form.typed or size > LARGEST or too_many_requests(request, SAVED):
        return ""
    key = secrets.token_urlsafe(8)
    before: dict[str, Any] = dict(request.session.get(SESSION_KEY, {}))
    newest = dict(list(before.items())[-(MOST - 1) :])
    request.session[SESSION_KEY] = newest | {key: [form.address, page, fields]}
    return key


def find_form(request: HttpRequest, key: str) -> SavedForm | None:
    """The form saved under the key in this browser."""
    saved: Sequence[Any] | None = request.session.get(SESSION_KEY, {}).get(key)
    if saved is None:
        return None
    address, page, fields = saved
    return SavedForm(address, page, tuple((name, value) for name, value in fields))
