"""Add photographs to a game and remove them. They do not affect the score."""

from __future__ import annotations

import io

from django.db import transaction
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from PIL import ImageOps

from scoring.actions.activity import Actor, log
from scoring.actions.locking import lock_game
from scoring.actions.refusals import Refused
from scoring.actions.turns import scope_of
from scoring.models import Game, GamePhoto
from scoring.pictures import TooManyPixels, open_picture
from scoring.subprocesses import ReadingStopped, read_upload
from scoring.wording.log import say

MAX_PHOTO_BYTES = 12_000_000
"""Maximum size of an uploaded photograph in bytes."""
MAX_PIXELS = 50_000_000
MAX_SIDE_PIXELS = 2000
"""Maximum length of the longer side of a stored photograph in pixels, enough to read and print a sheet."""
JPEG_QUALITY = 80
MAX_PHOTOS = 6
"""Maximum number of photographs of one game, about 3 MB in all."""
PHOTO_FORMATS = ("JPEG", "PNG", "WEBP")


def add_photo(game: Game, content: bytes, actor: Actor, *, caption: str = "") -> GamePhoto:
    """Store a photograph with a game, re-encoded to remove its location and other metadata.

    Finished games accept photographs too. Raise `Refused` if the file is not a photograph or is too
    large, if the game already has `MAX_PHOTOS`, or if the game is read-only.
    """
    try:
        picture = read_upload(encode_photo, content, contents=[content])
    except ReadingStopped as stopped:
        raise Refused(str(stopped)) from stopped
    with transaction.atomic():
        held = lock_game(game)
        if held.photos.count() >= MAX_PHOTOS:
            raise Refused(
                _(
                    "The game already has {most} photographs, which is the maximum. Remove one "
                    "first."
                ).format(most=MAX_PHOTOS)
            )
        photo = GamePhoto.objects.create(
            game=held,
            caption=" ".join(caption.split())[:120],
            picture=picture,
            added_at=timezone.now(),
            added_by=actor.user,
        )
        log(actor, "add_photo", say("add_photo", game=held), scope=scope_of(held))
    return photo


def remove_photo(photo: GamePhoto, actor: Actor) -> None:
    """Delete a photograph from its game. Raise `Refused` for a read-only game."""
    with transaction.atomic():
        game = lock_game(photo.game)
        photo.delete()
        log(actor, "remove_photo", say("remove_photo", game=game), scope=scope_of(game))


def encode_photo(content: bytes) -> bytes:
    """Return the photograph in its stored form: an upright JPEG without metadata.

    Raise `Refused` if the content is empty, too large, or not a photograph.
    """
    if not content:
        raise Refused(_("Choose a photograph: a JPEG, PNG or WebP file."))
    if len(content) > MAX_PHOTO_BYTES:
        raise Refused(
            _("The photograph is {size} MB; the maximum is {most} MB.").format(
                size=number_format(len(content) / 1_000_000, 1), most=MAX_PHOTO_BYTES // 1_000_000
            )
        )
    try:
        upright = ImageOps.exif_transpose(open_picture(content, PHOTO_FORMATS, MAX_PIXELS)).convert(
            "RGB"
        )
    except TooManyPixels as large:
        raise Refused(_("The photograph has too many pixels. Send a smaller one.")) from large
    except Exception as wrong:
        raise Refused(_("This is not a photograph. Choose a JPEG, PNG or WebP file.")) from wrong
    upright.thumbnail((MAX_SIDE_PIXELS, MAX_SIDE_PIXELS))
    buffer = io.BytesIO()
    upright.save(buffer, "JPEG", quality=JPEG_QUALITY, optimize=True)
    return buffer.getvalue()
