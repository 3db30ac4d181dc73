"""Parse a line typed into the score pad as a turn of the current game.

    8H FROZEN 38        square, word, announced score (and optionally the running total)
    -ABC   -3   -       exchange of these tiles, of so many; pass          (x ABC, x 3, pass)
    --                  the previous play was challenged off and is withdrawn
    + 5                 the previous play was challenged unsuccessfully    (ch 5)
    ! 10                points for overtime, or the time on the clock      (time 10, time -1:01)
    = ABC               the tiles left on a player's rack                  (rack ABC)
    * -5 reason         points the director adds or deducts                (adjust -5 reason)

A line may begin with the seat, ``2: 8H FROZEN 38``; with a word, the seat follows it: ``rack 2:
ABC``. A play, exchange or pass may contain the rack, ``@ABCDEFG``, or only the tiles drawn since,
``@+CDE``, and the player's clock after the turn, ``~12:34``. A line that is not understood is a
return value, not an exception, because it is shown while the user is still typing. The legality of
the turn is checked by `legality.faults`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from scoring.engine.board.squares import Coordinate, NotASquare
from scoring.engine.board.tiles import BLANK, UnknownTile
from scoring.engine.game.endings import overtime_points
from scoring.engine.game.legality import placement_faults
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.message import Message
from scoring.engine.rules.challenges import NoChallenge, challenge
from scoring.engine.rules.rulesets import ChallengeMode, PenaltyPer, PenaltyTo, RackSettlement
from scoring.engine.typing import typed_word
from scoring.engine.typing.lines import KIND_SIGNS, KIND_WORDS, normalize_line
from scoring.engine.typing.questions import (
    LineNotUnderstood,
    NoTurn,
    PlayerName,
    UnderstoodTurn,
    overtime_questions,
    rack_questions,
    word_questions,
)
from scoring.engine.typing.racks import add_inferred_rack, known_leave

__all__ = ["MAX_LINE_LENGTH", "LineNotUnderstood", "UnderstoodTurn", "parse_turn"]

MAX_LINE_LENGTH = 300
"""Maximum number of characters in a line. A reason is the longest part."""

_MAX_POINTS = 9999
_SEAT = re.compile(r"(\d+)\s*:\s*(.*)")
_NUMBER = re.compile(r"[+-]?\d+")
_CLOCK = re.compile(r"-?(\d{1,3}):([0-5]\d)")


def parse_turn(
    line: str,
    position: Replay,
    *,
    seat: int | None = None,
    names: Sequence[str] = (),
    cased: bool = False,
) -> UnderstoodTurn | LineNotUnderstood:
    """Return the turn that a typed line describes, or `LineNotUnderstood` if it is not a turn.

    `position` is the game before the turn. `seat` (from 0) is the player of the turn if the line does
    not name one; the default is the player to move. `names` are used in messages. With `cased`, each
    lower-case letter of a word is read as a blank.
    """
    try:
        return _Reading(line, position, seat, names, cased).turn()
    except NoTurn as failure:
        return failure.answer


class _Reading:
    """One line as it is parsed into a turn."""

    def __init__(
        self, line: str, position: Replay, seat: int | None, names: Sequence[str], cased: bool
    ) -> None:
        self.line = normalize_line(line)
        self.position = position
        self.given = seat
        self.names: list[PlayerName] = [
            names[index] if index < len(names) else Message("seat_without_nick", number=index + 1)
            for index in range(position.players)
        ]
        self.cased = cased
        self.rack: Sequence[str] | None = None
        self.clock = ""

    def turn(self) -> UnderstoodTurn:
        """Return the turn with its rack, if known. Raise `NoTurn` if the line is not a turn."""
        read = self._read()
        turn, odd = add_inferred_rack(self.position, read.turn, self.names[read.turn.player])
        return replace(read, turn=turn, questions=(*read.questions, *odd), clock=self.clock)

    def _read(self) -> UnderstoodTurn:
        """Return the turn as typed. Raise `NoTurn` if the line is not a turn."""
        if not self.line:
            raise NoTurn("", "nothing_typed")
        if len(self.line) > MAX_LINE_LENGTH:
            length = len(self.line)
            raise NoTurn(self.line[:20], "line_too_long", characters=length, most=MAX_LINE_LENGTH)
        rest = self.line
        if match := _SEAT.fullmatch(rest):
            self.given, rest = self._seat(match.group(1)), match.group(2)
        rest = self._extract_clock(rest)
        if rest == "--" or rest.startswith("-- "):
            return self._withdrawal(rest[2:].split())
        head, *after = rest.split() or [""]
        kind = KIND_WORDS.get(head.lower())
        if kind is None and head[:1] in KIND_SIGNS:
            kind, after = KIND_SIGNS[head[0]], [head[1:], *after] if head[1:] else after
        if kind and after and (match := _SEAT.fullmatch(after[0])) and not match.group(2):
            self.given, after = self._seat(match.group(1)), after[1:]  # adjust 2: -5 why
        if kind == "adjust":
            return self._adjustment(after)
        if kind in (None, "exchange", "pass"):
            head, *after = self._extract_rack([head, *after])
        readers = {
            "exchange": self._exchange,
            "pass": self._pass,
            "challenge": self._challenge,
            "time": self._overtime,
            "rack": self._end_rack,
        }
        return readers[kind](after) if kind else self._play(head, after)

    # -- the kinds ------------------------------------------------------------------------------

    def _play(self, head: str, after: list[str]) -> UnderstoodTurn:
        try:
            coordinate = str(Coordinate.parse(head))
        except NotASquare as error:
            raise NoTurn(head, "square_expected", error=error.message) from None
        if not after or _NUMBER.fullmatch(after[0]):
            raise NoTurn(head, "word_not_typed", coordinate=coordinate)
        word, *figures = after
        if BLANK in word:
            raise NoTurn(word, "blank_in_word")
        board, tile_set = self.position.board, self.position.tile_set
        try:
            typed = typed_word.typed_tiles(word, tile_set, cased=self.cased)
        except (UnknownTile, typed_word.UnmatchedBrackets) as error:
            if word.isalpha():
                raise NoTurn(word, "word_of_tiles", error=error.message) from None
            raise NoTurn(word, error.message) from None
        announced, total = self._figures(figures, "no_number_after_word")
        placed = typed_word.place_word(board, coordinate, typed)
        where, mover = placed.coordinate, self._mover()
        turn = Turn(TurnKind.PLAY, mover, self.rack, where, placed.tiles, announced, total)
        odd = word_questions(word, typed, tile_set)
        if not placed.skips_tiles:
            return UnderstoodTurn(turn, odd)
        score = board.copy().lay(turn.coordinate, turn.tiles)
        if score == announced:
            return UnderstoodTurn(turn, odd)
        faults = placement_faults(board, coordinate, placed.literal)
        why = tuple(fault.message for fault in faults if fault.prevents_laying)
        literal = turn._replace(coordinate=coordinate, tiles=placed.literal) if why else None
        read = {"word": typed_word.bracketed_word(board, turn), "score": score}
        if announced is None:
            question = (Message("read_as_unscored", why=why, **read),) if why else ()
            return UnderstoodTurn(turn, (*odd, *question), literal)
        code = "read_as_instead" if why else "read_as"
        question = (Message(code, why=why, announced=announced, **read),)
        return UnderstoodTurn(turn, (*odd, *question), literal)

    def _exchange(self, after: list[str]) -> UnderstoodTurn:
        if not after:
            if self.line.endswith("-"):
                return self._pass(after)
            raise NoTurn("x", "exchange_of_what")
        what, *figures = after
        announced, total = self._figures(figures, "no_number_after_exchange")
        size = self.position.rules.rack_size
        if what.isdecimal():
            if not 1 <= int(what[:4]) <= size:
                raise NoTurn(what, "exchange_too_many", most=size, number=what)
            tiles: tuple[str, ...] = ()
            number: int | None = int(what)
        else:
            tiles, number = self._tiles(what), None
            if len(tiles) > size:
                raise NoTurn(what, "more_tiles_than_rack", tiles=what, number=len(tiles), most=size)
        mover = self._mover()
        return UnderstoodTurn(
            Turn(TurnKind.EXCHANGE, mover, self.rack, "", tiles, announced or 0, total, 0, number)
        )

    def _pass(self, after: list[str]) -> UnderstoodTurn:
        announced, total = self._figures(after, "no_number_after_pass")
        return UnderstoodTurn(
            Turn(TurnKind.PASS, self._mover(), self.rack, announced=announced or 0, total=total)
        )

    def _withdrawal(self, after: list[str]) -> UnderstoodTurn:
        announced, total = self._figures(after, "no_number_after_withdrawal")
        play = self._last_play("nothing_to_take_back")
        others = [seat for seat in range(self.position.players) if seat != play.player]
        try:
            outcome = challenge(self.position.rules, play, others[0], valid=False)
        except NoChallenge as error:
            raise NoTurn("--", error.message) from None
        turn = outcome.turns[0]
        figure = turn.announced if announced is None else announced
        return UnderstoodTurn(turn._replace(announced=figure, total=total))

    def _challenge(self, after: list[str]) -> UnderstoodTurn:
        rules, position = self.position.rules, self.position
        points, total = self._figures(after, "no_number_after_points")
        play = self._last_play("nothing_to_challenge")
        if rules.challenge is ChallengeMode.DOUBLE and position.has_ended:
            raise NoTurn("ch", "no_turn_to_lose")
        challenger = self._challenger(play)
        try:
            outcome = challenge(rules, play, challenger, valid=True)
        except NoChallenge as error:
            raise NoTurn("ch", error.message) from None
        if outcome.loser is not None:
            loser = self.names[outcome.loser]
            raise NoTurn("ch", "challenge_loses_game", outcome=outcome.message, loser=loser)
        if not outcome.turns:
            message = outcome.message
            raise NoTurn("ch", "challenge_free", rules=rules.name, outcome=message)
        turn = outcome.turns[0]
        if turn.kind is TurnKind.CHALLENGE_BONUS and points is not None:
            off = rules.penalty_to is PenaltyTo.CHALLENGER
            turn = turn._replace(announced=-abs(points) if off else points)
        elif turn.kind is TurnKind.CHALLENGE_BONUS and rules.penalty_per is PenaltyPer.WORD:
            unit = rules.penalty_points
            raise NoTurn("ch", "challenge_by_word", rules=rules.name, unit=unit, double=2 * unit)
        return UnderstoodTurn(turn._replace(total=total))

    def _overtime(self, after: list[str]) -> UnderstoodTurn:
        rules = self.position.rules
        if not rules.overtime_per_minute:
            raise NoTurn("time", "time_free", rules=rules.name)
        seat = self._named_seat("time 10", "whose_clock")
        if after and (clock := _CLOCK.fullmatch(after[0])):
            seconds = int(clock.group(1)) * 60 + int(clock.group(2))
            after = [str(overtime_points(-seconds, rules)), *after[1:]]
        points, total = self._figures(after, "no_number_after_overtime")
        if points is None:
            unit = rules.overtime_per_minute
            raise NoTurn("time", "time_how_much", unit=unit)
        turn = Turn(TurnKind.OVERTIME, seat, announced=-abs(points), total=total)
        return UnderstoodTurn(turn, overtime_questions(self.position, turn, self.names[seat]))

    def _end_rack(self, after: list[str]) -> UnderstoodTurn:
        position = self.position
        if not after or _NUMBER.fullmatch(after[0]):
            raise NoTurn("rack", "rack_of_what")
        what, *figures = after
        tiles = self._tiles(what)
        size = position.rules.rack_size
        if len(tiles) > size:
            raise NoTurn(what, "more_tiles_than_rack", tiles=what, number=len(tiles), most=size)
        announced, total = self._figures(figures, "no_number_after_rack")
        holder = self._holder()
        if holder == position.out:
            raise NoTurn(what, "holder_out", name=self.names[holder])
        turn = Turn(TurnKind.END_RACK, holder, tiles, "", tiles, announced, total)
        if position.rules.out_form is RackSettlement.DOUBLE and position.out is not None:
            turn = turn._replace(player=position.out, rack=None)
        return UnderstoodTurn(turn, rack_questions(position, turn, self.names[holder]))

    def _adjustment(self, after: list[str]) -> UnderstoodTurn:
        seat = self._named_seat("adjust -5 why", "whose_score")
        if not after or not _NUMBER.fullmatch(after[0]) or len(after) < 2:
            raise NoTurn("adjust", "adjustment_incomplete")
        points = self._number(after[0])
        turn = Turn(TurnKind.ADJUSTMENT, seat, announced=points, remark=" ".join(after[1:]))
        return UnderstoodTurn(turn)

    # -- pieces ---------------------------------------------------------------------------------

    def _seat(self, number: str) -> int:
        if not 1 <= int(number[:4]) <= self.position.players:
            seats = tuple(
                Message("seat", seat=seat, name=name) for seat, name in enumerate(self.names, 1)
            )
            raise NoTurn(f"{number}:", "no_such_seat", number=number, seats=seats)
        return int(number) - 1

    def _mover(self) -> int:
        return self.position.to_move if self.given is None else self.given

    def _named_seat(self, example: str, question: str) -> int:
        """Return the seat named by the line or the caller, for kinds of turn that do not imply one.

        Raise `NoTurn` with the code `question` if neither names one.
        """
        if self.given is not None:
            return self.given
        lines = tuple(
            Message("line_of_seat", seat=seat, example=example, name=name)
            for seat, name in enumerate(self.names, 1)
        )
        raise NoTurn(self.line[:20], question, lines=lines)

    def _holder(self) -> int:
        """Return the seat whose rack the line settles. Raise `NoTurn` if that is unclear."""
        position = self.position
        out, seats = position.out, range(position.players)
        if self.given is not None:
            # A line for the player who went out lists the opponent's tiles.
            if self.given == out and position.players == 2:
                return 1 - out
            return self.given
        settled = {turn.player for turn in position.turns if turn.kind is TurnKind.END_RACK}
        left = [seat for seat in seats if seat != out and seat not in settled]
        if len(left) == 1 or (left and (position.has_ended or position.may_end)):
            return left[0]
        return self._named_seat("rack ABC", "whose_rack")

    def _last_play(self, otherwise: str) -> Turn:
        """Return the play that may still be challenged. Raise `NoTurn` with the code `otherwise` if there is none."""
        turns = self.position.turns
        for turn in reversed(turns):
            if turn.kind is TurnKind.PLAY and self.position.belongs_to_last_play(
                Turn(TurnKind.WITHDRAWN, turn.player)
            ):
                return turn
            if turn.kind is not TurnKind.CHALLENGE_BONUS:
                break
        raise NoTurn(self.line[:20], otherwise if turns else f"{otherwise}_yet")

    def _challenger(self, play: Turn) -> int:
        others = [seat for seat in range(self.position.players) if seat != play.player]
        if len(others) == 1 or self.given in others:
            return others[0] if len(others) == 1 or self.given is None else self.given
        mode = self.position.rules.challenge
        if mode in (ChallengeMode.DOUBLE, ChallengeMode.TRIPLE):
            return self._named_seat("ch", "who_challenged")
        if mode is not ChallengeMode.POINTS:
            return self.position.to_move
        if self.position.rules.penalty_to is PenaltyTo.CHALLENGED:
            return others[0]
        return self._named_seat("ch", "who_challenged")

    def _extract_clock(self, rest: str) -> str:
        """Store the clock and return the rest of the line. Raise `NoTurn` if a clock is invalid or given twice."""
        parts = rest.split()
        clocks = [part for part in parts if part.startswith("~")]
        if not clocks:
            return rest
        if len(clocks) > 1 or not _CLOCK.fullmatch(clocks[0][1:]):
            raise NoTurn(clocks[-1], "clock_unclear", text=clocks[-1])
        self.clock = clocks[0][1:]
        return " ".join(part for part in parts if not part.startswith("~"))

    def _extract_rack(self, parts: list[str]) -> list[str]:
        """Store the rack and return the other parts. Raise `NoTurn` if a rack is invalid or given twice."""
        racks = [part for part in parts if part.startswith("@")]
        if not racks:
            return parts
        rest = [part for part in parts if not part.startswith("@")]
        if len(racks) > 1 or len(racks[0]) == 1:
            raise NoTurn("@", "rack_once_only")
        if racks[0].startswith("@+"):
            left = known_leave(self.position, self._mover())
            if left is None:
                raise NoTurn("@+", "rack_left_unknown", name=self.names[self._mover()])
            self.rack = (*left, *self._tiles(racks[0][2:]))
        else:
            self.rack = self._tiles(racks[0][1:])
        return rest or [""]

    def _tiles(self, text: str) -> tuple[str, ...]:
        """Return the tiles of a rack. Case is ignored, and a blank is ``?``. Raise `NoTurn` for an unknown tile."""
        tile_set = self.position.tile_set
        try:
            return tuple(tile_set.letter_of(tile) for tile in tile_set.split_into_tiles(text))
        except UnknownTile as error:
            raise NoTurn(text, "tiles_unclear", error=error.message) from None

    def _figures(self, parts: list[str], otherwise: str) -> tuple[int | None, int | None]:
        """Return the score and the total, each None if missing.

        Raise `NoTurn` if a part is not a number (with the code `otherwise`), if there are more than two, or
        if one is too large.
        """
        for part in parts:
            if not _NUMBER.fullmatch(part):
                raise NoTurn(part, otherwise, text=part)
        if len(parts) > 2:
            raise NoTurn(parts[2], "number_too_many", text=parts[2])
        numbers: list[int | None] = [self._number(part) for part in parts]
        score, total = [*numbers, None, None][:2]
        return score, total

    def _number(self, text: str) -> int:
        if len(text) > 5 or abs(int(text)) > _MAX_POINTS:
            raise NoTurn(text, "no_score_of_game", text=text, most=_MAX_POINTS)
        return int(text)
