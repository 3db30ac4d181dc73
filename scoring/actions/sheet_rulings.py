"""Settle a dispute without a record: rule on rows where sheets differ, and agree on the final score."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.actions.locking import lock_game
from scoring.actions.refusals import Refused, required_text
from scoring.models import Game, SheetRuling
from scoring.queries.disputes import GameDispute, dispute_of
from scoring.signals import game_settled
from scoring.wording.log import say
from scoring.wording.phrases import format_points

POSSIBLE_SCORES = range(-1500, 3001)
"""The range of possible scores. Scores outside it are typing slips."""


def rule_on_row(
    game: Game,
    seat: int,
    row: int,
    points: int,
    actor: Actor,
    *,
    play: str = "",
    reason: str = "",
    seen: int | None = None,
) -> SheetRuling:
    """Rule on the points of a row where the sheets differ, superseding any earlier ruling.

    `seat` and `row` count from 1. `play` is the play that was checked to find the points, if any.
    `seen` is the key of the ruling shown on the page, 0 if it shows none, or None to skip the check.
    Raise `Refused` if plays are recorded, if there is a newer ruling, if the sheets do not differ in
    the row, if the points are impossible, or if the game is read-only.
    """
    _refuse_impossible_points(points)
    with transaction.atomic():
        dispute = _locked_dispute(game)
        lines = dispute.comparison.lines if dispute.comparison else ()
        differing = {
            (line.seat + 1, dispute.row_number(line)) for line in lines if line.scores_differ
        }
        if (seat, row) not in differing:
            raise Refused(
                _("The sheets agree in row {row}, so there is nothing to rule on.").format(row=row)
            )
        _refuse_if_newer_ruling(
            seen, [one for one in dispute.row_rulings if (one.seat, one.row) == (seat, row)]
        )
        ruling = _supersede_ruling(game, seat, row, points, actor, play=play, reason=reason)
        player = dispute.sheet.names[seat - 1]
        summary = (
            say(
                "rule_on_row_with_play",
                game=game,
                row=row,
                player=player,
                points=format_points(points),
                play=ruling.play,
            )
            if ruling.play
            else say("rule_on_row", game=game, row=row, player=player, points=format_points(points))
        )
        log(actor, "rule_on_row", summary, scope=f"game:{game.pk}", reason=reason)
    return ruling


def agree_final_scores(
    game: Game, scores: Sequence[int], actor: Actor, *, reason: str, seen: int | None = None
) -> None:
    """Settle a dispute without a record by an agreed final score for every seat, superseding any earlier agreement.

    If the game belongs to a board, its result is corrected. `seen` is the key of the last ruling on
    the final score that the page shows, 0 if it shows none, or None to skip the check. Raise
    `Refused` if the reason or the score of a seat is missing, if plays are recorded, if there is a
    newer agreement, if a score is impossible, or if the board refuses the result.
    """
    reason = required_text(
        reason,
        _(
            "Explain how the players agreed on the final score. The explanation is saved with "
            "the result."
        ),
    )
    for points in scores:
        _refuse_impossible_points(points)
    with transaction.atomic():
        dispute = _locked_dispute(game, posts=True)
        names = dispute.sheet.names
        _refuse_if_newer_ruling(
            seen, [one for one in dispute.row_rulings if one.row == SheetRuling.FINAL]
        )
        if len(scores) != len(names):
            raise Refused(_("Enter a final score for every player."))
        for seat, points in enumerate(scores, 1):
            _supersede_ruling(game, seat, SheetRuling.FINAL, points, actor, reason=reason)
        finals = [
            say("final", player=name, final=points)
            for name, points in zip(names, scores, strict=True)
        ]
        log(
            actor,
            "agree_final",
            say("agree_final", game=game, finals=finals),
            scope=f"game:{game.pk}",
            reason=reason,
        )
        game_settled.send(Game, game=game, scores=tuple(scores), actor=actor, reason=reason)


def _locked_dispute(game: Game, *, posts: bool = False) -> GameDispute:
    """Lock the game and return its dispute. Raise `Refused` if its plays are recorded."""
    dispute = dispute_of(lock_game(game, posts=posts))
    if dispute.has_plays:
        raise Refused(
            _(
                "The plays of this game have been recorded, so rule on one of its turns or correct "
                "the turn."
            )
        )
    return dispute


def _refuse_if_newer_ruling(seen: int | None, standing: Sequence[SheetRuling]) -> None:
    """Raise `Refused` if a ruling newer than the one on the page is in force."""
    if seen is not None and seen != max((one.pk for one in standing), default=0):
        raise Refused(
            _(
                "Someone else made a ruling here in the meantime. Check the current ruling, and "
                "choose again if you still want a different one."
            )
        )


def _refuse_impossible_points(points: int) -> None:
    if points not in POSSIBLE_SCORES:
        raise Refused(
            _("A score of {score} is not possible. Was a digit typed twice?").format(
                score=format_points(points)
            )
        )


def _supersede_ruling(
    game: Game, seat: int, row: int, points: int, actor: Actor, *, play: str = "", reason: str
) -> SheetRuling:
    now = timezone.now()
    for standing in SheetRuling.objects.filter(
        game=game, seat=seat, row=row, superseded_at__isnull=True
    ):
        standing.superseded_at = now
        standing.save(update_fields=["superseded_at"])
    return SheetRuling.objects.create(
        game=game, seat=seat, row=row, points=points, play=play[:40], reason=reason, ruled_at=now,
        ruled_by=actor.user,
    )  # fmt: skip
