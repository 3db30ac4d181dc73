"""Signals of a recorded game. Sent inside the action's transaction where not said otherwise.

`game_finished`: sender Game; `game`, `scores` (final points by seat), `winners` (the seats that win, which
the scores alone do not always tell), `actor`, `reason`: why it had been opened again, empty if it had not.
`game_settled`: sender Game; `game`, `scores` (by seat), `actor`, `reason`: the final of a game without plays that the
director had the players agree on.
`game_reopened`: sender Game; `game`, `actor`.
`game_changing`: sender Game; `game`, `posts`. Sent before anything of the game is written: a receiver raises
`Refused` where the game can only be read, and holds what is to get its result where it `posts` one.
`breadcrumbs`: sender Game; `game`. Asked when a page is shown, outside any transaction: a receiver
returns where the game belongs as (text, address) pairs, outermost first, for the way back.
`dispute_reports`: sender Game; `game`. Asked likewise: what can be printed about a dispute over the game,
as (text, address) pairs.
`game_reports`: sender Game; `game`. Asked likewise: what can be printed of the game itself, as (text, address)
pairs.
`other_result`: sender Game; `game`. Asked likewise: where another result counts than the game's, an
`OtherResult` of `scoring.queries.outcomes`.
`games_about_to_be_saved`: sender Upload; `upload`, `number` of games, `actor`. Sent before games from files are
saved, outside any transaction, so that a copy can be taken; what a receiver raises stops the saving.
`log_written`: sender Activity. Sent after the transaction that wrote an entry of the log was committed, in every
process that serves.
`list_as_file`: sender ListTable; `file_format` (csv or xlsx), `table`, `title`, `event` or None. Asked when a list
is wanted as a file: the one receiver returns the response with the rows.
`word_lists_in_use`: sender Lexicon; `key`. Asked before a loaded word list is removed: a receiver returns the name of
something that is played with it, or nothing.
`known_people`: sender GamePlayer. Asked when a game is about to be opened: a receiver returns names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.dispatch import Signal

if TYPE_CHECKING:
    from scoring.models import Game

game_finished = Signal()
game_settled = Signal()
game_reopened = Signal()
game_changing = Signal()
breadcrumbs = Signal()
dispute_reports = Signal()
game_reports = Signal()
other_result = Signal()
games_about_to_be_saved = Signal()
list_as_file = Signal()
known_people = Signal()
word_lists_in_use = Signal()
log_written = Signal()


def answers_of(signal: Signal, game: Game) -> list[Any]:
    """What every receiver of a question about a game returns, one after another."""
    responses: list[tuple[Any, Any]] = signal.send(type(game), game=game)
    return [answer for _receiver, answers in responses for answer in answers or ()]
