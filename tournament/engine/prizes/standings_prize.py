"""Prizes for the best-placed players of a group, such as a class or the lower half."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar

from tournament.engine.message import Message
from tournament.engine.prizes.contest import ContestDivision, PlayerRef
from tournament.engine.prizes.kind import Candidate, PrizeKind
from tournament.engine.standings import RankedLine, precedence

SHORT_LABELS = {"capped_spread": "Spread"}
"""Short names of metrics with long labels, for use in sentences."""


class StandingsPrize(PrizeKind):
    """A prize for the best-placed eligible player; players who share a rank share the prize."""

    level_on: ClassVar[str] = "every count"
    of_one_division: ClassVar[bool] = True

    @abstractmethod
    def eligible(self, section: ContestDivision, options: Any) -> Collection[int]:
        """Return the numbers of the eligible players."""

    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Yield the eligible players in the order of the standings."""
        for section in sections:
            among = self.eligible(section, options)
            for line in section.prize_lines:
                if line.number in among:
                    who = PlayerRef(section.division, line.number)
                    achieved = self.achievement(line, ties_apart=section.ties_apart)
                    yield Candidate((who,), (-line.rank,), achieved)

    def achievement(self, line: RankedLine, *, ties_apart: bool) -> Message:
        """Return a message with the record, whose ties are shown as the event chooses, and the capped spread."""
        record = line.record_text(ties_apart=ties_apart)
        return Message("record_and_spread", record=record, spread=line.capped_spread)

    def tie_break_message(
        self, sections: Sequence[ContestDivision], winner: Candidate, other: Candidate, options: Any
    ) -> Message | None:
        """Return a message on the metric that separated the two candidates.

        Return None if it is the first metric of the precedence, which needs no explanation.
        """
        del options
        section = next(
            other_section
            for other_section in sections
            if other_section.division == winner.people[0].division
        )
        lines = {line.number: line for line in section.lines}
        one, two = (lines[candidate.people[0].number] for candidate in (winner, other))
        metrics = precedence(section.precedence)
        labels = [SHORT_LABELS.get(key, metric.label) for key, metric in metrics.items()]
        figures = list(zip(metrics.values(), one.values, two.values, strict=True))
        at = next((i for i, (_, mine, theirs) in enumerate(figures) if mine != theirs), 0)
        if not at:
            return None
        metric, mine, theirs = figures[at]
        return Message(
            "metric_decided",
            player=section.name(two.number),
            metrics=tuple(labels[:at]),
            metric=labels[at],
            own=metric.format_value(mine),
            theirs=metric.format_value(theirs),
        )
