"""The colours of a printed page: ink on paper, amber for differences, and the colours of the board."""

from __future__ import annotations

from reportlab.lib.colors import Color, HexColor

from tournament.reports.drawing import Ink

INK = HexColor("#111111")
SOFT = HexColor("#5c5c5c")
"""The grey of heads, footers and turns without plays, dark enough for any printer."""
RULE = HexColor("#111111")
HAIR = HexColor("#b9b9b9")
AMBER = HexColor("#ffdd94")
"""The background of a difference; light grey when printed in black and white."""
ACCENT = HexColor("#0b6b75")
WASH = HexColor("#e6eff0")
WHITE = HexColor("#ffffff")

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
"""The classic background and label colours of premium squares."""
OTHER_PREMIUM = (HexColor("#dddddd"), INK)

COLOURS: dict[Ink, Color] = {
    Ink.INK: INK,
    Ink.SOFT: SOFT,
    Ink.HAIR: HAIR,
    Ink.ACCENT: ACCENT,
    Ink.AMBER: AMBER,
    Ink.PAPER: WHITE,
    Ink.WASH: WASH,
    Ink.HEAT_1: HexColor("#eef5f5"),
    Ink.HEAT_2: HexColor("#cfe4e4"),
    Ink.HEAT_3: HexColor("#9ccaca"),
    Ink.HEAT_4: HexColor("#56a3a6"),
    Ink.HEAT_5: HexColor("#0b6b75"),
    Ink.LINE_1: HexColor("#111111"),
    Ink.LINE_2: HexColor("#0b6b75"),
    Ink.LINE_3: HexColor("#c0392b"),
    Ink.LINE_4: HexColor("#2f6fb0"),
    Ink.LINE_5: HexColor("#8e44ad"),
    Ink.LINE_6: HexColor("#b35c00"),
    Ink.LINE_7: HexColor("#2e7d32"),
    Ink.LINE_8: HexColor("#ad1457"),
    Ink.LINE_9: HexColor("#5d4037"),
    Ink.LINE_10: HexColor("#6b7a00"),
}
"""The colours on paper for the inks of drawings."""

_BLACK = HexColor("#000000")
_LIGHT = HexColor("#dcdcdc")
_LIGHTER = HexColor("#efefef")
_IN_BLACK: dict[int, Color] = {
    id(INK): _BLACK,
    id(SOFT): _BLACK,
    id(HAIR): HexColor("#808080"),
    id(AMBER): _LIGHT,
    id(ACCENT): _BLACK,
    id(WASH): _LIGHTER,
    id(CREAM): WHITE,
    id(TILE_EDGE): _BLACK,
    id(GRID): HexColor("#808080"),
    id(COLOURS[Ink.HEAT_1]): WHITE,
    id(COLOURS[Ink.HEAT_2]): _LIGHTER,
    id(COLOURS[Ink.HEAT_3]): HexColor("#cccccc"),
    id(COLOURS[Ink.HEAT_4]): HexColor("#999999"),
    id(COLOURS[Ink.HEAT_5]): HexColor("#555555"),
}
for _ink in Ink:
    if _ink.name.startswith("LINE_"):
        _IN_BLACK[id(COLOURS[_ink])] = _BLACK
for _ground, _label in PREMIUM.values():
    _IN_BLACK[id(_ground)] = _LIGHTER
    _IN_BLACK[id(_label)] = _BLACK


def black_replacement(color: Color) -> Color:
    """Return the colour that replaces a colour of this module when only black is printed.

    Other colours are returned unchanged.
    """
    return _IN_BLACK.get(id(color), color)
