"""All papers for a round in one file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Event
from tournament.reports.definition import find_definition
from tournament.reports.framing import report_on
from tournament.reports.packs import Pack
from tournament.reports.report import Report
from tournament.reports.report_options import (
    CannotReport,
    audience_option,
    division_option,
    is_public,
    options_from,
    requested_divisions,
    round_option,
    selection_option,
)
from tournament.reports.seating import requested_rounds, shared_round_number


class RoundPapers(Pack):
    """Everything for a round in one file: standings before the round, pairings by board and by name, slips.

    Print the file once, then hang up or hand out the pages and cut the slips apart.
    """

    title = "Papers of the round"
    group = "For the round"
    reports = ("standings", "pairings", "pairings_by_name", "result_slips")

    @dataclass(frozen=True, slots=True)
    class Options:
        """The round to print."""

        division: str = division_option()
        round: int | None = round_option("the latest published round")
        boards: str = selection_option("boards")
        audience: str = audience_option()

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the bundle: standings before the round, pairings and slips, or only the slips of some boards.

        The standings are left out before round 1, or if there are none yet. Raise `CannotReport` if no division
        has the round, or if `boards` is invalid.
        """
        divisions = requested_divisions(event, options.division)
        rounds = requested_rounds(divisions, options.round, public=is_public(options.audience))
        number = shared_round_number(rounds)
        common_options = {"division": options.division, "audience": options.audience}
        wanted = [(key, common_options | {"round": options.round}) for key in self.reports]
        wanted[0] = ("standings", common_options | {"round": number - 1 if number else None})
        if options.boards:
            wanted = [("result_slips", wanted[-1][1] | {"only": options.boards})]
        elif number == 1:
            del wanted[0]
        parts = []
        for key, given in wanted:
            chosen = find_definition(key)
            try:
                parts.append(chosen.build(event, options_from(chosen.Options, given), printed_at))
            except CannotReport:
                if key != "standings":  # there are no standings before the first result
                    raise
        return report_on(
            self, event, divisions, printed_at, round_number=number, parts=tuple(parts)
        )
