"""What the pairing engine needs to know of a division, and a round as it would be paired now."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from django.db.models import Count, Q

from tournament.engine.pairing.avoidable_concessions import judge_round
from tournament.engine.pairing.checker import Problem, messages_of
from tournament.engine.pairing.event_plan import EventPlan
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PrizeBand, Request
from tournament.engine.pairing.seating import Seating
from tournament.engine.results import NOBODY, Outcome, Result, SpreadPenalty
from tournament.engine.standings import standings
from tournament.models import Division, Pairing, PlanLine
from tournament.models.results import Standing
from tournament.models.rounds import Phase
from tournament.queries.people.entries import DivisionField, division_field
from tournament.queries.people.keep_apart import kept_apart_in_division
from tournament.queries.standings.prizes import prize_bands
from tournament.queries.standings.standings import penalties_of, results_of
from tournament.wording.sentences import sentence, sentences


@dataclass(frozen=True)
class Fixed:
    """What the director has settled before a round is paired, by entry numbers."""

    pairs: tuple[tuple[int, int], ...] = ()
    byes: tuple[int, ...] = ()

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Fixed":
        """What stands in stored `values`."""
        pairs = tuple((one, other) for one, other in values.get("pairs", ()))
        return cls(pairs, tuple(values.get("byes", ())))

    def __str__(self) -> str:
        return "\n".join(
            [
                *(f"{one} {other}" for one, other in self.pairs),
                *(f"{number} bye" for number in self.byes),
            ]
        )

    def without(self, numbers: Collection[int]) -> "Fixed":
        """What is settled about nobody of these."""
        return Fixed(
            tuple(pair for pair in self.pairs if not set(pair) & set(numbers)),
            tuple(number for number in self.byes if number not in numbers),
        )

    def and_also(self, other: "Fixed") -> "Fixed":
        """Both; what stands in both counts once."""
        there = {frozenset(pair) for pair in self.pairs}
        return Fixed(
            (*self.pairs, *(pair for pair in other.pairs if frozenset(pair) not in there)),
            tuple(dict.fromkeys((*self.byes, *other.byes))),
        )

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for storing; empty when nothing is settled."""
        if not self.pairs and not self.byes:
            return {}
        return {"pairs": [list(pair) for pair in self.pairs], "byes": list(self.byes)}


NOTHING_FIXED = Fixed()


@dataclass(frozen=True, slots=True)
class BoardsBefore:
    """How many boards the divisions before this one take, paired or still to be paired.

    A division takes as many as it ever had in a round up to the one asked about, so that the boards of
    the next one stay where they are when somebody leaves.
    """

    usual: Mapping[int, int]
    """By division: one for every two who play."""
    paired: Mapping[tuple[int, int], int]
    """By division and round, as far as they are paired."""

    def of(self, number: int) -> int:
        """The boards of round `number` in all these divisions."""
        return sum(
            max(
                self.paired.get((pk, number), usual),
                *(self.paired.get((pk, earlier), 0) for earlier in range(1, number + 1)),
            )
            for pk, usual in self.usual.items()
        )


@dataclass(frozen=True)
class PairingContext:
    """Everything of a division that a request for pairings is made of, read once."""

    division: Division
    people: DivisionField
    results: tuple[Result, ...]
    penalties: tuple[SpreadPenalty, ...]
    apart: frozenset[frozenset[int]]
    wished_apart: frozenset[frozenset[int]]
    arranged: tuple[tuple[int, int, int, int], ...]
    """Round, board, first and second of every pairing that has no result yet; nobody is 0."""
    sat: Mapping[int, Mapping[int, int]]
    """The board of each by round, where those higher up stay at theirs."""
    prizes: tuple[PrizeBand, ...]
    before: BoardsBefore | None = None
    """The boards of the divisions before, where the numbers go on from them."""

    def order(self, after: int, results: Sequence[Result]) -> tuple[int, ...]:
        """Entry numbers in the order of the standings after a round."""
        rules = self.division.event.rules
        return standings(
            self.people.entrants,
            results,
            after=after,
            keys=self.division.ranked_after(after),
            cap=rules.spread_cap,
            penalties=self.penalties,
            start_rules=self.division.start_rules,
        ).order

    def mates_apart(self, number: int) -> frozenset[frozenset[int]]:
        """The pairs of one team, where these are kept apart in round `number`."""
        if number > Seating.of(self.division.seating).mates_until:
            return frozenset()
        teams = {person.number: person.team for person in self.people.people if person.team}
        return frozenset(
            frozenset(pair)
            for pair in combinations(teams, 2)
            if teams[pair[0]] == teams[pair[1]] and frozenset(pair) not in self.apart
        )

    def request(
        self,
        number: int,
        seed: int = 0,
        *,
        source_round: int | None = None,
        fixed: Fixed = NOTHING_FIXED,
        results: Iterable[Result] | None = None,
    ) -> Request:
        """The request for round `number` on the standings after `source_round` (the one before).

        Only what lies before the round is part of it. `results` stand in for those in the database.
        """
        rules = self.division.event.rules
        seating = Seating.of(self.division.seating)
        after = number - 1 if source_round is None else source_round
        earlier = [r for r in (self.results if results is None else results) if r.round < number]
        before = [row for row in self.arranged if row[0] < number]
        people = self.people.people
        return Request(
            round=number,
            entrants=self.people.entrants,
            results=(
                *earlier,
                *(
                    Result(row[0], row[2], NOBODY, 0, 0, Outcome.BYE)
                    for row in before
                    if not row[3]
                ),
            ),
            arranged=tuple((row[0], row[2], row[3]) for row in before if row[3]),
            apart=self.apart,
            wished_apart=self.wished_apart | self.mates_apart(number),
            fixed_boards={p.number: p.fixed_board for p in people if p.fixed_board},
            start_rules=self.division.start_rules,
            head_to_head_firsts=rules.head_to_head_firsts,
            seed=seed,
            standing=self.order(after, earlier),
            source_round=after,
            rounds_total=self.division.rounds_planned,
            penalties=self.penalties,
            spread_cap=rules.spread_cap,
            fixed_pairs=fixed.pairs,
            fixed_byes=fixed.byes,
            byes_allowed=seating.byes_allowed,
            bye_order=seating.bye_order,
            classes={p.number: p.rating_class for p in people if p.rating_class},
            teams={p.number: p.team for p in people if p.team},
            prizes=self.prizes,
            gibson_spread=rules.gibson_spread,
            first_board=seating.first_board if self.before is None else self.before.of(number) + 1,
            sat_at=self.sat.get(number - 1, {}),
            names=self.people.names,
        )


def pairing_context(
    division: Division, *, absent: Collection[int] = (), after: int = 0
) -> PairingContext:
    """What pairing needs to know of a division, as if the entries with the numbers `absent` had left after
    round `after`. Six queries, one more each where pairs are kept
    apart and where the higher-ranked stay at their boards, two where boards go on from other
    divisions.
    """
    apart, wished = kept_apart_in_division(division)
    people = division_field(division)
    return PairingContext(
        division,
        people.without(absent, after) if absent else people,
        tuple(results_of(division)),
        tuple(penalties_of(division)),
        apart,
        wished,
        _arranged(division),
        _sat_at(division) if Seating.of(division.seating).stay_put else {},
        prize_bands(division),
        boards_before(division) if Seating.of(division.seating).through else None,
    )


def pairing_request(
    division: Division,
    number: int,
    seed: int = 0,
    *,
    source_round: int | None = None,
    fixed: Fixed = NOTHING_FIXED,
) -> Request:
    """What the pairing engine needs to know before round `number` is paired. As many queries as
    `pairing_context`.
    """
    return pairing_context(division).request(number, seed, source_round=source_round, fixed=fixed)


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """One line of a round not saved yet, with names; no second is a bye."""

    board: int | None
    first: str
    second: str
    why: str


@dataclass(frozen=True)
class RoundPreview:
    """A round as it would be paired, not saved: the plan, what the checker says, the names."""

    plan: Plan
    problems: tuple[Problem, ...]
    names: Mapping[int, str] = field(default_factory=dict)
    request: Request | None = None

    @property
    def rows(self) -> list[PreviewRow]:
        """Boards in order, then byes."""
        named = {number: f"{number} {name}" for number, name in self.names.items()}
        rows = [
            PreviewRow(
                pair.board,
                named[pair.first],
                named[pair.second],
                sentence(pair.reasons[-1], self.names),
            )
            for pair in self.plan.pairs
        ]
        return rows + [PreviewRow(None, named[bye.number], "", "") for bye in self.plan.byes]

    @property
    def blocking(self) -> list[str]:
        """Why the round cannot be saved like this."""
        return list(sentences(messages_of(p for p in self.problems if p.blocks), self.names))

    @property
    def warnings(self) -> list[str]:
        """What the director should know before saving, and what could have been avoided."""
        warnings = [sentence(p.message, self.names) for p in self.problems if not p.blocks]
        avoidable = judge_round(self.request, self.plan).messages if self.request else ()
        return [*warnings, *sentences(avoidable, self.names)]


def preview_round(
    division: Division,
    number: int,
    method: str,
    options: Mapping[str, Any],
    seed: int = 0,
    *,
    source_round: int | None = None,
    fixed: Fixed = NOTHING_FIXED,
) -> RoundPreview:
    """Round `number` as `method` would pair it now. Raises `CannotPair`. As `pairing_context`."""
    request = pairing_request(division, number, seed, source_round=source_round, fixed=fixed)
    plan, problems = plan_round(request, method, options)
    return RoundPreview(plan, problems, request.names, request)


def plan_of(division: Division) -> EventPlan:
    """The division's plan, in the order of rounds; empty when there is none. One query."""
    return tuple(line.as_planned for line in PlanLine.objects.filter(division=division))


def boards_before(division: Division) -> BoardsBefore:
    """How many boards the divisions before this one take. Two queries."""
    above = {"event": division.event_id, "position__lt": division.position}
    players = dict(
        Division.objects.filter(**above)
        .annotate(playing=Count("entries", filter=Q(entries__withdrawn_after=None), distinct=True))
        .values_list("pk", "playing")
    )
    paired = (
        Pairing.objects.filter(round__division__in=players, replaced_at=None, board__isnull=False)
        .values("round__division", "round__number")
        .annotate(boards=Count("pk"))
        .values_list("round__division", "round__number", "boards")
    )
    return BoardsBefore(
        {pk: count // 2 for pk, count in players.items()},
        {(pk, number): boards for pk, number, boards in paired},
    )


def _arranged(division: Division) -> tuple[tuple[int, int, int, int], ...]:
    """Pairings and byes without a result, drafts too. One query."""
    rows = (
        Pairing.objects.filter(round__division=division, replaced_at=None)
        .exclude(results__standing=Standing.COUNTS)
        .order_by("round__number", "board", "id")
        .values_list("round__number", "board", "first__number", "second__number", "round__phase")
    )
    return tuple(
        (number, board or 0, first, second or NOBODY)
        for number, board, first, second, phase in rows
        if second or phase == Phase.DRAFT
    )


def _sat_at(division: Division) -> Mapping[int, Mapping[int, int]]:
    """The board of everybody in every round. One query."""
    sat: dict[int, dict[int, int]] = {}
    rows = Pairing.objects.filter(
        round__division=division, replaced_at=None, board__isnull=False
    ).values_list("round__number", "board", "first__number", "second__number")
    for number, board, first, second in rows:
        if board and second:
            sat.setdefault(number, {}).update({first: board, second: board})
    return sat
