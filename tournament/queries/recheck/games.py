"""Recorded games replayed turn by turn, and what was posted from them."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.queries.sheets import GameSheet, sheet
from tournament.engine.results import game_outcome
from tournament.models import Event, Pairing, ResultEntry
from tournament.models.results import Source, Standing
from tournament.models.rounds import Phase
from tournament.queries.recheck.difference import Difference


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
        pairing__round__division__event=event, source=Source.RECORDED, pairing__game=None
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
    posted = [r for r in pairing.results.all() if r.source == Source.RECORDED]
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
