"""Take actions at the desk one after another, and compare what each did with what somebody last read.

A case is a list of functions of the desk and division A with its four players. The first prepares,
and its answer is not compared. Of each other, the log entries are compared, with the rows that
were written, or the refusal: then no row may have changed. A text that it returns is compared too.
At the end, the boards with all their results and the ranks are compared.
"""

import json
import re

from django.conf import settings
from django.contrib.auth import get_user_model

from scoring.actions.activity import Actor
from scoring.actions.refusals import Refused
from scoring.models import Activity
from tests.approved import check_approved
from tests.tournament.actions.safety.at_the_desk import board_of, read_again, round_of
from tests.tournament.actions.safety.every_row import everything
from tournament.actions.act import EditConflict
from tournament.models import Pairing
from tournament.queries.safety.recheck import recheck
from tournament.queries.standings.standings import division_standings

VARIES = re.compile(r"\d{4}-\d\d-\d\d[T ][\d:.]+(\+00:00|Z)?|\b[0-9a-f]{32,}|\d{7,}")
"""Times, digests, and seeds of draws."""


def entries_after(key):
    """Return the log entries after this one as text."""
    rows = Activity.objects.filter(pk__gt=key).order_by("pk")
    contents = ("verb", "scope", "message", "reason", "before", "after", "facts")
    entries = [*rows.values_list(*contents)]
    return VARIES.sub("*", json.dumps(entries, ensure_ascii=False, sort_keys=True))


def tell(request, approved, name, desk, division, prepare, *steps):
    """Prepare, take the steps and compare; the rows of disabled rooms are not in the approved text."""
    prepare(desk, division)
    lines = {}
    for number, step in enumerate(steps, start=1):
        what, told = _taken(step, desk, division)
        lines[f"{name} {number:02} {what}"] = told
    lines[f"{name} {len(steps) + 1:02} then"] = state_of(division)
    if not settings.ROOMS_OFF:
        check_approved(request, approved, lines, name)


def _taken(step, desk, division):
    before, logged = everything(), Activity.objects.latest("pk").pk
    try:
        answer = step(desk, read_again(division))
    except Refused as refused:
        assert everything() == before
        assert Activity.objects.latest("pk").pk == logged
        more = (
            [f"now {refused.now}", *refused.questions] if isinstance(refused, EditConflict) else []
        )
        return type(refused).__name__, VARIES.sub("*", " | ".join([str(refused), *more]))
    shown = [answer] if isinstance(answer, str) else []
    entries = [entries_after(logged)] if Activity.objects.latest("pk").pk > logged else []
    return "done", " | ".join([*entries, *shown])


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


def look(question):
    """Return a step that changes nothing and shows the answer to a question about the division."""
    return lambda _desk, division: str(question(division))


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
            step(desk, read_again(division))

    return take
