"""Photos of a sheet or a board: scaled down, without location, and visible only to users who may record the game."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from scoring.models import Activity, GamePhoto
from tests.scoring.views.pads import Page, opened
from tests.shown import NO_PAGE, refusal

pytestmark = pytest.mark.django_db


def jpeg(size=(3000, 1500), place=True) -> bytes:
    """Return a photo as from a phone, with its orientation and location in the metadata."""
    picture = Image.new("RGB", size, "white")
    notes = Image.Exif()
    notes[0x0112] = 6  # to be rotated by a quarter turn
    if place:
        notes.get_ifd(0x8825)[1] = "N"
    out = io.BytesIO()
    picture.save(out, "JPEG", exif=notes)
    return out.getvalue()


def sent(client, game, content, name="sheet.jpg", caption="Ann's sheet"):
    upload = SimpleUploadedFile(name, content, content_type="image/jpeg")
    return client.post(f"/games/{game.pk}/photos/", {"photo": upload, "caption": caption})


def test_photo_is_stored_scaled_upright_and_without_location(director_client):
    game = opened()
    assert sent(director_client, game, jpeg()).status_code == 302
    photo = GamePhoto.objects.get()
    picture = Image.open(io.BytesIO(photo.picture))
    assert (picture.format, picture.size) == ("JPEG", (1000, 2000))
    assert len(picture.getexif()) == 0
    assert photo.caption == "Ann's sheet"
    assert Activity.objects.get(verb="add_photo").summary == f"Game {game.pk}: photograph added"
    page = director_client.get(f"/games/{game.pk}/photos/").text
    assert f'src="/games/{game.pk}/photos/{photo.pk}/" alt="Ann&#x27;s sheet"' in page
    answer = director_client.get(f"/games/{game.pk}/photos/{photo.pk}/")
    assert (answer["Content-Type"], answer.content) == ("image/jpeg", bytes(photo.picture))
    assert "no-store" in answer["Cache-Control"]


def test_photo_of_another_game_is_not_found(director_client):
    game, other = opened(), opened()
    sent(director_client, game, jpeg())
    photo = GamePhoto.objects.get()
    address = f"/games/{other.pk}/photos/{photo.pk}/"
    assert refusal(director_client.get(address)) == NO_PAGE
    assert refusal(director_client.post(f"{address}remove/")) == NO_PAGE
    assert GamePhoto.objects.get() == photo


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (jpeg((60, 40))[:200], "This is not a photograph"),
        (b"x" * 12_345_678, "The photograph is 12.3 MB; the maximum is 12 MB"),
        (jpeg((60, 40)).replace(b"\0(\0<", b" \0 \0"), "The photograph has too many pixels."),
    ],
)
def test_file_other_than_a_photo_is_refused_with_the_reason(director_client, content, reason):
    game = opened()
    answer = sent(director_client, game, content)
    assert answer.status_code == 422
    assert reason in Page(answer).text
    assert not GamePhoto.objects.exists()
