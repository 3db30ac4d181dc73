"""Of which games and rounds a report belongs in the folder of the whole event."""

from __future__ import annotations

from typing import Any

from tournament.models import Event, Pairing, Round


def every_recorded_game(event: Event, options: type[Any], *, disputed: bool = False) -> list[Any]:
    """The options for every game recorded turn by turn; `disputed`: every one with players' sheets."""
    games = Pairing.objects.filter(round__division__event=event, replaced_at=None)
    if disputed:
        games = games.filter(
            game__sheet_columns__superseded_at=None, game__sheet_columns__isnull=False
        )
    else:
        games = games.filter(game__entries__superseded_at=None, game__entries__isnull=False)
    places = games.order_by("round__division__position", "round__number", "board").distinct()
    return [
        options(division=division, round=number, board=board)
        for division, number, board in places.values_list(
            "round__division__slug", "round__number", "board"
        )
    ]


def every_round_of_every_division(event: Event, options: type[Any]) -> list[Any]:
    """The options for every round of each division, for a report on one division."""
    rounds = Round.objects.filter(division__event=event).order_by("division__position", "number")
    return [
        options(division=division, round=number)
        for division, number in rounds.values_list("division__slug", "number")
    ]
