"""Save a form submitted after the session expired, so that typed text is not lost."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from scoring.views.throttle import A_MINUTE, Throttle, too_many_requests

SESSION_KEY = "kept_forms"
MAX_FORMS = 3
"""Maximum number of forms saved for one browser. The oldest is dropped first."""
MAX_FORM_LENGTH = 250_000
"""Maximum size of a saved form in characters, more than the longest accepted player list."""
SAVE_THROTTLE = Throttle(most=20, seconds=A_MINUTE, name="forms saved")
"""The rate limit for saving forms, per device."""
NOT_TYPED = frozenset(
    {"accepted", "back", "by", "confirmed", "do", "mode", "next", "seen", "step", "to"}
)
"""Fields filled in by a page or a button. They are sent again, but not shown."""


@dataclass(frozen=True)
class SavedForm:
    """The submitted fields, the address they were sent to, and the page of the form."""

    address: str
    page: str
    fields: tuple[tuple[str, str], ...]

    @property
    def typed_values(self) -> list[tuple[str, str]]:
        """The values typed or chosen by the user, each with a label made from the field name."""
        return [
            (name.replace("_", " ").replace("-", " ").capitalize(), value)
            for name, value in self.fields
            if name not in NOT_TYPED and value.strip()
        ]


def save_form(request: HttpRequest, page: str) -> str:
    """Save the submitted form and return its key.

    Return "" if there is nothing to save, if the form is too large, or if the device has saved too
    many forms within a minute. Files and passwords are never saved.
    """
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken" and "password" not in name
        for value in values
    ]
    form = SavedForm(request.get_full_path(), page, tuple(fields))
    size = sum(len(name) + len(value) for name, value in fields)
    if not form.typed_values or size > MAX_FORM_LENGTH or too_many_requests(request, SAVE_THROTTLE):
        return ""
    key = secrets.token_urlsafe(8)
    before: dict[str, Any] = dict(request.session.get(SESSION_KEY, {}))
    newest = dict(list(before.items())[-(MAX_FORMS - 1) :])
    request.session[SESSION_KEY] = newest | {key: [form.address, page, fields]}
    return key


def find_form(request: HttpRequest, key: str) -> SavedForm | None:
    """Return the form saved under the key in this browser, or None if there is none."""
    saved: Sequence[Any] | None = request.session.get(SESSION_KEY, {}).get(key)
    if saved is None:
        return None
    address, page, fields = saved
    return SavedForm(address, page, tuple((name, value) for name, value in fields))
