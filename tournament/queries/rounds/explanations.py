"""A round with its explanation: pairings, reasons and concessions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from scoring.wording.phrases import comma_list, format_signed
from tournament.engine.interchange import AS_IMPORTED
from tournament.engine.message import Messages, messages_from_json
from tournament.engine.pairing.avoidable_concessions import RoundVerdict, judge_round
from tournament.engine.pairing.checker import Fault, Problem, messages_of
from tournament.engine.pairing.comparison import RoundFigures
from tournament.engine.pairing.gibson import gibsonized_entries
from tournament.engine.pairing.method import repeat_price
from tournament.engine.pairing.oddity_warnings import oddity_warnings
from tournament.engine.pairing.plan import Bye, Pair, Plan, director_reasons, public_reasons
from tournament.engine.pairing.reachable_places import ReachablePlaces
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import Outcome, is_bye
from tournament.engine.standings import format_record
from tournament.models import Division, Round
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.rounds.pairing import FixedPairs, PairingContext, pairing_context
from tournament.queries.rounds.rounds import current_pairings, shared_reasons
from tournament.wording.methods import pairing_in_words
from tournament.wording.rounds import round_wording
from tournament.wording.sentences import known_sentences, sentence, sentences

EXPLANATION_CODES = {
    Fault.REPEAT: {"meet_again"},
    Fault.SECOND_BYE: {"bye_again"},
    Fault.SHOULD_NOT_MEET: {
        "wish_broken",
        "wish_broken_why",
        "wish_broken_in_flight",
        "wish_broken_always",
    },
}
"""The codes of the messages in which a method explains a fault itself, by fault."""


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player at a board with the record before the round."""

    number: int
    name: str
    record: str

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


@dataclass(frozen=True, slots=True)
class ExplainedBoard:
    """One board, or a bye (no second), with its reasons.

    `repeat` is the number of earlier games between the two players.
    """

    board: int | None
    first: SeatedPlayer
    second: SeatedPlayer | None
    repeat: int
    reasons: tuple[str, ...]
    private: tuple[str, ...] = ()
    """Reasons that only the director sees."""


@dataclass(frozen=True)
class ExplainedRound:
    """A round with its reasons.

    `how` names the method and the standings from which the round was paired, or says that it was imported.
    """

    round: Round
    how: str
    source_round: int
    request: PairingRequest
    plan: Plan
    verdict: RoundVerdict
    """The concessions made in the round, compared with the unavoidable ones."""
    rows: tuple[ExplainedBoard, ...]
    absent: tuple[str, ...]
    """The entries without a game or bye in the round, and why, a sentence each."""

    @property
    def names(self) -> Mapping[int, str]:
        """Everybody's name by number."""
        return self.request.names

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The checker's problems with the round."""
        return self.verdict.problems

    @property
    def blocking_reasons(self) -> list[str]:
        """The reasons why the round cannot be published."""
        return list(sentences(messages_of(p for p in self.problems if p.is_blocking), self.names))

    @property
    def warnings(self) -> list[str]:
        """The relevant warnings: concessions such as repeats or second byes, unbalanced starts and unusual pairings.

        A method's own explanation replaces the checker's sentence unless the verdict refutes it.
        Avoidable concessions are marked as such.
        """
        avoidable = sentences(self.verdict.messages, self.names)
        unusual = sentences(self.unusual_pairings, self.names)
        return list(
            dict.fromkeys([*self.concessions, *avoidable, *self.unbalanced_starts, *unusual])
        )

    @property
    def important_warnings(self) -> list[str]:
        """The important warnings: concessions if any is avoidable, and unusual pairings."""
        needless = self.concessions if self.verdict.messages else []
        own = sentences((*self.verdict.messages, *self.unusual_pairings), self.names)
        return list(dict.fromkeys([*needless, *own]))

    @property
    def other_warnings(self) -> list[str]:
        """The other warnings: unavoidable or planned concessions, and unbalanced starts."""
        attention = set(self.important_warnings)
        return [warning for warning in self.warnings if warning not in attention]

    @property
    def concessions(self) -> list[str]:
        """The non-blocking problems, with the method's own explanations if it has any."""
        return [
            self._method_explanation(problem) or sentence(problem.message, self.names)
            for problem in self.problems
            if not problem.is_blocking
        ]

    @property
    def unbalanced_starts(self) -> list[str]:
        """The entries whose starts will be unbalanced, a sentence each."""
        return [
            round_wording(
                "starts_out_of_balance", player=self.names[number], firsts=firsts, seconds=seconds
            )
            for number, (firsts, seconds) in self.statistics.out_of_balance.items()
        ]

    @property
    def common_reasons(self) -> tuple[str, ...]:
        """The reasons shared by all boards that have reasons, shown once; empty for fewer than three such boards."""
        return shared_reasons(row.reasons for row in self.rows if row.second)

    @property
    def has_own_reasons(self) -> bool:
        """Whether any board is a repeat, or has a private reason or one that is not shared by all."""
        common = set(self.common_reasons)
        return any(row.repeat or row.private or set(row.reasons) - common for row in self.rows)

    def _method_explanation(self, problem: Problem) -> str:
        """Return the method's own explanation of a concession, or an empty string if it has none that still applies."""
        codes, numbers = EXPLANATION_CODES.get(problem.fault, ()), set(problem.numbers)
        for note in messages_from_json(self.round.notes):
            concerned = {note.params.get(key) for key in ("one", "other", "entry")}
            if note.code not in codes or self.verdict.refutes(note):
                continue
            if numbers <= concerned:
                return sentence(note, self.names)
        return ""

    @property
    def method_notes(self) -> list[str]:
        """The method's notes on the round.

        Notes in `warnings` or `gibsonized` are left out, as are those that the verdict refutes.
        """
        elsewhere = {*self.warnings, *self.gibsonized}
        stored = [
            note for note in messages_from_json(self.round.notes) if not self.verdict.refutes(note)
        ]
        notes = known_sentences(stored, self.names)
        return [note for note in notes if note not in elsewhere]

    @cached_property
    def statistics(self) -> RoundFigures:
        """Statistics of the round."""
        return RoundFigures(self.request, self.plan)

    @cached_property
    def unusual_pairings(self) -> Messages:
        """The unusual pairings of a draft; empty once the round is published."""
        if self.round.phase != Phase.DRAFT:
            return ()
        return oddity_warnings(self.request, self.plan)

    @cached_property
    def gibsonized(self) -> tuple[str, ...]:
        """The players who were gibsonized before the round, and why, a sentence each.

        It is empty if the number of rounds is unknown or the round was not paired from standings.
        """
        if not self.request.rounds_total or not self.source_round:
            return ()
        settled = gibsonized_entries(ReachablePlaces.from_request(self.request))
        return sentences((player.why for player in settled), self.names)


def explain_round(division: Division, round_: Round) -> ExplainedRound:
    """Return a round as it is now paired, with the reasons. This takes two queries more than `pairing_context`."""
    known = pairing_context(division)
    source = round_.number - 1 if round_.source_round is None else round_.source_round
    request = known.request(
        round_.number, round_.seed, source_round=source, fixed=FixedPairs.from_stored(round_.fixed)
    )
    byes, pairs, absent = [], [], []
    outcomes = dict(
        current_pairings(round_)
        .filter(second=None, results__standing=ResultStatus.COUNTS)
        .values_list("pk", "results__outcome")
    )
    for row in current_pairings(round_).select_related("first__player", "second__player"):
        reasons = messages_from_json(row.reasons)
        if row.second is not None:
            met = request.meetings.get(frozenset((row.first.number, row.second.number)), ())
            pairs.append(
                Pair(row.board or 0, row.first.number, row.second.number, len(met), reasons)
            )
        elif is_bye(outcomes.get(row.pk, Outcome.BYE)):
            byes.append(Bye(row.first.number, reasons))
        else:
            absent.append((row.first.number, reasons))
    request = replace(request, absent=frozenset(number for number, _reasons in absent))
    plan = Plan(
        round_.number,
        round_.method,
        tuple(pairs),
        tuple(byes),
        round_.seed,
        price=repeat_price(round_.method, round_.options),
    )
    verdict = judge_round(request, plan)
    plan = _drop_refuted_reasons(plan, verdict)
    return ExplainedRound(
        round_,
        _method_description(round_, plan, source),
        source,
        request,
        plan,
        verdict,
        explained_boards(known, request, plan),
        tuple(
            round_wording(
                "player_and_reasons",
                player=request.name(number),
                reasons=comma_list(known_sentences(reasons, request.names)),
            )
            for number, reasons in absent
        ),
    )


def _drop_refuted_reasons(plan: Plan, verdict: RoundVerdict) -> Plan:
    """Return the plan without reasons that the verdict refutes, for example after a change by hand."""
    if verdict.is_clean:
        return plan

    def held(reasons: Messages) -> Messages:
        return tuple(reason for reason in reasons if not verdict.refutes(reason))

    return replace(
        plan,
        pairs=tuple(replace(pair, reasons=held(pair.reasons)) for pair in plan.pairs),
        byes=tuple(replace(bye, reasons=held(bye.reasons)) for bye in plan.byes),
    )


def _method_description(round_: Round, plan: Plan, source: int) -> str:
    all_reasons = [pair.reasons for pair in plan.pairs] + [bye.reasons for bye in plan.byes]
    if all_reasons and all(reasons == (AS_IMPORTED,) for reasons in all_reasons):
        return sentence(AS_IMPORTED, {}).capitalize()
    return pairing_in_words(round_.method, round_.options, source)


def explained_boards(
    known: PairingContext, request: PairingRequest, plan: Plan
) -> tuple[ExplainedBoard, ...]:
    """Return the boards of a plan in order, then its byes, each with names, records and reasons."""
    names = known.people.names
    apart = known.division.event.rules.ties_apart

    def seat(number: int) -> SeatedPlayer:
        text, record = "", request.records.get(number)
        if record and request.standings_round:
            wins, losses = record.half_wins, record.half_losses
            text = format_record(wins, losses, record.ties, ties_apart=apart)
            text += f" {format_signed(record.spread)}"
        return SeatedPlayer(
            number, names.get(number) or round_wording("number", number=number), text
        )

    def row(
        board: int | None, first: int, second: int | None, repeat: int, reasons: Messages
    ) -> ExplainedBoard:
        return ExplainedBoard(
            board,
            seat(first),
            None if second is None else seat(second),
            repeat,
            known_sentences(public_reasons(reasons), names),
            known_sentences(director_reasons(reasons), names),
        )

    return (
        *(row(p.board, p.first, p.second, p.earlier_meetings, p.reasons) for p in plan.pairs),
        *(row(None, b.number, None, 0, b.reasons) for b in plan.byes),
    )
