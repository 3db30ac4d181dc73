"""Podiums: the winners of the first places on steps of different heights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from tournament.reports.drawing import Drawing, Ink, Rectangles, Shape, TextLine
from tournament.reports.tables import Align

WIDTH, HEIGHT = 720.0, 230.0
STEP_WIDTH = 236.0
GAP = 6.0
STEP_TOPS = {1: 84.0, 2: 118.0, 3: 146.0}
"""The distance of each place's step from the top of the picture."""
INKS = {1: Ink.HEAT_3, 2: Ink.HEAT_2, 3: Ink.HEAT_1}
LEFT_TO_RIGHT = (2, 1, 3)
TEXT = 15.0
LINE = 19.0
MAX_NAMES, MAX_LINES = 3, 4
LINE_LENGTH = 26
"""Approximate number of characters in a line; longer names take two lines."""


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """The winners on the podium step of a place (1 to 3), and their prize; several winners may share a place."""

    place: int
    names: tuple[str, ...]
    worth: str = ""


def podium_picture(steps: Sequence[PodiumStep], description: str) -> Drawing:
    """Return the steps side by side, with first place in the middle. Places without winners are omitted."""
    by_place = {step.place: step for step in steps}
    shapes: list[Shape] = []
    for column, place in enumerate(LEFT_TO_RIGHT):
        step = by_place.get(place)
        if step is None:
            continue
        left, top = column * (STEP_WIDTH + GAP), STEP_TOPS[place]
        middle = left + STEP_WIDTH / 2
        shapes.append(Rectangles(((left, top, STEP_WIDTH, HEIGHT - top),), INKS[place]))
        shapes.append(TextLine(middle, top + 42, str(place), 34.0, Align.CENTRE, bold=True))
        if step.worth:
            shapes.append(
                TextLine(middle, top + 66, step.worth, TEXT, Align.CENTRE, room=STEP_WIDTH - 16)
            )
        lines = _name_lines(step.names)
        for number, line in enumerate(lines):
            y = top - 10 - LINE * (len(lines) - 1 - number)
            shapes.append(
                TextLine(middle, y, line, TEXT, Align.CENTRE, bold=True, room=STEP_WIDTH - 8)
            )
    return Drawing(WIDTH, HEIGHT, tuple(shapes), description)


def _name_lines(names: Sequence[str]) -> list[str]:
    """Return the names in lines, shortened if they do not fit.

    If there are too many names, return the first ones and the number of the others.
    """
    lines = [line for name in names for line in wrap(name, LINE_LENGTH, break_long_words=False)]
    if len(names) <= MAX_NAMES and len(lines) <= MAX_LINES:
        return lines
    if len(names) <= MAX_NAMES:
        return [_shorten_name(name) for name in names]
    shown = [_shorten_name(name) for name in names[: MAX_NAMES - 1]]
    return [*shown, f"+ {len(names) - len(shown)}"]


def _shorten_name(name: str) -> str:
    return name if len(name) <= LINE_LENGTH else f"{name[: LINE_LENGTH - 1]}…"
