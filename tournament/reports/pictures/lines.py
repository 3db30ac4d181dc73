"""Line charts over rounds or turns, such as ranks and spreads by round, or the lead in a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

from django.utils.translation import gettext as _

from scoring.wording.phrases import format_signed
from tournament.reports.drawing import Area, Dot, Drawing, Ink, Shape, Stroke, TextLine
from tournament.reports.pictures.scale import axis_step, axis_ticks, separated_positions
from tournament.reports.tables import Align

WIDTH = 720.0
TOP, FOOT, LEFT = 14.0, 26.0, 44.0
NAMES_WIDTH = 170.0
"""Width of the space on the right for names at the ends of lines."""
MAX_NAME_LENGTH = 34
"""Maximum number of characters in a name at the end of a line."""
UNNAMED_WIDTH = 60.0
"""Width of the space to the right of lines without names, for the title of the horizontal axis."""
TEXT = 10.0
MAX_LABELS = 20
STYLES = (
    (Ink.INK, ()),
    (Ink.ACCENT, ()),
    (Ink.INK, (6.0, 3.0)),
    (Ink.ACCENT, (6.0, 3.0)),
    (Ink.SOFT, (2.0, 2.5)),
    (Ink.ACCENT, (9.0, 3.0, 2.0, 3.0)),
)
"""Line styles. Dashes distinguish them when printed without colour."""
RANK_STYLES = tuple(
    zip(
        (ink for ink in Ink if ink.name.startswith("LINE_")),
        ((), (7.0, 3.0), (2.0, 2.0), (9.0, 3.0, 2.0, 3.0), (4.0, 2.0)) * 2,
        strict=True,
    )
)
"""Line styles in charts of ranks: ten colours."""
LARGE_FIELD = 20
"""Number of ranks above which the top places get more space."""
ROUND_RANKS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)


@dataclass(frozen=True, slots=True)
class Series:
    """One line: a name, and a figure for each position on the horizontal axis; None for a gap."""

    name: str
    values: tuple[int | None, ...]


def line_picture(
    lines: Sequence[Series],
    description: str,
    *,
    foot: str,
    from_round: int = 1,
    labels: Sequence[str] = (),
    lowest: int | None = None,
    signs: bool = False,
    nought: bool = True,
    behind: Sequence[Sequence[int | None]] = (),
) -> Drawing:
    """Return a chart of lines over the rounds from `from_round` on, with names at their ends.

    `labels` replace the numbers on the horizontal axis, as many as fit; `foot` is the title of that axis.
    With `lowest`, the figures are ranks: 1 is at the top, ranks below the lowest are drawn at the bottom,
    and with more than `LARGE_FIELD` ranks the top places get more space. `behind` are unnamed lines, drawn in
    grey behind the others. With `signs`, figures are spreads such as +12 and −3, and the level of 0 is
    drawn. Without `nought`, the scale starts near the lowest figure, for example for ratings.
    """
    long = max((len(series.values) for series in lines), default=0)
    height = max(260.0, TOP + FOOT + 16.0 * len(lines))
    right = WIDTH - (NAMES_WIDTH if any(series.name for series in lines) else UNNAMED_WIDTH)
    known = [value for series in lines for value in series.values if value is not None]
    levels = _axis_levels(known, lowest, nought)
    low, high = levels[0], levels[-1]

    def x_of(place: int) -> float:
        return LEFT + (right - LEFT - 8.0) * (place / (long - 1) if long > 1 else 0.5)

    def y_of(value: int) -> float:
        shown = min(max(value, low), high)
        share = (shown - low) / (high - low)
        if lowest is not None and lowest > LARGE_FIELD:
            share = log(shown) / log(high)
        return TOP + (height - TOP - FOOT) * (share if lowest is not None else 1 - share)

    shapes: list[Shape] = []
    for value in levels:
        level = y_of(value)
        ink = Ink.SOFT if signs and value == 0 else Ink.HAIR
        shapes.append(Stroke(((LEFT, level), (right, level)), ink, 0.6))
        text = format_signed(value) if signs else str(value)
        shapes.append(TextLine(LEFT - 6, level + 3.5, text, TEXT, Align.RIGHT, Ink.SOFT))
    at = height - FOOT + 16
    shapes += [
        TextLine(x_of(place), at, text, TEXT, Align.CENTRE, Ink.SOFT)
        for place, text in _axis_labels(long, from_round, labels)
    ]
    if foot:
        shapes.append(TextLine(right + 8, height - FOOT + 16, foot, TEXT, ink=Ink.SOFT))
    # Rounded and without duplicates: a thousand grey lines cannot be told apart.
    grey = dict.fromkeys(
        tuple((round(x_of(place)), round(y_of(value))) for place, value in run)
        for values in behind
        for run in _unbroken_runs(values)
        if len(run) > 1
    )
    shapes += [Stroke(points, Ink.HAIR, 0.35) for points in grey]
    shapes += _line_shapes(lines, x_of, y_of, height, right, lowest)
    return Drawing(WIDTH, height, tuple(shapes), description)


def _axis_labels(long: int, from_round: int, labels: Sequence[str]) -> list[tuple[int, str]]:
    """Return the labels of the horizontal axis with their 0-based positions, as many as fit.

    The last of `labels` is always included.
    """
    if labels:
        wide = TEXT * (0.6 * max(map(len, labels)) + 1)
        room = max(1, int((WIDTH - NAMES_WIDTH - LEFT) / wide))
        every = -(-long // room)
        return [(at, text) for at, text in enumerate(labels) if (long - 1 - at) % every == 0]
    step = axis_step(max(long, 1), MAX_LABELS)
    numbers = [(place, from_round + place) for place in range(long)]
    return [
        (place, str(number))
        for place, number in numbers
        if number % step == 0 or long <= MAX_LABELS
    ]


def lead_picture(leads: Sequence[int], names: tuple[str, str], description: str) -> Drawing:
    """Return a chart of the lead in one game after each turn, labelled with the names of the leaders.

    Positive leads are those of the first of `names`.
    """
    height = 240.0
    right = WIDTH - 8.0
    lines = axis_ticks(min(leads), max(leads), 4)
    low, high = lines[0], lines[-1]
    room = height - TOP - FOOT

    def point_at(place: int, lead: int) -> tuple[float, float]:
        x = LEFT + (right - LEFT) * place / max(1, len(leads) - 1)
        return x, TOP + room * (high - lead) / (high - low)

    level = point_at(0, 0)[1]
    points = tuple(point_at(place, lead) for place, lead in enumerate(leads))
    shapes: list[Shape] = [Area(((LEFT, level), *points, (points[-1][0], level)))]
    for line in lines:
        y = point_at(0, line)[1]
        ink = Ink.SOFT if line == 0 else Ink.HAIR
        shapes.append(Stroke(((LEFT, y), (right, y)), ink, 0.6))
        shapes.append(TextLine(LEFT - 6, y + 3.5, format_signed(line), TEXT, Align.RIGHT, Ink.SOFT))
    shapes.append(Stroke(points, Ink.ACCENT, 1.8))
    shapes.append(Dot(*points[-1], 3.0, Ink.ACCENT))
    step = axis_step(len(leads), MAX_LABELS)
    for turn in range(step, len(leads), step):
        x = point_at(turn, 0)[0]
        if right - x < 4 * TEXT:
            continue  # the label of the axis is here
        shapes.append(TextLine(x, height - FOOT + 16, str(turn), TEXT, Align.CENTRE, Ink.SOFT))
    ahead = _("{player} ahead")
    if max(leads) > 0:
        words = ahead.format(player=names[0])
        shapes.append(TextLine(LEFT + 6, TOP + 12, words, TEXT, ink=Ink.SOFT))
    if min(leads) < 0:
        words = ahead.format(player=names[1])
        shapes.append(TextLine(LEFT + 6, height - FOOT - 5, words, TEXT, ink=Ink.SOFT))
    shapes.append(TextLine(right, height - FOOT + 16, _("Turn"), TEXT, Align.RIGHT, Ink.SOFT))
    return Drawing(WIDTH, height, tuple(shapes), description)


def _axis_levels(known: Sequence[int], lowest: int | None, nought: bool) -> list[int]:
    if lowest is None:
        seen = (0, *known) if nought or not known else known
        return axis_ticks(min(seen), max(seen), 6)
    if lowest > LARGE_FIELD:
        return [*(rank for rank in ROUND_RANKS if rank < lowest * 0.8), lowest]
    step = axis_step(lowest, 8)
    inner = [rank for rank in range(step, lowest, step) if rank > 1 and lowest - rank >= step / 2]
    return [1, *inner, max(lowest, 2)]


def _line_shapes(
    lines: Sequence[Series],
    x_of: Callable[[int], float],
    y_of: Callable[[int], float],
    height: float,
    right: float,
    lowest: int | None,
) -> list[Shape]:
    """Return the lines with a dot for each figure, and the names, moved apart if they overlap.

    A rank beyond `lowest` has no dot.
    """
    styles = STYLES if lowest is None else RANK_STYLES
    shapes: list[Shape] = []
    ends: list[float] = []
    for number, series in enumerate(lines):
        ink, dashes = styles[number % len(styles)]
        last = height - FOOT
        for run in _unbroken_runs(series.values):
            points = tuple((x_of(place), y_of(value)) for place, value in run)
            last = points[-1][1]
            if len(points) > 1:
                shapes.append(Stroke(points, ink, 1.5, dashes))
            shapes += [
                Dot(*point, 2.3, ink)
                for point, (_, value) in zip(points, run, strict=True)
                if lowest is None or value <= lowest
            ]
        ends.append(last)
    for series, wish, place, number in zip(
        lines,
        ends,
        separated_positions(ends, 13.0, TOP, height - FOOT),
        range(len(lines)),
        strict=True,
    ):
        ink, _dashes = styles[number % len(styles)]
        if series.name and series.values and series.values[-1] is not None:
            shapes.append(Stroke(((right - 5, wish), (right + 5, place)), Ink.HAIR, 0.6))
        shapes.append(
            TextLine(
                right + 8,
                place + 3.5,
                _shorten_name(series.name),
                TEXT,
                ink=ink,
                room=NAMES_WIDTH - 10,
            )
        )
    return shapes


def _unbroken_runs(values: Sequence[int | None]) -> list[list[tuple[int, int]]]:
    """Return the stretches without gaps, each as a list of positions with their figures."""
    runs: list[list[tuple[int, int]]] = [[]]
    for place, value in enumerate(values):
        if value is not None:
            runs[-1].append((place, value))
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _shorten_name(name: str) -> str:
    """Return a name, shortened with an ellipsis if it is too long. The table contains the whole name."""
    return name if len(name) <= MAX_NAME_LENGTH else f"{name[: MAX_NAME_LENGTH - 1]}…"
