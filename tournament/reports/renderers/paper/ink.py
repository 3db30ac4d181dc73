"""The colours of a printed page: ink on paper, amber for a difference, the board's own colours."""

from __future__ import annotations

from reportlab.lib.colors import Color, HexColor

INK = HexColor("#111111")
SOFT = HexColor("#5c5c5c")
"""Heads, footers, what was not a play; dark enough for any printer."""
RULE = HexColor("#111111")
HAIR = HexColor("#b9b9b9")
AMBER = HexColor("#ffdd94")
"""The ground under a difference; prints as a light grey in black and white."""

CREAM = HexColor("#fbf1d3")
TILE_EDGE = HexColor("#8a7a4a")
EMPTY = HexColor("#ffffff")
GRID = HexColor("#9a9a9a")

PREMIUM: dict[str, tuple[Color, Color]] = {
    "QWS": (HexColor("#6a3d8f"), HexColor("#ffffff")),
    "TWS": (HexColor("#d5493c"), HexColor("#ffffff")),
    "DWS": (HexColor("#f4b9b8"), HexColor("#4a1d1d")),
    "QLS": (HexColor("#2f7d6b"), HexColor("#ffffff")),
    "TLS": (HexColor("#2f6fb0"), HexColor("#ffffff")),
    "DLS": (HexColor("#bfe0f2"), HexColor("#16384d")),
}
"""Ground and label of each premium square, the classic colours."""
OTHER_PREMIUM = (HexColor("#dddddd"), INK)
