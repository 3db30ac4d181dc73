"""Findings about a record, and all of their codes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum

from scoring.engine.message import Message, Messages


class Severity(Enum):
    """The severity of a finding."""

    ERROR = "error"
    """Something is wrong: a figure, a placement, or a line of the file."""
    WARNING = "warning"
    """Something is unusual or missing. This alone does not make a record wrong."""


class Code(StrEnum):
    """The kind of a finding. The value is the stable code that other programs rely on.

    Every code has a fixed `severity`. `scoring.wording.findings.MEANINGS` explains the codes.
    """

    severity: Severity

    def __new__(cls, code: str, severity: Severity) -> Code:
        """Create a member: a string with a severity."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.severity = severity
        return member

    PLAY_SCORE = "play_score", Severity.ERROR
    TURN_SCORE = "turn_score", Severity.ERROR
    TOTAL = "total", Severity.ERROR
    END_RACK_AMOUNT = "end_rack_amount", Severity.ERROR
    WITHDRAWAL_AMOUNT = "withdrawal_amount", Severity.ERROR
    SCORE_MISSING = "score_missing", Severity.WARNING
    TOTAL_MISSING = "total_missing", Severity.WARNING
    END_RACK_MISSING = "end_rack_missing", Severity.WARNING
    END_RACK_ONE_SIDED = "end_rack_one_sided", Severity.WARNING
    OVERTIME_AMOUNT = "overtime_amount", Severity.WARNING
    OVERTIME_MISPLACED = "overtime_misplaced", Severity.WARNING
    CHALLENGE_AMOUNT = "challenge_amount", Severity.WARNING
    CHARGED_TWICE = "charged_twice", Severity.WARNING
    TILE_COUNT = "tile_count", Severity.WARNING
    UNFINISHED = "unfinished", Severity.WARNING
    UNKNOWN_TILE = "unknown_tile", Severity.ERROR
    OFF_BOARD = "off_board", Severity.ERROR
    GAP = "gap", Severity.ERROR
    LETTER_CONFLICT = "letter_conflict", Severity.ERROR
    NO_TILE_LAID = "no_tile_laid", Severity.ERROR
    NOT_CONNECTED = "not_connected", Severity.ERROR
    OFF_CENTRE = "off_centre", Severity.ERROR
    ONE_TILE_OPENING = "one_tile_opening", Severity.ERROR
    MORE_THAN_RACK = "more_than_rack", Severity.ERROR
    WORD_CUT_SHORT = "word_cut_short", Severity.WARNING
    RACK_UNKNOWN_TILE = "rack_unknown_tile", Severity.WARNING
    NOT_IN_RACK = "not_in_rack", Severity.WARNING
    RACK_TOO_LONG = "rack_too_long", Severity.WARNING
    RACK_CHANGED = "rack_changed", Severity.WARNING
    NOT_IN_BAG = "not_in_bag", Severity.WARNING
    MORE_THAN_SET = "more_than_set", Severity.ERROR
    BAG_TOO_LOW = "bag_too_low", Severity.WARNING
    OUT_OF_TURN = "out_of_turn", Severity.WARNING
    AFTER_END = "after_end", Severity.WARNING
    NO_PLAY_BEFORE = "no_play_before", Severity.WARNING
    EMPTY_FILE = "empty_file", Severity.ERROR
    NOT_OPENED = "not_opened", Severity.ERROR
    NOT_A_GAME = "not_a_game", Severity.ERROR
    NOT_A_LINE = "not_a_line", Severity.ERROR
    NOT_A_TURN = "not_a_turn", Severity.ERROR
    WORD_MISSING = "word_missing", Severity.ERROR
    UNKNOWN_NICK = "unknown_nick", Severity.ERROR
    NICK_TWICE = "nick_twice", Severity.ERROR
    PLAYER_WITHOUT_NICK = "player_without_nick", Severity.ERROR
    NAME_TWICE = "name_twice", Severity.WARNING
    PLAYER_ORDER = "player_order", Severity.WARNING
    TURN_BEFORE_PLAYERS = "turn_before_players", Severity.WARNING
    PRAGMA_REPEATED = "pragma_repeated", Severity.WARNING
    PRAGMA_MISPLACED = "pragma_misplaced", Severity.WARNING
    UNKNOWN_PRAGMA = "unknown_pragma", Severity.WARNING
    EXTRA_TEXT = "extra_text", Severity.WARNING
    SMALL_LETTERS = "small_letters", Severity.WARNING
    TILE_SET_GUESSED = "tile_set_guessed", Severity.WARNING
    SETTING_UNKNOWN = "setting_unknown", Severity.WARNING
    ENCODING = "encoding", Severity.WARNING


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding about a record.

    `line` is the line of the file, counted from 1 (0: the whole file, or no file). `turn` is the
    number of the turn, counted from 1, or None if the finding does not concern a single turn.
    `announced` and `correct` are points. `likely_slips` are the simplest mistakes that give exactly
    the announced figure.
    """

    code: Code
    message: Message
    line: int = 0
    turn: int | None = None
    announced: int | None = None
    correct: int | None = None
    likely_slips: Messages = ()

    @property
    def severity(self) -> Severity:
        """The severity of the code."""
        return self.code.severity
