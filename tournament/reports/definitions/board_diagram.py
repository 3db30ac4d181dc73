"""The board of a recorded game, to pin up or to lay beside a disputed board."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring.models import Game
from scoring.queries.sheets import GameSheet, sheet
from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.framing import options_for_recorded_games
from tournament.reports.one_game import GameHeading
from tournament.reports.report import BoardDrawing, Report
from tournament.reports.report_options import GameOptions, report_option, requested_recorded_game


class BoardDiagram(Definition):
    """The board of a recorded game, at its end or after any turn."""

    title = "The board"
    group = "Recorded games"

    @dataclass(frozen=True, slots=True)
    class Options(GameOptions):
        """The game, and the turn after which the board is shown."""

        turn: int | None = report_option(
            "The turn after which the board is drawn. Default: the last turn.", None
        )

    def folder_options(self, event: Event) -> list[Any]:
        """Return options for the final board of every recorded game."""
        return options_for_recorded_games(event, BoardDiagram.Options)

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the board of one game after turn `options.turn`, or by default after the last turn.

        0 means the board before the first turn, and a number beyond the last turn means the board at the end.
        Raise `CannotReport` for an unknown division, round or board, or if the game was not recorded.
        """
        pairing, game = requested_recorded_game(event, options, _("A board"))
        head = GameHeading.of_pairing(event, pairing)
        return _board(head, sheet(game), printed_at, options.turn)

    @staticmethod
    def of_game(game: Game, printed_at: datetime, turn: int | None = None) -> Report:
        """Return the board of a single game, by default at its end."""
        return _board(GameHeading.of_game(game), sheet(game), printed_at, turn)


def _board(head: GameHeading, game: GameSheet, printed_at: datetime, turn: int | None) -> Report:
    last = len(game.rows)
    shown = last if turn is None else max(0, min(turn, last))
    row = game.rows[shown - 1] if shown else None
    caption = _("Before the first turn")
    if row:
        caption = _("After turn {turn}, {player}: {play}").format(
            turn=shown, player=game.names[row.seat], play=row.play
        )
    return head.report(
        "board_diagram",
        " – ".join(game.names),
        printed_at,
        subtitle=caption,
        facts=((_("Board"), head.board),) if head.board else (),
        sections=(BoardDrawing(game.board(shown).cells, key="diagram"),),
    )
