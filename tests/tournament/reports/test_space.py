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
from tournament.reports.report import (
    Align,
    Cell,
    Column,
    Emphasis,
    Group,
    Kind,
    Look,
    Report,
    Table,
    Text,
)
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
        Column("first", "First"),
        Column("first_record", "So far", width=12),
        Column("second", "Second"),
        Column("second_record", "So far", width=12),
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


@pytest.mark.parametrize("players", [24, 120, 300])
def test_hall_list_is_set_at_eleven_points_or_more(players):
    for page in pages(by_name(players)):
        sizes = [size for text, size in sizes_of(page).items() if text in NAMES]
        assert sizes
        assert min(sizes) >= 11


def test_short_hall_list_fills_its_sheet():
    (page,) = pages(by_name(24))
    assert min(size for text, size in sizes_of(page).items() if text in NAMES) >= 14


def test_results_of_two_meetings_are_printed_on_two_lines():
    """The cross-table had a box at the line break."""
    columns = (Column("name", "Name"), Column("of_1", "1", Kind.SPREAD))
    square = Cell(81, shown="+37\n+44")
    (page,) = pages(report(table(columns, [("Ana", square)], look=Look.GRID)))
    at = {}
    page.extract_text(
        visitor_text=lambda text, _user, place, _font, _size: at.setdefault(text.strip(), place[5])
    )
    assert at["+37"] > at["+44"]


def test_hall_list_breaks_no_name():
    """A bold name was measured in regular type and broken into "Quillfeath" and "er"."""
    names = [f"Anouk Quillfeather{letter}" for letter in "abcdefghijkl"]
    columns = (
        Column("board", "Board", Kind.INTEGER),
        Column("first", "Goes first"),
        Column("first_record", "Record", wraps=False),
        Column("second", "Goes second"),
        Column("second_record", "Record", wraps=False),
    )
    rows = [
        (board, Cell(name, Emphasis.STRONG), "5½-1½ +1420", name, "4-2 −1214")
        for board, name in enumerate(names, 1)
    ]
    (page,) = pages(report(table(columns, rows), for_hall=True), "letter")
    words = page.extract_text().split()
    assert [word for word in words if word.startswith("Quill")] == [
        name.split()[1] for name in names for _ in range(2)
    ]


def test_long_name_breaks_after_its_hyphen_and_a_record_never():
    load_fonts()
    name, lines = LONG_NAME, ["Μαρία Χατζηγεωργίου-", "Παπαδημητρακοπούλου"]
    assert wrap_text(name, BOLD, 10, 140) == lines
    assert breakable_parts("13-12") == ["13-12"]
    # a name that fits on the next line moves there unbroken
    assert wrap_text("Bartholomew Brown-Jones", REGULAR, 10, 80) == ["Bartholomew", "Brown-Jones"]
    # on a slip or badge, this does not reduce the size
    assert fit_text(name, BOLD, 10, 140, 2, 6) == (10, lines)


def test_cross_table_of_24_players_fits_on_a_sheet():
    columns = (
        Column("rank", "Rank", Kind.INTEGER),
        Column("number", "No.", Kind.INTEGER),
        Column("name", "Name", width=18),
        Column("wins", "Wins", Kind.RECORD),
        Column("spread", "Spread", Kind.SPREAD),
        *(
            Column(f"against_{n}", str(n), Kind.SPREAD, align=Align.CENTRE, width=4, wraps=False)
            for n in range(1, 25)
        ),
    )
    rows = [(n, n, NAMES[n], 3.5, 1032, *(137 - 10 * m for m in range(24))) for n in range(1, 25)]
    chart = table(columns, rows, look=Look.GRID, repeat=5)
    assert len(pages(report(chart, landscape=True))) == 1


NAME_AND_TEAM = (Column("name", "Name"), Column("team", "Team"))


def test_empty_column_is_omitted_from_papers_of_the_whole_event():
    bare = hide_empty_columns(report(table(NAME_AND_TEAM, [("Ana", ""), ("Ben", None)])))
    (shown,) = bare.tables
    assert [column.data_only for column in shown.columns] == [False, True]
    to_fill_in = report(table(NAME_AND_TEAM, [("Ana", None)], look=Look.GRID))
    assert hide_empty_columns(to_fill_in) == to_fill_in


def test_report_without_rows_or_text_is_empty():
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


def test_notes_below_a_full_list_need_no_second_page():
    made = report(table((Column("name", "Name"),), [(NAMES[n],) for n in range(45)]))
    assert len(pages(made)) == 1
    notes = tuple(f"Note {n}: players of equal rank share the place." for n in range(5))
    assert len(pages(replace(made, notes=notes))) == 1


def test_tables_of_the_same_kind_share_a_type_size():
    columns = (Column("name", "Name"), *(Column(f"c{n}", f"Round {n}") for n in range(8)))
    made = report(
        replace(table(columns, [("Ann", *["12"] * 8)]), title="A"),
        replace(table(columns, [("Eva", *["Featherstonehaugh"] * 8)]), title="B"),
    )
    sizes = sizes_of(pages(made)[0])
    assert sizes["Ann"] == sizes["Eva"] < 9


def test_withdrawn_entries_are_listed_below_and_no_shows_have_no_rank():
    entrants = [
        Entrant(1, 1, 1900),
        Entrant(2, 2, 1800, withdrawn_after=1),
        Entrant(3, 3, 1700),
        Entrant(4, 4, 1600, withdrawn_after=0),
    ]
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
    assert [line.split()[2] for line in lines[at - 2 : at]] == ["Ann", "Cyd"]
    assert lines[at + 1].startswith("3 2 Ben")
    assert lines[at + 2] == "Withdrawn without playing"
    assert lines[at + 3].startswith("4 Dot")
    (ties_apart,) = pages(format_ties(made, apart=True))
    assert "Withdrawn without playing" in ties_apart.extract_text()
    assert "Final standings" in page.extract_text()
    heads = next(line for line in lines if line.startswith("Rank"))
    assert heads == "Rank No. Name Wins Losses Spread"  # no ties, no repeats
    data = render_report(made, "csv").content.decode("utf-8-sig").splitlines()
    assert data[0].split(",")[:3] == ["Rank", "Number", "Name"]
    assert data[4].startswith(",4,Dot")
