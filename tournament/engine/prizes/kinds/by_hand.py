"""The prize the director gives by hand."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournament.engine.message import Message
from tournament.engine.prizes.contest import Section
from tournament.engine.prizes.kind import Candidate, PrizeKind


class ByHand(PrizeKind):
    """For whatever no figure knows: best dressed, the best word of the day. The director names the winner."""

    label = "Given by hand"
    level_on = "nothing"
    words = ("by hand", "hand", "given by hand")
    computed = False

    def candidates(self, sections: Sequence[Section], options: Any) -> Iterable[Candidate]:
        """Nobody: the director decides."""
        del sections, options
        return ()

    def why_nobody(self, options: Any) -> Message:
        """The director has not named anybody yet."""
        del options
        return Message("director_names")

    def read(self, text: str) -> Mapping[str, Any] | None:
        """`by hand`; what is behind it is the name of the prize."""
        return {} if text in self.words else None
