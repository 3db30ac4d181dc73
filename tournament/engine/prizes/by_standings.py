"""Prizes for the best in the standings among some: of the division, of a class, of the lower half."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar

from tournament.engine.prizes.contest import Section, Who
from tournament.engine.prizes.kind import Candidate, PrizeKind
from tournament.engine.standings import RankedLine, precedence, signed

WORDS = {"capped_spread": "spread"}
"""What a sentence calls a metric where its label says more than anybody asks."""


class ByStandings(PrizeKind):
    """The best placed of those who are eligible; who shares a rank shares the prize."""

    level_on: ClassVar[str] = "every count"
    of_one_division: ClassVar[bool] = True

    @abstractmethod
    def eligible(self, section: Section, options: Any) -> Collection[int]:
        """The numbers of those who can have it."""

    def candidates(self, sections: Sequence[Section], options: Any) -> Iterable[Candidate]:
        """Everybody eligible, in the order of the standings."""
        for section in sections:
            among = self.eligible(section, options)
            for line in section.standing:
                if line.number in among:
                    who = Who(section.division, line.number)
                    yield Candidate((who,), (-line.rank,), self.told(section, line))

    def told(self, section: Section, line: RankedLine) -> str:
        """The record and the spread that counts."""
        del section
        return f"{line.record} {signed(line.capped_spread)}"

    def decided(
        self, sections: Sequence[Section], winner: Candidate, other: Candidate, options: Any
    ) -> str:
        """Which metric came between the two, where the first one did not."""
        del options
        section = next(each for each in sections if each.division == winner.people[0].division)
        lines = {line.number: line for line in section.lines}
        one, two = (lines[each.people[0].number] for each in (winner, other))
        metrics = precedence(section.precedence)
        words = [WORDS.get(key, metric.label.lower()) for key, metric in metrics.items()]
        figures = list(zip(metrics.values(), one.values, two.values, strict=True))
        at = next((i for i, (_, mine, theirs) in enumerate(figures) if mine != theirs), 0)
        if not at:
            return ""
        metric, mine, theirs = figures[at]
        return (
            f"Level with {section.name(two.number)} on {listed(words[:at])}; {words[at]} decided, "
            f"{metric.text(mine)} against {metric.text(theirs)}."
        )


def listed(words: Iterable[str]) -> str:
    """Words as a sentence lists them: "a", "a and b", "a, b and c"."""
    *before, last = list(words) or [""]
    return f"{', '.join(before)} and {last}" if before else last
