"""A round as it is arranged now, and what the checker says to another arrangement of it."""

from collections.abc import Iterable
from dataclasses import replace

from tournament.engine.pairing.arrangement import Arrangement
from tournament.engine.pairing.avoidable import judge
from tournament.engine.pairing.checker import Fault, Problem, check, in_sentences
from tournament.engine.pairing.request import Request
from tournament.engine.results import Outcome, up_to
from tournament.models import Pairing, ResultEntry, Round
from tournament.models.results import Standing
from tournament.queries.pairing import pairing_request
from tournament.queries.rounds import live_pairings


def arrangement_of(round_: Round) -> Arrangement:
    """Who sits where now; rounds missed and rounds after leaving are no part of it. Two queries."""
    seats, byes = [], []
    outcomes = _outcomes(round_)
    for pairing in live_pairings(round_).select_related("first", "second"):
        if pairing.second is not None and pairing.board is not None:
            seats.append((pairing.board, pairing.first.number, pairing.second.number))
        elif outcomes.get(pairing.pk, Outcome.BYE) == Outcome.BYE:
            byes.append(pairing.first.number)
    return Arrangement(tuple(sorted(seats)), tuple(sorted(byes)))


def begun_boards(round_: Round) -> tuple[int, ...]:
    """The boards with a result or a recorded game, which nobody rearranges. One query."""
    begun = live_pairings(round_).exclude(board=None)
    with_result = set(
        begun.filter(results__standing=Standing.COUNTS).values_list("board", flat=True)
    )
    with_game = set(begun.exclude(game=None).values_list("board", flat=True))
    return tuple(sorted(with_result | with_game))


def arranging_request(round_: Round) -> Request:
    """What the checker is told: everything before the round, and who misses it. Five queries."""
    request = pairing_request(round_.division, round_.number, round_.seed)
    aside = Pairing.objects.filter(round=round_, replaced_at=None, second=None)
    outcomes = _outcomes(round_)
    absent = {
        number
        for pk, number in aside.values_list("pk", "first__number")
        if outcomes.get(pk, Outcome.BYE) != Outcome.BYE
    }
    return replace(
        request,
        results=tuple(up_to(request.results, round_.number - 1)),
        absent=frozenset(absent),
    )


def problems_with(request: Request, now: Arrangement, wanted: Arrangement) -> tuple[Problem, ...]:
    """What the checker says to `wanted`, without what was so before and is not touched."""
    untouched = {number for seat in now.seats if seat in wanted.seats for number in seat[1:]} | (
        set(now.byes) & set(wanted.byes)
    )
    return tuple(
        problem
        for problem in check(request, wanted.plan)
        if not (problem.fault is Fault.NOT_THERE and set(problem.numbers) <= untouched)
    )


def avoidable(request: Request, wanted: Arrangement) -> tuple[str, ...]:
    """What `wanted` gives up without need, a sentence each."""
    return judge(request, wanted.plan).sentences()


def sentences(problems: Iterable[Problem], names: dict[int, str], *, blocking: bool) -> list[str]:
    """The problems that block, or those that only warn, as the director reads them."""
    return in_sentences((each for each in problems if each.blocks == blocking), names)


def _outcomes(round_: Round) -> dict[int, str]:
    rows = ResultEntry.objects.filter(
        pairing__round=round_, pairing__replaced_at=None, standing=Standing.COUNTS
    )
    return dict(rows.values_list("pairing_id", "outcome"))
