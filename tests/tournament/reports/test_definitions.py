"""Standings and score sheet, figure by figure."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from scoring.models import Ruling
from scoring.wording.phrases import signed
from tests.tournament.reports.samples import (
    GAME,
    STAMP,
    sheet_report,
    standings_definition,
    standings_report,
)
from tournament.engine.entrants import Entrant
from tournament.engine.standings import standings
from tournament.engine.standings.prospects import Prospect
from tournament.reports.figures import date_and_time, format_cell, halves, safe_file_name
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, ReportMistake, Table, raw
from tournament.reports.ties import format_ties


def by_key(table, key):
    place = [column.key for column in table.columns].index(key)
    return [row[place] for group in table.data_groups for row in group.rows]


def side(report, seat):
    return [table for table in report.tables if table.key == "turns"][seat]


def test_a_tie_is_counted_as_a_tie_and_explained():
    report = standings_report(people=2, rounds=1)
    (table,) = report.tables
    assert by_key(table, "wins") == by_key(table, "losses") == [0.5, 0.5]
    assert by_key(table, "ties") == [1, 1]
    assert by_key(table, "rank") == [1, 1]
    shared = "Players of equal rank share the place."
    assert format_ties(report, apart=False).notes == (
        shared,
        "A tie counts half a win and half a loss.",
    )
    other = format_ties(report, apart=True)
    assert other.notes == (
        shared,
        "Wins, losses and ties are counted separately; a tie ranks as half a win.",
    )
    (table,) = other.tables
    assert [by_key(table, key) for key in ("wins", "losses", "ties")] == [[0, 0], [0, 0], [1, 1]]


def test_a_wrong_score_is_struck_through_beside_the_correct_one():
    table = side(sheet_report(), 1)
    assert by_key(table, "word") == ["LOAM", "(OF)FICIATE"]
    assert by_key(table, "announced") == [26, 71]
    assert by_key(table, "correct") == [24, 71]
    assert by_key(table, "counts") == [Cell(24, Emphasis.STRONG, 26), 71]
    assert by_key(table, "difference") == [Cell(2, Emphasis.DIFFERENCE), Cell(0, Emphasis.TICK)]


def test_a_total_is_struck_through_where_it_parts_from_the_correct_one():
    table = side(sheet_report(), 1)
    assert by_key(table, "announced_total") == [26, 98]
    assert by_key(table, "total") == [Cell(24, instead_of=26), Cell(95, instead_of=98)]


def test_a_carried_difference_is_not_struck_through_again():
    right_after = GAME.replace("+71 98", "+71 97")
    assert by_key(side(sheet_report(right_after), 1), "total") == [Cell(24, instead_of=26), 95]


def test_an_announced_score_that_stands_counts_and_is_not_struck_through():
    ruling = Ruling(
        decision="let_stand",
        announced=26,
        correct=24,
        reason="Both had signed",
        ruled_by=User(username="tom"),
        ruled_at=timezone.make_aware(STAMP),
    )
    report = sheet_report(rulings={2: ruling})
    table = side(report, 1)
    assert by_key(table, "correct") == [24, 71]
    assert by_key(table, "counts") == [Cell(26, Emphasis.STRONG), 71]
    assert by_key(table, "difference")[0] == Cell(2, Emphasis.DIFFERENCE)
    assert by_key(table, "total") == [26, Cell(97, instead_of=98)]
    (text,) = [section for section in report.flat if section.key == "rulings"]
    (paragraph,) = text.paragraphs
    assert paragraph == (
        "Turn 2. 26 announced, 24 correct: the announced score stands. Both had signed. "
        "Ruled by tom, 3 October 2026, 14:05."
    )


def test_what_was_not_a_play_is_named():
    words = by_key(side(sheet_report(), 0), "word")
    assert [raw(word) for word in words] == ["LOFTY", "exchanged IUU", "pass"]


def test_differences_are_told_with_their_turn_and_proof():
    report = sheet_report()
    (text,) = [section for section in report.flat if section.key == "differences"]
    assert text.paragraphs[0].startswith("Turn 2. =Ben Sample, 7I LOAM: 26 announced, 24 correct.")
    assert "total 98 announced, but 26 + 71 is 97" in text.paragraphs[1]


def test_many_differences_go_across_the_page_and_a_ruling_stays_beside_the_board():
    turns = "".join(
        f">ann: AEIOURS 8G {'.' * number}{'AT' if not number else 'E'} +90 {90 * number}\n"
        ">ben: AEIOURS - +0 0\n"
        for number in (0, *range(2, 8))
    )
    text = f"#player1 ann Ann Example\n#player2 ben Ben Sample\n{turns}"
    ruling = Ruling(
        decision="correct", announced=90, correct=4, ruled_at=timezone.make_aware(STAMP)
    )
    *_, columns, beneath = sheet_report(text, {1: ruling}).sections
    assert [section.key for side in columns.items for section in side][:2] == ["diagram", "rulings"]
    assert (beneath.key, len(beneath.paragraphs) >= 7) == ("differences", True)
    *_, columns = sheet_report().sections
    assert [section.key for side in columns.items for section in side][:2] == [
        "diagram",
        "differences",
    ]


def test_a_game_without_differences_says_so():
    report = sheet_report("#player1 a Ann\n#player2 b Ben\n>a: FLOTYAE 8H LOFTY +30 30\n")
    (text,) = [section for section in report.flat if section.key == "differences"]
    assert text.paragraphs == ("All announced scores are correct.",)
    assert report.subtitle == "not finished"


def test_an_end_rack_the_sheet_lacks_is_completed_and_said():
    game = "#player1 a Ann\n#player2 b Ben\n>a: FLOTY 8H LOFTY +30 30\n" + "".join(
        f">{nick}: {rack} - +0 {total}\n"
        for nick, rack, total in [("b", "QAEIOUR", 0), ("a", "VAEIOUR", 30)] * 3
    )
    report = sheet_report(game)
    assert [raw(word) for word in by_key(side(report, 1), "word")][-1] == "rack, not on the sheet"
    (players,) = [table for table in report.tables if table.key == "players"]
    assert by_key(players, "correct_final") == [30 - 10, 0 - 16]
    assert report.subtitle == "Ann wins, 20 to −16"


def test_figures_are_written_as_the_field_writes_them():
    assert [signed(n) for n in (212, -45, 0)] == ["+212", "−45", "0"]
    assert [halves(n) for n in (6.5, 3, 0.5, 0)] == ["6½", "3", "½", "0"]
    assert format_cell(Kind.SCORE, -5) == "−5"
    assert date_and_time(sheet_report().printed_at) == "3 October 2026, 14:05"


def test_file_names_are_plain_whatever_the_event_is_called():
    assert safe_file_name("Óbidos Open", "../x", "Round 3") == "obidos-open-x-round-3"
    assert safe_file_name("山") == "report"


def test_a_value_of_the_wrong_kind_is_our_mistake_and_found_at_once():
    with pytest.raises(ReportMistake, match="'spread' of table 'rows' holds spread; got '\\+5'"):
        Table("rows", (Column("spread", "Spread", Kind.SPREAD),), (Group((("+5",),)),))
    with pytest.raises(ReportMistake, match="has 1 columns; a row holds 2 values"):
        Table("rows", (Column("name", "Name"),), (Group((("a", "b"),)),))


def test_a_place_that_may_not_be_reached_stands_in_brackets_and_one_that_is_certain_has_a_tick():
    table = standings([Entrant(n, n) for n in (1, 2, 3, 4)], [], after=1)
    prospects = {
        1: Prospect(1, 1, 1, clinched=1),
        2: Prospect(2, 2, 3),
        3: Prospect(3, 2, 4, worst_is_reached=False),
        4: Prospect(4, 2, 4, best_is_reached=False),
    }
    names = {n: f"Player {n}" for n in prospects}
    ranked = standings_definition.Ranked(
        "A", table.precedence, table.lines, names, prospects=prospects
    )
    report = standings_definition.standings_report("Open", "open", [ranked], 1, STAMP)
    (shown,) = report.tables
    assert [format_cell(Kind.INTEGER, cell) for cell in by_key(shown, "best")] == [
        "1 ✓",
        "2",
        "2",
        "(2)",
    ]
    assert [format_cell(Kind.INTEGER, cell) for cell in by_key(shown, "worst")] == [
        "1 ✓",
        "3",
        "(4)",
        "4",
    ]
    assert [raw(cell) for cell in by_key(shown, "worst")] == [1, 3, 4, 4]
    assert by_key(shown, "place_note") == ["exact", "", "worst is a limit", "best is a limit"]
    assert [note for note in report.notes if "brackets" in note or "✓" in note] == [
        (
            "A place in brackets is a limit: nobody can finish beyond it, but it may not be "
            "reachable."
        ),
        "✓ marks a place that nobody else can take.",
    ]
