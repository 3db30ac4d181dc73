"""Forms to hang up or hand out, from the database to the files."""

import csv
import io

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.tournament.reports.samples import STAMP
from tournament.actions.event.events import create_division
from tournament.actions.people.check_in import check_in
from tournament.actions.people.clubs import create_club, join_club
from tournament.actions.people.details import describe_entry
from tournament.actions.people.entries import add_players
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.display import show_standings
from tournament.reports.definition import definition
from tournament.reports.delivery import build, render
from tournament.reports.request import CannotReport, options_from

pytestmark = pytest.mark.django_db


def made(key, event, **options):
    chosen = definition(key)
    return build(chosen, event, options_from(chosen.Options, options), STAMP)


def rows(report, key="rows"):
    """Return the rows of a table from the CSV."""
    tables = [table for table in report.tables if table.key == key]
    return [tuple(getattr(c, "value", c) for c in row) for table in tables for row in table.rows]


def pages(report, paper="a4"):
    content = render(report, "pdf", paper).content
    return [" ".join(p.extract_text().split()) for p in PdfReader(io.BytesIO(content)).pages]


def sheet(report, number=0):
    book = load_workbook(io.BytesIO(render(report, "xlsx").content))
    return [tuple(cell.value for cell in row) for row in book.worksheets[number]]


def lines(report):
    content = render(report, "csv").content.decode("utf-8-sig")
    return [tuple(line) for line in csv.reader(io.StringIO(content))]


@pytest.fixture
def after_one(desk, round_one, board):
    """Play round 1: Ana 402 Ben 380, Dai 411 Zoë 300."""
    enter_result(desk, board(1), 402, 380)
    enter_result(desk, board(2), 300, 411)
    return round_one.division


@pytest.fixture
def round_two(desk, after_one):
    """Publish round 2: board 1 Dai against Ana, board 2 Ben against Zoë."""
    return publish_round(
        desk, pair_by_hand(desk, after_one, [(4, 1), (2, 3)], firsts_as_listed=True)
    )


def test_a_bye_stands_below_the_boards(desk, event, division):
    add_players(desk, division, "Ana Lopez\nBen Okafor\nCy Young")
    publish_round(desk, pair_by_hand(desk, division, [(1, 2)], [3], firsts_as_listed=True))
    last = rows(made("pairings", event))[-1]
    assert (last[0], last[2], last[8]) == (None, "Cy Young", "bye")
    seat = next(row for row in rows(made("pairings_by_name", event)) if row[1] == 3)
    assert seat[2:] == (None, "bye", "", None)


@pytest.mark.parametrize(
    "key", ["pairings", "pairings_by_name", "pairings_by_rank", "result_slips"]
)
def test_a_draft_says_so_and_is_not_for_everybody(desk, event, four, key):
    pair_by_hand(desk, four, [(1, 2), (3, 4)])
    report = made(key, event)
    assert report.draft
    assert "draft" in pages(report)[0].casefold()
    chosen = definition(key)
    with pytest.raises(CannotReport, match="Division A has no rounds yet"):
        build(chosen, event, chosen.for_everybody(chosen.Options()), STAMP)


@pytest.mark.parametrize(
    "key", ["scorecards", "wall_chart", "cross_table", "opponents", "firsts_and_repeats"]
)
def test_what_hangs_on_the_wall_knows_no_draft(desk, event, after_one, key):
    before = render(made(key, event), "csv").content
    pair_by_hand(desk, after_one, [(4, 1), (2, 3)])
    assert render(made(key, event), "csv").content == before


def test_a_round_nobody_paired_is_answered_with_those_there_are(event, round_two):
    with pytest.raises(CannotReport, match=r"Division A has no round 5\. Rounds: 1, 2\."):
        made("pairings", event, round=5)
    assert rows(made("pairings", event, round=1))[0][2:7] == ("Ana Lopez", 0, 0, 0, 0)


def test_divisions_in_different_rounds_stand_each_in_its_own(desk, event, round_two):
    other = create_division(desk, event, name="B")
    add_players(desk, other, "Eve Stone\nFinn Roy")
    publish_round(desk, pair_by_hand(desk, other, [(1, 2)]))
    report = made("pairings", event)
    assert report.round_number is None
    assert report.notes == ("A: round 2.", "B: round 1.")
    assert lines(report)[1][0] == "A"
    assert lines(report)[-1][0] == "B"
    assert rows(made("pairings", event, division="B"))[0][0] == 1


def test_thirty_names_are_on_one_page_with_their_boards(desk, event, division):
    add_players(desk, division, "\n".join(f"Player {a}{b}" for a in "ABCDE" for b in "VWXYZF"))
    pairs = list(zip(range(1, 31, 2), range(2, 31, 2), strict=True))
    publish_round(desk, pair_by_hand(desk, division, pairs))
    for paper in ("a4", "letter"):
        assert len(pages(made("pairings_by_name", event), paper)) == 1


def test_result_slips_are_filled_in_with_what_is_known(event, round_two):
    report = made("result_slips", event)
    assert lines(report)[1] == (
        "A", "2", "1", "Dai Jones", "4", "1-0 +111", "Ana Lopez", "1", "1-0 +22",
    )  # fmt: skip
    (text,) = pages(report)
    for words in ("Dai Jones", "Goes first", "Initials", "Spread", "High play", "Challenges"):
        assert words in text
    assert len(pages(made("result_slips", event, per_page=6))) == 1


def test_missing_results_are_those_of_published_boards(desk, event, round_two):
    enter_result(desk, round_two.pairings.get(board=1), 400, 390)
    pair_by_hand(desk, round_two.division, [(1, 2), (3, 4)])
    assert rows(made("missing_results", event)) == [
        (2, 2, "2 Ben Okafor", None, "3 Zoë Müller", None)
    ]


def test_a_scorecard_has_what_was_played_and_room_for_the_rest(desk, event, round_two):
    show_standings(desk, round_two.division, rounds_planned=4, held_back_from=None)
    report = made("scorecards", event, player=1)
    assert rows(report) == [
        (1, 1, "first", 2, "Ben Okafor", "W", 402, 380, 22, 1, 0, 0, 22),
        (2, 1, "second", 4, "Dai Jones", "", *(None,) * 7),
        (3, None, "", None, "", "", *(None,) * 7),
        (4, None, "", None, "", "", *(None,) * 7),
    ]
    assert "1 Ana Lopez" in pages(report)[0]


@pytest.mark.parametrize(
    "key",
    ["scorecards", "wall_chart", "cross_table", "opponents", "spread_by_round", "rank_by_round"],
)
def test_what_is_held_back_is_not_for_everybody(desk, event, four, whole_robin, key):
    show_standings(desk, four, rounds_planned=3, held_back_from=3)
    event.refresh_from_db()
    chosen = definition(key)
    mine = build(chosen, event, chosen.Options(), STAMP)
    theirs = build(chosen, event, chosen.for_everybody(chosen.Options()), STAMP)
    assert render(mine, "json").content != render(theirs, "json").content
    assert len(render(theirs, "csv").content) < len(render(mine, "csv").content)


def test_the_wall_chart_has_every_result_as_figures_too(event, round_two):
    report = made("wall_chart", event)
    chart = rows(report, "chart")
    assert chart[0] == (1, "Ana Lopez", "W v 2\n402–380\n1-0 +22", "v 4")
    assert rows(report, "games")[0] == (1, "Ana Lopez", 1, 2, "W", 402, 380, 22, 1, 0, 0, 22)
    assert sheet(report, 1)[1] == (1, "Ana Lopez", 1, 2, "W", 402, 380, 22, 1, 0, 0, 22)


def test_a_large_field_has_rounds_along_the_top_of_the_cross_table(desk, event, division):
    add_players(desk, division, "\n".join(f"Player {a}{b}" for a in "ABCDEF" for b in "VWXYZFG"))
    pairs = list(zip(range(1, 43, 2), range(2, 43, 2), strict=True))
    round_ = publish_round(desk, pair_by_hand(desk, division, pairs, firsts_as_listed=True))
    enter_result(desk, round_.pairings.get(board=1), 450, 400)
    (table,) = made("cross_table", event).tables
    assert [column.key for column in table.columns[7:]] == ["round_1"]
    assert next(iter(table.rows))[7] == "W42"


@pytest.mark.full
def test_firsts_are_counted_from_the_moment_a_round_is_published(desk, event, round_two):
    publish_round(
        desk, pair_by_hand(desk, round_two.division, [(4, 2), (3, 1)], firsts_as_listed=True)
    )
    report = made("firsts_and_repeats", event)
    assert rows(report, "firsts")[3] == (4, "Dai Jones", 2, 1, 1, 0, "2 1 1")
    assert rows(report, "repeats") == []
    publish_round(
        desk, pair_by_hand(desk, round_two.division, [(1, 2), (4, 3)], firsts_as_listed=True)
    )
    assert rows(made("firsts_and_repeats", event), "repeats") == [
        ("1 Ana Lopez", "2 Ben Okafor", 2, "1, 4"),
        ("3 Zoë Müller", "4 Dai Jones", 2, "1, 4"),
    ]


def test_the_roster_names_class_and_team_where_anybody_has_one(desk, event, four):
    assert "Team" not in pages(made("roster", event))[0]
    describe(desk, four, 2, team="Ospreys", rating_class="B")
    report = made("roster", event)
    assert "2 Ben Okafor 1700 B Ospreys" in pages(report)[0]
    assert sheet(report)[2][:6] == (2, "Ben Okafor", "Okafor, Ben", 1700, "B", "Ospreys")


def describe(desk, division, number, **known):
    entry = division.entries.get(number=number)
    details = {
        "rating": entry.rating,
        "rating_class": "",
        "team": "",
        "owes": "",
        "fixed_board": None,
    }
    describe_entry(desk, entry, **{**details, "paid": False, **known})


def test_the_check_in_list_ticks_who_is_here_leaves_out_who_left_and_is_for_the_director(
    desk, event, four
):
    check_in(desk, four.entries.get(number=2), here=True)
    withdraw(desk, four.entries.get(number=1), after=0)
    report = made("check_in_list", event)
    assert definition("check_in_list").private
    assert report.subtitle == "3 entered, 2 not here yet"
    assert [row[:2] for row in lines(report)] == [
        ("Here", "Name"), ("", "Jones, Dai"), ("", "Müller, Zoë"), ("yes", "Okafor, Ben"),
    ]  # fmt: skip
    assert "✓ Okafor, Ben" in pages(report)[0]


def test_there_is_a_sign_for_every_board_that_is_needed(event, four):
    report = made("board_signs", event)
    assert lines(report) == [("Board",), ("1",), ("2",)]
    assert lines(made("board_signs", event, first=7, last=9))[1:] == [("7",), ("8",), ("9",)]


@pytest.mark.parametrize(
    ("key", "options", "sentence"),
    [
        ("rank_by_round", {"top": 0}, "can show 1 to 40 players, not 0"),
        ("season", {"since": "soon"}, "“soon” is not a date"),
        ("name_badges", {"per_page": 7}, "4, 8 or 10 per page"),
        ("board_signs", {"per_page": 3}, "1, 2, 4 or 8 per page, not 3"),
        ("board_signs", {"first": 9, "last": 7}, "Boards 9 to 7"),
        ("blank_score_sheet", {"turns": 31}, "room for 1 to 30 turns, not 31"),
        ("scorecards", {"player": 9}, "There is no player with number 9"),
        ("opponents", {"player": 77}, "There is no player with number 77"),
        ("result_slips", {"per_page": 5}, "4 or 6 per page, not 5"),
        ("lucky", {"players": 0}, "The number of players must be 1 or more, not 0"),
        ("lucky", {"count": 0}, "must be 1 or more, not 0"),
    ],
)
def test_what_a_report_has_no_room_for_is_refused(desk, event, round_one, key, options, sentence):
    join_club(desk, event, create_club(desk, name="Thursdays"))
    event.refresh_from_db()
    with pytest.raises(CannotReport, match=sentence):
        made(key, event, **options)


def test_an_empty_score_sheet_has_as_many_turns_as_asked_for(event):
    (text,) = pages(made("blank_score_sheet", event, turns=25))
    assert " 25 " in text
    assert "Final score" in text
    assert "Tiles to cross off (100)" in text
    assert "Q · R R R R R R · S S S S" in text


def test_the_papers_of_a_round_are_one_file(event, round_two):
    report = made("round_papers", event, round=2)
    assert [part.key for part in report.parts] == [
        "standings",
        "pairings",
        "pairings_by_name",
        "result_slips",
    ]
    assert report.parts[0].round_number == 1
    sheets = pages(report)
    assert len(sheets) == 4
    assert "Page 3 of 4" in sheets[2]
    assert made("round_papers", event, round=1).parts[0].key == "pairings"


def test_teams_have_what_their_players_have_together(desk, event, after_one):
    for number, team in ((1, "Herons"), (2, "Herons"), (3, "Ospreys"), (4, "Ospreys")):
        describe(desk, after_one, number, team=team)
    report = made("team_standings", event)
    assert rows(report, "teams") == [
        (1, "Herons", 2, 2, 1.0, 1.0, 0, 0),
        (1, "Ospreys", 2, 2, 1.0, 1.0, 0, 0),
    ]
    assert [row[3] for row in rows(report, "players")] == [
        "Ana Lopez",
        "Ben Okafor",
        "Dai Jones",
        "Zoë Müller",
    ]


@pytest.mark.parametrize(
    "key",
    [
        "scorecards",
        "wall_chart",
        "cross_table",
        "roster",
        "name_badges",
        "standings",
        "rank_by_round",
    ],
)
def test_a_division_of_one_and_of_nobody_has_its_papers(desk, event, division, key):
    nobody = made(key, event)
    add_players(desk, division, "Ana Lopez")
    for report in (nobody, made(key, event)):
        assert all(
            render(report, file_format).content
            for file_format in ("pdf", "html", "xlsx", "csv", "json")
        )
    sentence = "There are no results yet." if key == "rank_by_round" else "No players yet."
    assert sentence in pages(nobody)[0]
    assert ("Ana Lopez" in pages(made(key, event))[0]) is (key != "rank_by_round")
