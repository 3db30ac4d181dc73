"""The manual pairing method."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.plugins import option


@dataclass(frozen=True)
class ManualOptions:
    """The director's list: `pairs` in board order, and the entries with a bye."""

    pairs: tuple[tuple[int, int], ...] = option((), hidden=True)
    byes: tuple[int, ...] = option((), hidden=True)
    firsts_as_listed: bool = option(
        False,
        "Otherwise, past starts decide who goes first.",
        label="The first player named in each pair goes first",
    )


class Manual(Method):
    """The director names every pair. The pairs are checked as with any other method."""

    label = "By hand"
    Options = ManualOptions
    is_list = True
    uses_standings = False

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return the list as given."""
        del request  # the checker verifies who is present
        return Proposal(
            tuple((one, other) for one, other in options.pairs),
            tuple(options.byes),
            firsts_settled=options.firsts_as_listed,
            pair_reason=Message("by_hand"),
            bye_reason=Message("by_hand"),
        )
