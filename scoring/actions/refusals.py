"""What an action on a game answers when it is impossible as asked: named after the situation."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.engine.game.legality import Fault
from scoring.wording.engine import sentence
from scoring.wording.phrases import and_list


class Refused(Exception):
    """An action that is impossible as asked; the message says what to do instead."""


class CannotLie(Refused):
    """The tiles cannot lie as written; `faults` has every reason."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(" ".join(sentence(fault.message) for fault in faults))
        self.faults = tuple(faults)


class NeedsConfirmation(Refused):
    """Possible, but irregular; the same action with ``confirmed=True`` records it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(
            _("{faults} Enter it again to record it anyway.").format(
                faults=" ".join(sentence(fault.message) for fault in faults)
            )
        )
        self.faults = tuple(faults)


class SomebodyElseEntered(Refused):
    """Another browser changed the game since the page was read."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "Somebody else has entered something in this game meanwhile. Look at the sheet, "
                "then enter it again."
            )
        )


class GameFinished(Refused):
    """The game is closed; it must be reopened first."""

    def __init__(self) -> None:
        super().__init__(_("This game is finished. Reopen it to change its turns."))


class ReasonMissing(Refused):
    """Both players have signed the slip: what is changed now needs a reason."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "Both players have signed the slip of this game. Say why it is changed: "
                "a reason is kept with it."
            )
        )


class NotYetOver(Refused):
    """The game has not come to an end."""


class SheetsDisagree(Refused):
    """The two players' sheets have other points for the same turn, and nobody has ruled."""

    def __init__(self, where: Sequence[str]) -> None:
        super().__init__(
            _(
                "The players’ sheets disagree at {where}. Rule on it where the sheets are "
                "compared, or correct what was typed from them; then finish the game."
            ).format(where=and_list(where))
        )
