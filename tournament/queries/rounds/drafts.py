"""The plan, the options and the obstacles for pairing a round now, and the arrangement of a draft."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import F

from scoring.wording.phrases import comma_list, format_signed
from tournament.engine.pairing.arrangement import Arrangement
from tournament.engine.pairing.avoidable_concessions import judge_round
from tournament.engine.pairing.checker import Fault, Problem, check_round, messages_of
from tournament.engine.pairing.event_plan import (
    PREVIOUS,
    PlannedRounds,
    StandingsSource,
    planned_rounds_for,
)
from tournament.engine.pairing.method import all_methods
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import GAMES, Outcome, is_bye, results_up_to
from tournament.models import Division, Pairing, ResultEntry, Round
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.people.entries import division_field
from tournament.queries.rounds.pairing import (
    NOTHING_FIXED,
    FixedPairs,
    pairing_context,
    pairing_request,
    plan_of,
)
from tournament.queries.rounds.proposals import proposal_for
from tournament.queries.rounds.rounds import Board, current_pairings
from tournament.queries.standings.standings import (
    division_standings,
    first_incomplete_round,
    results_of,
)
from tournament.wording.methods import pairing_in_words
from tournament.wording.rounds import round_wording
from tournament.wording.sentences import sentences as sentences_of


@dataclass(frozen=True, slots=True)
class PairingChoice:
    """The chosen way of pairing a round; fields that are None follow the plan.

    If there is no seed, one is drawn. `fixed` has the pairs and byes settled in advance.
    """

    method: str | None = None
    options: Mapping[str, Any] | None = None
    source: StandingsSource | None = None
    seed: int | None = None
    fixed: FixedPairs = NOTHING_FIXED


BY_THE_PLAN = PairingChoice()


def line_and_options(
    division: Division, number: int, how: PairingChoice = BY_THE_PLAN, absent: Collection[int] = ()
) -> tuple[PlannedRounds, dict[str, Any]] | None:
    """Return the plan line and the options that pair the round without the entry numbers `absent`.

    If `how` names a different method from the plan, a pairing table that this method began earlier and
    used in the previous round is continued. Return None if neither the plan nor `how` names a method.
    At most four queries, and those of `pairing_context` if the method takes the players in the order of
    the standings.
    """
    planned = planned_rounds_for(plan_of(division), number)
    if how.method is None and planned is None:
        return None
    if planned is None or (how.method is not None and how.method != planned.method):
        begun = continued_table_options(division, number, how.method or "")
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
        begun = continued_options(division, line, number)
        field = field_by_seed(division, number, absent)
        if begun is None and method is not None and method.field_by_standing:
            field = field_by_standing(
                division, number, line.source.source_round_for(number), absent
            )
    return line, line.options_for(names, field, begun)


def continued_table_options(division: Division, number: int, method: str) -> dict[str, Any] | None:
    """Return the options of a pairing table that continues from the previous round. One query.

    Return None if that round used another method, its method has no table, or the table is
    complete.
    """
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
class NextPlannedRound:
    """The round the plan pairs next, in words; `ahead` is set while an earlier round is active."""

    number: int
    how: str
    ahead: bool = False
    proposed_rounds: int = 0
    """The number of rounds in a proposed plan; 0 for the division's own plan."""


def next_planned_round(division: Division, number: int, *, ahead: bool) -> NextPlannedRound | None:
    """Return round `number` as planned, or None if it is not planned or cannot be paired yet.

    Round 1 of a division without a plan follows the proposed plan. With `ahead`, an earlier round
    is active, and the results from which the round is paired may be missing. At most two queries, or
    seven for a proposal.
    """
    line = planned_rounds_for(plan_of(division), number)
    if line is None and number == 1 and (proposal := proposal_for(division)):
        line = planned_rounds_for(proposal.proposed.plan, 1)
        assert line is not None, "a plan proposed begins with round 1"
        how = pairing_in_words(line.method, line.options, 0)
        return NextPlannedRound(1, how, proposed_rounds=proposal.rounds)
    if line is None:
        return None
    source = line.source.source_round_for(number)
    if ahead and first_incomplete_round(division, source) is not None:
        return None
    return NextPlannedRound(number, pairing_in_words(line.method, line.options, source), ahead)


def field_by_seed(division: Division, number: int, absent: Collection[int] = ()) -> tuple[int, ...]:
    """Return the numbers of the entries in round `number` by seed, except `absent`. One query."""
    entrants = division_field(division).entrants
    there = [e for e in entrants if e.is_active_in(number) and e.number not in absent]
    return tuple(e.number for e in sorted(there, key=lambda e: (e.seed, e.number)))


def field_by_standing(
    division: Division, number: int, after: int, absent: Collection[int] = ()
) -> tuple[int, ...]:
    """Return the numbers of the entries in round `number` by the standings after round `after`, except `absent`.

    This takes as many queries as `pairing_request`.
    """
    known = pairing_context(division, absent=absent, after=number - 1)
    return known.request(number, source_round=after).ranked


def continued_options(
    division: Division, line: PlannedRounds, number: int
) -> dict[str, Any] | None:
    """Return the options of the previous round if it has the same plan line and method, else None. One query."""
    before = Round.objects.filter(
        division=division,
        number=number - 1,
        number__gte=line.from_round,
        method=line.method,
        pairings__replaced_at=None,
    ).first()
    return dict(before.options) if before else None


def pair_again_obstacles(round_: Round) -> list[str]:
    """Return every reason why a round past its draft cannot be paired again; empty if it can. Three queries."""
    if round_.phase == Phase.CLOSED:
        return [round_wording("closed", round=round_)]
    reasons = []
    if begun := begun_boards(round_):
        reasons.append(
            round_wording("has_results", number=len(begun), boards=comma_list(begun), round=round_)
        )
    later = Round.objects.filter(division=round_.division, number__gt=round_.number).exclude(
        phase=Phase.DRAFT
    )
    if published := later.first():
        reasons.append(round_wording("later_published", later=published, round=round_))
    return reasons


def publication_obstacles(
    division: Division, number: int, pairings: Iterable[Pairing]
) -> tuple[str, ...]:
    """Return every reason why the draft of round `number` is no longer valid, such as a player who joined or withdrew.

    The players of `pairings` must be loaded. This takes as many queries as `pairing_request`.
    """
    seats, byes = [], []
    for pairing in pairings:
        if pairing.second is None:
            byes.append(pairing.first.number)
        else:
            seats.append((pairing.board or 0, pairing.first.number, pairing.second.number))
    problems = check_round(
        pairing_request(division, number), Arrangement(tuple(seats), tuple(byes)).plan
    )
    return sentences_of(
        (problem.message for problem in problems if problem.is_blocking),
        division_field(division).names,
    )


def arrangement_of(round_: Round) -> Arrangement:
    """Return the round's current boards and byes, leaving out entries that miss the round or have left. Two queries."""
    seats, byes = [], []
    outcomes = _outcomes(round_)
    for pairing in current_pairings(round_).select_related("first", "second"):
        if pairing.second is not None and pairing.board is not None:
            seats.append((pairing.board, pairing.first.number, pairing.second.number))
        elif is_bye(outcomes.get(pairing.pk, Outcome.BYE)):
            byes.append(pairing.first.number)
    return Arrangement(tuple(sorted(seats)), tuple(sorted(byes)))


def begun_boards(round_: Round) -> tuple[int, ...]:
    """Return the numbers of the boards with a result or a recorded game, which cannot be rearranged. Two queries."""
    begun = current_pairings(round_).exclude(board=None)
    with_result = set(
        begun.filter(results__standing=ResultStatus.COUNTS).values_list("board", flat=True)
    )
    with_game = set(begun.exclude(game=None).values_list("board", flat=True))
    return tuple(sorted(with_result | with_game))


def arrangement_request(round_: Round) -> PairingRequest:
    """Return the request for the checker: everything before the round, and its absent entries.

    Two queries more than `pairing_context`.
    """
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
        results=tuple(results_up_to(request.results, round_.number - 1)),
        absent=frozenset(absent),
    )


def arrangement_problems(
    request: PairingRequest, now: Arrangement, wanted: Arrangement
) -> tuple[Problem, ...]:
    """Return the checker's problems with `wanted`, except absences and repeated byes that `now` has too."""
    untouched = {number for seat in now.seats if seat in wanted.seats for number in seat[1:]} | (
        set(now.byes) & set(wanted.byes)
    )
    return tuple(
        problem
        for problem in check_round(request, wanted.plan)
        if not (
            problem.fault in (Fault.NOT_THERE, Fault.SEVERAL_BYES)
            and untouched.issuperset(problem.numbers)
        )
    )


def avoidable_concessions(request: PairingRequest, wanted: Arrangement) -> tuple[str, ...]:
    """Return the unnecessary concessions made by `wanted`, a sentence each."""
    return sentences_of(judge_round(request, wanted.plan).messages, request.names)


def problem_sentences(
    problems: Iterable[Problem], names: dict[int, str], *, blocking: bool
) -> list[str]:
    """Return the blocking problems, or only the others if `blocking` is false, a sentence each for the director."""
    return list(
        sentences_of(
            messages_of(problem for problem in problems if problem.is_blocking == blocking), names
        )
    )


def _outcomes(round_: Round) -> dict[int, str]:
    rows = ResultEntry.objects.filter(
        pairing__round=round_, pairing__replaced_at=None, standing=ResultStatus.COUNTS
    )
    return dict(rows.values_list("pairing_id", "outcome"))


@dataclass(frozen=True, slots=True)
class DraftBoard:
    """A board of a draft with the players' records and earlier games."""

    board: Board
    first_record: str
    """Wins, losses and spread before the round, such as `3-1 +148`; empty before the first result."""
    second_record: str
    earlier_game_count: int
    """The number of games that the two players have played against each other in the division."""
    is_float: bool
    """Whether the two players have different numbers of wins in a round paired by wins."""


@dataclass(frozen=True, slots=True)
class DraftFigures:
    """An overview of a draft: its boards, repeats, floats and byes."""

    boards: tuple[DraftBoard, ...]
    by_wins: bool
    """Whether players with equal wins should meet, as in methods that use standings or lists of pairs."""

    @property
    def repeats(self) -> list[int]:
        """The numbers of the boards whose players have met before, in order."""
        return [row.board.pairing.board or 0 for row in self.boards if row.earlier_game_count]

    @property
    def floats(self) -> list[int]:
        """The numbers of the boards whose players have different wins, in order."""
        return [row.board.pairing.board or 0 for row in self.boards if row.is_float]

    @property
    def byes(self) -> list[str]:
        """The names of players with the bye or without a game."""
        return [row.board.pairing.first.name for row in self.boards if not row.board.pairing.second]


def draft_figures(division: Division, round_: Round, boards: Sequence[Board]) -> DraftFigures:
    """Return the overview of the draft `round_`. Four queries."""
    number, method = round_.number, all_methods().get(round_.method)
    by_wins = method is None or method.uses_standings or method.is_list
    before = division_standings(division, number - 1)
    apart = division.event.rules.ties_apart
    records, wins = {}, {}
    for line in before.table.lines if before.after else ():
        records[line.number] = f"{line.record_text(ties_apart=apart)} {format_signed(line.spread)}"
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


def draft_pairs_text(division: Division, number: int) -> str:
    """Return a draft as text, one pair of numbers or bye a line, as entered by hand; empty if there is no draft."""
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
