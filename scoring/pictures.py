"""Pictures that people send: opened with a guard against what is none, and against bombs."""

import io
import warnings

from PIL import Image


class NotAPicture(Exception):
    """What was sent cannot be opened as a picture of one of the kinds asked for."""


class TooManyPixels(Exception):
    """The picture has more pixels than are unpacked: its `width` times its `height`."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.width, self.height = width, height


def opened(content: bytes, kinds: tuple[str, ...], most_pixels: int) -> Image.Image:
    """Return the picture, unpacked, of one of Pillow's `kinds`. Raises `NotAPicture` and `TooManyPixels`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a picture that may be a bomb is none
            picture = Image.open(io.BytesIO(content), formats=kinds)
            if picture.width * picture.height > most_pixels:
                raise TooManyPixels(picture.width, picture.height)
            picture.load()
    except TooManyPixels:
        raise
    except Exception as wrong:  # Pillow raises what it likes
        raise NotAPicture from wrong
    return picture
