"""A QR code as a drawing, for a phone to read an address from paper."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

import segno

from tournament.reports.drawing import Blocks, Drawing

MASK = 2
"""Any of the eight will do; choosing the best for every code would take five times as long."""


@lru_cache(maxsize=2048)
def code_of(address: str) -> Drawing:
    """Return the code of an address, one unit a module, with no white round it."""
    matrix = segno.make(address, error="m", boost_error=False, micro=False, mask=MASK).matrix
    places = []
    for top, row in enumerate(matrix):
        left = 0
        for dark, same in groupby(row):
            wide = len(list(same))
            if dark:
                places.append((float(left), float(top), float(wide), 1.0))
            left += wide
    side = float(len(matrix))
    return Drawing(side, side, (Blocks(tuple(places)),), f"QR code: {address}")
