"""The entrants of a division, as standings and pairings see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry with its stable number in the division and its seed.

    `withdrawn_after` is the last round the entry plays (0 if it left before round 1), or None. `lot` is
    the number drawn for the tie-break by lot; 0 if no lots were drawn.
    """

    number: int
    seed: int
    rating: int | None = None
    withdrawn_after: int | None = None
    lot: int = 0

    def __post_init__(self) -> None:
        if self.number < 1:
            raise ValueError(f"Entry numbers count from 1, so {self.number} cannot be one.")

    def is_active_in(self, round_number: int) -> bool:
        """Return whether the entry still plays in a round (1-based)."""
        return self.withdrawn_after is None or round_number <= self.withdrawn_after


def seeds_by_number(ratings: Sequence[tuple[int, int | None]]) -> dict[int, int]:
    """Return the 1-based seeds by entry number: highest rating first, unrated last, equals by number.

    `ratings` are pairs of entry number and rating.
    """
    ordered = sorted(ratings, key=lambda pair: (pair[1] is None, -(pair[1] or 0), pair[0]))
    return {number: seed for seed, (number, _) in enumerate(ordered, start=1)}


def draw_lots(numbers: Sequence[int], lots: Random) -> dict[int, int]:
    """Return a lot for every entry number, drawn from `lots`. Lots start at 1; lower is better."""
    order = sorted(numbers)
    lots.shuffle(order)
    return {number: lot for lot, number in enumerate(order, start=1)}


def last_active_round(withdrawn_after: int | None, file_says: object) -> int | None:
    """Return the last round a withdrawn entry took part in (0 for none), or None if it has not withdrawn.

    Some programs keep writing zeros for a withdrawn player. `file_says` is stored when such a file is
    imported: the last round with a zero, and the last round before the zeros. It applies until the
    withdrawal is changed.
    """
    match file_says:
        case [until, int(last)] if until == withdrawn_after is not None:
            return last
    return withdrawn_after
