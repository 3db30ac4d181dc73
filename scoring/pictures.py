"""Open uploaded pictures safely, rejecting other kinds of file and decompression bombs."""

import io
import warnings

from PIL import Image

# `open_picture` has a limit of its own, which it checks before it decodes a picture.
Image.MAX_IMAGE_PIXELS = None


class NotAPicture(Exception):
    """The upload is not a picture of an accepted kind."""


class TooManyPixels(Exception):
    """The picture of `width` times `height` pixels exceeds the limit."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.width, self.height = width, height


def open_picture(content: bytes, kinds: tuple[str, ...], most_pixels: int) -> Image.Image:
    """Return the picture decoded from `content`; `kinds` are the accepted formats by their names in Pillow.

    Raise `TooManyPixels` if it has more than `most_pixels`, and `NotAPicture` if the content is not
    a readable picture of these kinds.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            picture = Image.open(io.BytesIO(content), formats=kinds)
            if picture.width * picture.height > most_pixels:
                raise TooManyPixels(picture.width, picture.height)
            picture.load()
    except TooManyPixels:
        raise
    except Exception as wrong:  # Pillow raises many kinds of exceptions
        raise NotAPicture from wrong
    return picture
