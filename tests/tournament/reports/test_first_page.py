"""The beginning of a report: the first page, and the amount that follows."""

from dataclasses import replace

from tests.tournament.reports.samples import plain_report, sheet_report, standings_report
from tournament.reports.first_page import shorten_to_first_page


def rows(report):
    return sum(len(list(table.rows)) for table in report.tables)


def test_short_report_is_shown_complete_with_its_notes():
    report = replace(standings_report(people=6), notes=("Results missing: board 3.",))
    assert shorten_to_first_page(report) == (report, 0)


def test_long_report_is_cut_and_counts_the_remainder():
    first, beyond = shorten_to_first_page(plain_report([f"Ana {n}" for n in range(100)]))
    assert (rows(first), beyond) == (30, 70)


def test_several_tables_share_the_page():
    first, beyond = shorten_to_first_page(standings_report(people=24, divisions=("A", "B", "C")))
    assert [len(list(table.rows)) for table in first.tables] == [24, 6]
    assert beyond == 42


def test_bundle_begins_with_its_first_report():
    bundle = replace(plain_report([]), parts=(plain_report(["Ana"]), plain_report(["Ben"])))
    first, _ = shorten_to_first_page(bundle)
    assert [row[1] for table in first.tables for row in table.rows] == ["Ana"]


def test_score_sheet_keeps_both_players_side_by_side():
    first, beyond = shorten_to_first_page(sheet_report())
    assert beyond == 0
    assert len([table for table in first.tables if table.key == "turns"]) == 2
