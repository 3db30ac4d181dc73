"""A second record of a game, to try what could have been: the same turns, open, of no event."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from scoring.actions.turns import record_games_turns
from scoring.models import Game
from scoring.queries.sheets import sheet


def duplicate_game(game: Game, actor: Actor) -> Game:
    """Open a game with the players, rules and turns of `game` as they stand; return it. The first stays."""
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
        record_games_turns(copy, now.record, actor)
    return copy
