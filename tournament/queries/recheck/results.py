"""Results against the rounds they belong to: one that counts, where one must be, none where none may."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.engine.results import Outcome
from tournament.models import Event, Pairing, ResultEntry, Round
from tournament.models.results import Source, Standing
from tournament.models.rounds import Phase
from tournament.queries.recheck.difference import Difference
from tournament.queries.recheck.games import place

ALONE = {Outcome.BYE, Outcome.FIRST_FORFEITS, Outcome.VOID}


def differences_in_results(event: Event) -> Iterator[Difference]:
    """Check every result ever entered, and that rounds are as far as they say. Three queries."""
    pairings = (
        Pairing.objects.filter(round__division__event=event)
        .select_related("round__division", "first__player", "second")
        .prefetch_related("results")
        .order_by("id")
    )
    for pairing in pairings:
        where = place(pairing)
        results = list(pairing.results.all())
        for result in results:
            for what in _fits(pairing, result, {each.pk for each in results}):
                yield Difference(where, what)
        if pairing.replaced_at is None:
            for what in _complete(pairing, results):
                yield Difference(where, what)
    yield from _phases(event)


def results_of_event(event: Event) -> int:
    """How many results were ever entered. One query."""
    return ResultEntry.objects.filter(pairing__round__division__event=event).count()


def _fits(pairing: Pairing, result: ResultEntry, siblings: set[int]) -> Iterator[str]:
    superseded = result.standing == Standing.SUPERSEDED
    if superseded != (result.superseded_at is not None):
        yield f"the result {result} is marked {result.standing}, and its date says otherwise."
    if result.superseded_by_id is not None and (
        result.superseded_by_id not in siblings or result.superseded_by_id < result.pk
    ):
        yield f"the result {result} is superseded by one of another board, or an earlier one."
    alone = pairing.second_id is None
    if (alone and result.outcome not in ALONE) or (not alone and result.outcome == Outcome.BYE):
        yield f"the result {result} cannot be: {'one player' if alone else 'two players'} met."
    if pairing.second is not None and pairing.first.division_id != pairing.second.division_id:
        yield "the two players are of different divisions."


def _complete(pairing: Pairing, results: list[ResultEntry]) -> Iterator[str]:
    counting = [each for each in results if each.standing == Standing.COUNTS]
    beside = [each for each in results if each.standing == Standing.BESIDE]
    phase = pairing.round.phase
    if len(counting) > 1:
        yield f"{len(counting)} results count at once."
    if phase == Phase.DRAFT and (counting or beside):
        yield f"the round is a draft, but there is the result {(*counting, *beside)[0]}."
    if phase == Phase.CLOSED and not counting:
        yield "the round is closed, but there is no result."
    if phase == Phase.PUBLISHED and any(each.source != Source.AWARDED for each in counting):
        yield f"there is the result {counting[0]}, but the round is not marked as playing."
    if phase != Phase.DRAFT and pairing.second_id is None and not counting:
        yield "the round is published, but nothing was awarded to who has no opponent."
    if beside and not counting:
        yield f"the result {beside[0]} waits to be ruled on, but none counts meanwhile."


def _phases(event: Event) -> Iterator[Difference]:
    """Rounds are published in order, so that the published ones count 1, 2, 3 without a gap."""
    rounds = (
        Round.objects.filter(division__event=event)
        .exclude(phase=Phase.DRAFT)
        .order_by("division__position", "number")
        .values_list("division__name", "number")
    )
    reached: dict[str, int] = {}
    for name, number in rounds:
        if number != reached.get(name, 0) + 1:
            yield Difference(
                f"Division {name}",
                f"round {number} is published, but round {reached.get(name, 0) + 1} is not.",
            )
        reached[name] = number
