"""Drawings on paper: vector shapes scaled to a given width."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from tournament.reports.drawing import Area, Dot, Drawing, Rectangles, Shape, Stroke
from tournament.reports.renderers.paper import ink
from tournament.reports.renderers.paper.flow import Fragment, Heading
from tournament.reports.renderers.paper.pen import fill_rectangles, write
from tournament.reports.renderers.paper.typeface import BOLD, REGULAR, clean_text, width_of
from tournament.reports.report import Picture

MIN_SCALE = 0.6
"""Minimum scale of a drawing, as a share of its full width, when it is made smaller to save a page."""


class PictureFlow:
    """The flow of a picture, which is never split."""

    def __init__(self, picture: Picture, width: float) -> None:
        self._drawing = picture.drawing
        self._heading = Heading(picture.title, width)
        self._width = min(picture.width or width, width)
        self.done = False

    def take(self, room: float, forced: bool) -> Fragment | None:
        """Return the whole picture, smaller if that saves a page.

        Return None if the picture would be too small, unless `forced`.
        """
        tall = self._drawing.height / self._drawing.width
        width = min(self._width, (room - self._heading.height) / tall)
        if width < self._width * MIN_SCALE and not forced:
            return None
        self.done = True
        heading, drawing = self._heading, self._drawing

        def draw(canvas: Canvas, x: float, y: float) -> None:
            heading.draw(canvas, x, y)
            draw_drawing(canvas, drawing, x, y - heading.height, width)

        return Fragment(heading.height + width * tall, draw)


def draw_drawing(canvas: Canvas, drawing: Drawing, x: float, y: float, width: float) -> None:
    """Draw a drawing with its top left corner at x, y, `width` points wide."""
    scale = width / drawing.width
    for shape in drawing.shapes:
        _draw_shape(canvas, shape, x, y, scale)


def _draw_shape(canvas: Canvas, shape: Shape, x: float, y: float, scale: float) -> None:
    color = ink.COLOURS[shape.ink]
    if isinstance(shape, Stroke):
        canvas.setStrokeColor(color)
        canvas.setLineWidth(shape.width * scale)
        canvas.setLineJoin(1)
        canvas.setDash([dash * scale for dash in shape.dashes])
        canvas.drawPath(_path(canvas, shape, x, y, scale), stroke=1, fill=0)
        canvas.setDash([])
        return
    canvas.setFillColor(color)
    if isinstance(shape, Area):
        path = _path(canvas, shape, x, y, scale)
        path.close()
        canvas.drawPath(path, stroke=0, fill=1)
    elif isinstance(shape, Rectangles):
        fill_rectangles(
            canvas,
            (
                (x + left * scale, y - (top + high) * scale, wide * scale, high * scale)
                for left, top, wide, high in shape.places
            ),
        )
    elif isinstance(shape, Dot):
        canvas.circle(
            x + shape.x * scale, y - shape.y * scale, shape.radius * scale, stroke=0, fill=1
        )
    else:
        font = BOLD if shape.bold else REGULAR
        place = (x + shape.x * scale, y - shape.y * scale)
        text, size = clean_text(shape.text), shape.size * scale
        if shape.room and width_of(text, font, size) > shape.room * scale:
            size *= shape.room * scale / width_of(text, font, size)
        write(canvas, shape.side, *place, text, font, size)


def _path(canvas: Canvas, shape: Stroke | Area, x: float, y: float, scale: float) -> PDFPathObject:
    path = canvas.beginPath()
    (left, top), *rest = shape.points
    path.moveTo(x + left * scale, y - top * scale)
    for left, top in rest:
        path.lineTo(x + left * scale, y - top * scale)
    return path


@lru_cache(maxsize=4)
def to_greyscale(content: bytes) -> bytes:
    """Return a PNG or JPEG picture converted to greyscale, as a PNG; empty bytes if there is no picture."""
    if not content:
        return b""
    buffer = io.BytesIO()
    with Image.open(io.BytesIO(content)) as picture:
        image = picture.convert("LA" if picture.has_transparency_data else "L")
        image.save(buffer, "PNG")
    return buffer.getvalue()


def fitted_picture(
    content: bytes, width: float, height: float
) -> tuple[ImageReader, float, float] | None:
    """Return a picture with its width and height on paper, as large as fits; None if there is no picture."""
    if not content:
        return None
    image = ImageReader(io.BytesIO(content))
    wide, high = image.getSize()
    scale = min(width / wide, height / high)
    return image, wide * scale, high * scale
