"""Read GCG text of every known dialect into a record."""

from __future__ import annotations

import re
import unicodedata

from scoring.engine.audit.findings import Code, Finding
from scoring.engine.game.record import Pragma, Record, Seat
from scoring.engine.game.turns import ADJUSTMENT, OVERTIME, PLAY, Turn
from scoring.engine.gcg.events import (
    COORDINATES,
    FIGURES,
    is_malformed,
    normalize_dashes,
    read_event,
    shorten,
    uppercase_turn,
)
from scoring.engine.gcg.writer import ADJUSTMENT_NOTE
from scoring.engine.message import Message

_PLAYERS = {"player1": 1, "player2": 2, "player3": 3, "player4": 4}
_KNOWN_PRAGMAS = {
    "character-encoding", "description", "lexicon", "id", "game-type", "title", "rack1", "rack2", "rack3", "rack4",
    "board-layout", "tile-distribution", "tile-set", "incomplete", "style", "tile", "incompatible",
}  # fmt: skip
_ADJUSTED = re.compile(
    rf"{ADJUSTMENT_NOTE.strip()}\s*(?P<nick>\S+) (?P<points>[+-]\d{{1,6}})(?: +(?P<reason>.*))?$"
)
"""Pattern of a note that records a director's adjustment.

Earlier versions of the program wrote an overtime line, and the reason in a note after it.
"""
_REPEATABLE_PRAGMAS = {"note", "tile", "style", "id"}
_UNORDERED_PRAGMAS = {"note", "rack1", "rack2", "rack3", "rack4", "incomplete"}
_MAX_BLANKS = 4
"""Maximum number of lower-case letters that can all be blanks. No tile set has more blanks."""
_MAX_LINES = 100_000
_MAX_TURNS = 1000
"""Upper limit for the number of turns. The longest possible games have a few hundred."""


class Unreadable(ValueError):
    """The text does not contain a game. `findings` gives the reasons."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(*findings)
        self.findings = findings


def read(text: str) -> Record:
    """Read one game. Words and racks stay strings until `Record.split_into_tiles` splits them.

    A letter and a separate accent are combined. A file entirely in lower case is converted to upper
    case, and a problem in the record reports this.

    Raise `Unreadable` if the text contains no game: it is empty, too long, or has neither players
    nor turns.
    """
    if not text or text.isspace():
        raise Unreadable((Finding(Code.EMPTY_FILE, Message("empty_file")),))
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if len(lines) > _MAX_LINES:
        message = Message("too_many_lines", lines=len(lines))
        raise Unreadable((Finding(Code.NOT_A_GAME, message),))
    return _Reading("[" in text).read_lines(lines)


class _Reading:
    """One pass over the lines of a file."""

    def __init__(self, bracketed: bool) -> None:
        self.bracketed = bracketed
        self.seats: list[Seat] = []
        self.declared: dict[int, Seat] = {}
        self.nicks: dict[str, int] = {}
        self.turns: list[Turn] = []
        self.notes: dict[int, list[list[str]]] = {}
        self.pragmas: list[tuple[str, list[str], int]] = []
        self.reasons: dict[int, list[str]] = {}
        self.problems: list[Finding] = []
        self.as_written: dict[int, str] = {}
        self.stray_lines: dict[int, list[str]] = {}
        self.open: list[str] | None = None
        """The parts of the note, pragma or reason that an unmarked line continues."""
        self.undeclared = False

    def read_lines(self, lines: list[str]) -> Record:
        coordinates, nicks, turns, play = COORDINATES, self.nicks, self.turns, PLAY
        figures = FIGURES
        taken, new = turns.append, tuple.__new__
        for number, line in enumerate(lines, 1):
            parts = line.split()
            if len(parts) == 6:
                nick, rack, coordinate, tiles, score, total = parts
                if coordinate in coordinates and "(" not in tiles:
                    try:
                        taken(
                            new(
                                Turn,
                                (
                                    play,
                                    nicks[nick],
                                    rack,
                                    coordinate,
                                    tiles,
                                    figures[score],
                                    figures[total],
                                    number,
                                    None,
                                    "",
                                ),
                            )
                        )
                        self.open = None
                        continue
                    except KeyError:
                        pass  # an unknown nick or an odd figure; `_read_event` reports it
            if not parts:
                continue
            if parts[0][0] == "#":
                self._read_pragma(line, number)
            elif parts[0][0] == ">":
                self.open = None
                self._read_event(line, parts, number)
            else:
                self._read_continuation(line.strip(), number, line)
        if not turns and (self.undeclared or not self.seats):
            message = Message("no_player_no_turn")
            raise Unreadable((Finding(Code.NOT_A_GAME, message), *self.problems[:3]))
        if len(turns) > _MAX_TURNS:
            message = Message("too_many_turns", turns=len(turns))
            raise Unreadable((Finding(Code.NOT_A_GAME, message),))
        self._convert_to_uppercase()
        for at, parts in self.reasons.items():
            turns[at] = turns[at]._replace(kind=ADJUSTMENT, remark=" ".join(parts).strip())
        stray_lines = self._stray_lines() if self.stray_lines else {}
        notes = {at: tuple(map("\n".join, noted)) for at, noted in self.notes.items()}
        pragmas = tuple(
            [
                Pragma(name, " ".join(filter(None, parts)), line)
                for name, parts, line in self.pragmas
            ]
        )
        problems = tuple(self.problems)
        return Record(
            tuple(self.seats),
            tuple(turns),
            notes,
            pragmas,
            problems,
            self.bracketed,
            self.as_written,
            stray_lines,
        )

    # -- lines about the game as a whole ------------------------------------------------------------------

    def _read_pragma(self, line: str, number: int) -> None:
        name, value = _name_and_value(line)
        if name == "note":
            self._read_note(value, number)
            return
        if name == "-":
            self._read_continuation(value, number, line)
            return
        self.open = None
        if seat := _PLAYERS.get(name):
            if not self._read_player(seat, value, number):
                self._read_stray_line(line)
            return
        if name not in _KNOWN_PRAGMAS:
            self._add_finding(Code.UNKNOWN_PRAGMA, Message("unknown_pragma", pragma=name), number)
        elif name not in _REPEATABLE_PRAGMAS and name in [other for other, _, _ in self.pragmas]:
            self._add_finding(Code.PRAGMA_REPEATED, Message("pragma_repeated", pragma=name), number)
        elif self.turns and name not in _UNORDERED_PRAGMAS:
            self._add_finding(
                Code.PRAGMA_MISPLACED, Message("pragma_misplaced", pragma=name), number
            )
        if not name:
            self._read_stray_line(line)
            return
        if name == "character-encoding" and number != 1:
            self._add_finding(Code.ENCODING, Message("encoding_not_first"), number)
        self.open = [value]
        self.pragmas.append((name, self.open, number))

    def _read_player(self, number: int, value: str, line: int) -> bool:
        """Read a player line with a number, a nick and a name, and return whether it defines a player of the game."""
        nick, name = [*value.split(None, 1), "", ""][:2]
        seat = Seat(nick.rstrip(":"), name.strip())
        mark, pragma = f">{seat.nick}:", f"player{number}"
        if not seat.nick:
            self._add_finding(
                Code.PLAYER_WITHOUT_NICK, Message("player_without_nick", pragma=pragma), line
            )
            return False
        if self.turns and not self.undeclared:
            message = Message("pragma_misplaced", pragma=pragma)
            self._add_finding(Code.PRAGMA_MISPLACED, message, line)
        if number in self.declared:
            message = Message("pragma_repeated", pragma=pragma)
            self._add_finding(Code.PRAGMA_REPEATED, message, line)
            return False
        if self.undeclared and mark in self.nicks:
            self.declared[number] = seat
            self.seats[self.nicks[mark]] = seat
            return True
        if self.turns and number <= len(self.seats):
            message = Message("player_late", pragma=pragma)
            self._add_finding(Code.PRAGMA_MISPLACED, message, line)
            return False
        if number > len(self.seats) + 1:
            missing = min({1, 2, 3, 4} - set(self.declared))
            message = Message("player_order", pragma=pragma, missing=f"player{missing}")
            self._add_finding(Code.PLAYER_ORDER, message, line)
        if mark in self.nicks:
            message = Message("nick_twice", nick=seat.nick)
            self._add_finding(Code.NICK_TWICE, message, line)
        if seat.name and seat.name in [other.name for other in self.seats]:
            self._add_finding(Code.NAME_TWICE, Message("name_twice", name=seat.name), line)
        self.declared[number] = seat
        if self.turns or number == len(self.declared) == len(self.seats) + 1:
            self._add_seat(seat)
            return True
        self.seats.clear()
        self.nicks.clear()
        for known in sorted(self.declared):
            self._add_seat(self.declared[known])
        return True

    def _add_seat(self, seat: Seat) -> int:
        self.seats.append(seat)
        return self.nicks.setdefault(f">{seat.nick}:", len(self.seats) - 1)

    def _read_note(self, text: str, number: int) -> None:
        """Read a note, or a director's adjustment recorded as a note.

        An adjustment becomes a turn or, in the form of earlier versions, the reason for the overtime line
        before it.
        """
        at, mark = len(self.turns) - 1, ADJUSTMENT_NOTE.strip()
        if adjusted := _ADJUSTED.match(text):
            player = self.nicks.get(f">{adjusted['nick']}:")
            if player is not None:
                self.open = [adjusted["reason"] or ""]
                self.reasons[len(self.turns)] = self.open
                points = int(adjusted["points"])
                self.turns.append(Turn(ADJUSTMENT, player, announced=points, line=number))
                return
        self.open = [text]
        overtime = at >= 0 and self.turns[at].kind is OVERTIME and at not in self.reasons
        if overtime and text.startswith(mark):
            self.open[0] = text.removeprefix(mark).strip()
            self.reasons[at] = self.open
        else:
            self.notes.setdefault(at, []).append(self.open)

    def _read_continuation(self, text: str, number: int, line: str) -> None:
        """Append the content of a continuation line to the note or pragma before it.

        Report the `line` if there is neither before it; `text` is its content without any mark.
        """
        if self.open is not None:
            self.open.append(text)
            return
        message = Message("not_a_line", text=shorten(text))
        self._add_finding(Code.NOT_A_LINE, message, number)
        self._read_stray_line(line)

    def _read_stray_line(self, line: str) -> None:
        """Record an unrecognized line unchanged, after the turn before it."""
        self.stray_lines.setdefault(len(self.turns) - 1, []).append(line)

    def _stray_lines(self) -> dict[int, tuple[str, ...]]:
        """Return the unrecognized lines by the index of the turn before them.

        A written file numbers its players without gaps, so a player line with a higher number would add a
        player. Such a line is turned into a note.
        """
        saved = {}
        for at, lines in self.stray_lines.items():
            further = [
                line
                for line in lines
                if _PLAYERS.get(_name_and_value(line)[0], 0) > len(self.seats)
            ]
            if further:
                self.notes.setdefault(at, []).extend([line.strip()] for line in further)
            saved[at] = tuple(line for line in lines if line not in further)
        return saved

    # -- turns --------------------------------------------------------------------------------------------

    def _convert_to_uppercase(self) -> None:
        """Convert racks and words to upper case, and report it, if all words of the file are in lower case.

        Nothing is converted if the words have at most `_MAX_BLANKS` letters, because these may be blanks.
        """
        plays = [turn for turn in self.turns if turn.kind is PLAY]
        if not plays or not "".join(plays[0].tiles[-1:]).islower():
            return
        words = "".join(letter for turn in plays for letter in turn.tiles if letter.isalpha())
        if not words.islower() or len(words) <= _MAX_BLANKS:
            return
        self.turns[:] = map(uppercase_turn, self.turns)
        self._add_finding(Code.SMALL_LETTERS, Message("small_letters"), plays[0].line)

    def _read_event(self, line: str, parts: list[str], number: int) -> None:
        """Read a turn of any kind; `parts` are the words of the line."""
        player = self.nicks.get(parts[0])
        if player is None and (player := self._seat_without_colon(parts, number)) is not None:
            rest = line.lstrip()[len(parts[0]) :]
        elif player is None:
            nick, colon, rest = line.lstrip()[1:].partition(":")
            if not colon:
                message = Message("no_colon", text=shorten(line.strip()))
                self._add_finding(Code.NOT_A_LINE, message, number)
                self._read_stray_line(line)
                return
            player = self._seat_of_nick(nick.strip(), number)
            if player is None:
                self._read_stray_line(line)
                return
            parts = ["", *rest.split()]
        else:
            rest = line.lstrip()[len(parts[0]) :]
        after = parts[1:] if line.isascii() else normalize_dashes(parts[1:])
        turn, findings = read_event(after, player, number)
        self.problems += findings
        if turn is None:
            self._read_stray_line(line)
            return
        if findings or is_malformed(turn):
            self.as_written[len(self.turns)] = rest
        self.turns.append(turn)

    def _seat_without_colon(self, parts: list[str], number: int) -> int | None:
        """Return the seat of a nick followed by a whole turn without a colon, or None."""
        turn, odd = read_event(normalize_dashes(parts[1:]), 0, number)
        if turn is None or odd or is_malformed(turn) or ":" in parts[0] or parts[0] == ">":
            return None
        if turn.kind is PLAY and turn.announced is None:
            return None
        seat = self.nicks.get(f"{parts[0]}:")
        if seat is None and (self.undeclared or not self.seats):
            return self._seat_of_nick(parts[0][1:], number)
        return seat

    def _seat_of_nick(self, nick: str, number: int) -> int | None:
        """Return the seat of a nick. For an unknown one, add a finding and return None.

        Without player lines, up to four seats are created from the turns.
        """
        seat = self.nicks.get(f">{nick}:")
        if seat is not None:
            return seat
        if not self.seats or (self.undeclared and len(self.seats) < 4):
            if not self.undeclared:
                self._add_finding(Code.TURN_BEFORE_PLAYERS, Message("turns_before_players"), number)
            self.undeclared = True
            return self._add_seat(Seat(nick, ""))
        known = tuple(seat.nick for seat in self.seats)
        self._add_finding(
            Code.UNKNOWN_NICK, Message("unknown_nick", nick=shorten(nick), known=known), number
        )
        return None

    def _add_finding(self, code: Code, message: Message, line: int) -> None:
        self.problems.append(Finding(code, message, line))


def _name_and_value(line: str) -> tuple[str, str]:
    """Return the name of a pragma in lower case and its value, "" if it has none.

    Both are "" if the line is not a pragma.
    """
    mark, _, rest = line.lstrip().partition("#")
    words = [] if mark else rest.split(None, 1)
    return words[0].lower() if words else "", words[1].rstrip() if len(words) > 1 else ""
