"""A QR code as a drawing, for a phone to read an address from paper."""

from __future__ import annotations

import re
from functools import lru_cache

import segno

from tournament.reports.drawing import Blocks, Drawing

MASK = 2
"""Any of the eight will do; choosing the best for every code would take five times as long."""

_DARK = re.compile(rb"\x01+")


@lru_cache(maxsize=2048)
def code_of(address: str) -> Drawing:
    """Return the code of an address, one unit a module, with no white round it."""
    matrix = segno.make(address, error="m", boost_error=False, micro=False, mask=MASK).matrix
    places = tuple(
        (float(run.start()), float(top), float(run.end() - run.start()), 1.0)
        for top, row in enumerate(matrix)
        for run in _DARK.finditer(bytes(row))
    )
    side = float(len(matrix))
    return Drawing(side, side, (Blocks(places),), f"QR code: {address}")
