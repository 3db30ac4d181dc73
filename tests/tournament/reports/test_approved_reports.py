"""Standings, score sheets and recounts of particular games are what somebody last read."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from scoring.models import Ruling, SheetRuling
from scoring.queries.disputes import ColumnPosition
from tests.approved import check_approved
from tests.scoring.disputed_games import STUCK, TURNS
from tests.tournament.exchange.test_approved_files import as_text
from tests.tournament.reports.disputed import SHEETS, disputed_game, recount_report, result
from tests.tournament.reports.samples import STAMP, sheet_report, standings_definition
from tournament.engine.entrants import Entrant
from tournament.engine.standings import standings
from tournament.engine.standings.prospects import Prospect
from tournament.models import ResultEntry
from tournament.reports.report import Table, Text

AT = timezone.make_aware(STAMP)
ENDED = TURNS + STUCK
"""By the rules Ann Example 94, Ben Sample 8."""
ANN, BEN, ANN_AT_B, BEN_AT_B = (
    ColumnPosition(*place) for place in ((1, 1), (1, 2), (2, 1), (2, 2))
)
BOTH = {ANN: "30\n71", BEN: "26"}
APART = {ANN: "30\n71", BEN: "200", ANN_AT_B: "30\n71", BEN_AT_B: "24"}


def shown(report):
    """Return the head of a report, the cells of its tables and its paragraphs."""
    lines = [report.title, report.subtitle, *report.notes, as_text(report.facts)]
    for section in report.flattened_sections:
        lines.append(f"# {section.key}")
        if isinstance(section, Table):
            lines += [as_text(list(row)) for group in section.data_groups for row in group.rows]
        elif isinstance(section, Text):
            lines += section.paragraphs
    return "\n".join(map(str, lines))


def of(sheets, results, text=ENDED, **more):
    return recount_report(disputed_game(text, sheets, **more), results)


def announced(points):
    """Return the game with this score announced for LOAM, which is worth 24."""
    loam = ENDED.replace("+26 26", f"+{points} {points}")
    return loam.replace(": QIEIOUR - +0 26", f": QIEIOUR - +0 {points}")


def many_sheets():
    words = ["8G AT", *(f"8G {'.' * number}E" for number in range(2, 8))]
    turns = "".join(f">ann: ABC {word} +3 3\n>ben: ABC - +0 0\n" for word in words)
    alike = "90\n70\n91\n71\n92\n72\n"
    sheets = {ANN: f"{alike}93", ANN_AT_B: f"{alike}3"}
    return of(sheets, [], f"#player1 ann Ann Example\n#player2 ben Ben Sample\n{turns}", rulings={})


def with_row_rulings():
    ruled = [
        SheetRuling(seat=1, row=2, points=24, play="8G LOAM", reason="Looked", ruled_at=AT),
        SheetRuling(seat=2, row=1, points=71, ruled_at=AT, superseded_at=AT),
        SheetRuling(seat=2, row=SheetRuling.FINAL, points=102, ruled_at=AT),
    ]
    return replace(disputed_game(rulings={}), all_row_rulings=ruled)


def many_differences():
    turns = "".join(
        f">ann: AEIOURS 8G {'.' * number}{'E' if number else 'AT'} +90 {90 * number}\n"
        ">ben: AEIOURS - +0 0\n"
        for number in (0, *range(2, 8))
    )
    ruling = Ruling(decision="correct", announced=90, correct=4, ruled_at=AT)
    return sheet_report(f"#player1 ann Ann Example\n#player2 ben Ben Sample\n{turns}", {1: ruling})


def without_end_rack():
    passes = [("b", "QAEIOUR", 0), ("a", "VAEIOUR", 30)] * 3
    turns = "".join(f">{nick}: {rack} - +0 {total}\n" for nick, rack, total in passes)
    return sheet_report(f"#player1 a Ann\n#player2 b Ben\n>a: FLOTY 8H LOFTY +30 30\n{turns}")


def with_prospects():
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
    return standings_definition.standings_report("Open", "open", [ranked], 1, STAMP)


BESIDE = ResultEntry(
    first_score=94, second_score=110, outcome="played", standing="beside", source="recorded"
)
WON_ON_TIME = ResultEntry(first_score=94, second_score=8, outcome="second_wins", standing="counts")
STANDS = Ruling(decision="let_stand", announced=126, correct=24, ruled_at=AT)
SIGNED = Ruling(
    decision="let_stand", announced=26, correct=24, reason="Both had signed", ruled_by=User(username="tom"),
    ruled_at=AT,
)  # fmt: skip
REPORTS = {
    "recount: a tie was announced": lambda: of(BOTH, [result(94, 8)], announced(110), rulings={}),
    "recount: the director has to decide": lambda: of(
        BOTH, [result(94, 8), BESIDE], announced(126), rulings={2: STANDS}
    ),
    "recount: one result": lambda: of(APART, [result(94, 8)], rulings={}),
    "recount: a result was corrected": lambda: of(
        APART, [result(94, 184, "superseded"), result(94, 8)], rulings={}
    ),
    "recount: won on time": lambda: of(
        APART, [result(94, 8, "superseded"), WON_ON_TIME], rulings={}
    ),
    "recount: sheets without plays": lambda: of(
        {**SHEETS, ANN_AT_B: "30"}, [], "#player1 ann Ann\n#player2 ben Ben\n>ann: A - +0 0\n", rulings={}
    ),
    "recount: rulings on rows and a final score": lambda: recount_report(with_row_rulings()),
    "recount: more boards than are drawn": many_sheets,
    "score sheet: a wrong score": sheet_report,
    "score sheet: a ruling that stands": lambda: sheet_report(rulings={2: SIGNED}),
    "score sheet: many differences": many_differences,
    "score sheet: no rack at the end": without_end_rack,
    "standings: places that can be reached": with_prospects,
}  # fmt: skip


@pytest.mark.parametrize("name", REPORTS)
def test_report_is_as_approved(request, name):
    check_approved(request, {name: shown(REPORTS[name]())})


def check_report(request, name, report):
    """Compare a report of an event in the database with its approved text."""
    check_approved(request, {name: shown(report)})
