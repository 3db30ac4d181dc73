"""Sample reports for the renderers, built by the real definitions from plain values."""

from datetime import datetime
from importlib import import_module
from random import Random

from scoring.engine import gcg
from scoring.models import Game, TurnEntry
from scoring.queries.sheets import GameSheet
from tournament.catalogue import presets
from tournament.engine.entrants import Entrant
from tournament.engine.progress import Meeting
from tournament.engine.results import Result
from tournament.engine.standings import standings
from tournament.models import Division, Event
from tournament.queries.results.division_games import DivisionGames, PrintedEntry
from tournament.reports.definition import find_definition
from tournament.reports.one_game import GameHeading
from tournament.reports.report import Column, Group, Kind, Report, Table

# By name, because definitions are found by walking the folder.
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
"""F: LOAM is 24, not 26; and 26 and 71 are 97, not 98. The game is unfinished."""


RULES = presets()["club"].as_dict()
"""The rules of every sample event."""


def standings_report(people=24, names=NAMES, divisions=("A",), rounds=3):
    """Return standings after some games with varied scores."""
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
            standings_definition.RankedDivision(
                division,
                table.precedence,
                table.lines,
                {n: named(n, names) for n in range(1, people + 1)},
                {n: 2000 - n for n in range(1, people + 1)},
            )
        )
    return standings_definition.standings_report("Autumn Open", "autumn", ranked, rounds, STAMP)


def named(number, names):
    """Return a different name for every number: the given ones first, then with a number appended."""
    name = names[(number - 1) % len(names)]
    return name if number <= len(names) else f"{name} {number}"


def sheet_report(text=GAME, rulings=None):
    """Return the score sheet of a GCG game, with rulings by turn number."""
    head = GameHeading("Autumn Open", "autumn", "A", 3, "4")
    return score_sheet.score_sheet_report(head, game_sheet(text, rulings or {}), STAMP)


def game_sheet(text, rulings, rules="naspa_nwl", tile_set="english", layout="standard"):
    """Return a GCG game as if entered; nothing is saved."""
    record = gcg.read(text)
    game = Game(rules=rules, tile_set=tile_set, layout=layout, lexicon="Open English")
    entries = [
        entry_of(turn, number, rulings.get(number + 1)) for number, turn in enumerate(record.turns)
    ]
    return GameSheet(game, entries, [seat.name for seat in record.seats])


def entry_of(turn, number, ruling):
    entry = TurnEntry(
        pk=number + 1,
        position=number,
        kind=turn.kind.value,
        seat=turn.player + 1,
        rack=None if turn.rack is None else "".join(turn.rack),
        coordinate=turn.coordinate,
        tiles="".join(turn.tiles),
        exchanged=turn.exchanged,
        announced=turn.announced,
        total=turn.total,
    )
    entry._prefetched_objects_cache = {"rulings": [ruling] if ruling else []}
    return entry


def plain_report(names, **more):
    """Return a report with one table of names."""
    columns = (Column("number", "No.", Kind.INTEGER), Column("name", "Name"))
    rows = tuple((number, name) for number, name in enumerate(names, start=1))
    table = Table("rows", columns, (Group(rows),) if rows else ())
    return Report("names", "Names", "Autumn Open", "autumn", STAMP, sections=(table,), **more)


def play(people=6, rounds=3, names=NAMES, division="A", seed=1):
    """Return a division with complete rounds; the last player has a bye if the number is odd."""
    rng = Random(seed)
    event = Event(name="Autumn Open", slug="autumn", rules_copy=RULES)
    field = tuple(
        PrintedEntry(n, named(n, names), named(n, names), 2000 - n, "", "", None, False, "")
        for n in range(1, people + 1)
    )
    meetings = []
    for number in range(1, rounds + 1):
        order = rng.sample(range(1, people + 1), people)
        for board, (one, other) in enumerate(zip(order[::2], order[1::2], strict=False), 1):
            scores = (rng.randint(250, 550), rng.randint(250, 550))
            meetings.append(Meeting(number, board, one, other, *scores, "played"))
        if people % 2:
            meetings.append(Meeting(number, None, order[-1], 0, 50, 0, "bye"))
    phases = dict.fromkeys(range(1, rounds + 1), "closed")
    return DivisionGames(
        Division(event=event, name=division, slug="a"), field, phases, tuple(meetings), ()
    )


def scorecards_report(people=6, rounds=3, address=""):
    """Return the scorecards of a sample division."""
    codes = {"address": address} if address else {"codes": "no"}
    return made_up("scorecards", people, rounds, audience="everybody", **codes)


def wall_chart_report(people=6, rounds=3):
    """Return the wall chart of a sample division."""
    return made_up("wall_chart", people, rounds)


def made_up(key, people, rounds, **options):
    """Return the report with this key for a sample division."""
    chosen = find_definition(key)
    event = Event(name="Autumn Open", slug="autumn", rules_copy=RULES)
    return chosen.report_of(event, [play(people, rounds)], chosen.Options(**options), STAMP)
