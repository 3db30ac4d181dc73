"""Lists of the best games and plays of an event, ranked by one figure; equal figures share a rank."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.prizes.contest import ContestDivision, ContestSide
from tournament.models import Event
from tournament.reports.contests import DivisionContest
from tournament.reports.definition import Variant
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Row, Table
from tournament.reports.report_options import CannotReport

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

DEFAULT_ROW_COUNT = 20
NOT_PLAYED = _lazy("No game has been played yet.")
NAME = Column("name", _lazy("Name"))
WINNER = Column("name", _lazy("Winner"))
SCORE = Column("score", _lazy("Score"), Kind.SCORE)
OPPONENT_SCORE = Column(
    "opponent_score", _lazy("Theirs"), Kind.SCORE, name=_lazy("Opponent’s score")
)
OPPONENT = Column("opponent", _lazy("Against"))
SPREAD = Column("spread", _lazy("Spread"), Kind.SPREAD)
LOCATION_COLUMNS = (
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("board", _lazy("Board"), Kind.INTEGER),
)
GAME_COLUMNS = (
    SCORE,
    NAME,
    Column("result", _lazy("Result")),
    OPPONENT_SCORE,
    OPPONENT,
    SPREAD,
    *LOCATION_COLUMNS,
)
ONE_RESULT_COLUMNS = tuple(
    replace(column, data_only=True) if column.key == "result" else column for column in GAME_COLUMNS
)
"""The columns of a list of wins only or losses only; the result is left off paper to make room for names."""
RankedCells = tuple[int, Row]
"""The figure that ranks a row (greatest first), and the cells after the rank."""


@dataclass(frozen=True)
class BestGames(Variant):
    """A list of games or plays ranked by the figure in its first column."""

    columns: tuple[Column, ...]
    find: Callable[[ContestDivision], Iterable[RankedCells]]
    empty: StrOrPromise = NOT_PLAYED
    needs_plays: bool = False
    without: tuple[str, ...] = field(default=("players",), kw_only=True)

    def content(self, seen: DivisionContest, event: Event, options: Any) -> dict[str, Any]:
        """Return the ranked list, with a column for the division if the report covers several.

        Raise `CannotReport` if the requested count is less than 1.
        """
        del event
        if options.count is not None and options.count < 1:
            raise CannotReport(
                _("The number must be 1 or more, not {count}.").format(count=options.count)
            )
        candidates = [
            (best, section.division) for section in seen.sections for best in self.find(section)
        ]
        rows = tuple(
            (rank, Cell(figure, Emphasis.STRONG), *cells, *seen.division_cells(division))
            for rank, (figure, cells), division in _ranked_rows(
                candidates, options.count or DEFAULT_ROW_COUNT
            )
        )
        table = Table(
            "rows",
            (Column("rank", _("Rank"), Kind.INTEGER), *self.columns, *seen.division_column),
            (Group(rows),),
            empty=str(self.empty),
        )
        return {"sections": (table,)}


def _ranked_rows(
    candidates: Iterable[tuple[RankedCells, str]], count: int
) -> Iterator[tuple[int, RankedCells, str]]:
    """Yield the first `count` rows with their ranks, and all rows that share the last rank."""
    rank = 0
    before: int | None = None
    for place, (best, division) in enumerate(sorted(candidates, key=lambda e: -e[0][0]), start=1):
        if best[0] != before:
            if place > count:
                return
            rank, before = place, best[0]
        yield rank, best, division


def _scores(
    wanted: Callable[[ContestSide], bool],
) -> Callable[[ContestDivision], Iterator[RankedCells]]:
    """Return a function that yields the score of every side in a division for which `wanted` is true.

    Games without known scores are skipped.
    """

    def find(section: ContestDivision) -> Iterator[RankedCells]:
        for side in section.sides:
            if side.score is not None and wanted(side):
                name, opponent = section.name(side.number), section.name(side.opponent)
                result = _("won") if side.won else _("lost") if side.lost else _("tied")
                cells = (name, result, side.opponent_score, opponent, side.margin)
                yield side.score, (*cells, side.round, side.board)

    return find


def _margins(section: ContestDivision) -> Iterator[RankedCells]:
    for side in section.sides:
        margin = side.winning_margin
        if margin is not None:
            name, opponent = section.name(side.number), section.name(side.opponent)
            cells = (name, side.score, side.opponent_score, opponent)
            yield margin, (*cells, side.round, side.board)


def _totals(section: ContestDivision) -> Iterator[RankedCells]:
    for index, side in enumerate(section.sides):
        named_first = side.won or (side.half_points == 1 and index % 2 == 0)
        if side.score is not None and named_first:
            name, opponent = section.name(side.number), section.name(side.opponent)
            cells = (name, side.score, opponent, side.opponent_score)
            yield side.combined_score, (*cells, side.round, side.board)


def _plays(section: ContestDivision) -> Iterator[RankedCells]:
    for play in section.plays:
        cells = (play.word, play.coordinate, section.name(play.number))
        yield play.score, (*cells, play.round, play.board)


def _comebacks(section: ContestDivision) -> Iterator[RankedCells]:
    for side, deficit in section.comebacks:
        name, opponent = section.name(side.number), section.name(side.opponent)
        cells = (name, side.score, side.opponent_score, opponent, side.margin)
        yield deficit, (*cells, side.round, side.board)


def _upsets(section: ContestDivision) -> Iterator[RankedCells]:
    for side in section.sides:
        own, other = section.people[side.number].rating, section.people[side.opponent].rating
        if side.won and own is not None and other is not None and other > own:
            name, opponent = section.name(side.number), section.name(side.opponent)
            yield other - own, (name, own, opponent, other, side.margin, side.round, side.board)


BEST_GAMES = (
    BestGames(
        "high_wins",
        "High wins",
        "The highest winning scores.\n\nA tied game is not a win.",
        ONE_RESULT_COLUMNS,
        _scores(lambda side: side.won),
    ),
    BestGames(
        "high_losses",
        "High losses",
        "The highest losing scores.\n\nA tied game is not a loss.",
        ONE_RESULT_COLUMNS,
        _scores(lambda side: side.lost),
    ),
    BestGames(
        "high_games",
        "High games",
        "The highest scores of the event, whatever the result of the game.\n\nGames of which "
        "only the spread is known are not listed.",
        GAME_COLUMNS,
        _scores(lambda _side: True),
    ),
    BestGames(
        "high_spread",
        "High spread",
        "The biggest wins: the greatest margins in one game.\n\nSpread caps do not apply.",
        (SPREAD, NAME, SCORE, OPPONENT_SCORE, OPPONENT, *LOCATION_COLUMNS),
        _margins,
    ),
    BestGames(
        "high_combined",
        "High combined scores",
        "The games with the highest total of both scores.\n\nThe winner is named first; for a "
        "tie, the player who went first.",
        (
            Column("total", _lazy("Total"), Kind.SCORE),
            NAME,
            SCORE,
            OPPONENT,
            OPPONENT_SCORE,
            *LOCATION_COLUMNS,
        ),
        _totals,
    ),
    BestGames(
        "high_plays",
        "High plays",
        "The highest scores of one play, from the games recorded turn by turn.\n\nA play that "
        "was challenged off does not count. Tiles already on the board are in brackets; blanks "
        "are lowercase letters.",
        (
            SCORE,
            Column("word", _lazy("Word")),
            Column("square", _lazy("Square"), width=6),
            NAME,
            *LOCATION_COLUMNS,
        ),
        _plays,
        empty=_lazy("No game has been recorded turn by turn."),
        needs_plays=True,
    ),
    BestGames(
        "comebacks",
        "Comebacks",
        "The wins from the largest deficits, in the games recorded turn by turn.\n\nThe deficit "
        "is the largest difference after any turn, by the scores that count.",
        (
            Column("behind", _lazy("Behind"), Kind.SCORE, name=_lazy("Most points behind")),
            WINNER,
            SCORE,
            OPPONENT_SCORE,
            OPPONENT,
            SPREAD,
            *LOCATION_COLUMNS,
        ),
        _comebacks,
        empty=_lazy("No recorded game was won from behind."),
        needs_plays=True,
    ),
    BestGames(
        "upsets",
        "Biggest upsets",
        "The wins with the largest rating difference between the loser and the winner. Both "
        "must be rated.\n\nThe ratings are those with which the players entered.",
        (
            Column("difference", _lazy("Points"), Kind.INTEGER, name=_lazy("Rating difference")),
            WINNER,
            Column("rating", _lazy("Rating"), Kind.INTEGER),
            Column("opponent", _lazy("Beaten")),
            Column(
                "opponent_rating",
                _lazy("Rating"),
                Kind.INTEGER,
                name=_lazy("Rating of the player beaten"),
            ),
            SPREAD,
            *LOCATION_COLUMNS,
        ),
        _upsets,
        empty=_lazy("Nobody has beaten a higher-rated player."),
    ),
)
