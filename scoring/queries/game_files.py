"""A recorded game as a file for other programs."""

from scoring.engine.game.record import Pragma
from scoring.engine.gcg import write
from scoring.models import Game
from scoring.queries.sheets import sheet


def game_text(game: Game) -> str:
    """The game as GCG, with what other programs need to read it right. The queries of `sheet`."""
    now = sheet(game)
    record = now.record
    stated = [Pragma("title", " ".join(game.title.split()))] if game.title else []
    if now.tile_set.key != now.rules.tile_set or not now.tile_set.single:
        stated.append(Pragma("tile-set", now.tile_set.key))
    if now.layout.key != now.rules.layout:
        stated.append(Pragma("board-layout", now.layout.key))
    return write(record._replace(pragmas=(*stated, *record.pragmas)), now.tile_set)
