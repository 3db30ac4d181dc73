"""QR codes on papers: their addresses, the layout without them, and letters for the desk only."""

import io

import pytest
from pypdf import PdfReader

from tests.tournament.reports.samples import STAMP
from tournament.hall.models import PlayerCode
from tournament.hall.queries.phone_access import PhoneAccess
from tournament.hall.reports import phone_codes
from tournament.reports.definition import all_papers, find_definition
from tournament.reports.delivery import render_report
from tournament.reports.report_options import CannotReport, options_from

pytestmark = pytest.mark.django_db

BASE = "http://192.168.1.20:8000"
WITH_CODES = (
    "scorecards", "result_slips", "pairings", "pairings_by_name", "pairings_by_rank",
    "follow_and_report",
)  # fmt: skip


@pytest.fixture
def open_phone_access(monkeypatch):
    opened = PhoneAccess(is_open=True, host="192.168.1.20", port=8000)
    monkeypatch.setattr(phone_codes, "current_phone_access", lambda: opened)


@pytest.fixture
def paper(event, round_one):
    """Return a function that builds a report of the event with options."""

    def build(key, **given):
        chosen = find_definition(key)
        return chosen.build(event, options_from(chosen.Options, given), STAMP)

    return build


def codes_on(report):
    """Return the addresses of all codes in a report."""
    page = render_report(report, "html").content.decode()
    return sorted({part.partition("<")[0] for part in page.split("<title>QR code: ")[1:]})


def test_every_report_with_codes_can_leave_them_out():
    assert {key for key, one in all_papers().items() if "codes" in one.option_names()} == set(
        WITH_CODES
    )


def test_slip_has_its_code_in_the_last_line(paper):
    assert [
        [
            (field.share, field.is_code)
            for field in paper("result_slips", **given).sections[0].cards[0].lines[-1].fields
        ]
        for given in ({}, {"address": BASE})
    ] == [[(2, False), (4, False), (3, False)], [(2, False), (4, False), (3, False), (3, True)]]


@pytest.mark.parametrize("key", WITH_CODES)
def test_closed_phone_access_leaves_neither_code_nor_gap(paper, monkeypatch, key):
    closed = paper(key)
    assert codes_on(closed) == []
    opened = PhoneAccess(is_open=True, host="192.168.1.20", port=8000)
    monkeypatch.setattr(phone_codes, "current_phone_access", lambda: opened)
    assert codes_on(paper(key)) != []
    left_out = paper(key, codes="no")
    assert render_report(left_out, "pdf").content == render_report(closed, "pdf").content


@pytest.mark.parametrize("key", WITH_CODES)
def test_same_data_and_settings_give_the_same_bytes(paper, open_phone_access, key):
    assert render_report(paper(key), "pdf").content == render_report(paper(key), "pdf").content


def test_scorecard_leads_to_the_players_page_with_letters_beside_it(paper, open_phone_access, four):
    report = paper("scorecards")
    codes = PlayerCode.objects.filter(entry__division=four)
    assert codes_on(report) == sorted(f"{BASE}/me/{code.token}/" for code in codes)
    printed = render_report(report, "html").content.decode()
    assert all(code.letters in printed for code in codes)


def test_public_scorecards_omit_letters_and_lead_to_the_public_page(paper, open_phone_access, four):
    report = paper("scorecards", audience="everybody")
    printed = render_report(report, "html").content.decode()
    for code in PlayerCode.objects.filter(entry__division=four):
        assert code.letters not in printed
        assert code.token not in printed
    assert codes_on(report)[0] == f"{BASE}/hall/autumn-open/a/1/"


def test_slips_have_no_letters_and_the_poster_a_short_address(paper, open_phone_access):
    slips = render_report(paper("result_slips"), "html").content.decode()
    assert not any(code.letters in slips for code in PlayerCode.objects.all())
    poster = render_report(paper("follow_and_report"), "html").content.decode()
    assert "192.168.1.20:8000/hall/" in poster


def test_typed_address_takes_precedence(paper, open_phone_access):
    report = paper("pairings", address="http://hall.example/")
    assert codes_on(report) == ["http://hall.example/hall/autumn-open/"]


def test_invalid_codes_option_is_refused(paper):
    with pytest.raises(CannotReport, match="“codes” must be “no” or empty, not “yes”"):
        paper("pairings", codes="yes")


def test_poster_fits_one_page_of_either_paper_size(paper, open_phone_access):
    for size in ("a4", "letter"):
        content = render_report(paper("follow_and_report"), "pdf", paper=size).content
        assert len(PdfReader(io.BytesIO(content)).pages) == 1
