"""Papers use few sheets: long reports, type sizes of lists for the hall, rows in a workbook."""

import io

from pypdf import PdfReader

from tests.tournament.reports.samples import STAMP, standings_definition
from tournament.engine.entrants import Entrant
from tournament.engine.results import Result
from tournament.engine.standings import standings
from tournament.reports.delivery import render_report
from tournament.reports.event_folder import hide_empty_columns, is_empty_report
from tournament.reports.renderers.paper.typeface import (
    BOLD,
    REGULAR,
    breakable_parts,
    fit_text,
    load_fonts,
    wrap_text,
)
from tournament.reports.report import Column, Group, Look, Report, Table, Text
from tournament.reports.ties import format_ties

LONG_NAME = "Μαρία Χατζηγεωργίου-Παπαδημητρακοπούλου"


def report(*sections, **more):
    return Report("made", "Made", "Autumn Open", "autumn-open", STAMP, sections=sections, **more)


def table(columns, rows, **more):
    return Table("rows", columns, (Group(tuple(rows)),) if rows else (), **more)


def pages(made, paper="a4"):
    return PdfReader(io.BytesIO(render_report(made, "pdf", paper).content)).pages


def sizes_of(page):
    """Return the type sizes on a page by text."""
    sizes = {}
    page.extract_text(
        visitor_text=lambda text, _user, _at, _font, size: sizes.setdefault(text.strip(), size)
    )
    return {text: size for text, size in sizes.items() if text}


def test_long_name_breaks_after_its_hyphen_and_a_record_never():
    load_fonts()
    name, lines = LONG_NAME, ["Μαρία Χατζηγεωργίου-", "Παπαδημητρακοπούλου"]
    assert wrap_text(name, BOLD, 10, 140) == lines
    assert breakable_parts("13-12") == ["13-12"]
    # a name that fits on the next line moves there unbroken
    assert wrap_text("Bartholomew Brown-Jones", REGULAR, 10, 80) == ["Bartholomew", "Brown-Jones"]
    # on a slip or badge, this does not reduce the size
    assert fit_text(name, BOLD, 10, 140, 2, 6) == (10, lines)


NAME_AND_TEAM = (Column("name", "Name"), Column("team", "Team"))


def test_empty_column_is_omitted_from_papers_of_the_whole_event():
    bare = hide_empty_columns(report(table(NAME_AND_TEAM, [("Ana", ""), ("Ben", None)])))
    assert [column.data_only for column in next(iter(bare.tables)).columns] == [False, True]
    to_fill_in = report(table(NAME_AND_TEAM, [("Ana", None)], look=Look.GRID))
    assert hide_empty_columns(to_fill_in) == to_fill_in
    assert is_empty_report(report(table(NAME_AND_TEAM, [])))
    assert not is_empty_report(report(table(NAME_AND_TEAM, [("Ana", "")])))
    assert not is_empty_report(report(table(NAME_AND_TEAM, []), Text(("Nobody has paid yet.",))))


def test_withdrawn_entries_are_listed_below_and_no_shows_have_no_rank():
    left = {2: 1, 4: 0}
    entrants = [Entrant(n, n, 2000 - 100 * n, withdrawn_after=left.get(n)) for n in (1, 2, 3, 4)]
    results = [Result(1, 1, 2, 400, 350), Result(2, 1, 3, 410, 390)]
    ranking = standings(entrants, results, after=2, keys=("wins", "spread", "head_to_head_wins"))
    names = {1: "Ann", 2: "Ben", 3: "Cyd", 4: "Dot"}
    ranked = standings_definition.RankedDivision(
        "A", ranking.precedence, ranking.lines, names, final=True
    )
    made = standings_definition.standings_report("Open", "open", [ranked], 2, STAMP)
    (page,) = pages(made)
    lines = [line.strip() for line in page.extract_text().splitlines()]
    at = lines.index("Withdrawn")
    assert lines[at - 3] == "Rank No. Name Wins Losses Spread"  # no ties, no repeats
    assert [line.split()[2] for line in lines[at - 2 : at]] == ["Ann", "Cyd"]
    assert lines[at + 1].startswith("3 2 Ben")
    assert lines[at + 2] == "Withdrawn without playing"
    assert lines[at + 3].startswith("4 Dot")
    assert "Final standings" in page.extract_text()
    (ties_apart,) = pages(format_ties(made, apart=True))
    assert "Withdrawn without playing" in ties_apart.extract_text()
    data = render_report(made, "csv").content.decode("utf-8-sig").splitlines()
    assert data[0].split(",")[:3] == ["Rank", "Number", "Name"]
    assert data[4].startswith(",4,Dot")
