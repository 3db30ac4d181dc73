"""A division's settings for boards and byes, used with any pairing method, and the numbering of boards."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class ByeOrder:
    """The order in which entries are considered for the bye: fewest byes first, then lowest rank.

    `top_down` starts with the highest-ranked. Entries in places 1 to `spared` are considered only if no
    entry with as few byes ranks below them.
    """

    top_down: bool = False
    spared: int = 0

    def sort(self, ranked: tuple[int, ...]) -> tuple[int, ...]:
        """Return the numbers in `ranked` (best first) in the order for the bye, given equally many byes."""
        above, below = ranked[: self.spared], ranked[self.spared :]
        if self.top_down:
            return below + above
        return below[::-1] + above[::-1]


LOWEST_FIRST = ByeOrder()
"""The bye order from the bottom of the standings up."""


def _setting(default: Any, label: str, text: str = "") -> Any:
    """Return a field with its label and help text."""
    return field(default=default, metadata={"label": label, "help": text})


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The director's choices about boards, byes and team mates for all rounds of a division."""

    first_board: int = _setting(
        1,
        "Number of the first board",
        "Enter a higher number if boards of another division come first in the hall.",
    )
    through: bool = _setting(
        False,
        "Continue the board numbers of earlier divisions",
        "The boards of the division then begin with the number after the last board of the "
        "divisions above it.",
    )
    stay_put: bool = _setting(
        False, "The higher-ranked player of a pair stays at the board of the previous round"
    )
    byes_top_down: bool = _setting(
        False,
        "Give byes from the top of the standings down",
        "Otherwise, the lowest-ranked player with the fewest byes gets the bye.",
    )
    byes_spared: int = _setting(
        0,
        "Top places without a bye",
        "Players in these places have the bye only if no other player can have it.",
    )
    mates_until: int = _setting(
        0,
        "Keep team mates apart up to round",
        "Up to this round, team mates meet only if keeping them apart would cause more repeats or "
        "second byes. Enter 0 to let them meet.",
    )
    byes_allowed: bool = _setting(
        True,
        "Allow a bye if the number of players is odd",
        "Otherwise, an odd number of players cannot be paired.",
    )

    @classmethod
    def from_stored(cls, values: Mapping[str, Any]) -> "Seating":
        """Return the seating from stored `values`, with defaults for missing ones."""
        known = {item.name for item in fields(cls)}
        return cls(**{key: value for key, value in values.items() if key in known})

    @property
    def bye_order(self) -> ByeOrder:
        """The order in which players are considered for the bye."""
        return ByeOrder(self.byes_top_down, self.byes_spared)

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for storage; `from_stored` reads them."""
        return asdict(self)


DEFAULT_SEATING = Seating()


def assign_boards(
    pairs: Sequence[tuple[int, int]],
    fixed: Mapping[int, int],
    *,
    first_board: int = 1,
    stays: Sequence[int | None] = (),
) -> list[int]:
    """Return a board number for each pair, in order from `first_board`.

    `fixed` maps each entry that keeps its board to that board; opponents move there. If two such entries
    meet, the lower board is used; if two pairs claim the same board, the later pair takes the next free
    one. `stays` gives the board at which each pair stays unless an entry with a fixed board needs it, or
    None for a pair that may sit anywhere.
    """
    taken: dict[int, int] = {}
    for index, pair in enumerate(pairs):
        wanted = sorted(fixed[number] for number in pair if number in fixed)
        free = [board for board in wanted if board not in taken.values()]
        if free:
            taken[index] = free[0]
    for index, stay in enumerate(stays):
        if index not in taken and stay is not None and stay not in taken.values():
            taken[index] = stay
    boards: list[int] = []
    used = set(taken.values())
    board = first_board
    for index in range(len(pairs)):
        if index in taken:
            boards.append(taken[index])
            continue
        while board in used:
            board += 1
        boards.append(board)
        used.add(board)
    return boards


def format_board_ranges(boards: Sequence[int]) -> str:
    """Return board numbers in order as ranges of three or more: `1–3, 7, 9–12`, with en dashes."""
    runs: list[list[int]] = []
    for board in boards:
        if runs and board == runs[-1][-1] + 1:
            runs[-1].append(board)
        else:
            runs.append([board])
    ranges = []
    for run in runs:
        if len(run) > 2:
            ranges.append(f"{run[0]}\N{EN DASH}{run[-1]}")
        else:
            ranges += [str(board) for board in run]
    return ", ".join(ranges)
