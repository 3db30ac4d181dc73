"""Open, finish, sign and reopen games."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import catalogue
from scoring.actions.activity import Actor, log
from scoring.actions.flips import log_flip_since_finish, outcome_for_log
from scoring.actions.locking import lock_game, record_edit
from scoring.actions.refusals import EditConflict, Refused
from scoring.actions.summaries import write_summary
from scoring.actions.turns import lock_sheet, record_all_turns, require_reason, save_entry, scope_of
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.rules.rulesets import RuleSet
from scoring.models import Activity, Game, GamePlayer, TurnEntry
from scoring.queries.disputes import turns_in_dispute
from scoring.queries.sheets import GameSheet, sheet
from scoring.signals import game_finished, game_reopened
from scoring.wording.log import say
from scoring.wording.names import name_of
from scoring.wording.phrases import and_list
from scoring.wording.sentence import Sentence


def open_game(
    names: Sequence[str],
    rules: str,
    actor: Actor,
    *,
    title: str = "",
    lexicon: str = "",
    tile_set: str | None = None,
    layout: str | None = None,
) -> Game:
    """Open the record of a game and return it. The first name plays first.

    The tile set and the layout are those of the rules unless given. Raise `Refused` for a number of
    players that the rules do not allow, and `NotInCatalogue` for an unknown key.
    """
    chosen = catalogue.rule_set(rules)
    check_player_count(chosen, names)
    with transaction.atomic():
        game = Game.objects.create(
            rules=rules,
            tile_set=catalogue.tile_set(tile_set or chosen.tile_set).key,
            layout=catalogue.layout(layout or chosen.layout).key,
            lexicon=lexicon,
            title=title,
            created_at=timezone.now(),
            created_by=actor.user,
        )
        GamePlayer.objects.bulk_create(
            GamePlayer(game=game, seat=seat, name=name) for seat, name in enumerate(names, 1)
        )
        log(actor, "open_game", say("open_game", game=game, players=names), scope=scope_of(game))
        write_summary(GameSheet(game, [], list(names)))
    return game


def check_player_count(rules: RuleSet, names: Sequence[str]) -> None:
    """Raise `Refused` if the rules do not allow this number of players."""
    if not rules.players_min <= len(names) <= rules.players_max:
        given = len(names)
        raise Refused(
            _("{rules} is for {count} players, but {given} were entered.").format(
                rules=name_of(rules), count=rules.players_min, given=given
            )
            if rules.players_min == rules.players_max
            else _("{rules} is for {fewest} to {most} players, but {given} were entered.").format(
                rules=name_of(rules), fewest=rules.players_min, most=rules.players_max, given=given
            )
        )


def finish_game(
    game: Game, actor: Actor, *, seen: int | None = None, disputed: bool = False
) -> tuple[int, ...]:
    """Close the record of a game that has ended, adding missing end-rack lines; return the final scores.

    Raise `Refused` if the game is already finished or has not ended, if a rack is unknown, or if
    two sheets disagree without a ruling. With `disputed`, the sheets may still disagree, so that a
    ruling need not cover every disputed turn. Raise `EditConflict` if the game changed since
    `seen`.
    """
    with transaction.atomic():
        now = lock_sheet(game, seen, posts=True)
        if not disputed and (where := turns_in_dispute(now)):
            raise Refused(
                _(
                    "The players’ sheets disagree at {where}. Compare the sheets and make a "
                    "ruling, or correct what was typed from them; then finish the game."
                ).format(where=and_list(where))
            )
        if not (now.replay.has_ended or now.replay.may_end):
            raise Refused(
                _(
                    "The game has not ended: no player has gone out, and there were not enough "
                    "scoreless turns in a row."
                )
            )
        settlement = now.replay.settlement
        for seat, amount in enumerate(settlement.amounts):
            if amount is None:
                raise Refused(
                    _("Enter {player}’s remaining tiles first.").format(player=now.names[seat])
                )
        position = now.entries[-1].position
        for turn in missing_end_racks(now.replay):
            position += TurnEntry.STEP
            record_edit(game, actor, after=save_entry(game, turn, position, actor, now))
        game.finished_at = timezone.now()
        game.save(update_fields=["finished_at"])
        done = sheet(game)
        finals = tuple(final or 0 for final in done.outcome.finals)
        write_summary(done)
        log_flip_since_finish(done, actor)
        reason = _reopening_reason(game)
        log(
            actor,
            "finish_game",
            say("finish_game", game=game, finals=final_score_sentences(done.names, finals)),
            scope=scope_of(game),
            after=outcome_for_log(done.outcome)
            if done.outcome.winners
            else {"finals": list(finals)},
        )
        game_finished.send(
            Game, game=game, scores=finals, winners=done.outcome.winners, actor=actor, reason=reason
        )
    return finals


def final_score_sentences(names: Sequence[str], finals: Sequence[int | None]) -> list[Sentence]:
    """Return the final score of each player as sentences for the log."""
    return [
        say("final", player=name, final=final) for name, final in zip(names, finals, strict=True)
    ]


def _reopening_reason(game: Game) -> str:
    """Return the reason given when the game was last reopened, or "" if it has been finished since."""
    last = (
        Activity.objects.filter(
            scope=scope_of(game), carried=False, verb__in=("reopen_game", "finish_game")
        )
        .order_by("-id")
        .first()
    )
    return last.reason if last is not None and last.verb == "reopen_game" else ""


def reopen_game(game: Game, actor: Actor, *, reason: str) -> None:
    """Reopen a finished game. Raise `Refused` if it is open or read-only, or if no reason is given."""
    if not reason.strip():
        raise Refused(_("Give a reason for reopening the game: its result has been posted."))
    with transaction.atomic():
        held = lock_game(game, posts=True)
        if held.finished_at is None:
            raise Refused(_("This game is already open."))
        held.finished_at = game.finished_at = None
        held.save(update_fields=["finished_at"])
        log(
            actor, "reopen_game", say("reopen_game", game=game), scope=scope_of(game), reason=reason
        )
        write_summary(sheet(held))
        game_reopened.send(Game, game=held, actor=actor)


def missing_end_racks(game: Replay) -> list[Turn]:
    """Return the missing end-rack lines, one for each player whose score the racks change."""
    settlement = game.settlement
    written = {turn.player for turn in game.turns if turn.kind is TurnKind.END_RACK}
    lines = []
    for seat, amount in enumerate(settlement.amounts):
        if seat in written or not amount:
            continue
        own = settlement.racks[seat] or ()
        others = [
            tile
            for other, rack in enumerate(settlement.racks)
            if other != seat
            for tile in rack or ()
        ]
        if seat == settlement.out:
            lines.append(Turn(TurnKind.END_RACK, seat, None, tiles=others, announced=amount))
        else:
            lines.append(Turn(TurnKind.END_RACK, seat, own, tiles=own, announced=amount))
    return lines


def sign_slip(game: Game, actor: Actor, *, seen: int | None = None) -> None:
    """Record that both players signed the slip.

    `seen` is the `GameSheet.version` shown on the page, or None to skip the check. Raise
    `EditConflict` if the game or a ruling has changed since, and `Refused` if the game is unfinished
    or read-only, or if the slip has already been signed.
    """
    with transaction.atomic():
        held = lock_game(game)
        if held.finished_at is None:
            raise Refused(
                _("The game is not finished. Finish it first: the slip needs its final scores.")
            )
        if held.signed_at is not None:
            raise Refused(_("The slip of this game has already been signed."))
        now = sheet(held)
        if seen not in (None, now.version):
            raise EditConflict
        game.signed_at = held.signed_at = timezone.now()
        game.signed_by = held.signed_by = actor.user
        held.save(update_fields=["signed_at", "signed_by"])
        log(
            actor,
            "sign_slip",
            say(
                "sign_slip", game=game, finals=final_score_sentences(now.names, now.outcome.finals)
            ),
            scope=scope_of(game),
            after={"finals": list(now.outcome.finals)},
        )


def unsign_slip(game: Game, actor: Actor, *, reason: str) -> None:
    """Mark a signed slip as unsigned again.

    Raise `Refused` if it is not signed, if no reason is given, or if the game is read-only.
    """
    require_reason(reason)
    with transaction.atomic():
        held = lock_game(game)
        if held.signed_at is None:
            raise Refused(_("The slip of this game is not signed."))
        before = held.signed_at.isoformat()
        game.signed_at = game.signed_by = held.signed_at = held.signed_by = None
        held.save(update_fields=["signed_at", "signed_by"])
        log(
            actor,
            "unsign_slip",
            say("unsign_slip", game=game),
            scope=scope_of(game),
            reason=reason.strip(),
            before={"signed_at": before},
        )


def duplicate_game(game: Game, actor: Actor) -> Game:
    """Open and return a new game with the players, rules, word list and current turns of `game`."""
    with transaction.atomic():
        now = sheet(game)
        copy = open_game(
            now.names,
            game.rules,
            actor,
            title=_("Copy of {game}").format(game=game)[:120],
            lexicon=game.lexicon,
            tile_set=game.tile_set,
            layout=game.layout,
        )
        record_all_turns(copy, now.record, actor)
    return copy
