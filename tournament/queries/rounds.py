"""Rounds and boards as the director sees them, each answer with a fixed number of queries."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, F, Prefetch, Q

from tournament.engine.pairing.checker import Problem
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import Request
from tournament.engine.pairing.table import rounds_in_cycle
from tournament.engine.results import Outcome
from tournament.models import Division, Pairing, ResultEntry, Round
from tournament.models.results import Standing
from tournament.models.rounds import Phase
from tournament.queries.apart import apart_in
from tournament.queries.field import division_field
from tournament.queries.standings import results_of


@dataclass(frozen=True)
class Board:
    """One pairing with what came of it so far."""

    pairing: Pairing
    result: ResultEntry | None
    beside: tuple[ResultEntry, ...]
    """Entries that contradict the result and were not ruled on."""

    turns: int = 0
    """Turns recorded on the score pad so far."""

    @property
    def is_recording(self) -> bool:
        """Whether its game is being recorded and not finished."""
        game = self.pairing.game
        return game is not None and game.finished_at is None

    @property
    def is_missing(self) -> bool:
        """Whether a result is still to come."""
        return self.result is None


@dataclass(frozen=True)
class RoundSummary:
    """A round in the row of rounds: how many boards, how many results."""

    round: Round
    boards: int
    results: int

    @property
    def missing(self) -> int:
        """How many results are still to come."""
        return self.boards - self.results


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """One line of a round not saved yet, with names; no second is a bye."""

    board: int | None
    first: str
    second: str
    why: str


@dataclass(frozen=True)
class Preview:
    """A round as it would be paired, not saved: the plan, what the checker says, the names."""

    plan: Plan
    problems: tuple[Problem, ...]
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def rows(self) -> list[PreviewRow]:
        """Boards in order, then byes."""
        named = {number: f"{number} {name}" for number, name in self.names.items()}
        rows = [
            PreviewRow(pair.board, named[pair.first], named[pair.second], pair.reasons[-1])
            for pair in self.plan.pairs
        ]
        return rows + [PreviewRow(None, named[bye.number], "", "") for bye in self.plan.byes]

    @property
    def blocking(self) -> list[str]:
        """Why the round cannot be saved like this."""
        return [p.sentence(self.names) for p in self.problems if p.blocks]

    @property
    def warnings(self) -> list[str]:
        """What the director should know before saving."""
        return [p.sentence(self.names) for p in self.problems if not p.blocks]


def rounds_of(division: Division) -> list[RoundSummary]:
    """Every round with pairings, in order. One query."""
    live = Q(pairings__replaced_at=None)
    counted = Q(pairings__replaced_at=None, pairings__results__standing=Standing.COUNTS)
    rounds = (
        Round.objects.filter(division=division)
        .annotate(
            boards=Count("pairings", filter=live, distinct=True),
            entered=Count("pairings", filter=counted, distinct=True),
        )
        .filter(boards__gt=0)
        .order_by("number")
    )
    summaries = []
    for row in rounds:
        row.division = division
        summaries.append(RoundSummary(row, row.boards, row.entered))
    return summaries


def boards_of(round_: Round, only: Pairing | None = None) -> list[Board]:
    """Every pairing of a round in board order, byes last, with its results. Two queries.

    With `only` nothing but that pairing is read.
    """
    standing = ResultEntry.objects.exclude(standing=Standing.SUPERSEDED).select_related(
        "entered_by"
    )
    pairings = (
        live_pairings(round_)
        .select_related("first__player", "second__player", "game")
        .annotate(
            turns=Count("game__entries", filter=Q(game__entries__superseded_at=None), distinct=True)
        )
        .prefetch_related(Prefetch("results", queryset=standing, to_attr="not_superseded"))
    )
    if only is not None:
        pairings = pairings.filter(pk=only.pk)
    boards = []
    for pairing in pairings:
        pairing.round = round_
        entries = pairing.not_superseded
        counts = next((entry for entry in entries if entry.standing == Standing.COUNTS), None)
        boards.append(
            Board(pairing, counts, tuple(e for e in entries if e is not counts), pairing.turns)
        )
    return sorted(boards, key=lambda b: (b.pairing.board is None, b.pairing.board or 0))


def missing_boards(round_: Round) -> list[int]:
    """The boards of a round whose results are still to come, in order. One query."""
    missing = (
        live_pairings(round_)
        .filter(board__isnull=False)
        .exclude(results__standing=Standing.COUNTS)
        .values_list("board", flat=True)
    )
    return list(missing)


def same_scores_elsewhere(pairing: Pairing, one: int, other: int) -> int | None:
    """The board of the round that has these two scores already, whoever made them. One query."""
    return (
        ResultEntry.objects.filter(
            Q(first_score=one, second_score=other) | Q(first_score=other, second_score=one),
            pairing__round=pairing.round_id,
            pairing__replaced_at=None,
            outcome=Outcome.PLAYED,
            standing=Standing.COUNTS,
        )
        .exclude(pairing=pairing)
        .values_list("pairing__board", flat=True)
        .first()
    )


def live_pairings(round_: Round) -> Any:
    """The pairings of a round that were not replaced."""
    return Pairing.objects.filter(round=round_, replaced_at=None).order_by("board", "id")


def next_round_number(division: Division) -> int:
    """The number of the first round not published: the one to pair next. One query."""
    settled = Round.objects.filter(division=division).exclude(phase=Phase.DRAFT)
    return max(settled.values_list("number", flat=True), default=0) + 1


def pairing_request(division: Division, number: int, seed: int = 0) -> Request:
    """What the pairing engine is told before round `number` is paired. Four queries."""
    people = division_field(division)
    rules = division.event.rules
    results = results_of(division)
    apart, wished = apart_in(division)
    arranged = (
        Pairing.objects.filter(round__division=division, replaced_at=None, second__isnull=False)
        .exclude(results__standing=Standing.COUNTS)
        .filter(round__number__lt=number)
        .values_list("round__number", "first__number", "second__number")
    )
    return Request(
        round=number,
        entrants=people.entrants,
        results=tuple(results),
        arranged=tuple(arranged),
        apart=apart,
        wished_apart=wished,
        fixed_boards={p.number: p.fixed_board for p in people.people if p.fixed_board},
        start_rules=rules.start_rules,
        head_to_head_firsts=rules.head_to_head_firsts,
        seed=seed,
    )


def preview_round(
    division: Division, number: int, method: str, options: Mapping[str, Any], seed: int = 0
) -> Preview:
    """Round `number` as `method` would pair it now. Raises `CannotPair`. Five queries."""
    request = pairing_request(division, number, seed)
    plan, problems = plan_round(request, method, options)
    return Preview(plan, problems, division_field(division).names)


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


def result_history(pairing: Pairing) -> list[ResultEntry]:
    """Every result ever entered for a pairing, the oldest first. One query."""
    return list(
        ResultEntry.objects.filter(pairing=pairing).select_related("entered_by").order_by("id")
    )


def table_under_way(division: Division, number: int) -> dict[str, Any] | None:
    """The options of a round robin that goes on with round `number`; None when none does. One query."""
    before = (
        Round.objects.filter(division=division, number=number - 1)
        .exclude(phase=Phase.DRAFT)
        .first()
    )
    if before is None or before.method != "round_robin":
        return None
    options = dict(before.options)
    length = rounds_in_cycle(len(options["field"])) * options["cycles"]
    return options if number < options["start_round"] + length else None
