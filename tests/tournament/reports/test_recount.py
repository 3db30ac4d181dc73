"""The recount and the list of differences, figure by figure, and with options from the database."""

import io
import json
from dataclasses import replace

import pytest
from django.utils import timezone
from pypdf import PdfReader

from scoring.actions.disputes import TypedColumn, rule_on_disputed_turn, save_columns
from scoring.actions.turns import record_all_turns
from scoring.engine import gcg
from scoring.models import Ruling
from scoring.queries.disputes import ColumnPosition
from scoring.queries.sheets import sheet
from tests.scoring.disputed_games import STUCK, TURNS
from tests.tournament.reports.disputed import (
    SHEETS,
    disputed_game,
    recount_report,
    result,
)
from tests.tournament.reports.samples import STAMP
from tournament.actions.results.recorded_games import start_game
from tournament.models import ResultEntry
from tournament.reports.definition import find_definition
from tournament.reports.delivery import render_report
from tournament.reports.report import BoardDrawing, Cell, Emphasis, Text, cell_value
from tournament.reports.report_options import CannotReport, GameOptions


def rows(report, key):
    (table,) = (table for table in report.tables if table.key == key)
    return [tuple(cell_value(cell) for cell in row) for row in table.rows]


def text(report, key):
    (section,) = (
        part for part in report.flattened_sections if isinstance(part, Text) and part.key == key
    )
    return section.paragraphs


ENDED = TURNS + STUCK
"""By the rules Ann Example 94, Ben Sample 8."""
BOTH = dict.fromkeys(SHEETS, "") | {ColumnPosition(1, 1): "30\n71", ColumnPosition(1, 2): "26"}


def _to_the_end(text=ENDED, sheets=BOTH, **more):
    return disputed_game(text, {place: sheet for place, sheet in sheets.items() if sheet}, **more)


def test_recount_names_the_announced_outcome_and_its_winner():
    """LOAM and 60 too many announced: a tie at 94; by the rules Ann Example wins."""
    tie = ENDED.replace("+26 26", "+110 110").replace(": QIEIOUR - +0 26", ": QIEIOUR - +0 110")
    report = recount_report(_to_the_end(tie, rulings={}), [result(94, 8)])
    assert ("As announced in the record", 94, 94, "Tie, 94 each") in rows(report, "finals")


def test_rulings_and_pending_results_appear_beside_the_counting_result():
    ruling = Ruling(
        decision="let_stand", announced=126, correct=24, ruled_at=timezone.make_aware(STAMP)
    )
    turns = ENDED.replace("+26 26", "+126 126").replace(": QIEIOUR - +0 26", ": QIEIOUR - +0 126")
    beside = ResultEntry(
        first_score=94, second_score=110, outcome="played", standing="beside", source="recorded"
    )
    dispute = _to_the_end(turns, rulings={2: ruling})
    report = recount_report(dispute, [result(94, 8), beside])
    (table,) = (table for table in report.tables if table.key == "finals")
    strong = {cell.emphasis for cell in [*table.rows][-5] if isinstance(cell, Cell)}
    assert strong == {Emphasis.STRONG}
    ben, ann = (94, 110, "Ben Sample wins, 110 to 94"), (94, 8, "Ann Example wins, 94 to 8")
    assert rows(report, "finals")[-5:] == [
        ("As ruled", *ben),
        ("As announced in the record", *ben),
        ("Before: the result first entered", *ann),
        ("After: the game with all rulings, once the director decides", *ben),
        ("Until the director decides: the result that counts", *ann),
    ]
    assert report.subtitle == (
        "Current result: Ann Example 94, Ben Sample 8, until the director decides which result counts."
    )
    assert text(report, "flips") == (f"The winner changes. Before: {ann[2]}. After: {ben[2]}.",)


def test_recount_draws_first_the_turns_on_which_the_sheets_differ():
    words = ["8G AT", *(f"8G {'.' * number}E" for number in range(2, 8))]
    turns = "".join(f">ann: ABC {word} +3 3\n>ben: ABC - +0 0\n" for word in words)
    game = f"#player1 ann Ann Example\n#player2 ben Ben Sample\n{turns}"
    alike = "90\n70\n91\n71\n92\n72\n"
    sheets = {ColumnPosition(1, 1): f"{alike}93", ColumnPosition(2, 1): f"{alike}3"}
    report = recount_report(disputed_game(game, sheets, {}))
    boards = [part.key for part in report.flattened_sections if isinstance(part, BoardDrawing)]
    assert (len(boards), boards[-1]) == (6, "board_turn_13")
    (left_out,) = text(report, "boards_left_out")
    assert left_out.startswith(
        "Boards are drawn for 6 of 7 disputed turns; turns on which the sheets"
    )


@pytest.mark.full
def test_signatures_stay_on_a_page_below_any_content():
    report, pages = recount_report(disputed_game(sheets={ColumnPosition(1, 2): "26\n71"})), set()
    for lines in range(8, 52, 4):
        above = Text(tuple("Recounted." for _ in range(lines)), "Above")
        longer = replace(report, sections=(above, *report.sections))
        reader = PdfReader(io.BytesIO(render_report(longer, "pdf").content))
        signed = [page.extract_text() for page in reader.pages if "____" in page.extract_text()]
        assert len(signed) == 1, f"{lines} lines above"
        for words in ("Agreed and signed", "Ann Example", "Ben Sample", "Director"):
            assert words in signed[0], f"{lines} lines above"
        pages.add(len(reader.pages))
    assert len(pages) > 1, "nothing was ever near the foot of a page"


def test_game_without_plays_is_recounted_by_its_sheets():
    head = "#player1 ann Ann\n#player2 ben Ben\n"
    disputed = disputed_game(f"{head}>ann: A - +0 0\n", {**SHEETS, ColumnPosition(2, 1): "30"}, {})
    report = recount_report(disputed)
    assert dict(report.facts)["Plays"] == "not recorded"
    assert rows(report, "finals") == [
        ("Sheet A", 30, 98, "Ben wins, 98 to 30"),
        ("Sheet A, with corrected addition", 30, 97, "Ben wins, 97 to 30"),
        ("Sheet B", 30, 95, "Ben wins, 95 to 30"),
        ("Before: as announced in the record", 0, 0, "open"),
    ]
    assert not [part for part in report.flattened_sections if isinstance(part, BoardDrawing)]


@pytest.fixture
def game(desk, board):
    """Record board 1 of round 1 completely, with one wrong announced score."""
    started = start_game(desk, board(1))
    names = [player.name for player in started.players.all()]
    text = TURNS.replace("Ann Example", names[0]).replace("Ben Sample", names[1]) + STUCK
    record_all_turns(started, gcg.read(text), desk)
    return started


def build(key, event, **options):
    chosen = find_definition(key)
    return chosen.build(event, chosen.Options(**options), STAMP)


@pytest.mark.django_db
def test_recount_is_requested_by_round_and_board(desk, event, game):
    save_columns(
        game,
        {ColumnPosition(1, 2): TypedColumn("26"), ColumnPosition(2, 2): TypedColumn("24")},
        desk,
    )
    document = json.loads(render_report(build("recount", event, round=1, board=1), "json").content)
    assert (document["board"], document["round"], document["division"]) == ("1", 1, "A")
    assert document["turns"][1]["sheet_a_score"] == 26
    assert document["board_turn_2"][6][8:12] == ["L", "O", "A", "M"]


@pytest.mark.django_db
def test_game_without_sheets_is_recounted_from_its_record(desk, event, game):
    """LOAM for 24 was announced as 26; no sheet was typed."""
    entry = sheet(game).rows[1].entry
    rule_on_disputed_turn(entry, Ruling.Decision.LET_STAND, 26, desk, reason="Agreed at the table.")
    report = build("recount", event, round=1, board=1)
    names = [player.name for player in game.players.all()]
    assert report.subtitle.startswith(f"Current result: {names[0]} 94, {names[1]} 10, as ruled ")
    first, second = (table for table in report.tables if table.key == "turns")
    assert (first.title, second.title) == tuple(names)
    assert [cell_value(cell) for cell in next(iter(second.rows))] == [2, "7I LOAM", 26, 24, 26, 26]
    assert text(report, "findings")[0].startswith(
        f"Turn 2, {names[1]}: 7I LOAM. 26 announced, 24 correct. "
    )
    assert "Agreed at the table. Ruled by director" in text(report, "rulings")[0]
    assert text(report, "flips") == ("The winner does not change.",)
    boards = [part.key for part in report.flattened_sections if isinstance(part, BoardDrawing)]
    assert boards == ["board_turn_2"]
    assert find_definition("recount").folder_options(event) == [GameOptions("a", 1, 1)]
    rule_on_disputed_turn(entry, Ruling.Decision.CORRECT, 27, desk, reason="It was 27.")
    ruled = text(build("recount", event, round=1, board=1), "rulings")
    assert [sentence.partition(" announced")[0] for sentence in ruled] == [
        "Turn 2. 26",
        "Turn 2. 27",
    ]


@pytest.mark.django_db
def test_recount_requires_a_difference(desk, event, round_one, board):
    for options, sentence in (
        ({"round": 1, "board": 2}, "Board 2 of round 1 was not recorded"),
        ({}, r"A recount covers one game\. Choose the round and the board"),
    ):
        with pytest.raises(CannotReport, match=sentence):
            build("recount", event, **options)
    record_all_turns(start_game(desk, board(2)), gcg.read(TURNS.partition(">ben")[0]), desk)
    with pytest.raises(CannotReport, match="all announced scores are correct"):
        build("recount", event, round=1, board=2)


@pytest.mark.django_db
def test_earlier_ruling_stays_on_the_list(desk, event, game):
    entry = sheet(game).rows[1].entry
    rule_on_disputed_turn(entry, Ruling.Decision.LET_STAND, 26, desk, reason="Agreed.")
    rule_on_disputed_turn(entry, Ruling.Decision.CORRECT, 26, desk, reason="Recounted.")
    report = build("differences", event)
    assert next(row[9:12] + row[13:14] for row in rows(report, "differences")) == (
        "corrected", 24, "director", "Recounted.",
    )  # fmt: skip
    (earlier,) = rows(report, "earlier")
    assert (earlier[6:11], earlier[12]) == ((26, 24, "stands", 26, "director"), "Agreed.")


@pytest.mark.django_db
@pytest.mark.parametrize("boards", [1, 2])
def test_number_of_queries_does_not_grow_with_games(
    desk, event, board, boards, django_assert_num_queries
):
    for number in range(1, boards + 1):
        record_all_turns(start_game(desk, board(number)), gcg.read(TURNS), desk)
    with django_assert_num_queries(7):
        report = build("differences", event, round=1)
    assert [row[2] for row in rows(report, "differences")] == list(range(1, boards + 1))


WON_ON_TIME = ResultEntry(first_score=94, second_score=8, outcome="second_wins", standing="counts")


@pytest.mark.parametrize(
    ("results", "current", "flip"),
    [
        ([result(94, 8)], "Ann Example 94, Ben Sample 8, by the correct scores.", ""),
        (
            [result(94, 184, "superseded"), result(94, 8)],
            "Ann Example 94, Ben Sample 8, by the correct scores.",
            "Before: Ben Sample wins, 184 to 94. After: Ann Example wins, 94 to 8.",
        ),
        (
            [result(94, 8, "superseded"), WON_ON_TIME],
            "Ben Sample wins: Ben Sample 8, Ann Example 94, the result that counts for the board.",
            "",
        ),
    ],
)
def test_heading_gives_a_single_answer_with_the_flip_below(results, current, flip):
    apart = {
        **BOTH,
        ColumnPosition(1, 2): "200",
        ColumnPosition(2, 1): "30\n71",
        ColumnPosition(2, 2): "24",
    }
    report = recount_report(_to_the_end(sheets=apart, rulings={}), results)
    assert report.subtitle == f"Current result: {current}"
    if flip:
        assert flip in str(text(report, "flips"))
    if results[-1] is WON_ON_TIME:
        assert rows(report, "finals")[-1][-1] == "Ben Sample wins: Ben Sample 8, Ann Example 94"
