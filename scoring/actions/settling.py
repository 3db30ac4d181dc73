"""Settling a dispute without a record: what counts in a row where the sheets differ, and the agreed final."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.actions.locking import hold_game
from scoring.actions.refusals import Refused
from scoring.models import Game, SheetRuling
from scoring.queries.disputes import GameDispute, dispute_of
from scoring.signals import game_settled
from scoring.wording.log import say

POSSIBLE = range(-1500, 3001)
"""Scores beyond these are typing slips."""


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
    """Rule what counts in a row of a player's column where the sheets differ; an earlier ruling is superseded.

    `seat` and `row` count from 1; `play` is what was checked for it, `seen` the key of the ruling that counted on the
    page, 0 for none. Raises `Refused` where plays are recorded, where somebody ruled since, for a row in which the
    sheets do not differ, and for points that no turn makes.
    """
    _refuse_impossible(points)
    with transaction.atomic():
        dispute = _held(game)
        lines = dispute.comparison.lines if dispute.comparison else ()
        differing = {
            (line.seat + 1, dispute.row_number(line)) for line in lines if line.scores_differ
        }
        if (seat, row) not in differing:
            raise Refused(
                _("The sheets do not differ in row {row}: nothing to rule on there.").format(
                    row=row
                )
            )
        _refuse_when_ruled_since(
            seen, [one for one in dispute.row_rulings if (one.seat, one.row) == (seat, row)]
        )
        ruling = _supersede(game, seat, row, points, actor, play=play, reason=reason)
        player = dispute.sheet.names[seat - 1]
        summary = (
            say(
                "rule_on_row_with_play",
                game=game,
                row=row,
                player=player,
                points=points,
                play=ruling.play,
            )
            if ruling.play
            else say("rule_on_row", game=game, row=row, player=player, points=points)
        )
        log(actor, "rule_on_row", summary, scope=f"game:{game.pk}", reason=reason)
    return ruling


def agree_final(
    game: Game, scores: Sequence[int], actor: Actor, *, reason: str, seen: int | None = None
) -> None:
    """Settle a dispute without a record by the final of every seat; an earlier one is superseded.

    Where the game has a board its result is corrected. `seen` is the key of the last ruling of the final on the page,
    0 for none. Raises `Refused` without a reason, where plays are recorded, where somebody agreed on another since,
    for scores that cannot be, and where the board refuses.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise Refused(_("Say how the final was agreed: the reason is kept with the result."))
    for points in scores:
        _refuse_impossible(points)
    with transaction.atomic():
        dispute = _held(game, posts=True)
        names = dispute.sheet.names
        _refuse_when_ruled_since(
            seen, [one for one in dispute.row_rulings if one.row == SheetRuling.FINAL]
        )
        if len(scores) != len(names):
            raise Refused(_("The final has a score for every player."))
        for seat, points in enumerate(scores, 1):
            _supersede(game, seat, SheetRuling.FINAL, points, actor, reason=reason)
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


def _held(game: Game, *, posts: bool = False) -> GameDispute:
    """Hold the game and return its dispute; refuse one whose plays are recorded."""
    dispute = dispute_of(hold_game(game, posts=posts))
    if dispute.with_plays:
        raise Refused(_("The plays are recorded: rule on the turn, or correct it."))
    return dispute


def _refuse_when_ruled_since(seen: int | None, standing: Sequence[SheetRuling]) -> None:
    """Raise `Refused` where another ruling counts than on the page."""
    if seen is not None and seen != max((one.pk for one in standing), default=0):
        raise Refused(
            _(
                "Somebody else ruled here in the meantime. See what counts now, "
                "and press again if you still rule otherwise."
            )
        )


def _refuse_impossible(points: int) -> None:
    if points not in POSSIBLE:
        raise Refused(
            _("A score of {score} is not possible. Was a digit typed twice?").format(score=points)
        )


def _supersede(
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
