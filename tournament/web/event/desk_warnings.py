"""Rank the warnings at the desk of a division: blocking ones first, usual ones last."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum


class Severity(IntEnum):
    """The severity of a warning; smaller is more severe."""

    BLOCKS = 1
    """Nothing can be saved, or the round cannot be closed."""
    LOOK = 2
    """Somebody has to look, but the round continues."""
    USUAL = 3
    """The situation occurs in most events; its warning is folded away at the end."""


RANKS = {
    "disk_full": Severity.BLOCKS,
    "two_results": Severity.BLOCKS,
    "flips": Severity.LOOK,
    "copy_fails": Severity.LOOK,
    "disk_almost_full": Severity.LOOK,
    "not_here_before": Severity.LOOK,
    "reported": Severity.LOOK,
    "not_here": Severity.USUAL,
    "copy_runs": Severity.USUAL,
}
"""The severity of every kind of warning, in display order; each kind is explained once for all its boards."""


@dataclass(frozen=True, slots=True)
class RankedWarnings:
    """The kinds of warnings present: the urgent ones and the usual ones."""

    pressing: tuple[str, ...]
    usual: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.pressing or self.usual)


def desk_warnings(
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
    """Return the warnings that apply.

    `room` is the free disk space in bytes, None if there is enough; `before_the_first` is true
    until a round is published.
    """
    there = set(
        _present_kinds(
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
        tuple(kind for kind in kinds if RANKS[kind] is not Severity.USUAL),
        tuple(kind for kind in kinds if RANKS[kind] is Severity.USUAL),
    )


def _present_kinds(**there: bool) -> Iterator[str]:
    return (kind for kind, is_there in there.items() if is_there)
