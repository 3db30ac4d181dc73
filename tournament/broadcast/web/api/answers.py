"""The answers of the API as schemas. Their docstrings are part of the API description.

Slugs are the short names in addresses, kinds and phases are codes that are the same in every
language, and scores and spreads are in points.
"""

from __future__ import annotations

import datetime as dt
from typing import Generic, TypeVar

from ninja import Field, Schema

Item = TypeVar("Item")


class ListPage(Schema, Generic[Item]):
    """One page of a long list."""

    page: int
    pages: int
    count: int = Field(description="How many items all pages have together.")
    items: list[Item]


class DivisionAnswer(Schema):
    """A separately paired section of an event."""

    slug: str
    name: str
    players: int
    rounds_planned: int | None
    rounds: list[int] = Field(description="The rounds that are published.")
    held_back_from: int | None = Field(
        description="From this round on nothing is shown that follows from results."
    )
    rating_system: str


class EventSummary(Schema):
    """An event in the list of events."""

    slug: str
    name: str
    place: str
    date: dt.date | None
    is_closed: bool


class EventAnswer(EventSummary):
    """An event with its divisions."""

    divisions: list[DivisionAnswer]


class RoundAnswer(Schema):
    """A published round."""

    number: int
    phase: str = Field(description="published, playing or closed")
    method: str
    boards: int
    results: int = Field(description="How many boards have a result that counts.")


class PlayerName(Schema):
    """The number and public name of a player in the division."""

    number: int
    name: str


class ResultAnswer(Schema):
    """The result of a pairing: the scores of a game, or the spread for a bye or forfeit."""

    outcome: str = Field(
        description=(
            "played, first_wins, second_wins, bye, half_bye, first_forfeits, second_forfeits, "
            "both_forfeit, void"
        )
    )
    first_score: int | None
    second_score: int | None
    first_spread: int
    second_spread: int


class PairingAnswer(Schema):
    """Two players at a board. Without a second player, it is a bye."""

    round: int
    board: int | None
    first: PlayerName
    second: PlayerName | None
    goes_first_is_known: bool
    result: ResultAnswer | None
    is_recorded: bool = Field(description="Whether its turns are among the games.")


class StandingsLine(Schema):
    """One line of the standings. A tie is half a win and half a loss."""

    rank: int
    is_shared: bool
    number: int
    name: str
    rating: int | None
    games: int
    wins: float
    losses: float
    ties: int
    record: str
    spread: int
    figures: dict[str, float] = Field(description="What ranks, by the key of the metric, in order.")
    decided_by: str = Field(description="The metric that broke a tie with the line above.")
    is_withdrawn: bool


class StandingsAnswer(ListPage[StandingsLine]):
    """The standings after a round."""

    after: int = Field(description="0 before the first result.")
    is_under_way: bool = Field(description="Whether results of that round are missing.")


class PlayerAnswer(PlayerName):
    """A player of a division."""

    rating: int | None
    rating_class: str
    team: str
    rank: int | None
    record: str
    last_round: int | None = Field(description="The last round of who has left.")


class RoundOfPlayer(Schema):
    """One round of a player. Without an opponent, it is a bye or a missed round."""

    round: int
    board: int | None
    opponent: PlayerName | None
    goes_first: bool | None
    letter: str = Field(description="W, L or T; B for a bye, F for a forfeit lost, V for void.")
    own_score: int | None
    opponent_score: int | None
    spread: int | None
    record: str
    total_spread: int


class PlayerRounds(PlayerAnswer):
    """A player with every published round."""

    rounds: list[RoundOfPlayer]


class GameAnswer(Schema):
    """A game recorded turn by turn, up to the last released turn."""

    round: int
    board: int | None
    players: list[str]
    scores: list[int]
    is_live: bool


class TurnAnswer(Schema):
    """One turn. Announced score, correct score and ruling are null if the event does not publish them."""

    number: int
    seat: int = Field(description="1 or 2, in the order of players.")
    kind: str
    square: str
    word: str = Field(
        description="As the score sheet shows it; tiles that lay already in brackets."
    )
    tiles: list[str] = Field(
        description="What was laid, small for a blank, a full stop where a tile lay; or what was exchanged."
    )
    announced: int | None
    correct: int | None
    ruling: str | None = Field(description="correct or let_stand")
    score: int = Field(description="What counts.")
    total: int


class GameTurns(GameAnswer):
    """A game with its turns."""

    rules: str
    tile_set: str
    layout: str
    lexicon: str
    turns: list[TurnAnswer]


class HighlightPlay(Schema):
    """One of the highest plays."""

    round: int
    board: int | None
    name: str
    word: str
    square: str
    score: int


class HighlightGame(Schema):
    """One of the games with the highest scores, the higher score first."""

    round: int
    board: int | None
    name: str
    opponent: str
    result: str


class HighlightOfKind(Schema):
    """The best or most unusual game or play of a kind. Equal ones have separate lines."""

    kind: str = Field(
        description="high_play, most_bingos, high_game, high_combined, closest, longest, out_by_bingo, "
        "low_combined, upset"
    )
    value: int = Field(
        description="What is compared: points, bingos, turns, or rating points between the two."
    )
    round: int
    board: int | None
    player: PlayerName
    opponent: PlayerName | None
    scores: list[int] = Field(description="The player's first; empty where they are not known.")
    word: str
    square: str


class LeaderAnswer(Schema):
    """The leader after a round, or several equal ones."""

    after: int
    names: list[str]
    record: str = Field(description="Wins-losses and spread then.")


class HighlightsAnswer(Schema):
    """The highlights of a division."""

    best: list[HighlightOfKind] = Field(description="Of the whole, or of the round that was named.")
    leaders: list[LeaderAnswer]
    plays: list[HighlightPlay] = Field(description="The highest plays of all rounds.")
    games: list[HighlightGame] = Field(description="The highest games of all rounds.")


class RatingAnswer(PlayerName):
    """The rating of a player before the event, and the one they would have after it if it ended now."""

    old: int | None
    new: int | None
    change: int | None
    games: int
    performance: int | None


class LiveSideAnswer(Schema):
    """One player of a live board."""

    name: str
    score: int
    clock: str = Field(description="Minutes and seconds left, below zero with a minus.")
    overtime: int
    is_to_move: bool


class LiveAnswer(Schema):
    """A live board, up to the last released turn."""

    round: int
    board: int | None
    players: list[LiveSideAnswer]
    turns: int
    last_play: TurnAnswer | None
    unseen: str
    unseen_count: int
    vowels: int
    consonants: int


class Refusal(Schema):
    """The reason for an error, and the existing alternatives."""

    detail: str
    there_is: list[str] | None = None


class InvalidParameter(Schema):
    """An invalid parameter."""

    type: str
    loc: list[str] = Field(description="Where it stands, and its name.")
    msg: str


class InvalidParametersAnswer(Schema):
    """The invalid parameters of a request."""

    detail: list[InvalidParameter]
