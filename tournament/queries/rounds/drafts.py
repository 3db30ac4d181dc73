"""Whether and how a round can be paired now, and how a draft is arranged, each with a fixed number of queries."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import F

from scoring.wording.phrases import comma_list, signed
from tournament.engine.pairing.arrangement import Arrangement
from tournament.engine.pairing.avoidable_concessions import judge_round
from tournament.engine.pairing.checker import Fault, Problem, check, messages_of
from tournament.engine.pairing.event_plan import PREVIOUS, PlannedRounds, Source, planned_for
from tournament.engine.pairing.method import all_methods
from tournament.engine.pairing.request import Request
from tournament.engine.results import GAMES, Outcome, is_bye, up_to
from tournament.models import Division, Pairing, ResultEntry, Round
from tournament.models.results import Standing
from tournament.models.rounds import Phase
from tournament.queries.people.entries import division_field
from tournament.queries.rounds.pairing import (
    NOTHING_FIXED,
    Fixed,
    pairing_context,
    pairing_request,
    plan_of,
)
from tournament.queries.rounds.proposals import proposal_for
from tournament.queries.rounds.rounds import Board, live_pairings
from tournament.queries.standings.standings import (
    division_standings,
    missing_before,
    results_of,
)
from tournament.wording.methods import how_in_words
from tournament.wording.rounds import of_round
from tournament.wording.sentences import sentences as sentences_of


@dataclass(frozen=True, slots=True)
class PairingChoice:
    """How a round is to be paired; what is None follows the plan.

    Without a seed one is drawn. `fixed` are pairs and byes that are settled before.
    """

    method: str | None = None
    options: Mapping[str, Any] | None = None
    source: Source | None = None
    seed: int | None = None
    fixed: Fixed = NOTHING_FIXED


BY_THE_PLAN = PairingChoice()


def line_and_options(
    division: Division,
    number: int,
    how: PairingChoice = BY_THE_PLAN,
    absent: Collection[int] = (),
) -> tuple[PlannedRounds, dict[str, Any]] | None:
    """The line and the options that pair the round without the numbers `absent`; None without a plan for it and a
    method.

    Three queries at most.
    """
    planned = planned_for(plan_of(division), number)
    if how.method is None and planned is None:
        return None
    if planned is None or (how.method is not None and how.method != planned.method):
        begun = table_begun(division, number, how.method or "")
        planned = PlannedRounds(
            number, number, how.method or "", begun or {}, how.source or PREVIOUS
        )
        if begun and how.options is not None:
            how = replace(how, options={**begun, **how.options})
    line = replace(
        planned,
        options=planned.options if how.options is None else how.options,
        source=how.source or planned.source,
    )
    method = all_methods().get(line.method)
    names = method.option_names() if method else ()
    field: tuple[int, ...] = ()
    begun = None
    if "field" in names and not line.options.get("field"):
        begun = options_begun(division, line, number)
        field = field_by_seed(division, number, absent)
        if begun is None and method is not None and method.field_by_standing:
            field = field_by_standing(division, number, line.source.before(number), absent)
    return line, line.options_for(names, field, begun)


def table_begun(division: Division, number: int, method: str) -> dict[str, Any] | None:
    """The options of a table that the round before belongs to and this one may; one query."""
    before = Round.objects.filter(
        division=division, number=number - 1, method=method, pairings__replaced_at=None
    ).first()
    options = dict(before.options) if before else {}
    if "start_round" not in options:
        return None
    if number >= options["start_round"] + options.get("rounds", number):
        return None
    return options


@dataclass(frozen=True, slots=True)
class Planned:
    """The round the plan pairs next, in words; `ahead` while an earlier round is still on."""

    number: int
    how: str
    ahead: bool = False
    proposed_rounds: int = 0
    """For how many rounds the plan is proposed; 0 for a plan that is the division's."""


def planned_next(division: Division, number: int, *, ahead: bool) -> Planned | None:
    """Round `number` as the plan has it; None where it has nothing, or results are missing.

    Round 1 of a division without a plan is as the plan proposed for it has it. With `ahead` an earlier round is
    under way. Two queries; six for a proposal.
    """
    line = planned_for(plan_of(division), number)
    if line is None and number == 1 and (proposal := proposal_for(division)):
        line = planned_for(proposal.proposed.plan, 1)
        assert line is not None, "a plan proposed begins with round 1"
        how = how_in_words(line.method, line.options, 0)
        return Planned(1, how, proposed_rounds=proposal.rounds)
    if line is None:
        return None
    source = line.source.before(number)
    if ahead and missing_before(division, source) is not None:
        return None
    return Planned(number, how_in_words(line.method, line.options, source), ahead)


def field_by_seed(division: Division, number: int, absent: Collection[int] = ()) -> tuple[int, ...]:
    """Who takes part in round `number`, by seed, without the numbers `absent`. One query."""
    entrants = division_field(division).entrants
    there = [e for e in entrants if e.active_in(number) and e.number not in absent]
    return tuple(e.number for e in sorted(there, key=lambda e: (e.seed, e.number)))


def field_by_standing(
    division: Division, number: int, after: int, absent: Collection[int] = ()
) -> tuple[int, ...]:
    """Who takes part in round `number`, as the standings after another round have them, without `absent`.

    As many queries as `pairing_request`.
    """
    known = pairing_context(division, absent=absent, after=number - 1)
    return known.request(number, source_round=after).ranked


def options_begun(division: Division, line: PlannedRounds, number: int) -> dict[str, Any] | None:
    """The options of the round before, if it belongs to the same line and method. One query."""
    before = Round.objects.filter(
        division=division,
        number=number - 1,
        number__gte=line.from_round,
        method=line.method,
        pairings__replaced_at=None,
    ).first()
    return dict(before.options) if before else None


def why_not_pair_again(round_: Round) -> list[str]:
    """Every reason why a round past its draft cannot be taken back and paired again. Three queries."""
    if round_.phase == Phase.CLOSED:
        return [of_round("closed", round=round_)]
    reasons = []
    if begun := begun_boards(round_):
        reasons.append(
            of_round("has_results", number=len(begun), boards=comma_list(begun), round=round_)
        )
    later = Round.objects.filter(division=round_.division, number__gt=round_.number).exclude(
        phase=Phase.DRAFT
    )
    if published := later.first():
        reasons.append(of_round("later_published", later=published, round=round_))
    return reasons


def why_not_publish(
    division: Division, number: int, pairings: Iterable[Pairing]
) -> tuple[str, ...]:
    """Every reason why the draft of round `number` is no round as it is now: somebody came, or has left.

    `pairings` come with both players. Queries as `pairing_request`.
    """
    seats, byes = [], []
    for pairing in pairings:
        if pairing.second is None:
            byes.append(pairing.first.number)
        else:
            seats.append((pairing.board or 0, pairing.first.number, pairing.second.number))
    problems = check(pairing_request(division, number), Arrangement(tuple(seats), tuple(byes)).plan)
    return sentences_of(
        (problem.message for problem in problems if problem.blocks), division_field(division).names
    )


def arrangement_of(round_: Round) -> Arrangement:
    """Who sits where now; rounds missed and rounds after leaving are no part of it. Two queries."""
    seats, byes = [], []
    outcomes = _outcomes(round_)
    for pairing in live_pairings(round_).select_related("first", "second"):
        if pairing.second is not None and pairing.board is not None:
            seats.append((pairing.board, pairing.first.number, pairing.second.number))
        elif is_bye(outcomes.get(pairing.pk, Outcome.BYE)):
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
    """What the checker needs: everything before the round, and who misses it. Five queries."""
    request = pairing_request(round_.division, round_.number, round_.seed)
    aside = Pairing.objects.filter(round=round_, replaced_at=None, second=None)
    outcomes = _outcomes(round_)
    absent = {
        number
        for pk, number in aside.values_list("pk", "first__number")
        if not is_bye(outcomes.get(pk, Outcome.BYE))
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


def avoidable_sentences(request: Request, wanted: Arrangement) -> tuple[str, ...]:
    """What `wanted` gives up without need, a sentence each."""
    return sentences_of(judge_round(request, wanted.plan).messages, request.names)


def problem_sentences(
    problems: Iterable[Problem], names: dict[int, str], *, blocking: bool
) -> list[str]:
    """The problems that block, or those that only warn, as the director reads them."""
    return list(
        sentences_of(
            messages_of(problem for problem in problems if problem.blocks == blocking), names
        )
    )


def _outcomes(round_: Round) -> dict[int, str]:
    rows = ResultEntry.objects.filter(
        pairing__round=round_, pairing__replaced_at=None, standing=Standing.COUNTS
    )
    return dict(rows.values_list("pairing_id", "outcome"))


@dataclass(frozen=True, slots=True)
class DraftBoard:
    """A board of a draft with what its two players bring to it."""

    board: Board
    first_record: str
    """Wins, losses and spread before the round, `3-1 +148`; empty before the first result."""
    second_record: str
    met: int
    """How many games the two have played against each other in the division."""
    is_float: bool
    """Whether one of the two has more wins than the other, in a round that is paired by wins."""


@dataclass(frozen=True, slots=True)
class DraftFigures:
    """A draft at one look: its boards, and what it brings."""

    boards: tuple[DraftBoard, ...]
    by_wins: bool
    """Whether those with equal wins are meant to meet: not in groups by seed, nor all against all."""

    @property
    def repeats(self) -> list[int]:
        """The boards of two who have met, in order."""
        return [row.board.pairing.board or 0 for row in self.boards if row.met]

    @property
    def floats(self) -> list[int]:
        """The boards of two with different wins, in order."""
        return [row.board.pairing.board or 0 for row in self.boards if row.is_float]

    @property
    def byes(self) -> list[str]:
        """Who has the bye or does not play, by name."""
        return [row.board.pairing.first.name for row in self.boards if not row.board.pairing.second]


def draft_in_figures(division: Division, round_: Round, boards: Sequence[Board]) -> DraftFigures:
    """What the players of the draft `round_` bring to their boards. Four queries."""
    number, method = round_.number, all_methods().get(round_.method)
    by_wins = method is None or method.uses_standings or method.is_list
    before = division_standings(division, number - 1)
    apart = division.event.rules.ties_apart
    records, wins = {}, {}
    for line in before.table.lines if before.after else ():
        records[line.number] = f"{line.record_as(apart=apart)} {signed(line.spread)}"
        wins[line.number] = line.half_wins
    met = Counter(
        frozenset((result.first, result.second))
        for result in results_of(division)
        if result.outcome in GAMES and result.round < number
    )
    rows = []
    for board in boards:
        first, second = board.pairing.first, board.pairing.second
        other = second.number if second else 0
        rows.append(
            DraftBoard(
                board,
                records.get(first.number, ""),
                records.get(other, ""),
                met[frozenset((first.number, other))],
                by_wins and second is not None and wins.get(first.number, 0) != wins.get(other, 0),
            )
        )
    return DraftFigures(tuple(rows), by_wins)


def draft_pairs(division: Division, number: int) -> str:
    """The draft of a round as the director would list it by number; empty without one."""
    rows = (
        Pairing.objects.filter(
            round__division=division,
            round__number=number,
            round__phase=Phase.DRAFT,
            replaced_at=None,
        )
        .order_by(F("board").asc(nulls_last=True), "id")
        .values_list("first__number", "second__number")
    )
    return "\n".join(f"{first} {second}" if second else f"{first} bye" for first, second in rows)
