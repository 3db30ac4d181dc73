"""Statistics of the turns in an event's recorded games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scoring.models import Game
from tournament.engine.turn_statistics import TurnStatistics
from tournament.models import Event
from tournament.queries.results.turn_statistics import game_sides
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on
from tournament.reports.report import Report
from tournament.reports.report_options import division_option, report_option, requested_divisions
from tournament.reports.turn_statistics import game_count_sentence, sections_of


class EventTurnStatistics(Definition):
    """Points per turn, bingos and their words, premiums, phonies and challenges, wrongly announced scores,
    first and last turns, best and worst boards, for all players or one of them. The figures come
    from games recorded turn by turn.
    """  # noqa: D205 - one thought, which a director reads in one piece

    title = "Turn statistics"
    group = "Recorded games"

    @dataclass(frozen=True, slots=True)
    class Options:
        """The games and the player to include."""

        division: str = division_option()
        player: str = report_option(
            "A player's name or part of it. Leave it empty for all players.", ""
        )

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the figures and charts of the players whose name matches, or of all players if no name is given.

        Raise `CannotReport` for an unknown division.
        """
        divisions = requested_divisions(event, options.division)
        games = Game.objects.filter(
            pairing__round__division__in=divisions, pairing__replaced_at=None
        ).order_by("id")
        statistics = TurnStatistics(game_sides(games, options.player))
        return report_on(
            self,
            event,
            divisions,
            printed_at,
            subtitle=game_count_sentence(statistics),
            sections=sections_of(statistics),
        )
