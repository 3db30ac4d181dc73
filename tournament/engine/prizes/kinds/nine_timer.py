"""The prize for the highest nine-timer or double-double."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournament.engine.message import Message
from tournament.engine.prizes.contest import ContestDivision, PlayerRef
from tournament.engine.prizes.kind import Candidate, PrizeKind


class NineTimer(PrizeKind):
    """For the highest play over two triple-word squares or, if there is none, over two double-word squares.

    From the games recorded turn by turn. A play that was challenged off does not count.
    """

    label = "Nine-timer"
    level_on = "the score of the play"
    words = ("nine-timer", "nine timer", "triple-triple", "double-double")

    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Yield every recorded play over two word premiums, with nine-timers above double-doubles."""
        del options
        for section in sections:
            for turn in section.turns:
                if turn.is_nine_timer or turn.is_double_double:
                    scored = Message(
                        "play",
                        score=turn.score,
                        word=turn.word,
                        coordinate=turn.coordinate,
                        round=turn.round,
                    )
                    keys = (9 if turn.is_nine_timer else 4, turn.score)
                    yield Candidate((PlayerRef(section.division, turn.number),), keys, scored)

    def no_winner_reason(self, options: Any) -> Message:
        """Return the message that no suitable game has been recorded."""
        del options
        return Message("none_recorded")
