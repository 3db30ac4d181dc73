"""The warnings at the desk of a division, ranked: what blocks first, then what needs a look, what is usual last."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum


class Rank(IntEnum):
    """How much a warning matters; the smaller comes first."""

    BLOCKS = 1
    """Nothing can be saved, or the round cannot be closed."""
    LOOK = 2
    """Somebody has to look, and the round goes on."""
    USUAL = 3
    """It happens in most events; it stands folded at the end."""


RANKS = {
    "disk_full": Rank.BLOCKS,
    "two_results": Rank.BLOCKS,
    "flips": Rank.LOOK,
    "copy_fails": Rank.LOOK,
    "disk_almost_full": Rank.LOOK,
    "not_here_before": Rank.LOOK,
    "reported": Rank.LOOK,
    "not_here": Rank.USUAL,
    "copy_runs": Rank.USUAL,
}
"""Every kind of warning with its rank, in the order shown; each says its reason once, for all boards."""


@dataclass(frozen=True, slots=True)
class RankedWarnings:
    """The kinds of warnings there are: those to look at, and the usual ones."""

    pressing: tuple[str, ...]
    usual: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.pressing or self.usual)


def ranked(
    *,
    room: int | None,
    contested: bool,
    flips: bool,
    reported: bool,
    not_here: bool,
    before_the_first: bool,
    has_copy: bool,
    copy_is_well: bool,
) -> RankedWarnings:
    """Return which warnings there are. `room` is what is left on the disk in bytes, None where there is enough;
    `before_the_first` says that no round is published.
    """
    there = set(
        _kinds(
            disk_full=room == 0,
            disk_almost_full=bool(room),
            two_results=contested,
            flips=flips,
            reported=reported,
            not_here_before=not_here and before_the_first,
            not_here=not_here and not before_the_first,
            copy_fails=has_copy and not copy_is_well,
            copy_runs=has_copy and copy_is_well,
        )
    )
    kinds = sorted((kind for kind in RANKS if kind in there), key=RANKS.__getitem__)
    return RankedWarnings(
        tuple(kind for kind in kinds if RANKS[kind] is not Rank.USUAL),
        tuple(kind for kind in kinds if RANKS[kind] is Rank.USUAL),
    )


def _kinds(**there: bool) -> Iterator[str]:
    return (kind for kind, is_there in there.items() if is_there)
