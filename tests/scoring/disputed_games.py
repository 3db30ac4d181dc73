"""A game with two sheets to dispute, saved as if entered by hand."""

from scoring.actions.activity import Actor
from scoring.actions.disputes import TypedColumn, save_columns
from scoring.actions.games import open_game
from scoring.actions.turns import record_all_turns
from scoring.engine import gcg
from scoring.models import Game
from scoring.queries.disputes import ColumnPosition

NAMES = ("Ann Example", "Ben Sample")
DESK = Actor("desk")

# LOAM is 24; it was announced as 26. After `STUCK`, six passes have ended the game.
TURNS = """\
#player1 ann Ann Example
#player2 ben Ben Sample
>ann: FLOTYAE 8H LOFTY +30 30
>ben: LOAMIIC 7I LOAM +26 26
>ann: FICIATE J7 ..FICIATE +71 101
"""
STUCK = "".join(
    f">{nick}: {rack} - +0 {total}\n"
    for nick, rack, total in [("ben", "QIEIOUR", 26), ("ann", "AEIOURS", 101)] * 3
)
"""After it: Ann 101 - 7 = 94, Ben 24 - 16 = 8."""


def saved_game(*, ended: bool = False, plays: bool = True) -> Game:
    game = open_game(NAMES, "naspa_nwl", DESK, title="Autumn Open, board 4")
    if plays:
        record_all_turns(game, gcg.read(TURNS + (STUCK if ended else "")), DESK)
    return game


def with_sheets(game: Game, ann: tuple[str, str], ben: tuple[str, str]) -> Game:
    """Add Ann's and Ben's sheets to the game, each with Ann's column first."""
    texts = {(1, 1): ann[0], (1, 2): ann[1], (2, 1): ben[0], (2, 2): ben[1]}
    columns = {ColumnPosition(*place): TypedColumn(text) for place, text in texts.items()}
    save_columns(game, columns, DESK)
    return game
