"""Reports to try the renderers on, built by the real definitions from plain values."""

from dataclasses import dataclass
from datetime import datetime
from importlib import import_module

from scoring import catalogue
from scoring.engine import gcg
from scoring.engine.audit import audit
from tournament.engine.entrants import Entrant
from tournament.engine.results import Result
from tournament.engine.standings import standings
from tournament.reports.report import Column, Group, Kind, Report, Table

# By name, as the registry does: nobody imports a definition.
score_sheet = import_module("tournament.reports.definitions.score_sheet")
standings_definition = import_module("tournament.reports.definitions.standings")

STAMP = datetime(2026, 10, 3, 14, 5)  # noqa: DTZ001 - local time of the event

NAMES = ("Zoë Müller", "Łukasz Żak", "<script>alert(1)</script>", "=1+1", "Ana O’Brien", "@Ben")

GAME = """\
#player1 ann Ann Example
#player2 ben =Ben Sample
>ann: FLOTYAE 8H LOFTY +30 30
>ben: LOAMIIC 7I LOAM +26 26
>ann: AEIIUUV -IUU +0 30
>ben: FICIATE J7 ..FICIATE +71 98
>ann: AEIIVOO - +0 30
"""
"""LOAM is 24, not 26; and 26 and 71 are 97, not 98. The game is not finished."""


def standings_report(people=24, names=NAMES, divisions=("A",), rounds=3):
    """Standings of so many people after some games whose scores differ from board to board."""
    ranked = []
    for division in divisions:
        entrants = [Entrant(n, n, 2000 - n) for n in range(1, people + 1)]
        results = [
            Result(r, n, n + 1, 350 + (n * 37 * r) % 120, 350 + (n * 53 + r) % 110)
            for r in range(1, rounds + 1)
            for n in range(1, people, 2)
        ]
        if people > 1:
            results[0] = Result(1, 1, 2, 400, 400)
        table = standings(entrants, results, after=rounds)
        ranked.append(
            standings_definition.Ranked(
                division,
                table.precedence,
                table.lines,
                {n: named(n, names) for n in range(1, people + 1)},
                {n: 2000 - n for n in range(1, people + 1)},
            )
        )
    return standings_definition.standings_report("Autumn Open", "autumn", ranked, rounds, STAMP)


def named(number, names):
    """A different name for every number: the given ones first, then with their number behind."""
    name = names[(number - 1) % len(names)]
    return name if number <= len(names) else f"{name} {number}"


@dataclass(frozen=True)
class Square:
    """One square of a diagram."""

    premium: str | None = None
    tile: str | None = None
    value: int | None = None
    is_blank: bool = False
    is_last: bool = False


def sheet_report(text=GAME, names=None):
    """The score sheet of a game given as GCG."""
    record = gcg.read(text)
    found = audit(
        record,
        catalogue.rule_set("naspa_nwl"),
        catalogue.tile_set("english"),
        catalogue.layout("standard"),
    )
    head = score_sheet.SheetHead(
        event="Autumn Open",
        event_slug="autumn",
        names=names or tuple(seat.name for seat in record.seats),
        division="A",
        round_number=3,
        board="4",
        rules="NASPA",
        word_list="Open English",
    )
    return score_sheet.score_sheet(head, found, squares(found.game), STAMP)


def squares(game):
    """The board of a replay as squares."""
    layout, grid, last = game.board.layout, game.board.grid, set(game.board.laid)
    return tuple(
        tuple(
            _square(game, layout, grid, last, row * layout.down + column)
            for column in range(1, layout.columns + 1)
        )
        for row in range(1, layout.rows + 1)
    )


def _square(game, layout, grid, last, cell):
    face, premium = grid[cell], layout.premium(cell)
    return Square(
        premium.name if premium else None,
        face or None,
        game.tile_set.values.get(face) if face else None,
        face.islower(),
        cell in last,
    )


def plain_report(names, **more):
    """A table of names and nothing else."""
    columns = (Column("number", "No.", Kind.INTEGER), Column("name", "Name"))
    rows = tuple((number, name) for number, name in enumerate(names, start=1))
    table = Table("rows", columns, (Group(rows),) if rows else ())
    return Report("names", "Names", "Autumn Open", "autumn", STAMP, sections=(table,), **more)
