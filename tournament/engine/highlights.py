"""The highlights of a round or a division: the best of each kind among its games and plays."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.prizes.contest import ContestDivision, ContestSide
from tournament.engine.turn_figures import RecordedTurn, TurnOutcome


class HighlightKind(StrEnum):
    """The kinds of highlight."""

    HIGH_PLAY = "high_play"
    MOST_BINGOS = "most_bingos"
    HIGH_GAME = "high_game"
    HIGH_COMBINED = "high_combined"
    CLOSEST = "closest"
    LONGEST = "longest"
    OUT_BY_BINGO = "out_by_bingo"
    LOW_COMBINED = "low_combined"
    UPSET = "upset"


@dataclass(frozen=True, slots=True)
class Highlight:
    """A game, play or player that is the best of its kind, or equal to the best.

    `value` is the compared figure: points, bingos, turns or a difference in rating. `number` is the
    entry's number. For a highlight of both players, it is the winner's, after a tie the lower number, or, for
    the longest game, that of the player who made the first turn. `scores` has the entry's score first; it is
    empty if the scores are unknown or the highlight is not about them.
    """

    kind: HighlightKind
    value: int
    round: int
    board: int | None
    number: int
    opponent: int
    word: str = ""
    square: str = ""
    scores: tuple[int, ...] = ()


MAX_EQUALS = 3
"""The maximum number of equals that may share a highlight; a kind with more is left out."""


def highlights(section: ContestDivision, number: int | None = None) -> list[Highlight]:
    """Return the best of each kind in a division, or only in round `number` if it is given.

    All equals are returned, but a kind with more than `MAX_EQUALS` is left out. Highlights of plays, bingos
    and turns come only from games recorded turn by turn.
    """
    games = [side for side in section.sides if number in (None, side.round)]
    winners = [
        side for side in games if side.won or (side.half_points == 1 and _has_lower_number(side))
    ]
    played = [side for side in winners if side.score is not None]
    by_game: dict[tuple[int, int | None], list[RecordedTurn]] = {}
    for turn in section.turns:
        if number in (None, turn.round):
            by_game.setdefault((turn.round, turn.board), []).append(turn)
    turns = [turn for game in by_game.values() for turn in game]
    kinds = [
        _play_highlights(turns),
        _bingo_highlights(by_game.values()),
        _game_highlights(
            HighlightKind.HIGH_GAME, [s for s in games if s.score is not None], _own_score
        ),
        _game_highlights(HighlightKind.HIGH_COMBINED, played, _total),
        _game_highlights(HighlightKind.CLOSEST, winners, _margin, lowest=True),
        _longest_game_highlights(by_game.values()),
        _last_bingo_highlights(by_game.values()),
        _game_highlights(HighlightKind.LOW_COMBINED, played, _total, lowest=True),
        _upset_highlights(section, winners),
    ]
    return [highlight for kind in kinds for highlight in kind]


def _has_lower_number(side: ContestSide) -> bool:
    """Return whether this is the side with the lower number, which stands for both sides of a tie."""
    return side.number < side.opponent


def _own_score(side: ContestSide) -> int:
    return side.score or 0


def _total(side: ContestSide) -> int:
    return side.combined_score


def _margin(side: ContestSide) -> int:
    return abs(side.margin)


def _scores(side: ContestSide) -> tuple[int, ...]:
    if side.score is None or side.opponent_score is None:
        return ()
    return side.score, side.opponent_score


def _best_highlights(rows: Sequence[Highlight], *, lowest: bool = False) -> list[Highlight]:
    """Return the highlights with the best value; none if there are no rows or more than `MAX_EQUALS` are equal."""
    if not rows:
        return []
    wanted = (min if lowest else max)(row.value for row in rows)
    level = [row for row in rows if row.value == wanted]
    return level if len(level) <= MAX_EQUALS else []


def _game_highlights(
    kind: HighlightKind,
    sides: Sequence[ContestSide],
    value: Callable[[ContestSide], int],
    *,
    lowest: bool = False,
) -> list[Highlight]:
    rows = [
        Highlight(kind, value(s), s.round, s.board, s.number, s.opponent, scores=_scores(s))
        for s in sides
    ]
    return _best_highlights(rows, lowest=lowest)


def _turn_highlight(kind: HighlightKind, value: int, turn: RecordedTurn) -> Highlight:
    return Highlight(
        kind, value, turn.round, turn.board, turn.number, turn.opponent, turn.word, turn.coordinate
    )


def _play_highlights(turns: Sequence[RecordedTurn]) -> list[Highlight]:
    plays = [turn for turn in turns if turn.outcome is TurnOutcome.PLAY]
    return _best_highlights(
        [_turn_highlight(HighlightKind.HIGH_PLAY, turn.score, turn) for turn in plays]
    )


RecordedGames = Collection[list[RecordedTurn]]
"""Some recorded games, each as its turns in order."""


def _bingo_highlights(games: RecordedGames) -> list[Highlight]:
    rows = []
    for game in games:
        for number in {turn.number for turn in game}:
            own = [
                t
                for t in game
                if t.number == number and t.outcome is TurnOutcome.PLAY and t.is_bingo
            ]
            if own:
                first = own[0]
                rows.append(
                    Highlight(
                        HighlightKind.MOST_BINGOS,
                        len(own),
                        first.round,
                        first.board,
                        number,
                        first.opponent,
                    )
                )
    return _best_highlights(rows)


def _longest_game_highlights(games: RecordedGames) -> list[Highlight]:
    """Return the games with the most turns. A challenge counts as a turn only if it cost one."""
    rows = [
        Highlight(
            HighlightKind.LONGEST,
            sum(not _is_only_challenge(turn) for turn in game),
            game[0].round,
            game[0].board,
            game[0].number,
            game[0].opponent,
        )
        for game in games
    ]
    return _best_highlights(rows)


def _is_only_challenge(turn: RecordedTurn) -> bool:
    """Return whether this is a challenge that took no turn: a successful one, or a lost one paid in points."""
    lost_points = turn.outcome is TurnOutcome.CHALLENGE_LOST and turn.score != 0
    return lost_points or turn.outcome is TurnOutcome.CHALLENGE_WON


def _last_bingo_highlights(games: RecordedGames) -> list[Highlight]:
    """Return the highest bingos with which games ended; a game whose last play was a phony has none."""
    rows = []
    for game in games:
        plays = [turn for turn in game if turn.outcome in (TurnOutcome.PLAY, TurnOutcome.PHONY)]
        if plays and plays[-1].outcome is TurnOutcome.PLAY and plays[-1].is_bingo:
            rows.append(_turn_highlight(HighlightKind.OUT_BY_BINGO, plays[-1].score, plays[-1]))
    return _best_highlights(rows)


def _upset_highlights(section: ContestDivision, winners: Sequence[ContestSide]) -> list[Highlight]:
    """Return the wins over opponents with the largest rating advantage, where both players are rated."""
    rows = []
    for side in winners:
        own, other = (section.people[n].rating for n in (side.number, side.opponent))
        if side.won and own and other and other > own:
            rows.append(
                Highlight(
                    HighlightKind.UPSET,
                    other - own,
                    side.round,
                    side.board,
                    side.number,
                    side.opponent,
                    scores=_scores(side),
                )
            )
    return _best_highlights(rows)
