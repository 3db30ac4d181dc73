"""The organisation's look on papers: sponsors, colour and club logo, also on slips, badges and certificates."""

import io

import pytest
from PIL import Image
from pypdf import PdfReader

from tests.remembered import remembered
from tests.tournament.reports.samples import STAMP
from tests.tournament.reports.test_forms import made, pages
from tests.tournament.reports.test_space import sizes_of
from tournament.actions.act import Refused
from tournament.actions.files.packs import set_branding
from tournament.actions.people.clubs import assign_to_club, create_club, set_logo
from tournament.actions.standings.prizes import add_prizes
from tournament.models import EventLogo
from tournament.reports.branding import OMITTED_KEYS
from tournament.reports.definition import find_definition
from tournament.reports.delivery import build_report, render_report
from tournament.wording.paper_columns import OMITTABLE_COLUMNS

pytestmark = pytest.mark.django_db

SPONSORS = "With thanks to Café Rio and Harbour Books"
RED = "#b3261e"
LISTS = ("standings", "pairings", "result_slips", "name_badges")
CARDS = ("result_slips", "name_badges", "certificates")


def pdf(key, event, paper="a4"):
    return PdfReader(io.BytesIO(render_report(made(key, event), "pdf", paper).content))


def for_programs(key, event):
    chosen = find_definition(key)
    return render_report(build_report(chosen, event, chosen.Options(), STAMP, "csv"), "csv").content


@pytest.fixture
@remembered
def branded_event(desk, event, whole_robin):
    add_prizes(desk, event, "1st = 300")
    set_branding(desk, event, sponsor=SPONSORS, colour=RED)
    event.refresh_from_db()
    return event


@pytest.mark.parametrize("key", CARDS)
def test_club_logo_and_sponsors_appear_on_every_card_in_a_legible_size(desk, branded_event, key):
    before = pages(made(key, branded_event))
    assert all(SPONSORS in page for page in before)
    sizes = sizes_of(pdf(key, branded_event).pages[0])
    assert min(size for text, size in sizes.items() if text in SPONSORS) >= 5
    assert not any(page.images for page in pdf(key, branded_event).pages)
    club = create_club(desk, name="Rio Club")
    assign_to_club(desk, branded_event, club)
    set_logo(desk, club, png())
    branded_event.refresh_from_db()
    assert all(page.images for page in pdf(key, branded_event).pages)
    assert pages(made(key, branded_event)) == before


def sizes_of_pictures(event):
    """Return the sizes of all pictures on papers of each kind."""
    papers = (pdf(key, event) for key in ("standings", *CARDS))
    return {
        frozenset(image.image.size for page in paper.pages for image in page.images)
        for paper in papers
    }


def test_event_logo_replaces_the_club_logo(desk, branded_event):
    set_branding(desk, branded_event, sponsor="", colour="", logo=png(30, 20))
    club = create_club(desk, name="Rio Club")
    assign_to_club(desk, branded_event, club)
    set_logo(desk, club, png())
    branded_event.refresh_from_db()
    assert sizes_of_pictures(branded_event) == {frozenset({(30, 20)})}
    for paper, is_grey in (("a4", False), ("a4 black", True)):
        (picture, *_) = pdf("standings", branded_event, paper).pages[0].images
        red, green, blue = picture.image.convert("RGB").getpixel((5, 5))
        assert (red == green == blue) is is_grey
    set_branding(desk, branded_event, sponsor="", colour="", without_logo=True)
    branded_event.refresh_from_db()
    assert sizes_of_pictures(branded_event) == {frozenset({(60, 40)})}
    assert not EventLogo.objects.exists()


@pytest.mark.parametrize(
    ("look", "sentence"),
    [
        ({"colour": "", "logo": b"no picture"}, "picture cannot be printed"),
        ({"colour": "reddish"}, "Write the colour in the form #1f5fa8"),
    ],
)
def test_bad_picture_or_colour_is_refused_without_changing_the_look(desk, event, look, sentence):
    with pytest.raises(Refused, match=sentence):
        set_branding(desk, event, sponsor=SPONSORS, **look)
    event.refresh_from_db()
    assert "look" not in event.printing


def test_omitted_columns_disappear_from_papers_but_not_from_data_files(desk, branded_event):
    before = [for_programs(key, branded_event) for key in LISTS]
    assert all("No." in page for key in LISTS for page in pages(made(key, branded_event)))
    set_branding(desk, branded_event, sponsor="", colour="", left_off=["records", "numbers"])
    branded_event.refresh_from_db()
    assert not any("No." in page for key in LISTS for page in pages(made(key, branded_event)))
    assert [for_programs(key, branded_event) for key in LISTS] == before
    assert "So far" not in " ".join(pages(made("result_slips", branded_event)))
    assert "No." in " ".join(pages(made("wall_chart", branded_event)))
    (table,) = made("standings", branded_event).tables
    assert [column.key for column in table.columns if column.data_only][:1] == ["number"]


def test_every_omissible_column_is_known_and_named():
    assert set(OMITTED_KEYS) == set(OMITTABLE_COLUMNS)


def png(width=60, height=40):
    """Return a red picture."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), (0xC0, 0x20, 0x20)).save(out, "PNG")
    return out.getvalue()
