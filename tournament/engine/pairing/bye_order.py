"""Who is asked first to take the bye, the event's choice."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ByeOrder:
    """Among those with the fewest byes so far the lowest-ranked has the bye, unless said otherwise.

    `top_down` asks the highest-ranked first. Those on the places 1 to `spared` of the standings
    are asked only when nobody with as few byes stands below them.
    """

    top_down: bool = False
    spared: int = 0

    def ask(self, ranked: tuple[int, ...]) -> tuple[int, ...]:
        """The numbers in `ranked`, best first, in the order in which they are asked."""
        above, below = ranked[: self.spared], ranked[self.spared :]
        if self.top_down:
            return below + above
        return below[::-1] + above[::-1]


LOWEST_FIRST = ByeOrder()
"""From the bottom of the standings up."""
