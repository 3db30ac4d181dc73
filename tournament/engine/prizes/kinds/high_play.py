"""The prize for the highest play."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournament.engine.prizes.contest import Section, Who
from tournament.engine.prizes.kind import Candidate, PrizeKind


class HighPlay(PrizeKind):
    """For the highest score of one play, from the games recorded turn by turn.

    A play that was challenged off is none. Games that were not recorded are not in line.
    """

    label = "High play"
    level_on = "the score of the play"
    words = ("high play", "highest play", "high turn", "best play")

    def candidates(self, sections: Sequence[Section], options: Any) -> Iterable[Candidate]:
        """Every recorded play that stands."""
        del options
        for section in sections:
            for play in section.plays:
                told = f"{play.score} for {play.word} at {play.coordinate} in round {play.round}"
                yield Candidate((Who(section.division, play.number),), (play.score,), told)

    def why_nobody(self, options: Any) -> str:
        """No game is recorded."""
        del options
        return "No game is recorded turn by turn. Set the winner by hand."
