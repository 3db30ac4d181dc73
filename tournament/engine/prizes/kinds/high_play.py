"""The prize for the highest play."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournament.engine.message import Message
from tournament.engine.prizes.contest import ContestDivision, PlayerRef
from tournament.engine.prizes.kind import Candidate, PrizeKind


class HighPlay(PrizeKind):
    """For the highest score of one play, from the games recorded turn by turn.

    A play that was challenged off does not count. Games that were not recorded are not considered.
    """

    label = "High play"
    level_on = "the score of the play"
    words = ("high play", "highest play", "high turn", "best play")

    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Yield every recorded play that was not challenged off."""
        del options
        for section in sections:
            for play in section.plays:
                scored = Message(
                    "play",
                    score=play.score,
                    word=play.word,
                    coordinate=play.coordinate,
                    round=play.round,
                )
                yield Candidate((PlayerRef(section.division, play.number),), (play.score,), scored)

    def no_winner_reason(self, options: Any) -> Message:
        """Return the message that no suitable game has been recorded."""
        del options
        return Message("none_recorded")
