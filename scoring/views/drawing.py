"""The shapes of a board diagram: position and colour of every square, tile and label.

Colours are attributes, not styles, so that the drawing looks the same on a page and as a separate
file. Lengths are in units of the drawing, 40 for each square.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.engine.board.diagram import Cell, Diagram
from scoring.wording.engine import premium_abbreviation, premium_name

SIZE = 40
MARGIN = 26
_COLOURS = {
    "QWS": ("#6a3d8f", "#ffffff"),
    "TWS": ("#c8473d", "#ffffff"),
    "DWS": ("#efb3ae", "#1b2124"),
    "QLS": ("#2a6b5d", "#ffffff"),
    "TLS": ("#2f6fa8", "#ffffff"),
    "DLS": ("#b4d6ea", "#1b2124"),
}


@dataclass(frozen=True)
class Label:
    """A coordinate at the edge of the board."""

    x: int
    y: int
    text: str


@dataclass(frozen=True)
class PremiumSquare:
    """A premium square; `x` and `y` are its upper left corner.

    A tile on it leaves a rim visible, with the label above the tile, because colour is lost in
    black and white.
    """

    x: int
    y: int
    fill: str
    ink: str
    text: str
    is_covered: bool

    @property
    def label_x(self) -> int:
        """The horizontal centre of its label."""
        return self.x + SIZE // 2

    @property
    def label_y(self) -> int:
        """The baseline of its label."""
        return self.y + (8 if self.is_covered else SIZE // 2 + 4)


@dataclass(frozen=True)
class Tile:
    """A tile on the board; `x` and `y` are the upper left corner of its square."""

    x: int
    y: int
    face: str
    value: int
    is_blank: bool
    is_last: bool
    is_on_premium: bool
    """Whether the tile is drawn smaller, so that its premium square is visible."""

    @property
    def font_size(self) -> int:
        """The font size of its letter. Tiles of several letters must fit too."""
        return {1: 21 if self.is_on_premium else 24, 2: 18}.get(len(self.face), 13)


@dataclass(frozen=True)
class Drawing:
    """All shapes of a diagram."""

    width: int
    height: int
    across: int
    upright: int
    labels: tuple[Label, ...]
    lines: str
    """The path of the grid lines between the squares."""
    squares: tuple[PremiumSquare, ...]
    tiles: tuple[Tile, ...]
    premiums: dict[str, str]
    """The names of the premiums, by the label on their squares."""
    margin: int = MARGIN
    size: int = SIZE

    # A board has hundreds of shapes and is drawn after every turn. Formatting them here takes a
    # fraction of the time a template needs.

    @property
    def labels_svg(self) -> SafeString:
        """The coordinates as SVG."""
        shapes = ((label.x, label.y, label.text) for label in self.labels)
        return format_html_join("", '<text x="{}" y="{}">{}</text>', shapes)

    @property
    def squares_svg(self) -> SafeString:
        """The premium squares as SVG."""
        shapes = (
            (
                at.x,
                at.y,
                SIZE,
                SIZE,
                at.fill,
                at.label_x,
                at.label_y,
                _label_size(at),
                at.ink,
                at.text,
            )
            for at in self.squares
        )
        return format_html_join("", _SQUARE, shapes)

    @property
    def tiles_svg(self) -> SafeString:
        """The tiles as SVG."""
        shapes = (
            (tile.x, tile.y, _tile_svg(tile), _letter_svg(tile), _corner_svg(tile))
            for tile in self.tiles
        )
        return format_html_join("", _TILE, shapes)


_SQUARE = '<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/><text x="{}" y="{}"{} fill="{}">{}</text>'
_TILE = '<svg x="{}" y="{}" width="40" height="40" overflow="visible">{}{}{}</svg>'
_ON_PLAIN = SafeString('x="1.5" y="1.5" width="37" height="37"')
_ON_PREMIUM = SafeString('x="4" y="10" width="32" height="27"')
_SMALL = SafeString(' font-size="8"')


def _label_size(square: PremiumSquare) -> str:
    return _SMALL if square.is_covered else ""


def _tile_svg(tile: Tile) -> SafeString:
    colour, width = ("#0a6469", 4) if tile.is_last else ("#9a8a5c", 1)
    place = _ON_PREMIUM if tile.is_on_premium else _ON_PLAIN
    return format_html(
        '<rect {} rx="3.5" fill="#f5ecd2" stroke="{}" stroke-width="{}"/>', place, colour, width
    )


def _letter_svg(tile: Tile) -> SafeString:
    mono = "ui-monospace, 'DejaVu Sans Mono', monospace"
    return format_html(
        '<text x="{}" y="{}" font-size="{}" font-weight="600"{} fill="#1b2124">{}</text>',
        "17.5" if tile.value else "20",
        30 if tile.is_on_premium else 28,
        tile.font_size,
        format_html(' font-family="{}"', mono) if tile.is_blank else "",
        tile.face,
    )


def _corner_svg(tile: Tile) -> SafeString | str:
    """Return the value of a tile, the ring of a blank, or "" for a tile without value."""
    if tile.is_blank:
        return format_html(_RING, *((23, 12) if tile.is_on_premium else (20, "14.5")))
    if not tile.value:
        return ""
    x = 34 if tile.is_on_premium else 36
    return format_html(
        '<text x="{}" y="35" font-size="10.5" text-anchor="end" fill="#1b2124">{}</text>',
        x, tile.value,
    )  # fmt: skip


_RING = '<circle cx="20" cy="{}" r="{}" fill="none" stroke="#1b2124" stroke-width="1.5"/>'


def draw(diagram: Diagram) -> Drawing:
    """Return the drawing of a diagram."""
    across, upright = diagram.columns * SIZE, diagram.rows * SIZE
    half = SIZE // 2
    labels = [
        Label(_offset(column) + half, MARGIN - 9, chr(64 + column))
        for column in range(1, diagram.columns + 1)
    ]
    labels += [
        Label(MARGIN // 2 - 1, _offset(row) + half + 5, str(row))
        for row in range(1, diagram.rows + 1)
    ]
    cells = [cell for row in diagram.cells for cell in row]
    premiums = sorted({cell.premium for cell in cells if cell.premium})
    lines = [f"M{_offset(column)} {MARGIN}v{upright}" for column in range(1, diagram.columns + 2)]
    lines += [f"M{MARGIN} {_offset(row)}h{across}" for row in range(1, diagram.rows + 2)]
    return Drawing(
        width=across + MARGIN + 4,
        height=upright + MARGIN + 4,
        across=across,
        upright=upright,
        labels=tuple(labels),
        lines="".join(lines),
        squares=tuple(_square(cell) for cell in cells if cell.premium),
        tiles=tuple(_tile(cell, cell.tile) for cell in cells if cell.tile),
        premiums={premium_abbreviation(name): premium_name(name) for name in premiums},
    )


def _offset(place: int) -> int:
    return MARGIN + (place - 1) * SIZE


def _square(cell: Cell) -> PremiumSquare:
    premium = cell.premium or ""
    fill, ink = _COLOURS[premium]
    text = premium_abbreviation(premium)
    x, y = _offset(cell.square.column), _offset(cell.square.row)
    return PremiumSquare(x, y, fill, ink, text, bool(cell.tile))


def _tile(cell: Cell, face: str) -> Tile:
    x, y = _offset(cell.square.column), _offset(cell.square.row)
    return Tile(x, y, face, cell.value, cell.is_blank, cell.is_last, bool(cell.premium))
