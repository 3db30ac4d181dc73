"""Files of features that no report of the evening in `test_every_report.py` has, in every format."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest

from scoring.queries.disputes import ColumnPosition
from tests.drawn import check_drawn, pages_of, parts_of
from tests.tournament.reports.disputed import differences_report, disputed_game, recount_report
from tests.tournament.reports.samples import (
    STAMP,
    made_up,
    plain_report,
    scorecards_report,
    sheet_report,
    standings_report,
)
from tests.tournament.reports.test_branding import RED, SPONSORS, png
from tournament.reports.delivery import render_picture, render_report
from tournament.reports.drawing import Drawing
from tournament.reports.pictures.bars import bar_picture
from tournament.reports.pictures.heat import heat_picture
from tournament.reports.pictures.lines import Series, lead_picture, line_picture
from tournament.reports.pictures.podium import PodiumStep, podium_picture
from tournament.reports.report import (
    Align,
    Card,
    CardField,
    CardLine,
    Cards,
    Cell,
    Chart,
    Column,
    Emphasis,
    FontSize,
    Group,
    Kind,
    Look,
    Picture,
    Report,
    ReportMistake,
    Table,
)

ADDRESS = "http://192.168.1.20:8000/events/autumn-open/"
LOOK = {"logo": png(90, 40), "sponsor": SPONSORS, "colour": RED, "code": ADDRESS, "draft": True}
SCRIPTS = ("Αθηνά Παππά", "عبد الله", "שרה לוי", "Nguyễn Thị Ánh", "Ἀριστοτέλης", "山田", "…")
LONG = "Wolfeschlegelsteinhausenbergerdorff-Llanfairpwllgwyngyll of the Northern Thursday Club"


def of_sections(*sections: object, **more: object) -> Report:
    return Report("made", "Made", "Open", "open", STAMP, sections=sections, **more)  # type: ignore[arg-type]


def wide_table() -> Report:
    """Return a table with more text than fits the width, grouped, with headings of several lines."""
    names = ("place", "name", "club", "home_town", "remarks", "score", "spread")
    columns = tuple(
        Column(name, name.replace("_", " ").title() * (1 + at % 3), kind)
        for at, name in enumerate(names)
        for kind in [Kind.INTEGER if name in ("place", "score", "spread") else Kind.TEXT]
    )
    rows = tuple(
        (n, LONG[: 9 + 7 * (n % 11)], LONG[n % 5 : 40], "Århus", LONG * (n % 3), 300 + n, n - 20)
        for n in range(1, 40)
    )
    return of_sections(
        Table("rows", columns, (Group(rows[:20], "First"), Group(rows[20:], "Second")), "Rows")
    )


def cards(across: int, down: int) -> Report:
    """Return cards with every kind of field: owner, boxes, codes, short and long words."""
    made = []
    for at, name in enumerate(("Ana", "Éva Szögyényi-Győrffy Quigley", LONG, "8"), 1):
        side = (Align.LEFT, Align.CENTRE, Align.RIGHT)[at % 3]
        fields = (
            CardField(
                "house", "", "Autumn Open", size=FontSize.SMALL, side=side, has_branding=True
            ),
            CardField("board", "Board or table of the game", at, Kind.INTEGER, side=side),
            CardField("round", "Round", "1 of 7", bold=True, side=side),
        )
        by_hand = (
            CardField("score", "Score", "", by_hand=True),
            CardField("signed", "Signed by the winner", "", by_hand=True, share=2),
        )
        lines = (
            CardLine(fields, share=2),
            CardLine((CardField("name", "Name", name, size=FontSize.HUGE, side=side),), share=4),
            CardLine(
                (CardField("club", "Club", f"{name} {LONG}", size=FontSize.LARGE, bold=True),)
            ),
            CardLine(by_hand, share=2, rule=True),
            CardLine((CardField("at", "Page", ADDRESS, side=side, is_code=True),), share=4),
        )
        made.append(Card(lines, code=ADDRESS if at % 2 else ""))
    return of_sections(Cards("cards", tuple(made), across, down), plain=True, **LOOK)


def pictures() -> Report:
    """Return every kind of picture, with few and with many figures."""
    many = [Series(f"{LONG[: 4 * n]} {n}", (n, 22 - n, None, n)) for n in range(1, 22)]
    spreads = [Series("Ana", (120, -80, 5)), Series("Ben", (-90, 300, 12))]
    drawings: list[Drawing] = [
        line_picture(many, "Many.", foot="Round", lowest=21),
        line_picture(many[:3], "Large.", foot="Round", lowest=120, behind=[(40, 41, 90, 7)]),
        line_picture(spreads, "Spreads.", foot="Round", signs=True, from_round=4),
        line_picture(many[:2], "Ratings.", foot="", nought=False, labels=("May", "June", "July")),
        lead_picture([0, 30, -20, 44, 45, -112], ("Ana", "Ben"), "Lead."),
        bar_picture([(str(n), n * n % 23) for n in range(40)], "Many.", foot="Score"),
        bar_picture([("300", 2), ("325", 41), ("350", 0)], "Few.", foot="Score"),
        heat_picture([[n * m % 17 for n in range(15)] for m in range(15)], [*"ABCDEFGHIJKLMNO"], ""),
        podium_picture([PodiumStep(1, ("Ana", LONG), "€ 50"), PodiumStep(2, ("Ben",)), PodiumStep(3, (40 * "C",))], ""),
        podium_picture([PodiumStep(1, ("Ana", "Ben")), PodiumStep(2, tuple("ABCDE"))], "Shared."),
        lead_picture([0, *range(10, 330, 10)], ("Ana", "Ben"), "Never behind."),
        heat_picture([[0, 1], [5, 10]], ["A", "B"], "Every heat."),
        heat_picture([[0]], ["A"], "No heat."),
        *(lead_picture(range(0, turns, 2), ("Ana", "Ben"), "Turns.") for turns in range(6, 90, 6)),
        *(
            line_picture([Series("Ana", values)], "One.", foot="Round", signs=True)
            for values in ((), (5,), (None, None))
        ),
    ]  # fmt: skip
    return of_sections(*(Picture(drawing, f"No. {n}") for n, drawing in enumerate(drawings, 1)))


def narrow_table() -> Report:
    """Return a table with too many columns: words are broken, figures are not."""
    columns = tuple(
        Column(f"c{at}", "Column" * (1 + at % 2), kind, wraps=at % 3 > 0)
        for at in range(14)
        for kind in [Kind.INTEGER if at % 4 == 0 else Kind.TEXT]
    )
    rows = tuple(
        tuple(10 ** (n % 7) if at % 4 == 0 else LONG[n : n + 7 + at] for at in range(14))
        for n in range(9)
    )
    return of_sections(Table("rows", columns, (Group(rows),)))


def two_tables() -> Report:
    """Return tables of one kind, which share a type size, with results of two meetings in a square."""
    columns = (Column("name", "Name"), *(Column(f"c{n}", f"Round {n}") for n in range(8)))
    rows = (("Ann", *["12"] * 8), ("Eva", *["Featherstonehaugh"] * 8))
    two = (Table("rows", columns, (Group((row,)),), title=row[0]) for row in rows)
    against = (Column("name", "Name"), *(Column(f"of_{n}", str(n), Kind.SPREAD) for n in range(24)))
    squares = tuple(("Ana", *(Cell(81, shown="+37\n+44") for _ in range(24))) for _ in range(24))
    grid = Table("grid", against, (Group(squares),), look=Look.GRID, repeat=1)
    return of_sections(*two, grid)


def scorecards() -> Report:
    """Return scorecards with codes, fewer on a page than requested."""
    report = scorecards_report(7, 18)
    (cards,) = report.sections
    coded = tuple(replace(sheet, code=ADDRESS) for sheet in cards.sheets)
    return replace(report, sections=(replace(cards, sheets=coded, down=3),))


def cards_by_name(names: Sequence[str]) -> Report:
    """Return a card for each name, four on a page, with a field to be filled in by hand."""
    by_hand = CardLine((CardField(label="Score", by_hand=True),))
    made = [
        Card((CardLine((CardField("number", "No.", n, Kind.INTEGER), CardField("name", "Name", name))), by_hand))
        for n, name in enumerate(names, 1)
    ]  # fmt: skip
    return of_sections(Cards("slips", tuple(made), 2, 2), plain=True)


def bundle() -> Report:
    """Return several reports as one, with wide and long ones."""
    long = plain_report([f"N{n}" for n in range(120)], landscape=True)
    parts = (
        plain_report(["Ana", "+44", "-2+3", "@SUM(1)", "\tx", "#N/A"]),
        long,
        standings_report(6),
    )
    return Report("all", "All", "Autumn Open", "autumn", STAMP, parts=parts)


def charts() -> Report:
    """Return tables with every kind of chart of a workbook, of up to twelve rows."""
    rounds = ("round_1", "round_2")
    columns = (
        Column("name", "Name"),
        *(Column(f"round_{n}", f"R{n}", Kind.INTEGER, name=f"Round {n}") for n in (1, 2)),
    )
    twelve = tuple((f"Player {n}", n, 13 - n) for n in range(1, 13))
    made = [
        (Chart("name", rounds, of_rows=2, ranks=True), (("Ana", 214, 2), ("Ben", 2, 1), ("Cy", 3, 3))),
        (Chart("name", rounds, of_rows=2, from_nought=False), (("Ana", 1538, 1560), ("Ben", 1260, 1244))),
        (Chart("name", rounds, of_rows=12), twelve),
        (Chart("name", rounds[:1], bars=True), twelve[:3]),
        (Chart("name", rounds, bars=True), twelve[:3]),
        (Chart("name", rounds[:1]), twelve[:1]),
        (Chart("name", rounds[:1]), ()),
    ]  # fmt: skip
    sections: list[object] = []
    for n, (chart, rows) in enumerate(made, 1):
        sections += [
            Picture(Drawing(9, 9, ()), chart=chart),
            Table(f"rows_{n}", columns, (Group(rows),), title=f"It's {n}"),
        ]
    return of_sections(*sections)


def hall_list() -> Report:
    """Return a list for the hall with bold names that nearly fill their columns."""
    columns = (
        Column("board", "Board", Kind.INTEGER),
        *(Column("first", "Goes first"), Column("first_record", "Record", wraps=False)),
        *(Column("second", "Goes second"), Column("second_record", "Record", wraps=False)),
    )
    names = [f"Anouk Quillfeather{letter}" for letter in "abcdefghijkl"]
    rows = tuple(
        (board, Cell(name, Emphasis.STRONG), "5½-1½ +1420", name, "4-2 −1214")
        for board, name in enumerate(names, 1)
    )
    return of_sections(Table("rows", columns, (Group(rows),)), for_hall=True)


def emphasized() -> Report:
    """Return figures with every emphasis, with and without a replaced figure."""
    cells = [
        Cell(n, how, old) for n in (8, None) for how in (None, *Emphasis) for old in (None, 71)
    ]
    columns = (Column("score", "Score", Kind.INTEGER),)
    return of_sections(Table("rows", columns, (Group(tuple((cell,) for cell in cells)),)))


def signed(count: int) -> Report:
    """Return names on several pages, with notes and signatures that stand with some of them."""
    people = (("Player", ""), ("Player", ""), ("Director", ""))
    lines = Table(
        "signatures", (Column("who", "Signed by"), Column("line", "")), (Group(people),), row_height=24.0
    )  # fmt: skip
    names = Table(
        "rows", (Column("name", "Name"),), (Group(tuple((f"N{n}",) for n in range(count))),)
    )
    return of_sections(names, lines, notes=("A note.", "Another note."))


MADE = {
    "cards by name": lambda: cards_by_name([*SCRIPTS, "=1+1", "Ana"]),
    "a bundle": bundle,
    "charts": charts,
    "a hall list": hall_list,
    "emphasized figures": emphasized,
    "many letters that the typeface lacks": lambda: plain_report(
        [chr(0x5C71 + n) for n in range(13)]
    ),
    **{f"{count} names and signatures": partial(signed, count) for count in range(36, 120, 6)},
    "no rows": lambda: plain_report([]),
    "divisions": lambda: standings_report(24, divisions=("A", "B/1", "b 1")),
    "a list": lambda: plain_report([*SCRIPTS, *(f"{LONG[:n]}" for n in range(8, 86, 3))], **LOOK),
    "a wide table": wide_table,
    "a narrow table": narrow_table,
    "two tables": two_tables,
    "a full list": lambda: plain_report([f"Name {n}" for n in range(45)], notes=("Note.",) * 5),
    "standings": lambda: replace(standings_report(70, divisions=("A", "B")), **LOOK),
    "a score sheet": sheet_report,
    "a recount": recount_report,
    "a recount without boards": lambda: recount_report(
        disputed_game(sheets={ColumnPosition(1, 2): "26\n71"})
    ),
    "differences": lambda: differences_report(disputed_game(rulings={}), disputed_game()),
    "scorecards": scorecards,
    "a wall chart": lambda: made_up("wall_chart", 30, 24),
    "small cards": lambda: cards(2, 4),
    "large cards": lambda: cards(1, 2),
    "low cards": lambda: cards(1, 5),
    "pictures": pictures,
}
PAPERS = {"a list": "letter large", "standings": "a4 landscape black", "a score sheet": "a4 black"}


@pytest.mark.parametrize("name", MADE)
def test_drawing_matches_its_approved_digest(request, name):
    report = MADE[name]()
    paper = render_report(report, "pdf", PAPERS.get(name, "a4")).content
    check_drawn(request, f"made: {name} (PDF)", pages_of(paper))
    check_drawn(request, f"made: {name} (page)", [render_report(report, "html").content])
    book = render_report(report, "xlsx").content
    check_drawn(request, f"made: {name} (workbook)", parts_of(book))
    data = [render_report(report, file_format).content for file_format in ("csv", "json")]
    check_drawn(request, f"made: {name} (data)", data)


def test_picture_file_matches_its_approved_digest(request):
    check_drawn(request, "made: pictures (SVG)", [render_picture(pictures(), "svg").content])


def test_cards_of_a_kind_have_the_same_fields():
    (cards,) = cards_by_name(["Ana"]).sections
    other = Card((CardLine((CardField("name", "Name", "Ben"),)),))
    with pytest.raises(ReportMistake, match="do not hold the same fields"):
        Cards("slips", (*cards.cards, other))
