"""Who is gibsonized after a round of a division, and why."""

from tournament.engine.pairing.chase import ONLY_FIRST, Chase
from tournament.engine.pairing.gibson import Gibsonized, gibsonized
from tournament.engine.pairing.request import Record
from tournament.engine.standings.prospects import catch_up_by
from tournament.queries.drafting import missing_before
from tournament.queries.prize_bands import prize_bands
from tournament.queries.standings import DivisionStandings


def gibsonized_after(shown: DivisionStandings) -> tuple[Gibsonized, ...]:
    """Whose prize is settled in the standings shown, best first.

    Nobody where the number of rounds is not set, no round is left, or results of the round shown
    are missing. Two queries, none without a number of rounds.
    """
    division = shown.division
    planned = division.rounds_planned
    if planned is None or not 0 < shown.after < planned:
        return ()
    if missing_before(division, shown.after) is not None:
        return ()
    rules = division.event.rules
    left = planned - shown.after
    playing = [line for line in shown.table.lines if not line.withdrawn]
    reach = catch_up_by(rules.gibson_spread, rules.spread_cap, planned, left)
    people = {row.person.number: row.person for row in shown.rows}
    return gibsonized(
        Chase(
            tuple(line.number for line in playing),
            {
                line.number: Record(line.half_wins, line.half_losses, line.capped_spread)
                for line in playing
            },
            left,
            reach[-1],
            prize_bands(division) or ONLY_FIRST,
            {n: person.rating_class for n, person in people.items() if person.rating_class},
            {n: person.name for n, person in people.items()},
        )
    )
