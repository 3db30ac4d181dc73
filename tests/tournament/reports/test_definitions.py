"""Standings and score sheet, figure by figure."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from scoring.models import Ruling
from tests.tournament.reports.samples import STAMP, sheet_report, standings_definition
from tournament.engine.entrants import Entrant
from tournament.engine.standings import standings
from tournament.engine.standings.prospects import Prospect
from tournament.reports.figures import format_cell, safe_file_name
from tournament.reports.report import (
    Cell,
    Column,
    Emphasis,
    Group,
    Kind,
    ReportMistake,
    Table,
    cell_value,
)


def by_key(table, key):
    place = [column.key for column in table.columns].index(key)
    return [row[place] for group in table.data_groups for row in group.rows]


def side(report, seat):
    return [table for table in report.tables if table.key == "turns"][seat]


def test_wrong_score_is_struck_through_beside_the_correct_score():
    table = side(sheet_report(), 1)
    assert by_key(table, "word") == ["LOAM", "(OF)FICIATE"]
    assert by_key(table, "announced") == [26, 71]
    assert by_key(table, "correct") == [24, 71]
    assert by_key(table, "counts") == [Cell(24, Emphasis.STRONG, 26), 71]
    assert by_key(table, "difference") == [Cell(2, Emphasis.DIFFERENCE), Cell(0, Emphasis.TICK)]


def test_announced_score_that_stands_is_not_struck_through():
    ruling = Ruling(
        decision="let_stand", announced=26, correct=24, reason="Both had signed",
        ruled_by=User(username="tom"), ruled_at=timezone.make_aware(STAMP),
    )  # fmt: skip
    report = sheet_report(rulings={2: ruling})
    table = side(report, 1)
    assert by_key(table, "correct") == [24, 71]
    assert by_key(table, "counts") == [Cell(26, Emphasis.STRONG), 71]
    assert by_key(table, "difference")[0] == Cell(2, Emphasis.DIFFERENCE)
    assert by_key(table, "total") == [26, Cell(97, instead_of=98)]
    (text,) = [section for section in report.flattened_sections if section.key == "rulings"]
    assert " ".join(text.paragraphs) == (
        "Turn 2. 26 announced, 24 correct: the announced score stands. Both had signed. Ruled by "
        "tom, 3 October 2026, 14:05."
    )


def test_many_differences_span_the_page_and_rulings_stay_beside_the_board():
    turns = "".join(
        f">ann: AEIOURS 8G {'.' * number}{'E' if number else 'AT'} +90 {90 * number}\n"
        ">ben: AEIOURS - +0 0\n"
        for number in (0, *range(2, 8))
    )
    text = f"#player1 ann Ann Example\n#player2 ben Ben Sample\n{turns}"
    at = timezone.make_aware(STAMP)
    ruling = Ruling(decision="correct", announced=90, correct=4, ruled_at=at)
    *_, columns, beneath = sheet_report(text, {1: ruling}).sections
    assert [section.key for side in columns.items for section in side][:2] == ["diagram", "rulings"]
    assert (beneath.key, len(beneath.paragraphs) >= 7) == ("differences", True)


def test_missing_end_rack_is_completed_and_noted():
    game = "#player1 a Ann\n#player2 b Ben\n>a: FLOTY 8H LOFTY +30 30\n" + "".join(
        f">{nick}: {rack} - +0 {total}\n"
        for nick, rack, total in [("b", "QAEIOUR", 0), ("a", "VAEIOUR", 30)] * 3
    )
    report = sheet_report(game)
    last = by_key(side(report, 1), "word")[-1]
    assert cell_value(last) == "final rack, not on the sheet"
    (players,) = [table for table in report.tables if table.key == "players"]
    assert by_key(players, "correct_final") == [30 - 10, 0 - 16]
    assert report.subtitle == "Ann wins, 20 to −16"


def test_file_names_are_plain_for_every_event_name():
    assert safe_file_name("Óbidos Open", "../x", "Round 3") == "obidos-open-x-round-3"
    assert safe_file_name("山") == "report"


def test_value_of_the_wrong_kind_raises_a_report_mistake_at_once():
    with pytest.raises(ReportMistake, match="'spread' of table 'rows' holds spread; got '\\+5'"):
        Table("rows", (Column("spread", "Spread", Kind.SPREAD),), (Group((("+5",),)),))
    with pytest.raises(ReportMistake, match="has 1 columns; a row holds 2 values"):
        Table("rows", (Column("name", "Name"),), (Group((("a", "b"),)),))


def test_uncertain_place_is_in_brackets_and_a_clinched_place_has_a_tick():
    table = standings([Entrant(n, n) for n in (1, 2, 3, 4)], [], after=1)
    prospects = {
        1: Prospect(1, 1, 1, clinched=1),
        2: Prospect(2, 2, 3),
        3: Prospect(3, 2, 4, worst_is_reached=False),
        4: Prospect(4, 2, 4, best_is_reached=False),
    }
    names = {n: f"Player {n}" for n in prospects}
    ranked = standings_definition.RankedDivision(
        "A", table.precedence, table.lines, names, prospects=prospects
    )
    report = standings_definition.standings_report("Open", "open", [ranked], 1, STAMP)
    (shown,) = report.tables
    best, worst = (by_key(shown, key) for key in ("best", "worst"))
    assert [format_cell(Kind.INTEGER, cell) for cell in best] == ["1 ✓", "2", "2", "(2)"]
    assert [format_cell(Kind.INTEGER, cell) for cell in worst] == ["1 ✓", "3", "(4)", "4"]
    assert [cell_value(cell) for cell in worst] == [1, 3, 4, 4]
    notes = ["exact", "", "the worst place is a limit", "the best place is a limit"]
    assert by_key(shown, "place_note") == notes
    for start in ("A place in brackets is a limit:", "✓ marks a place that no other player can"):
        assert any(note.startswith(start) for note in report.notes)
