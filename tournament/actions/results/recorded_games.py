"""Record a board turn by turn: from a pairing to its game, and from the game to a result."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from scoring.models import Game
from tournament.actions.act import Action, Refused, act, lock_event, refuse_when_closed
from tournament.actions.results.entries import (
    counting_result,
    create_result_entry,
    is_same_result,
    lock_pairing,
    log_result,
    pairing_sentence,
    result_log_values,
    result_sentence,
    settled_reason,
    supersede_all,
)
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.rounds import mark_as_playing
from tournament.engine.results import Outcome, game_outcome, game_value
from tournament.models import Pairing, ResultEntry
from tournament.models.results import ResultSource, ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.safety.activity import board_of_round
from tournament.wording.log import say


def start_game(actor: Actor, pairing: Pairing) -> Game:
    """Return the game of a board, starting it if necessary; seat 1 goes first.

    It uses the event's rule set, tiles, board and word list. Raise `Refused` for a bye, a draft, a
    replaced pairing or a closed event.
    """
    with act(actor, pairing.round.division, exclusive=False, allow_closed=True) as action:
        pairing = lock_pairing(pairing)
        if pairing.game is not None:
            return pairing.game
        if pairing.second is None:
            raise Refused(
                _("{player} has no opponent in this round.").format(player=pairing.first.name)
            )
        division = pairing.round.division
        event = division.event
        game = open_game(
            [pairing.first.name, pairing.second.name],
            event.rules.rules,
            actor,
            title=board_of_round(pairing).text[:120],
            lexicon=event.lexicon,
            tile_set=event.rules.tile_set,
            layout=event.rules.layout,
        )
        with action.undo_step(pairing=pairing):
            pairing.game = game
            pairing.save(update_fields=["game"])
            mark_as_playing(pairing.round)
            action.log(
                "start_game",
                say("start_game", round=pairing.round.number, pairing=pairing_sentence(pairing)),
                after={"game": game.pk},
            )
    return game


def on_game_finished(
    sender: Any,
    *,
    game: Game,
    scores: tuple[int, ...],
    winners: tuple[int, ...],
    actor: Actor,
    reason: str = "",
    **_kwargs: Any,
) -> None:
    """Post the result of a finished game that belongs to a pairing, in the transaction that finished it."""
    del sender
    pairing = Pairing.objects.filter(game=game).first()
    if pairing is not None:
        first, second, *_others = scores
        outcome = game_outcome(winners, first, second)
        post_recorded_result(actor, pairing, first, second, outcome=outcome, reason=reason)


def on_game_settled(
    sender: Any, *, game: Game, scores: tuple[int, ...], actor: Actor, reason: str, **_kwargs: Any
) -> None:
    """Correct or enter the board's result from the final score agreed on its score sheets.

    A game that belongs to no pairing, or whose result is the same, changes nothing.
    """
    del sender
    pairing = Pairing.objects.filter(game=game).first()
    if pairing is None:
        return
    first, second = scores
    current = counting_result(pairing)
    if current is None:
        enter_result(actor, pairing, first, second, accepted=True)
    elif not is_same_result(current, Outcome.PLAYED, first, second):
        correct_result(actor, pairing, first, second, reason=reason, accepted=True)


def on_game_changing(sender: Any, *, game: Game, posts: bool = False, **_kwargs: Any) -> None:
    """Raise `Refused` for a game of a closed event, and lock its board if its result will be posted.

    Without `posts`, this takes one query.
    """
    del sender
    pairing = Pairing.objects.select_related("round__division__event").filter(game=game).first()
    if pairing is None:
        return
    event = pairing.round.division.event
    refuse_when_closed(event)
    if posts:
        lock_event(event, shared=True)
        lock_pairing(pairing)


def on_game_reopened(sender: Any, *, game: Game, actor: Actor, **_kwargs: Any) -> None:
    """Withdraw the posted result of a reopened game, if it belongs to a pairing."""
    del sender
    pairing = Pairing.objects.filter(game=game).first()
    if pairing is not None:
        withdraw_recorded_result(actor, pairing)


def post_recorded_result(
    actor: Actor,
    pairing: Pairing,
    first_score: int,
    second_score: int,
    *,
    outcome: str = Outcome.PLAYED,
    reason: str = "",
) -> ResultEntry:
    """Post the result of a recorded game when it finishes, and after every later change.

    `outcome` is one of `GAMES`, and names the winner if the scores do not. `reason` is the reason why
    the game was reopened, if it was.

    The recorded result counts, and a different typed result is stored beside it. If the
    director has already ruled, the round is closed, or a later one is published and no reason
    is given, a recorded result that differs from the result that counts is stored beside it
    instead.
    """
    with act(actor, pairing.round.division, exclusive=False, allow_closed=True) as action:
        pairing = lock_pairing(pairing)
        current = counting_result(pairing)
        agrees = (
            current is not None
            and current.outcome == outcome
            and (
                current.margin == game_value(outcome, first_score, second_score)[0]
                if current.spread_only
                else is_same_result(current, outcome, first_score, second_score)
            )
        )
        if current is not None and agrees and current.source == ResultSource.RECORDED:
            _withdraw_pending_results(action, pairing, current)
            return current
        chosen = (
            current is not None and current.source != ResultSource.RECORDED and bool(current.reason)
        )
        ruled = chosen and not agrees
        settled = pairing.round.phase == Phase.CLOSED or (
            not reason and settled_reason(pairing.round)
        )
        late = current is not None and not agrees and settled
        older = list(
            ResultEntry.objects.filter(
                pairing=pairing, source=ResultSource.RECORDED, standing=ResultStatus.BESIDE
            )
        )
        with action.undo_step(pairing=pairing):
            if ruled or late:
                standing, supersede = ResultStatus.BESIDE, older
            else:
                standing, supersede = ResultStatus.COUNTS, older
                if current is not None:
                    if agrees or current.source == ResultSource.RECORDED:
                        supersede.append(current)
                    else:
                        current.standing = ResultStatus.BESIDE
                        current.save(update_fields=["standing"])
            entry = create_result_entry(
                actor,
                pairing,
                (first_score, second_score),
                outcome,
                source=ResultSource.RECORDED,
                standing=standing,
                reason=reason,
                supersede=supersede,
            )
            mark_as_playing(pairing.round)
            action.activity = log_result(
                actor, "post_recorded_result", pairing, entry, current, reason
            )
    return entry


def _withdraw_pending_results(action: Action, pairing: Pairing, current: ResultEntry) -> None:
    """Withdraw recorded results that wait for a ruling, because the game agrees again with the result that counts."""
    waiting = list(
        ResultEntry.objects.filter(
            pairing=pairing, source=ResultSource.RECORDED, standing=ResultStatus.BESIDE
        )
    )
    if not waiting:
        return
    with action.undo_step(pairing=pairing):
        supersede_all(waiting)
        ResultEntry.objects.filter(pk__in=[row.pk for row in waiting]).update(superseded_by=current)
        action.log(
            "withdraw_recorded_result",
            say(
                "recorded_waits_no_longer",
                round=pairing.round.number,
                pairing=pairing_sentence(pairing),
                waited=result_sentence(waiting[-1]),
                result=result_sentence(current),
            ),
            before=result_log_values(waiting[-1]),
            after=result_log_values(current),
        )


def withdraw_recorded_result(actor: Actor, pairing: Pairing) -> None:
    """Withdraw the result that counts for a reopened game, if it is the recorded result.

    The latest result stored beside it then counts. In a closed round nothing changes until the game is
    finished again.
    """
    with act(actor, pairing.round.division, exclusive=False, allow_closed=True) as action:
        pairing = lock_pairing(pairing)
        current = counting_result(pairing)
        if (
            current is None
            or current.source != ResultSource.RECORDED
            or pairing.round.phase == Phase.CLOSED
        ):
            return
        with action.undo_step(pairing=pairing):
            supersede_all([current])
            beside = ResultEntry.objects.filter(
                pairing=pairing, standing=ResultStatus.BESIDE
            ).last()
            if beside is not None:
                beside.standing = ResultStatus.COUNTS
                beside.save(update_fields=["standing"])
            action.log(
                "withdraw_recorded_result",
                say(
                    "recorded_withdrawn",
                    round=pairing.round.number,
                    pairing=pairing_sentence(pairing),
                    result=result_sentence(current),
                ),
                before=result_log_values(current),
                after=result_log_values(beside),
            )
