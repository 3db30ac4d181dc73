"""Papers use few sheets: long reports, type sizes of lists for the hall, rows in a workbook."""

import io
from dataclasses import replace
from random import Random

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.tournament.reports.samples import STAMP, standings_definition
from tournament.engine.entrants import Entrant
from tournament.engine.results import Result
from tournament.engine.standings import standings
from tournament.reports.definitions import pairings
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
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Look, Report, Table, Text
from tournament.reports.ties import format_ties

FIRST = ("Abigail", "Øystein", "Małgorzata", "Zoë", "Ben", "Christopher", "Ana", "Finn", "Li", "Jo")
LAST = (
    "Thistlewood", "Bakke", "Żuk", "Lindqvist", "Okafor", "Featherstonehaugh", "Müller", "Ng", "Þórsson", "Ito",
    "Ng-Bakke",
)  # fmt: skip
LONG_NAME = "Μαρία Χατζηγεωργίου-Παπαδημητρακοπούλου"
NAMES = [f"{first} {last}" for first in FIRST for last in LAST]
WHY = (
    "both have 3½ wins",
    "they have not met before",
    "rank 12 meets rank 37, the nearest in the group who has not been met",
    "the lot decided who goes first: both went first twice",
    "pulled down from 4 wins: nobody there was left",
)


def report(*sections, **more):
    return Report("made", "Made", "Autumn Open", "autumn-open", STAMP, sections=sections, **more)


def table(columns, rows, **more):
    return Table("rows", columns, (Group(tuple(rows)),) if rows else (), **more)


def pages(made, paper="a4"):
    return PdfReader(io.BytesIO(render_report(made, "pdf", paper).content)).pages


def reasons(boards):
    """Return the reasons for every board, in the form of the report."""
    draw = Random(3)
    columns = (
        Column("board", "Board", Kind.INTEGER),
        *(Column("first", "First"), Column("first_record", "So far", width=12)),
        *(Column("second", "Second"), Column("second_record", "So far", width=12)),
        Column("why", "Why", width=44),
    )
    rows = []
    for board in range(1, boards + 1):
        first, second = (f"{draw.randint(1, 300)} {name}" for name in draw.sample(NAMES, 2))
        why = "; ".join(draw.sample(WHY, draw.randint(2, 4)))
        rows.append((board, first, "3½-1½ +212", second, "3½-1½ −45", why))
    return report(table(columns, rows))


def by_name(players):
    rows = [
        (
            sorted(NAMES)[n % 110],
            n + 1,
            n // 2 + 1,
            "first",
            NAMES[n * 7 % 110],
            n * 7 % players + 1,
        )
        for n in range(players)
    ]
    return report(table(pairings.BY_NAME, rows), for_hall=True)


def test_columns_share_the_width_according_to_their_content():
    """With equal limits on the widest columns, 150 boards took 16 pages."""
    assert len(pages(reasons(150))) <= 10


def sizes_of(page):
    """Return the type sizes on a page by text."""
    sizes = {}
    page.extract_text(
        visitor_text=lambda text, _user, _at, _font, size: sizes.setdefault(text.strip(), size)
    )
    return {text: size for text, size in sizes.items() if text}


def test_hall_list_breaks_no_name():
    """A bold name was measured in regular type and broken into "Quillfeath" and "er"."""
    names = [f"Anouk Quillfeather{letter}" for letter in "abcdefghijkl"]
    columns = (
        Column("board", "Board", Kind.INTEGER),
        *(Column("first", "Goes first"), Column("first_record", "Record", wraps=False)),
        *(Column("second", "Goes second"), Column("second_record", "Record", wraps=False)),
    )
    rows = [
        (board, Cell(name, Emphasis.STRONG), "5½-1½ +1420", name, "4-2 −1214")
        for board, name in enumerate(names, 1)
    ]
    (page,) = pages(report(table(columns, rows), for_hall=True), "letter")
    words = [word for word in page.extract_text().split() if word.startswith("Quill")]
    assert words == [name.split()[1] for name in names for _ in range(2)]


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


def test_wrapped_workbook_row_has_the_height_it_needs():
    rows = [("Ana", "short"), ("Ben", "a long sentence " * 12), ("Cy", "one\ntwo\nthree")]
    content = render_report(report(table(NAME_AND_TEAM, rows)), "xlsx").content
    sheet = load_workbook(io.BytesIO(content)).worksheets[0]
    heights = [sheet.row_dimensions[number].height for number in (2, 3, 4)]
    assert heights == [None, 60.0, 45.0]


@pytest.mark.parametrize("rows", range(36, 120, 3))
def test_no_page_of_a_list_has_fewer_than_five_lines(rows):
    notes = ("Players of equal rank share the place.", "Results missing: boards 4 and 9.")
    made = report(table((Column("name", "Name"),), [(NAMES[n % 110],) for n in range(rows)]))
    texts = [page.extract_text() for page in pages(replace(made, notes=notes))]
    lines = [len([line for line in text.splitlines() if line.strip()]) for text in texts]
    assert min(lines) >= 5 + 2, lines  # plus the header and the footer
    assert sum(text.count(note) for text in texts for note in notes) == 2


@pytest.mark.parametrize("rows", range(36, 120, 3))
def test_signatures_never_stand_alone_on_a_sheet(rows):
    signatures = Table(
        "signatures",
        (Column("who", "Signed by"), Column("line", "")),
        (Group((("Player", ""), ("Player", ""), ("Director", ""))),),
        row_height=24.0,
    )
    names = table((Column("name", "Name"),), [(NAMES[n % 110],) for n in range(rows)])
    last = pages(report(names, signatures))[-1].extract_text()
    assert last.count("Player") == 2
    assert sum(name in last for name in NAMES) >= 1, last


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


@pytest.mark.parametrize(("players", "least"), [(24, 14), (120, 11), (300, 11)])
def test_hall_list_is_set_in_large_type(players, least):
    for page in pages(by_name(players)):
        assert min(size for text, size in sizes_of(page).items() if text in NAMES) >= least
