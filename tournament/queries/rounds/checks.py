"""Check every published round against the rules of pairings and against the best possible round."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.engine.pairing.avoidable_concessions import RoundVerdict, judge_round
from tournament.engine.pairing.method import repeat_price
from tournament.engine.pairing.plan import Bye, Pair, Plan
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import NOBODY, Outcome, is_bye
from tournament.models import Division, Event, Pairing, Round
from tournament.models.rounds import Phase
from tournament.queries.people.keep_apart import kept_apart_history
from tournament.queries.rounds.pairing import FixedPairs, PairingContext, pairing_context
from tournament.wording.methods import method_label
from tournament.wording.sentences import sentences


@dataclass(frozen=True)
class CheckedRound:
    """One round with its verdict; `method` says in words how it was paired."""

    number: int
    method: str
    verdict: RoundVerdict
    names: Mapping[int, str]

    @property
    def faults(self) -> tuple[str, ...]:
        """The violated rules, a sentence each."""
        blocking = (p.message for p in self.verdict.problems if p.is_blocking)
        return sentences(blocking, self.names)

    @property
    def concessions(self) -> tuple[str, ...]:
        """Repeats, second byes and pairs who should be kept apart, avoidable or not, a sentence each."""
        others = (p.message for p in self.verdict.problems if not p.is_blocking)
        return sentences(others, self.names)

    @property
    def avoidable(self) -> tuple[str, ...]:
        """The avoidable concessions, a sentence each."""
        return sentences(self.verdict.messages, self.names)


@dataclass(frozen=True)
class CheckedDivision:
    """The checked rounds of a division in order."""

    division: Division
    rounds: tuple[CheckedRound, ...]

    @property
    def is_clean(self) -> bool:
        """Whether no round breaks a rule or makes an avoidable concession, such as a repeat."""
        return all(round_.verdict.is_clean for round_ in self.rounds)


def check_pairings(event: Event) -> list[CheckedDivision]:
    """Return every division with its published rounds, judged by the situation before each was played.

    Four queries per division in addition to those of `pairing_context`, whatever the number of rounds
    and players.
    """
    divisions = event.divisions.select_related("event").order_by("position")
    return [CheckedDivision(division, tuple(_check_rounds(division))) for division in divisions]


def _check_rounds(division: Division) -> Iterable[CheckedRound]:
    known = pairing_context(division)
    kept_apart = kept_apart_history(division)
    outcome = {
        (result.round, result.first): result.outcome
        for result in known.results
        if result.second == NOBODY
    }
    by_round: dict[int, list[Pairing]] = {}
    live = Pairing.objects.filter(round__division=division, replaced_at=None)
    for pairing in live.select_related("round", "first", "second").order_by("board", "id"):
        by_round.setdefault(pairing.round.number, []).append(pairing)
    for round_ in (
        Round.objects.filter(division=division).exclude(phase=Phase.DRAFT).order_by("number")
    ):
        pairings = by_round.get(round_.number, [])
        sitting_out = {
            pairing.first.number
            for pairing in pairings
            if pairing.second is None
            and not is_bye(outcome.get((round_.number, pairing.first.number), Outcome.BYE))
        }
        plan = _played_plan(round_, pairings, sitting_out)
        moment = round_.published_at or round_.created_at
        held = [pair for pair in kept_apart if pair.is_in_force_at(moment)]
        request = replace(
            _request_before(known, round_, plan, sitting_out),
            forbidden_pairs=frozenset(pair.numbers for pair in held if pair.is_hard),
            unwanted_pairs=frozenset(pair.numbers for pair in held if not pair.is_hard)
            | known.teammates_apart(round_.number),
        )
        yield CheckedRound(
            round_.number,
            method_label(round_.method),
            judge_round(request, plan),
            known.people.names,
        )


def _played_plan(round_: Round, pairings: Sequence[Pairing], sitting_out: set[int]) -> Plan:
    """Return the plan of the played round, without entries that missed it and got no bye."""
    return Plan(
        round_.number,
        round_.method,
        tuple(
            Pair(pairing.board or 0, pairing.first.number, pairing.second.number)
            for pairing in pairings
            if pairing.second is not None
        ),
        tuple(
            Bye(pairing.first.number)
            for pairing in pairings
            if pairing.second is None and pairing.first.number not in sitting_out
        ),
        price=repeat_price(round_.method, round_.options),
    )


def _request_before(
    known: PairingContext, round_: Round, plan: Plan, sitting_out: set[int]
) -> PairingRequest:
    """Return the pairing request for the situation before the round.

    Every entry with a game or a bye counts as present, even if it left later.
    """
    request = known.request(round_.number, round_.seed, fixed=FixedPairs.from_stored(round_.fixed))
    placed = {number for pair in plan.pairs for number in pair.numbers}
    placed |= {bye.number for bye in plan.byes}
    return replace(
        request,
        entrants=tuple(
            replace(entrant, withdrawn_after=None) if entrant.number in placed else entrant
            for entrant in request.entrants
        ),
        absent=frozenset(sitting_out),
    )
