"""Recompute everything that is derived from an event's stored data, and report every difference."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from tournament.engine.interchange import MADE_UP
from tournament.engine.pairing.checker import Fault, Problem, check_round
from tournament.engine.pairing.plan import Bye, Pair, Plan
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import ALONE, GAMES, is_bye
from tournament.engine.standings.reference_ranking import ReferenceLine, reference_ranking
from tournament.engine.standings.reference_standings import PlainGame, ReferenceDivision
from tournament.models import Division, Entry, Event, Pairing, ResultEntry, Round
from tournament.models import Penalty as PenaltyRow
from tournament.models.results import ResultSource, ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.people.entries import division_field
from tournament.queries.safety.recheck_games import (
    Difference,
    differences_in_games,
    stop_at_unknown_rule,
)
from tournament.queries.safety.recheck_log import (
    differences_from_log,
    differences_in_chains,
    differences_in_shared,
    pairing_location,
)
from tournament.queries.standings.standings import StandingsRow, division_standings, results_of
from tournament.wording.recheck import difference_text
from tournament.wording.sentences import sentence


def differences_in_pairings(event: Event) -> Iterator[Difference]:
    """Check the pairings of every published round for faults that would prevent publication.

    Four queries per division.
    """
    for division in Division.objects.filter(event=event).select_related("event"):
        field = division_field(division)
        unplayed = {
            (result.round, number)
            for result in results_of(division)
            if result.outcome not in GAMES
            for number in (result.first, result.second)
        }
        by_round: dict[int, list[Pairing]] = {}
        live = Pairing.objects.filter(round__division=division, replaced_at=None)
        for pairing in live.select_related("round", "first", "second"):
            by_round.setdefault(pairing.round.number, []).append(pairing)
        published = Round.objects.filter(division=division).exclude(phase=Phase.DRAFT)
        for round_ in published.order_by("number"):
            request = PairingRequest(round_.number, field.entrants)
            plan = _plan(round_.number, by_round.get(round_.number, []))
            for problem in check_round(request, plan):
                if problem.is_blocking and not _has_left_unplayed(problem, round_.number, unplayed):
                    yield Difference(
                        difference_text("in_round", division=division, round=round_.number),
                        sentence(problem.message, field.names),
                    )


def count_published_rounds(event: Event) -> int:
    """Return the number of published rounds. One query."""
    return Round.objects.filter(division__event=event).exclude(phase=Phase.DRAFT).count()


def _has_left_unplayed(problem: Problem, number: int, unplayed: set[tuple[int, int]]) -> bool:
    """Return whether the problem is that an entry left after it was paired and has no game in the round."""
    return problem.fault is Fault.NOT_THERE and (number, problem.numbers[0]) in unplayed


def _plan(number: int, pairings: list[Pairing]) -> Plan:
    return Plan(
        number,
        "as published",
        tuple(
            Pair(p.board or 0, p.first.number, p.second.number)
            for p in pairings
            if p.second is not None
        ),
        tuple(Bye(p.first.number) for p in pairings if p.second is None),
    )


def differences_in_results(event: Event) -> Iterator[Difference]:
    """Check all results ever entered, the phases of their rounds, and the numbering of rounds. Four queries."""
    pairings = (
        Pairing.objects.filter(round__division__event=event)
        .select_related("round__division", "first__player", "second")
        .prefetch_related("results", "reports")
        .order_by("id")
    )
    for pairing in pairings:
        where = pairing_location(pairing)
        results = list(pairing.results.all())
        for result in results:
            for what in _result_faults(pairing, result, {sibling.pk for sibling in results}):
                yield Difference(where, what)
        if pairing.replaced_at is None:
            for what in [
                *_missing_or_extra_results(pairing, results),
                *_report_faults(pairing, results),
            ]:
                yield Difference(where, what)
    yield from _round_number_differences(event)


def count_results(event: Event) -> int:
    """Return the number of results ever entered. One query."""
    return ResultEntry.objects.filter(pairing__round__division__event=event).count()


def _result_faults(pairing: Pairing, result: ResultEntry, siblings: set[int]) -> Iterator[str]:
    superseded = result.standing == ResultStatus.SUPERSEDED
    if superseded != (result.superseded_at is not None):
        yield difference_text("date_and_standing_differ", result=result, standing=result.standing)
    if result.superseded_by_id is not None and (
        result.superseded_by_id not in siblings or result.superseded_by_id <= result.pk
    ):
        yield difference_text("superseded_elsewhere", result=result)
    alone = pairing.second_id is None
    if (alone and result.outcome not in ALONE) or (not alone and is_bye(result.outcome)):
        if alone:
            yield difference_text("one_player_met", result=result)
        else:
            yield difference_text("two_players_met", result=result)
    if pairing.second is not None and pairing.first.division_id != pairing.second.division_id:
        yield difference_text("of_two_divisions")


def _missing_or_extra_results(pairing: Pairing, results: list[ResultEntry]) -> Iterator[str]:
    counting = [result for result in results if result.standing == ResultStatus.COUNTS]
    beside = [result for result in results if result.standing == ResultStatus.BESIDE]
    phase = pairing.round.phase
    if len(counting) > 1:
        yield difference_text("several_count", count=len(counting))
    if phase == Phase.DRAFT and (counting or beside):
        yield difference_text("draft_has_result", result=(*counting, *beside)[0])
    if phase == Phase.CLOSED and not counting:
        yield difference_text("closed_without_result")
    if phase == Phase.PUBLISHED and any(
        result.source != ResultSource.AWARDED for result in counting
    ):
        yield difference_text("not_marked_as_playing", result=counting[0])
    if phase != Phase.DRAFT and pairing.second_id is None and not counting:
        yield difference_text("nothing_awarded")
    if beside and not counting:
        yield difference_text("none_counts_meanwhile", result=beside[0])


def _report_faults(pairing: Pairing, results: list[ResultEntry]) -> Iterator[str]:
    """Check that a reported result that counts agrees with a player's report.

    Unless the desk accepted it, it must agree with all the current reports.
    """
    seated = (pairing.first_id, pairing.second_id)
    reports = [report for report in pairing.reports.all() if report.entry_id in seated]
    standing = {
        (report.first_score, report.second_score)
        for report in reports
        if report.replaced_at is None
    }
    for result in results:
        if result.source != ResultSource.REPORTED or result.standing != ResultStatus.COUNTS:
            continue
        scores = (result.first_score, result.second_score)
        if not any(scores == (row.first_score, row.second_score) for row in reports):
            yield difference_text("nobody_reported_it", result=result)
        elif result.entered_by_id is None and standing != {scores}:
            yield difference_text("reports_differ", result=result)


def _round_number_differences(event: Event) -> Iterator[Difference]:
    """Check that the published rounds of every division are numbered 1, 2, 3 without a gap."""
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
                difference_text("in_division", division=name),
                difference_text(
                    "round_is_missing", number=number, missing=reached.get(name, 0) + 1
                ),
            )
        reached[name] = number


def recheck(event: Event) -> Iterator[Difference]:
    """Yield every difference in an event: in the log chains, in shared rows, and in all derived data."""
    yield from chain.from_iterable(
        (
            _differences(differences_in_chains()),
            _differences(differences_in_shared(event)),
            *parts_of_event(event),
        )
    )


def recheck_event_alone(event: Event) -> Iterator[Difference]:
    """Yield the differences of one event, leaving out the log chains and shared rows."""
    return chain.from_iterable(parts_of_event(event))


def recheck_for_director(event: Event) -> list[Iterator[Difference]]:
    """Return the differences of `recheck` in lazy parts; for the log, only whether it is intact."""
    return [_log_differences(), _differences(differences_in_shared(event)), *parts_of_event(event)]


def parts_of_event(event: Event) -> list[Iterator[Difference]]:
    """Return the differences of an event in lazy parts, one for each kind of derived data."""
    parts = [
        differences_in_games(event),
        differences_in_results(event),
        differences_in_pairings(event),
        _differences(differences_in_standings(event)),
        _differences(differences_from_log(event)),
    ]
    return [stop_at_unknown_rule(part) for part in parts]


def _log_differences() -> Iterator[Difference]:
    """Yield a difference if the log is broken, without naming the entry, which may be another organisation's."""
    if any(True for _ in differences_in_chains()):
        yield Difference(difference_text("in_log"), difference_text("log_not_whole"))


def _differences(pairs: Iterator[tuple[str, str]]) -> Iterator[Difference]:
    return (Difference(*pair) for pair in pairs)


MAX_LISTED_DIFFERENCES = 5
"""Maximum number of differences in one table that are spelled out; the others are counted."""


def differences_in_standings(event: Event) -> Iterator[tuple[str, str]]:
    """Compare the standings after every round with a plain recomputation.

    Yield the location of each difference, and a description.
    """
    for division in Division.objects.filter(event=event).select_related("event"):
        given = _reference_division(division)
        last = max((game[0] for game in given.games), default=0)
        for after in range(last + 1):
            where = difference_text("in_standings", division=division, after=after)
            shown = division_standings(division, after).rows
            plain = reference_ranking(given, division.ranking_keys_after(after), after)
            if event.rules.withdrawn != "last":
                out = {
                    number
                    for number, _rating, left in given.players
                    if left is not None and after > left
                }
                plain = [line for line in plain if line.number not in out]
            different_lines = list(_line_differences(plain, shown))
            for what in different_lines[:MAX_LISTED_DIFFERENCES]:
                yield where, what
            if len(different_lines) > MAX_LISTED_DIFFERENCES:
                more = len(different_lines) - MAX_LISTED_DIFFERENCES
                yield where, difference_text("more_lines", count=more)


def _reference_division(division: Division) -> ReferenceDivision:
    rules = division.event.rules
    rows = ResultEntry.objects.filter(
        pairing__round__division=division, pairing__replaced_at=None, standing=ResultStatus.COUNTS
    ).select_related("pairing__round", "pairing__first", "pairing__second")
    games: list[PlainGame] = [
        (
            row.pairing.round.number,
            row.pairing.first.number,
            row.pairing.second.number if row.pairing.second else 0,
            row.first_score,
            row.second_score,
            row.outcome,
        )
        for row in rows
    ]
    penalties = PenaltyRow.objects.filter(entry__division=division, revoked_at=None)
    caps = rules.spread_caps
    return ReferenceDivision(
        players=[
            (entry.number, entry.rating, entry.withdrawn_after)
            for entry in Entry.objects.filter(division=division)
        ],
        games=games,
        penalties=[(p.round_number, p.entry.number, p.spread) for p in penalties],
        cap_of=lambda number: caps[min(number, len(caps)) - 1] or None if caps else None,
        lots_seed=division.event.lots_seed,
        byes_are_starts=rules.byes_count_as_starts,
        forfeits_are_starts=rules.forfeits_charged_as_starts,
        firsts_unknown={
            (int(number), first)
            for number, unknown in division.extras.get(MADE_UP, {}).get("firsts", {}).items()
            for first in unknown
        },
    )


def _line_differences(plain: list[ReferenceLine], shown: tuple[StandingsRow, ...]) -> Iterator[str]:
    if len(plain) != len(shown):
        yield difference_text("other_number_of_players", shown=len(shown), entered=len(plain))
        return
    for line, row in zip(plain, shown, strict=True):
        theirs = row.line
        mine = (
            line.rank, line.number, line.won, line.lost, line.spread, line.capped, line.values,
        )  # fmt: skip
        given = (
            theirs.rank, theirs.number, theirs.half_wins, theirs.half_losses, theirs.spread,
            theirs.capped_spread, theirs.values,
        )  # fmt: skip
        if mine != given:
            yield difference_text(
                "other_line",
                shown_place=theirs.rank,
                name=row.person.name,
                shown_record=theirs.record,
                shown_spread=theirs.spread,
                number=line.number,
                place=line.rank,
                record=f"{line.won / 2:g}-{line.lost / 2:g}",
                spread=line.spread,
            )
