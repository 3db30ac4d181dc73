"""The recount and the list of differences, figure by figure, and with options from the database."""

import io
from dataclasses import replace

import pytest
from pypdf import PdfReader

from scoring.actions.disputes import rule_on_disputed_turn
from scoring.actions.turns import record_all_turns
from scoring.engine import gcg
from scoring.models import Ruling
from scoring.queries.disputes import ColumnPosition
from scoring.queries.sheets import sheet
from tests.scoring.disputed_games import STUCK, TURNS
from tests.tournament.reports.disputed import disputed_game, recount_report
from tests.tournament.reports.samples import STAMP
from tournament.actions.results.recorded_games import start_game
from tournament.reports.definition import find_definition
from tournament.reports.delivery import render_report
from tournament.reports.report import BoardDrawing, Text, cell_value
from tournament.reports.report_options import CannotReport, GameOptions


def rows(report, key):
    (table,) = (table for table in report.tables if table.key == key)
    return [tuple(cell_value(cell) for cell in row) for row in table.rows]


def text(report, key):
    (section,) = (
        part for part in report.flattened_sections if isinstance(part, Text) and part.key == key
    )
    return section.paragraphs


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
