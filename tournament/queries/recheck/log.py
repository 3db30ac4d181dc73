"""The activity log: its chain, and that no result got past it."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.models import Activity
from scoring.queries.chain import check_chain
from tournament.models import Division, Event, ResultEntry
from tournament.models.results import Source
from tournament.queries.recheck.difference import Difference

ENTERING = ("enter_result", "correct_result", "post_recorded_result")
IMPORTING = "import_division"
"""One entry that tells of many results."""


def differences_in_log(event: Event) -> Iterator[Difference]:
    """Walk the whole log, then count the results of each division in it."""
    chain = check_chain()
    for sentence in (chain.broken, chain.unguarded):
        if sentence:
            yield Difference("Activity log", sentence)
    for division in Division.objects.filter(event=event).select_related("event"):
        entered = (
            ResultEntry.objects.filter(pairing__round__division=division)
            .exclude(source=Source.AWARDED)
            .count()
        )
        of_division = Activity.objects.filter(scope=division.scope)
        logged = of_division.filter(verb__in=ENTERING).count()
        for told in of_division.filter(verb=IMPORTING).values_list("after", flat=True):
            logged += int((told or {}).get("results", 0))
        if entered > logged:
            yield Difference(
                f"Division {division}",
                f"{entered} results were entered, but the activity log tells of {logged}.",
            )
