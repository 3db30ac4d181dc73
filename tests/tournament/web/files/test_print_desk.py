"""The print desk: packs with page counts, custom packs, and changes since the last print."""

import io

import pytest
from pypdf import PdfReader

from tests.shown import source
from tournament.actions.files.packs import MAX_PACKS, save_pack
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.standings.prizes import add_prizes
from tournament.reports.definition import find_definition
from tournament.reports.packs import STANDARD_PACKS, can_be_packed

pytestmark = pytest.mark.django_db

DESK = "/events/autumn-open/print/"
AFTER = "papers_after_round"


def pdf_of(answer):
    assert answer["Content-Type"] == "application/pdf", source(answer)
    return PdfReader(io.BytesIO(answer.content))


def words(pdf):
    return " ".join(" ".join(page.extract_text().split()) for page in pdf.pages)


def rows(answer):
    """Return the name, pages and state of each paper of the pack."""
    return [(item.title, item.pages, item.state.revision, item.state.is_changed)
            for item in answer.context["papers"]]  # fmt: skip


@pytest.fixture
def played(desk, round_one, board):
    enter_result(desk, board(1), 402, 380)
    enter_result(desk, board(2), 300, 411)


def test_pack_lists_papers_that_have_nothing_to_print_yet(desk, director_client, event, played):
    waiting = "Also in this pack once there is something to print: "
    page = source(director_client.get(f"{DESK}?pack=ceremony_papers"))
    assert f"{waiting}Prizes, Certificates." in page
    add_prizes(desk, event, "1 = 50")
    assert waiting not in source(director_client.get(f"{DESK}?pack=ceremony_papers"))


def test_printed_pack_opens_the_print_dialog_and_a_report_does_not(director_client, event, played):
    printed = pdf_of(director_client.post(f"{DESK}{AFTER}/", {"paper": "a4"}))
    action = printed.trailer["/Root"]["/OpenAction"]
    assert (action["/S"], action["/N"]) == ("/Named", "/Print")
    report = pdf_of(director_client.get("/events/autumn-open/reports/standings/?format=pdf"))
    assert "/OpenAction" not in report.trailer["/Root"]


def test_paper_settings_are_remembered_for_each_pack(director_client, event, played):
    given = {"paper": "letter", "type": "large", "ink": "black", "way": "landscape"}
    director_client.post(f"{DESK}{AFTER}/", given)
    chosen = director_client.get(f"{DESK}?pack={AFTER}").context["paper_form"].initial
    assert chosen == given
    other = director_client.get(f"{DESK}?pack=round_papers").context["paper_form"].initial
    assert other["paper"] == "a4"


def test_changes_since_the_last_print_are_marked_and_can_be_printed_alone(
    desk, director_client, event, played, board
):
    def printed(**more):
        return pdf_of(director_client.post(f"{DESK}own-1/", {"paper": "a4", **more}))

    save_pack(desk, event, "Hall", ["roster", "standings"])
    whole = printed()
    assert "Revision" not in words(whole)
    page = director_client.get(f"{DESK}?pack=own-1")
    assert [(revision, changed) for *_, revision, changed in rows(page)] == [(1, False)] * 2
    assert "Print changed papers" not in source(page)
    refused = director_client.post(f"{DESK}own-1/", {"paper": "a4", "changed": "yes"})
    assert refused.status_code == 422
    assert "Nothing has changed since this pack was last printed." in source(refused)
    correct_result(desk, board(1), 412, 380, reason="misread")
    page = director_client.get(f"{DESK}?pack=own-1")
    assert [changed for *_, changed in rows(page)] == [False, True]
    assert "Print changed papers" in source(page)
    part = printed(changed="yes")
    assert len(part.pages) == len(whole.pages) - 1
    assert words(part).count("Revision 2, replaces the one from") == len(part.pages)
    again = words(printed())
    assert again.count("Revision 2") == len(part.pages)
    assert "replaces" not in again


def test_director_replaces_and_removes_packs(desk, director_client, event, played):
    given = {"new-name": " Notice  board ", "new-reports": ["standings", "high_games"]}
    page = director_client.post(DESK, given, follow=True)
    assert page.context["chosen"] == "own-1"
    assert 'href="?pack=own-1" aria-current="page">Notice board</a>' in source(page)
    assert len(rows(director_client.get(f"{DESK}?pack=own-1"))) == 2
    director_client.post(DESK, {"new-name": "notice BOARD", "new-reports": ["standings"]})
    assert len(rows(director_client.get(f"{DESK}?pack=own-1"))) == 1
    save_pack(desk, event, "Second", ["roster"])
    page = director_client.post(f"{DESK}own-1/remove/", follow=True)
    assert "notice BOARD" not in source(page)
    assert 'href="?pack=own-2">Second</a>' in source(page)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Notice board", "autumn-open-notice-board-division-a"),
        ("掲示板", "autumn-open-own-1-division-a"),
    ],
)
def test_pack_file_is_named_after_the_pack(desk, director_client, event, played, name, file):
    save_pack(desk, event, name, ["standings"])
    answer = director_client.post(f"{DESK}own-1/", {"paper": "a4"})
    assert answer["Content-Disposition"] == f'inline; filename="{file}.pdf"'


def test_number_of_packs_is_limited_and_nothing_typed_is_lost(director_client, desk, event):
    for number in range(MAX_PACKS):
        save_pack(desk, event, f"Pack {number}", ["roster"])
    page = director_client.post(DESK, {"new-name": "One more", "new-reports": ["roster"]})
    assert page.status_code == 422
    assert "20 packs. Remove" in source(page)
    assert page.context["form"]["name"].value() == "One more"


@pytest.mark.parametrize(
    ("pack", "sent", "why"),
    [
        ("own-1", {"boards": "x"}, "“x” is not a valid number or range"),
        ("own-1", {"boards": "9"}, "This pack has no papers for these boards and players"),
        ("own-7", {}, "This pack no longer exists."),
    ],
)
def test_unknown_board_or_pack_is_refused(desk, director_client, event, played, pack, sent, why):
    save_pack(desk, event, "Slips", ["result_slips"])
    sent = sent | {"paper": "a4"}
    refused = director_client.post(f"{DESK}{pack}/", sent)
    assert refused.status_code == 422
    assert why in source(refused)
    if "boards" in sent:
        assert refused.context["singles_form"].initial == {"boards": sent["boards"]}
        counted = director_client.post(f"{DESK}{pack}/", sent | {"count": "yes"}, follow=True)
        assert f'role="alert"><p>{why}' in source(counted)
        assert " disabled" not in source(counted).partition(">Print</button>")[0]


def test_selected_boards_and_players_are_printed_without_a_revision(
    desk, director_client, event, played
):
    save_pack(desk, event, "Cards", ["standings", "result_slips", "name_badges", "scorecards"])
    whole = director_client.get(f"{DESK}?pack=own-1")
    assert list(whole.context["singles_form"].fields) == ["boards", "players"]
    given = {"paper": "a4", "boards": "2", "players": "a.1, 3-4"}
    counted = director_client.post(f"{DESK}own-1/", given | {"count": "yes"}, follow=True)
    titles = [item.title for item in counted.context["papers"]]
    assert titles == ["Result slips", "Name badges", "Scorecards"]
    assert {item.state for item in counted.context["papers"]} == {None}
    assert counted.context["singles_form"].initial == {"boards": "2", "players": "a.1, 3-4"}
    assert ">Print</button>" in source(counted)
    assert ">Print all</button>" in source(whole)
    printed = pdf_of(director_client.post(f"{DESK}own-1/", given))
    assert len(printed.pages) == counted.context["pages"]
    slips, badges, *_cards = (" ".join(page.extract_text().split()) for page in printed.pages)
    assert "Dai" in slips
    assert "Ben" not in slips
    assert [name in badges for name in ("Ana", "Ben", "Dai", "Zoë")] == [True, False, True, True]
    again = director_client.get(f"{DESK}?pack=own-1")
    assert {revision for *_, revision, _changed in rows(again)} == {0}


@pytest.mark.full
@pytest.mark.parametrize(("key", "queries"), [("round_papers", 21), (AFTER, 25)])
def test_print_desk_takes_a_constant_number_of_queries(
    desk, director_client, event, played, django_assert_num_queries, key, queries
):
    director_client.get(f"{DESK}?pack={key}")
    add_players(desk, event.divisions.get(), "Eve")
    with django_assert_num_queries(queries):
        director_client.get(f"{DESK}?pack={key}")
    add_players(desk, event.divisions.get(), "Fay\nGus\nHal")
    with django_assert_num_queries(queries):
        shown = director_client.get(f"{DESK}?pack={key}")
    with django_assert_num_queries(6):
        again = director_client.get(f"{DESK}?pack={key}")
    assert rows(again) == rows(shown)


def test_pack_contains_only_reports_without_required_options():
    keys = ("standings", "roster", "name_badges", "score_sheet", *STANDARD_PACKS[1:])
    packable = [can_be_packed(find_definition(key)) for key in keys]
    assert packable == [True] * 3 + [False] * len(STANDARD_PACKS)
