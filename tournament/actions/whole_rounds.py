"""The results of a whole round entered at once, each exactly as if it had been typed alone."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor, Told, log_all
from tournament.actions.events import refuse_when_closed
from tournament.actions.refusal import Refused
from tournament.actions.result_entries import RoundNotPublished, as_logged
from tournament.actions.results import POSSIBLE, NotAResult
from tournament.actions.rounds import begin_playing
from tournament.models import Pairing, ResultEntry, Round
from tournament.models.rounds import Phase
from tournament.queries.rounds import live_pairings


class ResultThere(Refused):
    """A board has a result already; results are corrected one by one."""


def enter_round(
    actor: Actor, round_: Round, scores: Mapping[int, tuple[int, int]]
) -> list[ResultEntry]:
    """Enter games played, by board number: first and second score in points.

    All or none. Raises `RoundNotPublished`, `NotAResult`, `ResultThere` and `EventClosed`.
    """
    division = round_.division
    refuse_when_closed(division.event)
    with transaction.atomic():
        round_ = Round.objects.select_for_update().get(pk=round_.pk)
        if round_.phase not in (Phase.PUBLISHED, Phase.PLAYING):
            raise RoundNotPublished(f"{round_} is {round_.get_phase_display().lower()}.")
        pairings = {
            pairing.board: pairing
            for pairing in live_pairings(round_)
            .filter(board__in=scores)
            .select_related("first__player", "second__player")
        }
        _refuse_what_cannot_be(round_, pairings, scores)
        now = timezone.now()
        entries = ResultEntry.objects.bulk_create(
            ResultEntry(
                pairing=pairings[board],
                first_score=first,
                second_score=second,
                entered_by=actor.user,
                entered_at=now,
            )
            for board, (first, second) in scores.items()
        )
        begin_playing(round_)
        log_all(
            actor,
            (
                Told(
                    "enter_result",
                    f"Round {round_.number}, {entry.pairing}: {entry}.",
                    scope=division.scope,
                    after=as_logged(entry),
                )
                for entry in entries
            ),
        )
    return entries


def _refuse_what_cannot_be(
    round_: Round, pairings: Mapping[int | None, Pairing], scores: Mapping[int, tuple[int, int]]
) -> None:
    if missing := [str(board) for board in scores if board not in pairings]:
        raise NotAResult(f"{round_} has no board {', '.join(missing)}.")
    for board, both in scores.items():
        if any(score not in POSSIBLE for score in both):
            raise NotAResult(f"Board {board}: a score of {both[0]} or {both[1]} is not possible.")
    there = ResultEntry.objects.filter(pairing__in=pairings.values())
    boards = sorted({board or 0 for board in there.values_list("pairing__board", flat=True)})
    if boards:
        told = ", ".join(str(board) for board in boards)
        raise ResultThere(f"{round_} has a result on board {told} already.")
