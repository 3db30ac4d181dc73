"""A disputed game as input of the recount and the list of differences; nothing is saved."""

from importlib import import_module

from django.utils import timezone

from scoring.models import Ruling, SheetColumn
from scoring.queries.disputes import ColumnPosition, GameDispute
from tests.tournament.reports.samples import GAME, RULES, STAMP, game_sheet
from tournament.models import Division, Event, ResultEntry
from tournament.reports.one_game import GameHeading

recounts = import_module("tournament.reports.definitions.recount")
differences = import_module("tournament.reports.definitions.differences")

SHEETS = {
    ColumnPosition(1, 1): "30 30\n- 30\n- 30",
    ColumnPosition(1, 2): "26 26\n71 98",
    ColumnPosition(2, 1): "30\n0\n10",
    ColumnPosition(2, 2): "24\n71",
}
"""Sheets of the game in `samples`. Ann has LOAM for 26 and adds 26 and 71 to 98; Ben has 10 for a pass."""


def disputed_game(text=GAME, sheets=SHEETS, rulings=None):
    """Return the game and its sheets, with a ruling on LOAM."""
    if rulings is None:
        ruling = Ruling(
            decision="correct",
            announced=26,
            correct=24,
            reason="Recounted.",
            ruled_at=timezone.make_aware(STAMP),
        )
        rulings = {2: ruling}
    rows = {
        place: SheetColumn(keeper=place.keeper, seat=place.seat, text=text_)
        for place, text_ in sheets.items()
    }
    return GameDispute(game_sheet(text, rulings), rows)


def recount_report(dispute=None, results=()):
    dispute = dispute or disputed_game()
    head = GameHeading("Autumn Open", "autumn", "A", 3, "4")
    return recounts.recount_of_dispute(head, dispute, results, STAMP)


def differences_report(*disputes):
    event = Event(name="Autumn Open", slug="autumn", rules_copy=RULES)
    games = [
        differences.RecordedGame("A", 3, board, game)
        for board, game in enumerate(disputes or [disputed_game()], 4)
    ]
    return differences.differences_report(event, [Division(event=event, name="A")], 3, games, STAMP)


def result(first, second, standing="counts"):
    return ResultEntry(first_score=first, second_score=second, outcome="played", standing=standing)
