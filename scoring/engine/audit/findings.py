"""What can be found in a record: every code there is, and one finding a fact with its place and sentence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum


class Severity(Enum):
    """How much a finding weighs."""

    ERROR = "error"
    """A figure or a placement is wrong: the record differs from the rules."""
    WARNING = "warning"
    """Odd, but no figure of the game depends on it."""


class Code(StrEnum):
    """Everything that can be found. The value is the stable code that other programs rely on.

    A code always has the same `severity`; `meaning` is the sentence that explains it in the README.
    """

    severity: Severity
    meaning: str

    def __new__(cls, code: str, severity: Severity, meaning: str) -> Code:
        """Make a member: a text that carries its weight and its sentence."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.severity = severity
        member.meaning = meaning
        return member

    PLAY_SCORE = (
        "play_score",
        Severity.ERROR,
        "The score said for a play is not what the rules give.",
    )
    TURN_SCORE = (
        "turn_score",
        Severity.ERROR,
        "Points were written for an exchange or a pass.",
    )
    TOTAL = (
        "total",
        Severity.ERROR,
        "A running total is not the sum of what stands on the sheet above it.",
    )
    END_RACK_AMOUNT = (
        "end_rack_amount",
        Severity.ERROR,
        "The tiles left on a rack were counted wrong.",
    )
    WITHDRAWAL_AMOUNT = (
        "withdrawal_amount",
        Severity.ERROR,
        "A phony was taken back with other points than it had been given.",
    )
    SCORE_MISSING = (
        "score_missing",
        Severity.WARNING,
        "A play has no score; the correct one is used.",
    )
    TOTAL_MISSING = (
        "total_missing",
        Severity.WARNING,
        "Turns have no running total; the totals are worked out.",
    )
    END_RACK_MISSING = (
        "end_rack_missing",
        Severity.WARNING,
        "Nobody's leftover tiles are settled; the final is completed from what is known.",
    )
    END_RACK_ONE_SIDED = (
        "end_rack_one_sided",
        Severity.WARNING,
        "Leftover tiles are settled for one player only; the final is completed from what is known.",
    )
    OVERTIME_AMOUNT = (
        "overtime_amount",
        Severity.WARNING,
        "An overtime penalty that is not a whole number of minutes, or adds points.",
    )
    OVERTIME_MISPLACED = (
        "overtime_misplaced",
        Severity.WARNING,
        "Overtime is charged before the last turn; it belongs to the end of the game.",
    )
    CHALLENGE_AMOUNT = (
        "challenge_amount",
        Severity.WARNING,
        "A challenge bonus is not what the rules give, or a multiple of it.",
    )
    TILE_COUNT = (
        "tile_count",
        Severity.WARNING,
        "Board, racks and bag together are not the whole set.",
    )
    UNFINISHED = (
        "unfinished",
        Severity.WARNING,
        "The record stops before the end of the game.",
    )
    UNKNOWN_TILE = (
        "unknown_tile",
        Severity.ERROR,
        "Something in the word is no tile of the set.",
    )
    OFF_BOARD = (
        "off_board",
        Severity.ERROR,
        "The word starts or ends outside the board.",
    )
    OCCUPIED = (
        "occupied",
        Severity.ERROR,
        "A new tile is put on a square that has one (a placement given square by square).",
    )
    NOT_IN_LINE = (
        "not_in_line",
        Severity.ERROR,
        "The new tiles lie neither in one row nor in one column.",
    )
    GAP = (
        "gap",
        Severity.ERROR,
        "A square inside the word has no tile.",
    )
    LETTER_CONFLICT = (
        "letter_conflict",
        Severity.ERROR,
        "The word has another letter than the tile on the board.",
    )
    NO_TILE_LAID = (
        "no_tile_laid",
        Severity.ERROR,
        "Every square of the word already had its tile.",
    )
    NOT_CONNECTED = (
        "not_connected",
        Severity.ERROR,
        "The play touches no tile on the board.",
    )
    OFF_CENTRE = (
        "off_centre",
        Severity.ERROR,
        "The first play does not cover the starting square.",
    )
    ONE_TILE_OPENING = (
        "one_tile_opening",
        Severity.ERROR,
        "The first play is a single tile.",
    )
    MORE_THAN_RACK = (
        "more_than_rack",
        Severity.ERROR,
        "More tiles were laid than a rack holds, or than the player can have had left.",
    )
    WORD_CUT_SHORT = (
        "word_cut_short",
        Severity.WARNING,
        "The word on the board is longer than what was written.",
    )
    RACK_UNKNOWN_TILE = (
        "rack_unknown_tile",
        Severity.WARNING,
        "Something in the recorded rack, or among the tiles exchanged or left, is no tile of the set.",
    )
    NOT_IN_RACK = (
        "not_in_rack",
        Severity.WARNING,
        "A tile was laid or exchanged that the recorded rack does not hold.",
    )
    RACK_TOO_LONG = (
        "rack_too_long",
        Severity.WARNING,
        "The recorded rack has more tiles than a rack may hold.",
    )
    NOT_IN_BAG = (
        "not_in_bag",
        Severity.WARNING,
        "The recorded rack holds a tile of which none is left unseen.",
    )
    MORE_THAN_SET = (
        "more_than_set",
        Severity.WARNING,
        "More of a tile on the board than the set has.",
    )
    BAG_TOO_LOW = (
        "bag_too_low",
        Severity.WARNING,
        "Too few tiles in the bag to exchange.",
    )
    OUT_OF_TURN = (
        "out_of_turn",
        Severity.WARNING,
        "It was another player's turn.",
    )
    AFTER_END = (
        "after_end",
        Severity.WARNING,
        "The game had ended.",
    )
    NO_PLAY_BEFORE = (
        "no_play_before",
        Severity.WARNING,
        "A withdrawal or challenge bonus without a play to stand for.",
    )
    EMPTY_FILE = (
        "empty_file",
        Severity.ERROR,
        "The file is empty.",
    )
    NOT_OPENED = (
        "not_opened",
        Severity.ERROR,
        "The file cannot be opened.",
    )
    NOT_A_GAME = (
        "not_a_game",
        Severity.ERROR,
        "The file holds no game: neither players nor turns, or far too many lines.",
    )
    NOT_A_LINE = (
        "not_a_line",
        Severity.ERROR,
        "A line is neither a turn, nor a note, nor about the game.",
    )
    NOT_A_TURN = (
        "not_a_turn",
        Severity.ERROR,
        "A turn does not say what was done.",
    )
    WORD_MISSING = (
        "word_missing",
        Severity.ERROR,
        "A play has a square and no word.",
    )
    UNKNOWN_NICK = (
        "unknown_nick",
        Severity.ERROR,
        "A turn belongs to nobody who plays; it is left out.",
    )
    NICK_TWICE = (
        "nick_twice",
        Severity.ERROR,
        "Two players have the same nick, so turns cannot be told apart.",
    )
    PLAYER_WITHOUT_NICK = (
        "player_without_nick",
        Severity.ERROR,
        "A player line names nobody.",
    )
    NAME_TWICE = (
        "name_twice",
        Severity.WARNING,
        "Two players have the same name.",
    )
    PLAYER_ORDER = (
        "player_order",
        Severity.WARNING,
        "The second player's line stands before the first one's.",
    )
    TURN_BEFORE_PLAYERS = (
        "turn_before_players",
        Severity.WARNING,
        "Turns begin before the players are named.",
    )
    PRAGMA_REPEATED = (
        "pragma_repeated",
        Severity.WARNING,
        "A line about the game stands twice; the first counts.",
    )
    PRAGMA_MISPLACED = (
        "pragma_misplaced",
        Severity.WARNING,
        "A line about the game stands after the first turn.",
    )
    UNKNOWN_PRAGMA = (
        "unknown_pragma",
        Severity.WARNING,
        "A line about the game that Ninetimer does not know; it is kept.",
    )
    EXTRA_TEXT = (
        "extra_text",
        Severity.WARNING,
        "Words after a turn that are not understood; they are kept.",
    )
    TILE_SET_GUESSED = (
        "tile_set_guessed",
        Severity.WARNING,
        "The file does not name its tile set; the letters in it tell which.",
    )
    SETTING_UNKNOWN = (
        "setting_unknown",
        Severity.WARNING,
        "The file names a tile set or a board that is not known here; another is taken.",
    )
    ENCODING = (
        "encoding",
        Severity.WARNING,
        "The letters are not in the encoding the file names; they are read as best they can be.",
    )


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found in a record.

    `line` is the line of the file, counted from 1 (0: the file as a whole or no file); `turn` the
    number of the turn, counted from 1, None if it concerns no single turn. `announced` and `correct`
    are points. `likely_slips` are the simplest mistakes that give exactly the announced figure.
    """

    code: Code
    message: str
    line: int = 0
    turn: int | None = None
    announced: int | None = None
    correct: int | None = None
    likely_slips: tuple[str, ...] = ()

    @property
    def severity(self) -> Severity:
        """How much it weighs; its code says."""
        return self.code.severity

    def __str__(self) -> str:
        slips = f" Likely: {' Or: '.join(self.likely_slips)}" if self.likely_slips else ""
        return f"{self.message}{slips}"
