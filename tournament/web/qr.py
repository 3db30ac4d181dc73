"""A link as a QR code, drawn in the page: no picture is asked for anywhere."""

from dataclasses import dataclass

from tournament.reports.drawing import Blocks
from tournament.reports.qr import code_of

QUIET_ZONE = 4
"""Modules of white around the code, as ISO/IEC 18004 asks."""


@dataclass(frozen=True)
class QrCode:
    """A code as one SVG path in a square of `size` modules a side, the quiet zone included."""

    size: int
    path: str


def qr_of(text: str) -> QrCode:
    """The code of a text, with medium error correction, so that a scratched screen is still read."""
    drawing = code_of(text)
    path = "".join(
        f"M{x + QUIET_ZONE:g} {y + QUIET_ZONE:g}h{width:g}v1h{-width:g}z"
        for shape in drawing.shapes
        if isinstance(shape, Blocks)
        for x, y, width, _ in shape.places
    )
    return QrCode(round(drawing.width) + 2 * QUIET_ZONE, path)
