"""Which pair sits at which board."""

from collections.abc import Mapping, Sequence


def assign_boards(
    pairs: Sequence[tuple[int, int]],
    fixed: Mapping[int, int],
    *,
    first_board: int = 1,
    stays: Sequence[int | None] = (),
) -> list[int]:
    """A board number for each pair, in order from `first_board`.

    `fixed` gives the board of entries that keep theirs; their opponents come to them. Where two
    such entries meet, the lower board is used; where two pairs want one board, the later pair
    takes the next free one. `stays` gives the board at which each pair stays if nobody who keeps
    a board needs it, None where neither sat anywhere.
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


def in_ranges(boards: Sequence[int]) -> str:
    """Board numbers in order as people say them: `1-3, 7, 9-12`, with a dash between."""
    runs: list[list[int]] = []
    for board in boards:
        if runs and board == runs[-1][-1] + 1:
            runs[-1].append(board)
        else:
            runs.append([board])
    told = []
    for run in runs:
        if len(run) > 2:
            told.append(f"{run[0]}\N{EN DASH}{run[-1]}")
        else:
            told += [str(board) for board in run]
    return ", ".join(told)
