"""Records of one kind of action in recorded games: counts by player, and every occurrence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.engine.turn_figures import RecordedTurn, TurnOutcome
from tournament.models import Event
from tournament.reports.contests import DivisionContest
from tournament.reports.definition import Variant
from tournament.reports.report import Column, Group, Kind, Row, Table

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

GAME_COLUMNS = (
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("board", _lazy("Board"), Kind.INTEGER),
    Column("name", _lazy("Name")),
)
WORD = Column("word", _lazy("Word"))
SQUARE = Column("square", _lazy("Square"), width=6)
SCORE = Column("score", _lazy("Score"), Kind.SCORE)
AGAINST = Column("opponent", _lazy("Against"))


@dataclass(frozen=True)
class RecordedTurns(Variant):
    """A record of one kind of turn: a table of counts by player, and a table of every occurrence."""

    counts: tuple[tuple[Column, Callable[[RecordedTurn], bool]], ...]
    """The columns of the first table, each with the condition for a turn to be counted in it."""
    columns: tuple[Column, ...]
    cells: Callable[[RecordedTurn, str], Row]
    """The function that returns the cells that follow the round, board and name in the second table.

    Its arguments are the turn and the opponent's name.
    """
    empty: StrOrPromise
    needs_plays: bool = False
    without: tuple[str, ...] = field(default=("count", "players"), kw_only=True)

    def content(self, seen: DivisionContest, event: Event, options: Any) -> dict[str, Any]:
        """Return both tables and a note on the number of recorded games.

        If there are no occurrences, only the second table is returned. Without recorded games, there is no
        note.
        """
        del options
        turns = seen.turns(event)
        wanted = [turn for turn in turns if any(counted(turn) for _, counted in self.counts)]
        rows: list[Row] = []
        for turn in wanted:
            section = seen.section(turn.division)
            where = (turn.round, turn.board, section.name(turn.number))
            cells = self.cells(turn, section.name(turn.opponent))
            rows.append((*where, *cells, *seen.division_cells(turn.division)))
        listed = Table(
            "rows",
            (*GAME_COLUMNS, *self.columns, *seen.division_column),
            (Group(tuple(rows)),),
            title=_("Complete list"),
            empty=str(self.empty) if turns else _("No game has been recorded turn by turn."),
        )
        return {
            "sections": (_player_counts_table(seen, turns, self.counts), listed)
            if wanted
            else (listed,),
            "notes": (_game_count_sentence(seen, turns),) if turns else (),
        }


def _player_counts_table(
    seen: DivisionContest,
    turns: Sequence[RecordedTurn],
    counts: Sequence[tuple[Column, Callable[[RecordedTurn], bool]]],
) -> Table:
    """Return the table of counts by player, the highest total first."""
    games: dict[tuple[str, int], set[tuple[int, int]]] = {}
    done: dict[tuple[str, int], list[int]] = {}
    for turn in turns:
        who = (turn.division, turn.number)
        games.setdefault(who, set()).add((turn.round, turn.opponent))
        sums = done.setdefault(who, [0] * len(counts))
        for at, (_column, counted) in enumerate(counts):
            sums[at] += counted(turn)
    rows: list[Row] = []
    for who, sums in sorted(done.items(), key=lambda item: (-sum(item[1]), item[0])):
        division, number = who
        played_games = len(games[who])
        rows.append(
            (
                seen.section(division).name(number),
                played_games,
                *sums,
                round(sum(sums) / played_games, 1),
                *seen.division_cells(division),
            )
        )
    columns = (
        Column("name", _("Name")),
        Column("games", _("Games"), Kind.INTEGER, name=_("Games recorded")),
        *(column for column, _ in counts),
        Column("average", _("Per game"), Kind.AVERAGE, name=_("Average per game")),
        *seen.division_column,
    )
    return Table("players", columns, (Group(tuple(rows)),), title=_("Players"))


def _game_count_sentence(seen: DivisionContest, turns: Sequence[RecordedTurn]) -> str:
    """Return the sentence with the number of recorded and played games."""
    recorded = len({(turn.division, turn.round, turn.board) for turn in turns})
    games = sum(len(section.games) for section in seen.sections)
    if games < recorded:
        sentence = ngettext(
            "From {recorded} game recorded turn by turn.",
            "From {recorded} games recorded turn by turn.",
            recorded,
        )
    else:
        sentence = ngettext(
            "From {recorded} game recorded turn by turn, out of {games} played.",
            "From {recorded} games recorded turn by turn, out of {games} played.",
            recorded,
        )
    return sentence.format(recorded=recorded, games=games)


def _is_of_kind(did: TurnOutcome) -> Callable[[RecordedTurn], bool]:
    return lambda turn: turn.outcome is did


def _play_cells(turn: RecordedTurn, other: str) -> Row:
    return (turn.word, turn.coordinate, turn.score, other)


RECORDED_TURNS = (
    RecordedTurns(
        "bingos",
        "Bingos",
        "Every play of a whole rack in the games recorded turn by turn, and the number for each "
        "player.\n\nPhonies that were challenged off do not count.",
        counts=(
            (
                Column("bingos", _lazy("Bingos"), Kind.INTEGER),
                lambda turn: turn.is_bingo and turn.outcome is TurnOutcome.PLAY,
            ),
        ),
        columns=(WORD, SQUARE, SCORE, AGAINST),
        cells=_play_cells,
        empty=_lazy("No bingos have been recorded."),
    ),
    RecordedTurns(
        "nine_timers",
        "Nine-timers and double-doubles",
        "Every play over two triple-word squares (times 9) or two double-word squares (times 4).\n\n"
        "From the games recorded turn by turn. A play that was challenged off does not count.",
        counts=(
            (
                Column("nine_timers", _lazy("Nine-timers"), Kind.INTEGER),
                lambda turn: turn.is_nine_timer,
            ),
            (
                Column("double_doubles", _lazy("Double-doubles"), Kind.INTEGER),
                lambda turn: turn.is_double_double,
            ),
        ),
        columns=(
            Column("kind", _lazy("Times"), Kind.INTEGER, name=_lazy("Multiplier")),
            WORD,
            SQUARE,
            SCORE,
            AGAINST,
        ),
        cells=lambda turn, other: (9 if turn.is_nine_timer else 4, *_play_cells(turn, other)),
        empty=_lazy("No nine-timers or double-doubles have been recorded."),
    ),
    RecordedTurns(
        "phonies",
        "Phonies",
        "Every play that was challenged off in the games recorded turn by turn, and the number "
        "for each player.\n\nA phony that was not challenged counts like any other word.",
        counts=(
            (Column("phonies", _lazy("Phonies"), Kind.INTEGER), _is_of_kind(TurnOutcome.PHONY)),
        ),
        columns=(
            WORD,
            SQUARE,
            Column("score", _lazy("Lost"), Kind.SCORE, name=_lazy("Points taken back")),
            Column("opponent", _lazy("Challenged by")),
        ),
        cells=_play_cells,
        empty=_lazy("No plays have been challenged off."),
    ),
    RecordedTurns(
        "challenges",
        "Challenges",
        "Every challenge in the games recorded turn by turn, and how often each player "
        "challenged.\n\n“Won” means that the play was challenged off, “lost” that a turn or "
        "points were lost. A failed challenge that cost nothing is not in the record and is not "
        "listed.",
        counts=(
            (Column("won", _lazy("Won"), Kind.INTEGER), _is_of_kind(TurnOutcome.CHALLENGE_WON)),
            (Column("lost", _lazy("Lost"), Kind.INTEGER), _is_of_kind(TurnOutcome.CHALLENGE_LOST)),
        ),
        columns=(
            Column("challenge", _lazy("Challenge")),
            Column("word", _lazy("Word challenged off")),
            AGAINST,
        ),
        cells=lambda turn, other: (
            _("won") if turn.outcome is TurnOutcome.CHALLENGE_WON else _("lost"),
            turn.word,
            other,
        ),
        empty=_lazy("No player has challenged."),
    ),
    RecordedTurns(
        "exchanges",
        "Exchanges",
        "Every exchange in the games recorded turn by turn, and how often each player "
        "exchanged.\n\nThe tiles are shown if they were written down.",
        counts=(
            (
                Column("exchanges", _lazy("Exchanges"), Kind.INTEGER),
                _is_of_kind(TurnOutcome.EXCHANGE),
            ),
        ),
        columns=(
            Column("tiles", _lazy("Tiles"), Kind.INTEGER, name=_lazy("Number of tiles")),
            Column("which", _lazy("Tiles exchanged"), name=_lazy("The tiles, if known")),
            AGAINST,
        ),
        cells=lambda turn, other: (turn.tiles or None, turn.word, other),
        empty=_lazy("No player has exchanged tiles."),
    ),
)
