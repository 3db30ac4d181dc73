"""Signals about recorded games, sent inside the transaction of the action unless stated otherwise.

`game_finished`: sender Game; `game`, `scores` (final scores by seat), `winners` (the winning seats,
which the scores alone do not always determine), `actor`, `reason` (why the game had been reopened,
or "" if it had not).

`game_settled`: sender Game; `game`, `scores` (by seat), `actor`, `reason`. Sent when the final
score of a game without plays has been agreed.

`game_reopened`: sender Game; `game`, `actor`.

`game_changing`: sender Game; `game`, `posts`. Sent before anything in the game is changed. A
receiver raises `Refused` if the game is read-only and, if `posts`, locks the object that receives
its result.

`breadcrumbs`: sender Game; `game`. Sent when a page is rendered, outside any transaction. A
receiver returns (text, address) pairs, outermost first.

`dispute_reports`: sender Game; `game`. Sent when a page is rendered. A receiver returns the
printable reports about the dispute as (text, address) pairs.

`game_reports`: sender Game; `game`. Sent when a page is rendered. A receiver returns the printable
reports about the game as (text, address) pairs.

`other_result`: sender Game; `game`. Sent when a page is rendered. A receiver returns the results
that count instead of the game's, each a `SupersedingResult` of `scoring.queries.flips`.

`games_about_to_be_saved`: sender Upload; `upload`, `number` of games, `actor`. Sent before uploaded
games are saved, outside any transaction, so that a backup can be made. An exception from a receiver
prevents saving.

`log_written`: sender Activity. Sent in every serving process after the transaction of a log entry
has been committed.

`list_as_file`: sender ListTable; `file_format` (csv or xlsx), `table`, `title`, `event` or None.
Sent when a list is to be downloaded. The only receiver returns the response.

`word_lists_in_use`: sender Lexicon; `key`. Sent before a loaded word list is removed. A receiver
returns the name of something that uses the list, or nothing.

`known_people`: sender GamePlayer. Sent when a game is about to be opened. A receiver returns names.
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


def receiver_results(signal: Signal, game: Game) -> list[Any]:
    """Return the combined return values of all receivers of a signal about a game."""
    responses: list[tuple[Any, Any]] = signal.send(type(game), game=game)
    return [answer for _receiver, answers in responses for answer in answers or ()]
