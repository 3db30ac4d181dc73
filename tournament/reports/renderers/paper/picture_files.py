"""Write the pictures of a report as files: SVG for print and web, PNG for slides and messages.

PNG files are drawn by Pillow, a dependency of the PDF library, in the fonts of the papers.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from math import hypot
from typing import Any

from django.template.loader import render_to_string
from PIL import Image, ImageDraw, ImageFont, features
from reportlab.pdfbase import pdfmetrics

from tournament.reports.drawing import (
    Area,
    Dot,
    Drawing,
    Ink,
    Rectangles,
    Shape,
    Stroke,
    Svg,
    TextLine,
)
from tournament.reports.renderers.paper import ink
from tournament.reports.renderers.paper.pen import visual_order
from tournament.reports.renderers.paper.typeface import (
    BOLD,
    REGULAR,
    clean_text,
    load_fonts,
    needs_shaping,
    split_by_font,
    width_of,
)
from tournament.reports.report import Picture, Report
from tournament.reports.tables import Align

EDGE = 14.0
HEAD, TITLE = 26.0, 20.0
"""Height of the head line, and of the title of a picture."""
PIXELS = 2
"""Pixels for each unit of a drawing; most drawings are 720 units wide."""
SUPERSAMPLING = 2
"""Factor of supersampling for smooth edges in PNG files."""


def svg_file(report: Report, pictures: Iterable[Picture]) -> bytes:
    """Return the pictures of a report as a self-contained SVG file with a white background."""
    drawing = _drawing_with_title(report, pictures)
    context = {"svg": Svg(drawing), "style": _STYLE}
    return render_to_string("tournament/reports/_svg.html", context).strip().encode()


def png_file(report: Report, pictures: Iterable[Picture]) -> bytes:
    """Return the pictures of a report as a PNG file with a white background, usually 1,496 pixels wide."""
    load_fonts()
    drawing = _drawing_with_title(report, pictures)
    scale = PIXELS * SUPERSAMPLING
    size = (round(drawing.width * scale), round(drawing.height * scale))
    image = Image.new("RGB", size, _colour(Ink.PAPER))
    brush = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        _draw_shape(brush, shape, scale)
    image = image.resize(
        (size[0] // SUPERSAMPLING, size[1] // SUPERSAMPLING), Image.Resampling.LANCZOS
    )
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _drawing_with_title(report: Report, pictures: Iterable[Picture]) -> Drawing:
    """Return one drawing of the pictures stacked vertically, under a line with the title of the report.

    If there are several pictures, each has its own title.
    """
    pictures = list(pictures)
    width = max(picture.drawing.width for picture in pictures)
    head = " · ".join((report.title, *report.division_and_round, report.event))
    shapes: list[Shape] = [TextLine(EDGE, EDGE + 12, head, 12.0, bold=True, room=width)]
    y = EDGE + HEAD
    for picture in pictures:
        if picture.title and len(pictures) > 1:
            shapes.append(TextLine(EDGE, y + 12, picture.title, 11.0, bold=True, room=width))
            y += TITLE
        shapes += [_shifted_shape(shape, EDGE, y) for shape in picture.drawing.shapes]
        y += picture.drawing.height + EDGE
    wide = width + 2 * EDGE
    ground = Rectangles(((0.0, 0.0, wide, y),), Ink.PAPER)
    description = " ".join(picture.drawing.description for picture in pictures)
    return Drawing(wide, y, (ground, *shapes), description)


def _shifted_shape(shape: Shape, x: float, y: float) -> Shape:
    if isinstance(shape, Stroke | Area):
        return replace(shape, points=tuple((left + x, top + y) for left, top in shape.points))
    if isinstance(shape, Rectangles):
        places = ((left + x, top + y, wide, high) for left, top, wide, high in shape.places)
        return replace(shape, places=tuple(places))
    return replace(shape, x=shape.x + x, y=shape.y + y)


def _colour(drawn_in: Ink) -> str:
    return f"#{ink.COLOURS[drawn_in].hexval()[2:]}"


_STYLE = "".join(
    (
        "text{font-family:DejaVu Sans,Verdana,sans-serif}.report-bold{font-weight:700}",
        ".report-at-centre{text-anchor:middle}.report-at-right{text-anchor:end}",
        *(
            f".report-ink-{name.value}{{fill:{_colour(name)}}}"
            f".report-ink-{name.value}.report-stroke{{stroke:{_colour(name)}}}"
            for name in Ink
        ),
        ".report-stroke.report-stroke{fill:none;stroke-linejoin:round}",
    )
)


def _draw_shape(brush: ImageDraw.ImageDraw, shape: Shape, scale: float) -> None:
    colour = _colour(shape.ink)
    if isinstance(shape, Stroke):
        wide = max(1, round(shape.width * scale))
        for line in _dash_segments(shape.points, shape.dashes) if shape.dashes else (shape.points,):
            points = [(x * scale, y * scale) for x, y in line]
            brush.line(points, fill=colour, width=wide, joint="curve")
    elif isinstance(shape, Area):
        brush.polygon([(x * scale, y * scale) for x, y in shape.points], fill=colour)
    elif isinstance(shape, Rectangles):
        for left, top, across, high in shape.places:
            corner = ((left + across) * scale - 1, (top + high) * scale - 1)
            if across > 0 and high > 0:
                brush.rectangle(((left * scale, top * scale), corner), fill=colour)
    elif isinstance(shape, Dot):
        place = (shape.x * scale, shape.y * scale)
        brush.circle(place, shape.radius * scale, fill=colour)
    else:
        _draw_text_line(brush, shape, scale, colour)


def _draw_text_line(brush: ImageDraw.ImageDraw, words: TextLine, scale: float, colour: str) -> None:
    font = BOLD if words.bold else REGULAR
    text, size = clean_text(words.text), words.size * scale
    wide = width_of(text, font, size)
    if words.room and wide > words.room * scale:
        size, wide = size * words.room * scale / wide, words.room * scale
    x = words.x * scale - wide * {Align.LEFT: 0.0, Align.CENTRE: 0.5, Align.RIGHT: 1.0}[words.side]
    for name, piece in split_by_font(visual_order(text), font):
        registered: Any = pdfmetrics.getFont(name)
        shaped = needs_shaping(piece, name) and features.check("raqm")
        layout = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
        type_ = ImageFont.truetype(registered.face.filename, size, layout_engine=layout)
        brush.text((x, words.y * scale), piece, fill=colour, font=type_, anchor="ls")
        x += width_of(piece, name, size)


def _dash_segments(
    points: tuple[tuple[float, float], ...], dashes: tuple[float, ...]
) -> list[tuple[tuple[float, float], ...]]:
    """Return the dashes of a line, without its gaps.

    >>> _dash_segments(((0, 0), (10, 0)), (4, 2))
    [((0.0, 0.0), (4.0, 0.0)), ((6.0, 0.0), (10.0, 0.0))]
    """
    lines: list[list[tuple[float, float]]] = []
    at, drawn = 0, True
    left = float(dashes[0])
    for (x, y), (to_x, to_y) in pairwise(points):
        length, covered = hypot(to_x - x, to_y - y), 0.0
        if drawn:
            lines.append([(float(x), float(y))])
        while length - covered > 1e-9:
            step = min(left, length - covered)
            covered, left = covered + step, left - step
            place = (x + (to_x - x) * covered / length, y + (to_y - y) * covered / length)
            if drawn:
                lines[-1].append(place)
            if left <= 1e-9:
                at, drawn = (at + 1) % len(dashes), not drawn
                left = dashes[at]
                if drawn and length - covered > 1e-9:
                    lines.append([place])
    return [tuple(line) for line in lines if len(line) > 1]
