"""What an action answers when it is impossible as asked.

Most raise `Refused` with a sentence. A subclass is for what a caller tells apart, or what carries more than a sentence.
"""

from __future__ import annotations

from django.utils.translation import gettext as _


class Refused(Exception):
    """An action that is impossible as asked: nothing was changed, and the message says what to do instead."""


class SomebodyElseEntered(Refused):
    """Another browser changed the game since the page was read."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "Somebody else has entered something in this game meanwhile. Look at the sheet, "
                "then enter it again."
            )
        )
