"""Games outside the rounds: play-offs and finals."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.engine.results import Outcome, winners
from tournament.models import Division, Event
from tournament.queries.people.entries import division_field
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on, with_division_heading
from tournament.reports.report import Column, Group, Kind, Report, Table
from tournament.reports.report_options import ResultsOptions, is_public, requested_divisions

COLUMNS = (
    Column("label", _lazy("Game")),
    Column("winner", _lazy("Winner")),
    Column("winner_score", _lazy("Score"), Kind.SCORE, name=_lazy("Winner’s score"), width=7),
    Column("other", _lazy("Opponent")),
    Column("other_score", _lazy("Score"), Kind.SCORE, name=_lazy("Opponent’s score"), width=7),
)


class Playoffs(Definition):
    """Games that are not part of a round, such as a semifinal and a final, from an imported file.

    These games do not count in the standings and are rated with the last round. A second game between two
    players in one round is listed with that round.
    """

    title = "Play-off games"
    group = "At the end"

    Options = ResultsOptions

    def build(self, event: Event, options: ResultsOptions, printed_at: datetime) -> Report:
        """Return a table of the games outside rounds for each division.

        A public report leaves out divisions with withheld results. Raise `CannotReport` for an unknown division
        or audience.
        """
        divisions = requested_divisions(event, options.division)
        shown = [
            division
            for division in divisions
            if not (is_public(options.audience) and division.held_back_from is not None)
        ]
        single = len(divisions) == 1
        count = sum(len(division.playoffs) for division in shown)
        return report_on(
            self,
            event,
            divisions,
            printed_at,
            subtitle=ngettext("{count} game", "{count} games", count).format(count=count),
            sections=tuple(with_division_heading(_table(one), one, single=single) for one in shown),
        )


def _table(division: Division) -> Table:
    names = {person.number: person.name for person in division_field(division).people}
    rows = []
    for game in division.playoffs:
        sides = [(game.first, game.first_score), (game.second, game.second_score)]
        if winners(Outcome.PLAYED, game.first_score, game.second_score) == (1,):
            sides.reverse()
        (winner, score), (other, other_score) = sides
        label = _("Round {round}, second game").format(round=game.label)
        rows.append(
            (
                label if game.label.isdecimal() else game.label,
                names.get(winner, ""),
                score,
                names.get(other, ""),
                other_score,
            )
        )
    return Table("rows", COLUMNS, (Group(tuple(rows)),), empty=_("There are no play-off games."))
