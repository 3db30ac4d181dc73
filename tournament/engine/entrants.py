"""Who is in a division, as much of it as standings and pairings need to know."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry: its stable number in the division and its place in the seed list.

    `withdrawn_after` is the last round the entry takes part in (0: left before round 1), or None.
    `lot` is the number drawn for the tie-break of that name; 0 when no lots were drawn.
    """

    number: int
    seed: int
    rating: int | None = None
    withdrawn_after: int | None = None
    lot: int = 0

    def __post_init__(self) -> None:
        if self.number < 1:
            raise ValueError(f"Entry numbers count from 1, so {self.number} cannot be one.")

    def active_in(self, round_number: int) -> bool:
        """Whether the entry still takes part in that round (1-based)."""
        return self.withdrawn_after is None or round_number <= self.withdrawn_after


def seed_list(ratings: Sequence[tuple[int, int | None]]) -> dict[int, int]:
    """Seeds (from 1) by entry number: highest rating first, unrated last, equals by number.

    `ratings` are pairs of entry number and rating.
    """
    ordered = sorted(ratings, key=lambda pair: (pair[1] is None, -(pair[1] or 0), pair[0]))
    return {number: seed for seed, (number, _) in enumerate(ordered, start=1)}


def draw_lots(numbers: Sequence[int], lots: Random) -> dict[int, int]:
    """A lot (from 1, the lower the better) for every entry number, drawn with the source given."""
    order = sorted(numbers)
    lots.shuffle(order)
    return {number: lot for lot, number in enumerate(order, start=1)}


def last_part(withdrawn_after: int | None, file_says: object) -> int | None:
    """The last round somebody who has withdrawn took part in, 0 for none; None for who is in.

    Programs write noughts on for who has gone. `file_says` is what a file so says: up to which round
    noughts stand, and the last round before them; it holds as long as nobody has said otherwise.
    """
    match file_says:
        case [until, int(last)] if until == withdrawn_after is not None:
            return last
    return withdrawn_after
