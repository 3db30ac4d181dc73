"""A club's logo: checked, re-encoded and printed."""

import io

import pytest
from PIL import Image
from pypdf import PdfReader

from scoring.models import Activity
from tests.tournament.reports.samples import STAMP
from tournament.actions.act import Refused
from tournament.actions.people.clubs import (
    MAX_LOGO_BYTES,
    create_club,
    join_club,
    remove_logo,
    set_logo,
)
from tournament.models import Club
from tournament.reports.definition import definition
from tournament.reports.delivery import build, render

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(desk):
    return create_club(desk, name="Thursdays")


def picture(size=(300, 120), kind="PNG", mode="RGB", **more):
    buffer = io.BytesIO()
    Image.new(mode, size, "teal").save(buffer, kind, **more)
    return buffer.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_picture_is_kept_as_png(desk, club, kind):
    set_logo(desk, club, picture(kind=kind))
    stored = Image.open(io.BytesIO(Club.objects.get().logo))
    assert (stored.format, stored.size) == ("PNG", (300, 120))
    assert Activity.objects.order_by("-id").first().verb == "set_logo"


def test_a_large_picture_is_kept_small_and_what_else_was_in_the_file_is_not(desk, club):
    set_logo(desk, club, picture((3000, 1000), "JPEG", comment=b"<script>alert(1)</script>"))
    stored = bytes(Club.objects.get().logo)
    assert Image.open(io.BytesIO(stored)).size == (800, 267)
    assert b"script" not in stored


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty"),
        (b"no picture", "picture cannot be printed"),
        (picture()[:200], "picture cannot be printed"),
        (picture(kind="GIF"), "picture cannot be printed"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "picture cannot be printed"),
        (b"x" * (MAX_LOGO_BYTES + 1), "The picture has 2.0 MB. Send one of at most 2 MB"),
        (picture((6000, 6000), mode="1"), "The picture is 6000 by 6000 pixels. Send a smaller one"),
    ],
)
def test_what_is_no_picture_is_refused_and_the_old_one_stays(desk, club, content, sentence):
    set_logo(desk, club, picture())
    before = bytes(Club.objects.get().logo)
    with pytest.raises(Refused, match=sentence):
        set_logo(desk, club, content)
    assert bytes(Club.objects.get().logo) == before


@pytest.mark.full
def test_it_stands_on_what_the_clubs_events_print_until_it_is_removed(desk, club, four):
    event = join_club(desk, four.event, club)
    set_logo(desk, club, picture())
    chosen = definition("roster")

    def pictures():
        report = build(chosen, event, chosen.Options(), STAMP)
        reader = PdfReader(io.BytesIO(render(report, "pdf").content))
        return [image.image.size for page in reader.pages for image in page.images]

    assert pictures() == [(300, 120)]
    page = render(build(chosen, event, chosen.Options(), STAMP), "html").content
    assert b"data:image/png;base64," in page
    remove_logo(desk, club)
    event.refresh_from_db()
    assert pictures() == []
