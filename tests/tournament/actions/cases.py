"""Steps at the desk of division A with its four players; see `tests/cases.py`."""

from django.contrib.auth import get_user_model

from scoring.actions.activity import Actor
from tests.cases import look
from tests.tournament.actions.safety.at_the_desk import board_of, read_again, round_of
from tournament.models import Pairing
from tournament.queries.safety.recheck import recheck
from tournament.queries.standings.standings import division_standings


def state_of(division):
    """Return the boards of every round with all their results, and the ranks."""
    return " | ".join([*_boards(division), *ranks_of(division)])


def _boards(division):
    pairings = Pairing.objects.filter(round__division=division, replaced_at=None)
    for pairing in pairings.order_by("round__number", "board", "pk").select_related("round"):
        results = [f"{row} {row.source} {row.standing}" for row in pairing.results.order_by("pk")]
        one = f"{pairing.round.number} {pairing.round.phase} {pairing}"
        yield ": ".join([one, *filter(None, [", ".join(results)])])


def ranks_of(division):
    rows = division_standings(read_again(division)).rows
    return [
        f"{row.line.rank} {row.person.name} {row.line.record} {row.line.spread}" for row in rows
    ]


RANKS = look(ranks_of)
RECHECK = look(lambda division: [*map(str, recheck(division.event))])


def at_board(action, which, *args, by=None, **options):
    """Return a step at a board of round 1, by the desk or another person."""
    return lambda desk, division: action(
        another(by) if by else desk, board_of(division, which), *args, **options
    )


def of_round(action, which, *args, **options):
    return lambda desk, division: action(desk, round_of(division, which), *args, **options)


def of_event(action, *args, **options):
    return lambda desk, division: action(desk, division.event, *args, **options)


def another(name):
    """Return another person at the desk."""
    return Actor.for_user(get_user_model().objects.get_or_create(username=name)[0])


def all_of(*steps):
    """Return one step of several."""

    def take(desk, division):
        for step in steps:
            step(desk, division)
            division = read_again(division)

    return take
