"""The table of a round robin: who meets whom in which row, by places."""


def rounds_in_cycle(players: int) -> int:
    """How many rounds a cycle of that many players has: an odd number adds a phantom."""
    return players - 1 + players % 2


def circle(size: int) -> list[list[tuple[int, int]]]:
    """The circle method for an even `size`: rows of pairs of places (from 0), the first first.

    The last place stands still and the others turn. Firsts follow the parity of the places' sum,
    so nobody's firsts and seconds differ by more than one, and by none for those who meet the
    last place when it is a phantom.
    """
    turning = size - 1
    rows: list[list[tuple[int, int]]] = []
    for row in range(turning):
        pairs: list[tuple[int, int]] = []
        for low in range(turning):
            high = (row - low) % turning
            if low < high:
                pairs.append((low, high) if (low + high) % 2 else (high, low))
            elif low == high:
                still = (low, size - 1) if low < size // 2 else (size - 1, low)
                pairs.append(still)
        rows.append(pairs)
    return rows


def between(size: int, row: int) -> list[tuple[int, int, bool]]:
    """Row `row` (from 0) of each of one side against each of the other, both of `size` places.

    Each line is a place of one side, the place of the other it meets, and whether the former goes
    first. That is so where the sum of the places is even, so nobody's starts differ by more than
    one at the end, with the last places of a side empty or not.
    """
    met = [(place, (place + row) % size) for place in range(size)]
    return [(place, other, (place + other) % 2 == 0) for place, other in met]
