"""Forms, results and papers of the ceremony, from the database to the files."""

import io

import pytest
from pypdf import PdfReader

from tests.tournament.reports.samples import STAMP
from tests.tournament.reports.test_approved_reports import check_report
from tournament.actions.people.check_in import check_in
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.entries import add_players
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.display import change_standings_settings
from tournament.actions.standings.prizes import add_prizes, set_winner
from tournament.reports.definition import find_definition
from tournament.reports.delivery import build_report, render_report
from tournament.reports.event_folder import event_folder_reports
from tournament.reports.report_options import CannotReport, options_from

pytestmark = pytest.mark.django_db


def made(key, event, **options):
    chosen = find_definition(key)
    return build_report(chosen, event, options_from(chosen.Options, options), STAMP)


def rows(report, key="rows"):
    """Return the rows of a table from the CSV."""
    tables = [table for table in report.tables if table.key == key]
    return [tuple(getattr(c, "value", c) for c in row) for table in tables for row in table.rows]


def pages(report, paper="a4"):
    content = render_report(report, "pdf", paper).content
    return [" ".join(p.extract_text().split()) for p in PdfReader(io.BytesIO(content)).pages]


@pytest.fixture
def after_round_one(desk, round_one, board):
    """Play round 1: Ana 402 Ben 380, Dai 411 Zoë 300."""
    enter_result(desk, board(1), 402, 380)
    enter_result(desk, board(2), 300, 411)
    return round_one.division


@pytest.fixture
def round_two(desk, after_round_one):
    """Publish round 2: board 1 Dai against Ana, board 2 Ben against Zoë."""
    return publish_round(
        desk, pair_by_hand(desk, after_round_one, [(4, 1), (2, 3)], firsts_as_listed=True)
    )


@pytest.mark.parametrize(
    "key", ["pairings", "pairings_by_name", "pairings_by_rank", "result_slips"]
)
def test_draft_is_marked_and_withheld_from_the_public(desk, event, four, key):
    pair_by_hand(desk, four, [(1, 2), (3, 4)])
    report = made(key, event)
    assert report.draft
    assert "draft" in pages(report)[0].casefold()
    chosen = find_definition(key)
    with pytest.raises(CannotReport, match="Division A has no rounds yet"):
        build_report(chosen, event, chosen.public_options(chosen.Options()), STAMP)


def test_forfeit_is_a_repeat_as_in_pairing_and_a_void_game_is_none(request, desk, event, round_two):
    pairs = pair_by_hand(desk, round_two.division, [(1, 2), (3, 4)], firsts_as_listed=True)
    round_ = publish_round(desk, pairs)
    for board, outcome in ((1, "void"), (2, "first_forfeits")):
        enter_result(desk, round_.pairings.get(board=board), outcome=outcome)
    check_report(request, "firsts and repeats", made("firsts_and_repeats", event))


def test_check_in_list_is_private_ticks_arrivals_and_omits_withdrawals(request, event, four, desk):
    check_in(desk, four.entries.get(number=2), here=True)
    withdraw(desk, four.entries.get(number=1), after=0)
    assert find_definition("check_in_list").private
    check_report(request, "check-in list", made("check_in_list", event))


@pytest.mark.parametrize(
    ("key", "options", "sentence"),
    [
        ("pairings", {"round": 5}, r"Division A has no round 5\. Rounds: 1\."),
        ("papers_after_round", {"division": "z"}, "no division “z”"),
        ("rank_by_round", {"top": 0}, "can show 1 to 40 players, not 0"),
        ("season", {"since": "soon"}, "“soon” is not a date"),
        ("season", {"audience": "public"}, "must be “everybody” or empty, not “public”"),
        ("rating_officer_papers", {"audience": "public"}, "not “public”"),
        ("name_badges", {"per_page": 7}, "4, 8 or 10 per page"),
        ("board_signs", {"per_page": 3}, "1, 2, 4 or 8 per page, not 3"),
        ("board_signs", {"first": 9, "last": 7}, "not 9 to 7"),
        ("board_signs", {"first": 0}, "boards between 1 and 999, not 0 to 2"),
        ("board_signs", {"first": 7}, "not 7 to 2"),
        ("blank_score_sheet", {"turns": 31}, "room for 1 to 30 turns, not 31"),
        ("scorecards", {"player": 9}, "There is no player with number 9"),
        ("opponents", {"player": 77}, "There is no player with number 77"),
        ("result_slips", {"per_page": 5}, "4 or 6 per page, not 5"),
        ("lucky", {"players": 0}, "The number of players must be 1 or more, not 0"),
        ("lucky", {"count": 0}, "must be 1 or more, not 0"),
    ],
)
def test_request_beyond_a_reports_limits_is_refused(desk, event, round_one, key, options, sentence):
    assign_to_club(desk, event, create_club(desk, name="Thursdays"))
    event.refresh_from_db()
    with pytest.raises(CannotReport, match=sentence):
        made(key, event, **options)


@pytest.mark.parametrize(
    "key", ["scorecards", "wall_chart", "cross_table", "name_badges", "standings", "rank_by_round"]
)
def test_papers_work_for_an_empty_division_and_a_single_player(desk, event, division, key):
    nobody = made(key, event)
    add_players(desk, division, "Ana Lopez")
    for report in (nobody, made(key, event)):
        assert all(
            render_report(report, file_format).content
            for file_format in ("pdf", "html", "xlsx", "csv", "json")
        )
    sentence = "There are no results yet." if key == "rank_by_round" else "No players yet."
    assert sentence in pages(nobody)[0]
    assert ("Ana Lopez" in pages(made(key, event))[0]) is (key != "rank_by_round")


def test_reason_for_overruling_figures_is_not_on_the_certificate(desk, event, whole_robin):
    (first,) = add_prizes(desk, event, "1st = 300")
    set_winner(desk, first, event.divisions.get().entries.get(number=3), why="Ana was late")
    assert "Ana was late" in " ".join(pages(made("prizes", event)))
    assert "Ana was late" not in " ".join(pages(made("certificates", event)))


def test_certificates_and_slides_require_a_winner_and_are_held_back(desk, event, round_one, board):
    add_prizes(desk, event, "1st = 300")
    for key in ("certificates", "ceremony_slides"):
        with pytest.raises(CannotReport, match="No prize has a winner yet"):
            made(key, event)
    for number in (1, 2):
        enter_result(desk, board(number), 300, 411)
    change_standings_settings(desk, round_one.division, held_back_from=1, rounds_planned=None)
    for key in ("certificates", "ceremony_slides"):
        with pytest.raises(CannotReport, match="held back"):
            made(key, event, audience="everybody")
    assert "Dai" not in str(made("newspaper", event, audience="everybody").sections)


def test_lucky_names_the_requested_number(request, event, after_round_one):
    check_report(request, "one lucky player", made("lucky", event, count=1, players=1))
    assert rows(made("lucky", event)) == []


def keys(report):
    return [part.key for part in report.parts]


def test_packs_are_numbered_throughout_and_omit_papers_without_content(
    desk, event, round_one, board
):
    enter_result(desk, board(1), 402, 380)
    assert keys(made("round_papers", event)) == ["pairings", "pairings_by_name", "result_slips"]
    assert keys(made("ceremony_papers", event)) == ["standings"]
    add_prizes(desk, event, "1st = 300")
    assert keys(made("ceremony_papers", event)) == ["prizes", "standings", "certificates"]
    pack = made("papers_after_round", event, division="a")
    assert keys(pack) == ["round_results", "standings", "wall_chart"]
    assert pack.parts[0].division == "A"
    papers = pages(pack)
    assert all(f"Page {n} of {len(papers)}" in paper for n, paper in enumerate(papers, 1))
    titles = {wanted.chosen.title for wanted in event_folder_reports(event)}
    assert "Papers after the round" not in titles
    assert "Results of a round" in titles


def test_event_without_divisions_has_no_pack(event):
    with pytest.raises(CannotReport, match="no divisions yet"):
        made("papers_after_round", event)


def test_large_field_has_rounds_along_the_top_of_the_cross_table(desk, event, division):
    add_players(desk, division, "\n".join(f"Player {a}{b}" for a in "ABCDEF" for b in "VWXYZFG"))
    pairs = [(number, number + 1) for number in range(1, 43, 2)]
    publish_round(desk, pair_by_hand(desk, division, pairs, firsts_as_listed=True))
    report = made("cross_table", event)
    (table,) = report.tables
    assert [column.key for column in table.columns[7:]] == ["round_1"]
    assert report.notes[0].startswith("Each square shows W, L or T and the opponent’s rank;")
