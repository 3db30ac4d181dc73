"""One recheck of everything an event derives from what was typed."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.models import Event
from tournament.queries.recheck.difference import Difference
from tournament.queries.recheck.games import differences_in_games
from tournament.queries.recheck.log import differences_in_log
from tournament.queries.recheck.pairings import differences_in_pairings
from tournament.queries.recheck.results import differences_in_results
from tournament.queries.recheck.standings import differences_in_standings


def recheck(event: Event) -> Iterator[Difference]:
    """Every difference between what is stored or shown and what the entries give."""
    yield from differences_in_games(event)
    yield from differences_in_results(event)
    yield from differences_in_pairings(event)
    yield from differences_in_standings(event)
    yield from differences_in_log(event)
