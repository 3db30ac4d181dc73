"""Errors raised by actions that cannot be carried out.

Most actions raise `Refused` with a sentence. Subclasses are for callers that treat a case
differently or need more data.
"""

from __future__ import annotations

from django.utils.translation import gettext as _


class Refused(Exception):
    """An action that cannot be carried out. Nothing was changed; the message gives the reason or an alternative."""


def required_text(typed: str, refusal: str) -> str:
    """Return the text without superfluous spaces. Raise `Refused` with the sentence `refusal` if none is left."""
    text = " ".join(typed.split())
    if not text:
        raise Refused(refusal)
    return text


class EditConflict(Refused):
    """The game has been changed in another browser since the page was loaded."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "Someone else has changed this game in the meantime. Check the score sheet, "
                "then make your change again."
            )
        )
