"""The picture of a club, which stands in the head of what is printed."""

from __future__ import annotations

import io
import warnings

from django.db import transaction
from PIL import Image

from scoring.actions.activity import Actor, log
from tournament.actions.refusal import Refused
from tournament.models import Club

MOST_BYTES = 2_000_000
MOST_PIXELS = 25_000_000
WIDEST = 800
"""The longer side of what is kept, in pixels: sharp at the size it is printed."""
KINDS = ("PNG", "JPEG")


class NoPicture(Refused):
    """What was sent is no picture that can be printed."""


def set_logo(actor: Actor, club: Club, content: bytes) -> Club:
    """Keep a picture (PNG or JPEG) for what the club prints. Raises `NoPicture`.

    What is kept is drawn anew from the picture, smaller where it is large: nothing else that was in
    the file stays.
    """
    picture = _checked(content)
    with transaction.atomic():
        club.logo = picture
        club.save(update_fields=["logo"])
        log(
            actor,
            "set_logo",
            f"{club} has a picture on what is printed.",
            scope=f"club:{club.slug}",
        )
    return club


def remove_logo(actor: Actor, club: Club) -> Club:
    """Print without a picture from now on."""
    if not club.logo:
        return club
    with transaction.atomic():
        club.logo = None
        club.save(update_fields=["logo"])
        log(actor, "remove_logo", f"{club} prints without a picture.", scope=f"club:{club.slug}")
    return club


def _checked(content: bytes) -> bytes:
    """The picture as it is kept: a PNG of at most `WIDEST` pixels. Raises `NoPicture`."""
    if not content:
        raise NoPicture("The file is empty. Send a PNG or JPEG picture.")
    if len(content) > MOST_BYTES:
        size = f"{len(content) / 1_000_000:.1f}"
        raise NoPicture(
            f"The picture has {size} MB. Send one of at most {MOST_BYTES // 1_000_000} MB."
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a picture that may be a bomb is none
            picture = Image.open(io.BytesIO(content), formats=KINDS)
            if picture.width * picture.height > MOST_PIXELS:
                raise NoPicture(
                    f"The picture is {picture.width} by {picture.height} points. "
                    "Send a smaller one; 800 points across is plenty."
                )
            kept = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    except NoPicture:
        raise
    except Exception as wrong:
        raise NoPicture(
            "This is no picture that can be printed. Send a PNG or JPEG file."
        ) from wrong
    kept.thumbnail((WIDEST, WIDEST))
    buffer = io.BytesIO()
    kept.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
