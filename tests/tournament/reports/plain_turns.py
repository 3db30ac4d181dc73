"""What a file of turns says, worked out by a plain script that knows nothing of the program.

The board, the values of the letters and the bonus of a bingo are typed in here once more.
"""

import re
from dataclasses import dataclass, field

QUARTER = [
    "9..2...9",
    ".4...3..",
    "..4...2.",
    "2..4...2",
    "....4...",
    ".3...3..",
    "..2...2.",
    "9..2...4",
]
"""The upper left quarter of the board: 2 and 3 count the letter, 4 the word twice, 9 the word three times."""
PREMIUMS = [row + row[-2::-1] for row in QUARTER + QUARTER[-2::-1]]
VALUES = {
    letter: points
    for points, letters in {
        1: "AEILNORSTU", 2: "DG", 3: "BCMP", 4: "FHVWY", 5: "K", 8: "JX", 10: "QZ",
    }.items()
    for letter in letters
}  # fmt: skip
LINE = re.compile(r">([^:]+):\s+(.*?)\s+\+?(-?\+?-?\d+)(?:\s+(-?\d+))?$")


@dataclass
class PlainTurn:
    """One line of the file; `score` is what counts, `total` the sum of it for this player."""

    number: int
    seat: int
    kind: str
    word: str = ""
    square: str = ""
    laid: dict = field(default_factory=dict)
    """The tiles put down: row and column from 0, and the letter."""
    tiles: int = 0
    spelled: str = ""
    """The word without brackets, in capitals."""
    score: int = 0
    total: int = 0
    announced: int | None = None
    announced_total: int | None = None

    @property
    def stood(self):
        return self.kind == "play"

    @property
    def premiums(self):
        return [PREMIUMS[y][x] for y, x in self.laid if PREMIUMS[y][x] in "49"]

    @property
    def bingo(self):
        return self.stood and len(self.laid) == 7

    @property
    def nine_timer(self):
        return self.stood and self.premiums == ["9", "9"]

    @property
    def double_double(self):
        return self.stood and self.premiums == ["4", "4"]


def plain_turns(text):
    """Every line of the file, a play that was challenged off as a "phony"."""
    nicks = [line.split()[1] for line in text.splitlines() if line.startswith("#player")]
    turns, board, totals = [], {}, [0, 0]
    for number, line in enumerate((one for one in text.splitlines() if one.startswith(">")), 1):
        nick, words, announced, announced_total = LINE.match(line.rstrip()).groups()
        words = words.split()
        turn = PlainTurn(number, nicks.index(nick), "play")
        turn.announced = int(announced.replace("+", ""))
        turn.announced_total = None if announced_total is None else int(announced_total)
        if words[-1].startswith("("):
            inside = words[-1].strip("()")
            turn.kind = {"time": "overtime", "challenge": "challenge_bonus"}.get(inside, "end_rack")
            turn.score = turn.announced
            if turn.kind == "end_rack":
                own = len(words) > 1  # a rack that is taken off stands before it
                value = sum(VALUES.get(letter, 0) for letter in inside)
                turn.score = -value if own else 2 * value
                turn.word = inside
        elif words[-1] == "--":
            turn.kind = "withdrawn"
            turn.score = -turns[-1].score
            turns[-1].kind = "phony"
            for square in turns[-1].laid:
                del board[square]
        elif words[-1] == "-":
            turn.kind = "pass"
        elif words[-1].startswith("-"):
            turn.kind = "exchange"
            given = words[-1][1:]
            turn.tiles = int(given) if given.isdecimal() else len(given)
            turn.word = "" if given.isdecimal() else given
        else:
            _play(turn, words[-2], words[-1], board)
            board |= turn.laid
        totals[turn.seat] += turn.score
        turn.total = totals[turn.seat]
        turns.append(turn)
    return turns


def _play(turn, square, written, board):
    """Fill in a play: what is laid where, the word as it is shown, and the points by the rules."""
    across = square[0].isdecimal()
    digits, letter = re.search(r"\d+", square)[0], re.search(r"[A-Z]", square)[0]
    y, x = int(digits) - 1, ord(letter) - ord("A")
    step = (0, 1) if across else (1, 0)
    squares = [(y + step[0] * at, x + step[1] * at) for at in range(len(written))]
    turn.square = square
    turn.laid = {
        where: face for where, face in zip(squares, written, strict=True) if where not in board
    }
    shown = "".join(
        face if where in turn.laid else f"({board[where]})"
        for where, face in zip(squares, written, strict=True)
    )
    turn.word = shown.replace(")(", "")
    turn.spelled = "".join(turn.laid.get(where) or board[where] for where in squares).upper()
    turn.score = _word_points(squares, turn.laid, board) + 50 * (len(turn.laid) == 7)
    for where in turn.laid:
        cross = _line_through(where, (step[1], step[0]), turn.laid, board)
        if len(cross) > 1:
            turn.score += _word_points(cross, turn.laid, board)


def _line_through(where, step, laid, board):
    """The squares with tiles in a line through one of them."""
    y, x = where
    tiles = board | laid
    while (y - step[0], x - step[1]) in tiles:
        y, x = y - step[0], x - step[1]
    line = []
    while (y, x) in tiles:
        line.append((y, x))
        y, x = y + step[0], x + step[1]
    return line


def _word_points(squares, laid, board):
    """The points of one word; premiums count under new tiles alone, a blank (a small letter) has no value."""
    points, times = 0, 1
    for where in squares:
        value = VALUES.get(laid.get(where) or board[where], 0)
        premium = PREMIUMS[where[0]][where[1]] if where in laid else "."
        points += value * (int(premium) if premium in "23" else 1)
        times *= {"4": 2, "9": 3}.get(premium, 1)
    return points * times
