"""Everything an event derives, derived once more from what was entered, with every difference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.models import Activity
from scoring.queries.chain import check_chain
from scoring.queries.sheets import GameSheet, sheet
from tournament.engine.interchange import MADE_UP
from tournament.engine.pairing.checker import Fault, Problem, check
from tournament.engine.pairing.plan import Bye, Pair, Plan
from tournament.engine.pairing.request import Request
from tournament.engine.results import GAMES, Outcome, game_outcome, up_to
from tournament.engine.standings.plain import PlainDivision, PlainGame
from tournament.engine.standings.plain_ranking import PlainLine, plain_standings
from tournament.models import Division, Entry, Event, Pairing, ResultEntry, Round
from tournament.models import Penalty as PenaltyRow
from tournament.models.results import ResultSource, Standing
from tournament.models.rounds import Phase
from tournament.queries.people.entries import division_field
from tournament.queries.standings.standings import StandingsRow, division_standings, results_of


@dataclass(frozen=True, slots=True)
class Difference:
    """Where it is, such as "Division A, round 3, board 4", and what is wrong there."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


ENTERING = ("enter_result", "correct_result", "post_recorded_result")
IMPORTING = "import_division"
"""One entry that tells of many results."""


def differences_in_log(event: Event) -> Iterator[Difference]:
    """Walk the whole log, then count the results of each division in it."""
    chain = check_chain()
    for sentence in (chain.broken, chain.unguarded):
        if sentence:
            yield Difference("Activity log", sentence)
    for division in Division.objects.filter(event=event).select_related("event"):
        entered = (
            ResultEntry.objects.filter(pairing__round__division=division)
            .exclude(source=ResultSource.AWARDED)
            .count()
        )
        of_division = Activity.objects.filter(scope=division.scope)
        logged = of_division.filter(verb__in=ENTERING).count()
        for told in of_division.filter(verb=IMPORTING).values_list("after", flat=True):
            logged += int((told or {}).get("results", 0))
        if entered > logged:
            yield Difference(
                f"Division {division}",
                f"{entered} results were entered, but the activity log tells of {logged}.",
            )


def differences_in_games(event: Event) -> Iterator[Difference]:
    """Replay every game of the event: its rulings, and its result against the one posted."""
    pairings = (
        Pairing.objects.filter(round__division__event=event, game__isnull=False)
        .select_related("game", "round__division", "first__player", "second__player")
        .prefetch_related("results")
        .order_by("id")
    )
    for pairing in pairings:
        assert pairing.game is not None
        replayed = sheet(pairing.game)
        where = place(pairing)
        for what in [*_rulings(replayed), *_posted(pairing, replayed)]:
            yield Difference(where, what)
    invented = ResultEntry.objects.filter(
        pairing__round__division__event=event, source=ResultSource.RECORDED, pairing__game=None
    ).select_related("pairing__round__division", "pairing__first__player")
    for entry in invented:
        yield Difference(
            place(entry.pairing),
            f"the result {entry} is said to be recorded, but there is no game.",
        )


def games_of(event: Event) -> int:
    """How many games are recorded. One query."""
    return Pairing.objects.filter(round__division__event=event, game__isnull=False).count()


def place(pairing: Pairing) -> str:
    """Where a pairing is, in words; its round and division must be loaded."""
    board = f"board {pairing.board}" if pairing.board else pairing.first.name
    return f"Division {pairing.round.division}, round {pairing.round.number}, {board}"


def _rulings(replayed: GameSheet) -> Iterator[str]:
    for row in replayed.rows:
        ruling = row.ruling
        if ruling is not None and (ruling.announced, ruling.correct) != (
            row.announced,
            row.correct,
        ):
            yield (
                f"turn {row.number} was ruled on as {ruling.announced} announced, "
                f"{ruling.correct} correct; replayed it is {row.announced} announced, "
                f"{row.correct} correct."
            )


def _posted(pairing: Pairing, replayed: GameSheet) -> Iterator[str]:
    posted = [r for r in pairing.results.all() if r.source == ResultSource.RECORDED]
    if replayed.game.finished_at is None:
        still = [r for r in posted if r.standing == Standing.COUNTS]
        if still and pairing.round.phase != Phase.CLOSED:
            yield f"the game is not finished, but its result {still[0]} counts."
        return
    finals = replayed.outcome.finals
    if None in finals:
        yield "the game is finished, but what is left on a rack is not known."
        return
    if not posted:
        yield f"the game ended {finals[0]}-{finals[1]}, and no result was posted."
        return
    latest = max(posted, key=lambda result: result.pk)
    if (latest.first_score, latest.second_score) != finals:
        yield (
            f"{latest.first_score}-{latest.second_score} was posted, "
            f"but the turns replayed give {finals[0]}-{finals[1]}."
        )
    elif latest.outcome != game_outcome(
        replayed.outcome.winners, latest.first_score, latest.second_score
    ):
        yield f"{latest} was posted, but the turns replayed give the win otherwise."


def differences_in_pairings(event: Event) -> Iterator[Difference]:
    """Hold every published round to what no round may have. Four queries a division."""
    for division in Division.objects.filter(event=event).select_related("event"):
        field = division_field(division)
        results = results_of(division)
        unplayed = {
            (result.round, number)
            for result in results
            if result.outcome not in GAMES
            for number in (result.first, result.second)
        }
        by_round: dict[int, list[Pairing]] = {}
        live = Pairing.objects.filter(round__division=division, replaced_at=None)
        for pairing in live.select_related("round", "first", "second"):
            by_round.setdefault(pairing.round.number, []).append(pairing)
        published = Round.objects.filter(division=division).exclude(phase=Phase.DRAFT)
        for round_ in published.order_by("number"):
            request = Request(
                round_.number, field.entrants, tuple(up_to(results, round_.number - 1))
            )
            plan = _plan(round_.number, by_round.get(round_.number, []))
            for problem in check(request, plan):
                if problem.blocks and not _left_meanwhile(problem, round_.number, unplayed):
                    yield Difference(
                        f"Division {division}, round {round_.number}",
                        problem.sentence(field.names),
                    )


def rounds_of_event(event: Event) -> int:
    """How many rounds are published. One query."""
    return Round.objects.filter(division__event=event).exclude(phase=Phase.DRAFT).count()


def _left_meanwhile(problem: Problem, number: int, unplayed: set[tuple[int, int]]) -> bool:
    """Whether somebody was paired, left before playing, and got no game for it."""
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
    if phase == Phase.PUBLISHED and any(each.source != ResultSource.AWARDED for each in counting):
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


TOLD = 5
"""After so many differences in one table the rest is a number."""


def differences_in_standings(event: Event) -> Iterator[Difference]:
    """Compare the standings of every division after every round with a result."""
    for division in Division.objects.filter(event=event).select_related("event"):
        given = _given(division)
        last = max((game[0] for game in given.games), default=0)
        for after in range(last + 1):
            where = f"Division {division}, standings after round {after}"
            shown = division_standings(division, after).rows
            plain = plain_standings(given, division.ranked_after(after), after)
            if event.rules.withdrawn != "last":
                out = {n for n, _, left in given.players if left is not None and after > left}
                plain = [line for line in plain if line.number not in out]
            found = list(_compared(plain, shown))
            for what in found[:TOLD]:
                yield Difference(where, what)
            if len(found) > TOLD:
                yield Difference(where, f"{len(found) - TOLD} more lines differ.")


def _given(division: Division) -> PlainDivision:
    rules = division.event.rules
    rows = ResultEntry.objects.filter(
        pairing__round__division=division,
        pairing__replaced_at=None,
        standing=Standing.COUNTS,
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
    return PlainDivision(
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
            for number, unknown in division.kept.get(MADE_UP, {}).get("firsts", {}).items()
            for first in unknown
        },
    )


def _compared(plain: list[PlainLine], shown: tuple[StandingsRow, ...]) -> Iterator[str]:
    if len(plain) != len(shown):
        yield f"{len(shown)} players are shown, {len(plain)} are entered."
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
            yield (
                f"place {theirs.rank} shows {row.person.name} ({theirs.record}, spread "
                f"{theirs.spread}); worked out plainly it is number {line.number} on place "
                f"{line.rank} ({line.won / 2:g}-{line.lost / 2:g}, spread {line.spread})."
            )


def recheck(event: Event) -> Iterator[Difference]:
    """Every difference between what is stored or shown and what the entries give."""
    yield from differences_in_games(event)
    yield from differences_in_results(event)
    yield from differences_in_pairings(event)
    yield from differences_in_standings(event)
    yield from differences_in_log(event)
