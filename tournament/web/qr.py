"""A link as a QR code, drawn in the page: no picture is asked for anywhere."""

from dataclasses import dataclass

import segno

QUIET_ZONE = 4
"""Modules of white around the code, as ISO/IEC 18004 asks."""


@dataclass(frozen=True)
class QrCode:
    """A code as one SVG path in a square of `size` modules a side, the quiet zone included."""

    size: int
    path: str


def qr_of(text: str) -> QrCode:
    """The code of a text, with medium error correction, so that a scratched screen is still read."""
    code = segno.make(text, error="m", micro=False)
    rows = list(code.matrix)
    path = "".join(
        f"M{start + QUIET_ZONE} {y + QUIET_ZONE}h{end - start}v1h{start - end}z"
        for y, row in enumerate(rows)
        for start, end in _runs(bytes(row))
    )
    return QrCode(len(rows) + 2 * QUIET_ZONE, path)


def _runs(row: bytes) -> list[tuple[int, int]]:
    """Where dark modules begin and end in a row."""
    runs, start = [], None
    for at, module in enumerate([*row, 0]):
        if module and start is None:
            start = at
        elif not module and start is not None:
            runs.append((start, at))
            start = None
    return runs
