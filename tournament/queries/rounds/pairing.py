"""A division's data for the pairing engine, and previews of rounds."""

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
from tournament.engine.pairing.request import PairingRequest, PrizeBand
from tournament.engine.pairing.seating import Seating
from tournament.engine.results import NOBODY, Outcome, Result, SpreadPenalty
from tournament.engine.standings import standings
from tournament.models import Division, Pairing, PlanLine
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.people.entries import DivisionField, division_field
from tournament.queries.people.keep_apart import pairs_kept_apart_in
from tournament.queries.standings.prizes import prize_bands
from tournament.queries.standings.standings import penalties_of, results_of
from tournament.wording.sentences import sentence, sentences


@dataclass(frozen=True)
class FixedPairs:
    """Pairs and byes that the director has settled in advance, as entry numbers."""

    pairs: tuple[tuple[int, int], ...] = ()
    byes: tuple[int, ...] = ()

    @classmethod
    def from_stored(cls, values: Mapping[str, Any]) -> "FixedPairs":
        """Return the settled pairs and byes from stored `values`."""
        pairs = tuple((one, other) for one, other in values.get("pairs", ()))
        return cls(pairs, tuple(values.get("byes", ())))

    def __str__(self) -> str:
        return "\n".join(
            [
                *(f"{one} {other}" for one, other in self.pairs),
                *(f"{number} bye" for number in self.byes),
            ]
        )

    def without(self, numbers: Collection[int]) -> "FixedPairs":
        """Return the pairs and byes that involve none of these entry numbers."""
        return FixedPairs(
            tuple(pair for pair in self.pairs if not set(pair) & set(numbers)),
            tuple(number for number in self.byes if number not in numbers),
        )

    def combined_with(self, other: "FixedPairs") -> "FixedPairs":
        """Return these pairs and byes together with those of `other`."""
        there = {frozenset(pair) for pair in self.pairs}
        return FixedPairs(
            (*self.pairs, *(pair for pair in other.pairs if frozenset(pair) not in there)),
            tuple(dict.fromkeys((*self.byes, *other.byes))),
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the pairs and byes as plain values for storage; an empty dict if nothing is settled."""
        if not self.pairs and not self.byes:
            return {}
        return {"pairs": [list(pair) for pair in self.pairs], "byes": list(self.byes)}


NOTHING_FIXED = FixedPairs()


@dataclass(frozen=True, slots=True)
class BoardsBefore:
    """The numbers of boards used by the divisions that come before a division.

    For each of them, the maximum of its rounds so far is taken, so that the boards of the division keep
    their numbers when somebody leaves.
    """

    usual: Mapping[int, int]
    """The usual number of boards by division: one for every two playing entries."""
    paired: Mapping[tuple[int, int], int]
    """The number of boards in each paired round, by division and round."""

    def in_round(self, number: int) -> int:
        """Return the number of boards to reserve in round `number`: the sum of each division's maximum so far."""
        return sum(
            max(
                self.paired.get((pk, number), usual),
                *(self.paired.get((pk, earlier), 0) for earlier in range(1, number + 1)),
            )
            for pk, usual in self.usual.items()
        )


@dataclass(frozen=True)
class PairingContext:
    """All data of a division that pairing requests need, read only once."""

    division: Division
    people: DivisionField
    results: tuple[Result, ...]
    penalties: tuple[SpreadPenalty, ...]
    apart: frozenset[frozenset[int]]
    wished_apart: frozenset[frozenset[int]]
    arranged: tuple[tuple[int, int, int, int], ...]
    """The round, board, first and second of every pairing without a result; the number 0 is nobody."""
    boards_by_round: Mapping[int, Mapping[int, int]]
    """Each entry's board by round, if higher-ranked players keep their boards."""
    prizes: tuple[PrizeBand, ...]
    earlier_boards: BoardsBefore | None = None
    """The boards of the earlier divisions, if the numbering continues from them."""

    def ranking_after(self, after: int, results: Sequence[Result]) -> tuple[int, ...]:
        """Return the entry numbers as `results` rank them after round `after`, best first."""
        rules = self.division.event.rules
        return standings(
            self.people.entrants,
            results,
            after=after,
            keys=self.division.ranking_keys_after(after),
            cap=rules.spread_cap,
            penalties=self.penalties,
            start_rules=self.division.start_rules,
        ).order

    def teammates_apart(self, number: int) -> frozenset[frozenset[int]]:
        """Return the pairs of teammates to keep apart in round `number`; empty if teammates may meet.

        Pairs that must never meet anyway are left out.
        """
        if number > Seating.from_stored(self.division.seating).mates_until:
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
        fixed: FixedPairs = NOTHING_FIXED,
        results: Iterable[Result] | None = None,
    ) -> PairingRequest:
        """Return the request for round `number`, based on the standings after `source_round`.

        `source_round` defaults to the previous round. The request contains only what precedes the
        round. `results` replace those in the database.
        """
        rules = self.division.event.rules
        seating = Seating.from_stored(self.division.seating)
        after = number - 1 if source_round is None else source_round
        earlier = [r for r in (self.results if results is None else results) if r.round < number]
        before = [row for row in self.arranged if row[0] < number]
        people = self.people.people
        return PairingRequest(
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
            forbidden_pairs=self.apart,
            unwanted_pairs=self.wished_apart | self.teammates_apart(number),
            fixed_boards={p.number: p.fixed_board for p in people if p.fixed_board},
            start_rules=self.division.start_rules,
            head_to_head_firsts=rules.head_to_head_firsts,
            seed=seed,
            standing=self.ranking_after(after, earlier),
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
            first_board=seating.first_board
            if self.earlier_boards is None
            else self.earlier_boards.in_round(number) + 1,
            previous_boards=self.boards_by_round.get(number - 1, {}),
            names=self.people.names,
        )


def pairing_context(
    division: Division, *, absent: Collection[int] = (), after: int = 0
) -> PairingContext:
    """Return the pairing data of a division, as if the entries `absent` had left after round `after`.

    Six queries, one more if pairs are kept apart, one more if higher-ranked players keep their
    boards, and two more if the board numbering continues from other divisions.
    """
    apart, wished = pairs_kept_apart_in(division)
    people = division_field(division)
    return PairingContext(
        division,
        people.without(absent, after) if absent else people,
        tuple(results_of(division)),
        tuple(penalties_of(division)),
        apart,
        wished,
        _arranged_pairs(division),
        _boards_by_round(division) if Seating.from_stored(division.seating).stay_put else {},
        prize_bands(division),
        boards_before(division) if Seating.from_stored(division.seating).through else None,
    )


def pairing_request(
    division: Division,
    number: int,
    seed: int = 0,
    *,
    source_round: int | None = None,
    fixed: FixedPairs = NOTHING_FIXED,
) -> PairingRequest:
    """Return the pairing engine's request for round `number`. This takes as many queries as `pairing_context`."""
    return pairing_context(division).request(number, seed, source_round=source_round, fixed=fixed)


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """One line of an unsaved round, with names; if `second` is empty, the first player has a bye."""

    board: int | None
    first: str
    second: str
    why: str


@dataclass(frozen=True)
class RoundPreview:
    """An unsaved round: the plan, the checker's problems and the names."""

    plan: Plan
    problems: tuple[Problem, ...]
    names: Mapping[int, str] = field(default_factory=dict)
    request: PairingRequest | None = None

    @property
    def rows(self) -> list[PreviewRow]:
        """The boards in order, then the byes."""
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
    def blocking_reasons(self) -> list[str]:
        """The reasons why the round cannot be saved."""
        return list(sentences(messages_of(p for p in self.problems if p.is_blocking), self.names))

    @property
    def warnings(self) -> list[str]:
        """Warnings before saving, including avoidable concessions."""
        warnings = [sentence(p.message, self.names) for p in self.problems if not p.is_blocking]
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
    fixed: FixedPairs = NOTHING_FIXED,
) -> RoundPreview:
    """Return round `number` as `method` would pair it now. This takes as many queries as `pairing_context`.

    May raise `CannotPair`.
    """
    request = pairing_request(division, number, seed, source_round=source_round, fixed=fixed)
    plan, problems = plan_round(request, method, options)
    return RoundPreview(plan, problems, request.names, request)


def plan_of(division: Division) -> EventPlan:
    """Return the division's plan in the order of rounds, or an empty plan. One query."""
    return tuple(line.planned_rounds for line in PlanLine.objects.filter(division=division))


def boards_before(division: Division) -> BoardsBefore:
    """Return the number of boards used by the divisions before this one. Two queries."""
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


def _arranged_pairs(division: Division) -> tuple[tuple[int, int, int, int], ...]:
    """Return pairings without a result, including drafts, and the byes of drafts. One query."""
    rows = (
        Pairing.objects.filter(round__division=division, replaced_at=None)
        .exclude(results__standing=ResultStatus.COUNTS)
        .order_by("round__number", "board", "id")
        .values_list("round__number", "board", "first__number", "second__number", "round__phase")
    )
    return tuple(
        (number, board or 0, first, second or NOBODY)
        for number, board, first, second, phase in rows
        if second or phase == Phase.DRAFT
    )


def _boards_by_round(division: Division) -> Mapping[int, Mapping[int, int]]:
    """Return the board of every paired player in every round. One query."""
    sat: dict[int, dict[int, int]] = {}
    rows = Pairing.objects.filter(
        round__division=division, replaced_at=None, board__isnull=False
    ).values_list("round__number", "board", "first__number", "second__number")
    for number, board, first, second in rows:
        if board and second:
            sat.setdefault(number, {}).update({first: board, second: board})
    return sat
