"""Recording a board turn by turn: from a pairing to its game, and from its game to a result."""

from typing import Any

from django.db import transaction

from scoring.actions.activity import Actor, log
from scoring.actions.games import open_game
from scoring.models import Game
from tournament.actions.deeds import deed
from tournament.actions.events import refuse_when_closed
from tournament.actions.recorded_results import post_recorded_result, withdraw_recorded_result
from tournament.actions.refusal import Refused
from tournament.actions.result_entries import held_pairing
from tournament.actions.rounds import begin_playing
from tournament.engine.results import game_outcome
from tournament.models import Pairing


class NobodyToPlay(Refused):
    """A bye has no game."""


def start_game(actor: Actor, pairing: Pairing) -> Game:
    """The game of a board, begun now if it is not yet; seat 1 is who goes first.

    It is played by the event's rule set and word list. Raises `NobodyToPlay`,
    `RoundNotPublished` and `EventClosed`.
    """
    with transaction.atomic():
        pairing = held_pairing(pairing)
        if pairing.game is not None:
            return pairing.game
        if pairing.second is None:
            raise NobodyToPlay(f"{pairing.first.name} has no opponent this round.")
        division = pairing.round.division
        event = division.event
        where = f"{event}, division {division}, round {pairing.round.number}, board {pairing.board}"
        game = open_game(
            [pairing.first.name, pairing.second.name],
            event.rules.rules,
            actor,
            title=where[:120],
            lexicon=event.lexicon,
        )
        with deed(division, pairing=pairing) as doing:
            pairing.game = game
            pairing.save(update_fields=["game"])
            begin_playing(pairing.round)
            doing.told(
                log(
                    actor,
                    "start_game",
                    f"Round {pairing.round.number}, {pairing}: recording begun.",
                    scope=division.scope,
                    after={"game": game.pk},
                )
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
    **_: Any,
) -> None:
    """Post the result of a game that belongs to a pairing, in the transaction that finished it."""
    del sender
    pairing = Pairing.objects.filter(game=game).first()
    if pairing is not None:
        first, second, *_others = scores
        outcome = game_outcome(winners, first, second)
        post_recorded_result(actor, pairing, first, second, outcome=outcome, reason=reason)


def on_game_changing(sender: Any, *, game: Game, **_: Any) -> None:
    """Let nothing be written in a game of a closed event. One query; raises `EventClosed`."""
    del sender
    pairing = Pairing.objects.select_related("round__division__event").filter(game=game).first()
    if pairing is not None:
        refuse_when_closed(pairing.round.division.event)


def on_game_reopened(sender: Any, *, game: Game, actor: Actor, **_: Any) -> None:
    """Take back the posted result of a game that is open again."""
    del sender
    pairing = Pairing.objects.filter(game=game).first()
    if pairing is not None:
        withdraw_recorded_result(actor, pairing)
