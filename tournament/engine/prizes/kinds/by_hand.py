"""The prize given by hand."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournament.engine.message import Message
from tournament.engine.prizes.contest import ContestDivision
from tournament.engine.prizes.kind import Candidate, PrizeKind


class ByHand(PrizeKind):
    """For anything that the results do not show: best dressed, the best word of the day. The director names the
    winner.
    """  # noqa: D205 - one thought, which a director reads in one piece

    label = "Given by hand"
    level_on = "nothing"
    words = ("by hand", "hand", "given by hand")
    computed = False

    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Return no candidates, because the director decides."""
        del sections, options
        return ()

    def no_winner_reason(self, options: Any) -> Message:
        """Return the message that the director has not named a winner yet."""
        del options
        return Message("director_names")

    def parse_options(self, text: str) -> Mapping[str, Any] | None:
        """Return {} for "by hand" and its synonyms, or None for any other text.

        The name of the prize, which follows on the line, is not part of the text.
        """
        return {} if text in self.words else None
