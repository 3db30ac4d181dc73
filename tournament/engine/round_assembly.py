"""Assemble rounds from player lines, checking that both lines of every meeting agree.

Many programs store a player's opponents and own scores on that player's line, so each meeting
appears on two lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tournament.engine.interchange import PortableMeeting, PortableRound
from tournament.engine.message import Message
from tournament.engine.results import NOBODY, Outcome

STARTS = (1, 2)
"""Codes for going first and second. Any other number in a file means a bye, a draw for first, or an unknown start."""
MAX_SCORE = 9_999
"""The largest score or spread of a game that is read."""
MAX_BOARD = 9_999
"""The highest board number accepted. A higher number is read as no board."""
MAX_CONTRADICTIONS = 100
MAX_LISTED_UNKNOWN = 3
"""The maximum number of unknown opponents reported one by one; more mean that the file was cut off."""


@dataclass(frozen=True, slots=True)
class PlayerMeetings:
    """One player's line, with opponents, own scores, boards and starts round by round.

    Opponent 0 means no opponent. None means unknown, for opponents and scores alike. `starts` contains
    1 for first and 2 for second. If `is_off`, the player has left, and rounds beyond the line are not
    missing.
    """

    number: int
    name: str
    line: int
    opponents: tuple[int | None, ...]
    scores: tuple[int | None, ...]
    boards: tuple[int, ...] = ()
    starts: tuple[int, ...] = ()
    is_off: bool = False
    forfeits: frozenset[int] = frozenset()
    """Rounds forfeited with a score of 0, which does not show the forfeit."""
    byes: frozenset[int] = frozenset()
    """Rounds with a bye and a score of 0, which does not show the bye."""
    half_byes: frozenset[int] = frozenset()
    """Rounds with a bye worth half a win."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A contradiction in a file, with its line number (0 for the file as a whole)."""

    line: int
    message: Message
    blocks: bool = False
    """Whether the contradiction must be corrected before any round can be assembled."""


@dataclass
class AssembledRounds:
    """The assembled rounds, or none if a contradiction blocks them, and every contradiction found."""

    rounds: list[PortableRound] = field(default_factory=list)
    contradictions: list[Contradiction] = field(default_factory=list)


def assemble_rounds(lines: Sequence[PlayerMeetings], *, bye_spread: int) -> AssembledRounds:
    """Return the rounds of a division, and the contradictions between its lines.

    `bye_spread` is the spread of a bye that has no score in the file. No round is assembled if a
    contradiction is blocking, or if there are too many.
    """
    done = AssembledRounds()
    if cut := _truncation(lines):
        done.contradictions.append(cut)
    else:
        lines, done.contradictions = _correct_impossible_opponents(lines)
    by_number = {line.number: line for line in lines}
    for line in lines:
        done.contradictions += _blocking_contradictions(line, by_number)
        if len(done.contradictions) > MAX_CONTRADICTIONS:
            done.contradictions.append(Contradiction(0, Message("more_like_this"), blocks=True))
            return done
    if any(contradiction.blocks for contradiction in done.contradictions):
        return done
    firsts = dict.fromkeys(by_number, 0)
    last = max((len(line.opponents) for line in lines), default=0)
    for number in range(1, last + 1):
        meetings: list[PortableMeeting] = []
        seen: set[int] = set()
        for line in lines:
            if line.number in seen or (line.is_off and number > len(line.opponents)):
                continue
            meeting, contradictions = _assemble_meeting(number, line, by_number, firsts, bye_spread)
            done.contradictions += contradictions
            seen |= {meeting.first, meeting.second}
            meetings.append(meeting)
            if not meeting.is_alone:
                firsts[meeting.first] += 1
        meetings, contradictions = _resolve_duplicate_boards(number, meetings)
        done.contradictions += contradictions
        done.rounds.append(PortableRound(number, tuple(sort_by_board(meetings))))
    return done


def sort_by_board(meetings: Sequence[PortableMeeting]) -> list[PortableMeeting]:
    """Return the meetings by board, followed by those without a board and then by players without an opponent."""
    return sorted(meetings, key=lambda m: (m.is_alone, m.board is None, m.board or 0, m.first))


def _truncation(lines: Sequence[PlayerMeetings]) -> Contradiction | None:
    """Return the contradiction for a file that was cut off, or None if it was not.

    A file counts as cut off if more than `MAX_LISTED_UNKNOWN` opponents have numbers beyond the number of
    lines.
    """
    met = (opponent or NOBODY for line in lines for opponent in line.opponents)
    beyond = [opponent for opponent in met if opponent > len(lines)]
    if len(beyond) <= MAX_LISTED_UNKNOWN:
        return None
    last = lines[-1].line
    message = Message("file_cut_off", last=len(lines), highest=max(beyond))
    return Contradiction(last, message, blocks=True)


def _correct_impossible_opponents(
    lines: Sequence[PlayerMeetings],
) -> tuple[list[PlayerMeetings], list[Contradiction]]:
    """Return the lines without impossible opponents, and a contradiction for each one removed or replaced.

    An opponent is impossible if no line has that number or if it is the player's own. In place of a
    removed or unknown opponent, the player is paired with the first player whose line names them as the
    opponent in that round, if there is one.
    """
    numbers = {line.number for line in lines}
    possible, contradictions = [], []
    for line in lines:
        opponents = list(line.opponents)
        for at, opponent in enumerate(line.opponents):
            if opponent and (opponent not in numbers or opponent == line.number):
                message = (
                    Message("meets_self", player=line.name, round=at + 1)
                    if opponent == line.number
                    else Message("meets_nobody", player=line.name, opponent=opponent, round=at + 1)
                )
                contradictions.append(Contradiction(line.line, message))
                opponents[at] = None
        possible.append(replace(line, opponents=tuple(opponents)))
    named: dict[tuple[int, int], PlayerMeetings] = {}
    for line in possible:
        for at, opponent in enumerate(line.opponents):
            if opponent:
                named.setdefault((opponent, at), line)
    for place, line in enumerate(possible):
        opponents = list(line.opponents)
        for at, opponent in enumerate(line.opponents):
            other = named.get((line.number, at))
            if opponent is None and other is not None:
                opponents[at] = other.number
                message = Message(
                    "opponent_from_line",
                    player=line.name,
                    round=at + 1,
                    line=other.line,
                    other=other.name,
                )
                if lines[place].opponents[at] is not None:
                    contradictions.append(Contradiction(line.line, message))
        possible[place] = replace(line, opponents=tuple(opponents))
    return possible, contradictions


def _blocking_contradictions(
    line: PlayerMeetings, others: dict[int, PlayerMeetings]
) -> Iterator[Contradiction]:
    """Yield every contradiction on this line that prevents the rounds from being assembled."""
    if len(line.scores) > len(line.opponents):
        number = len(line.opponents) + 1
        message = Message("score_without_opponent", player=line.name, round=number)
        yield Contradiction(line.line, message, blocks=True)
    for number, opponent in enumerate(line.opponents, start=1):
        if not opponent:
            continue
        other = others.get(opponent)
        if other is None or opponent == line.number:
            continue
        theirs = other.opponents[number - 1] if number <= len(other.opponents) else None
        if theirs != line.number:
            yield Contradiction(
                line.line,
                _unconfirmed_meeting_message(number, line, opponent, other, theirs),
                blocks=True,
            )
        elif (number <= len(line.scores)) and (number > len(other.scores)):
            message = Message(
                "score_missing", player=other.name, round=number, other=line.name, line=line.line
            )
            yield Contradiction(other.line, message, blocks=True)


def _unconfirmed_meeting_message(
    number: int, line: PlayerMeetings, opponent: int, other: PlayerMeetings, theirs: int | None
) -> Message:
    """Return the message for a meeting that the opponent's line does not confirm."""
    if not theirs:
        return Message(
            "opponent_has_nobody",
            player=line.name,
            opponent=opponent,
            round=number,
            line=other.line,
            other=other.name,
        )
    return Message(
        "opponent_has_other",
        player=line.name,
        opponent=opponent,
        round=number,
        line=other.line,
        other=other.name,
        theirs=theirs,
    )


def _assemble_meeting(
    number: int,
    line: PlayerMeetings,
    others: dict[int, PlayerMeetings],
    firsts: dict[int, int],
    bye_spread: int,
) -> tuple[PortableMeeting, list[Contradiction]]:
    """Return the meeting on the line in a round, with its contradictions.

    If neither player's line shows who went first, it is the player with fewer firsts in `firsts` or, if
    they are equal, with the lower number.
    """
    at = number - 1
    opponent = line.opponents[at] if at < len(line.opponents) else NOBODY
    score = line.scores[at] if at < len(line.scores) else None
    if not opponent:
        return _meeting_without_opponent(number, line, score, bye_spread)
    other = others[opponent]
    their_score = other.scores[at] if at < len(other.scores) else None
    mine, theirs = _value_or_zero(line.starts, at), _value_or_zero(other.starts, at)
    contradictions = []
    board, their_board = _board(line, at), _board(other, at)
    if board and their_board and board != their_board:
        message = Message(
            "two_boards",
            round=number,
            player=line.name,
            board=board,
            other=other.name,
            theirs=their_board,
        )
        contradictions.append(Contradiction(line.line, message))
    starts = [value if value in STARTS else 0 for value in (mine, theirs)]
    if starts[0] and starts[0] == starts[1]:
        if mine == 1:
            message = Message("both_first", round=number, player=line.name, other=other.name)
        else:
            message = Message("both_second", round=number, player=line.name, other=other.name)
        contradictions.append(Contradiction(line.line, message))
        starts = [0, 0]
    known = any(starts)
    if known:
        begins = starts[0] == 1 or starts[1] == 2
    else:
        begins = (firsts[line.number], line.number) <= (firsts[other.number], other.number)
    one, two = (line.number, other.number) if begins else (other.number, line.number)
    scores = (score, their_score) if begins else (their_score, score)
    if None in scores:
        scores = (None, None)
    return PortableMeeting(
        one, two, *scores, board=board or their_board or None, firsts_known=known
    ), contradictions


def _meeting_without_opponent(
    number: int, line: PlayerMeetings, score: int | None, bye_spread: int
) -> tuple[PortableMeeting, list[Contradiction]]:
    """Return a bye, a forfeit or a void round, with its contradictions.

    It is void if the line ends before the round, the opponent is unknown, or the score is 0 and the line
    marks neither a bye nor a forfeit.
    """
    if number > len(line.opponents):
        message = Message("not_paired", player=line.name, round=number)
        return PortableMeeting(line.number, NOBODY, 0, 0, Outcome.VOID), [
            Contradiction(line.line, message)
        ]
    if line.opponents[number - 1] is None:
        message = Message("opponent_not_known", player=line.name, round=number)
        return PortableMeeting(line.number, NOBODY, 0, 0, Outcome.VOID), [
            Contradiction(line.line, message)
        ]
    if number in line.half_byes:
        return PortableMeeting(line.number, NOBODY, 0, 0, Outcome.HALF_BYE), []
    if score is None:
        message = Message("bye_without_spread", player=line.name, round=number, spread=bye_spread)
        return PortableMeeting(line.number, NOBODY, bye_spread, 0, Outcome.BYE), [
            Contradiction(line.line, message)
        ]
    if score < 0 or number in line.forfeits:
        outcome = Outcome.FIRST_FORFEITS
    else:
        outcome = Outcome.BYE if score or number in line.byes else Outcome.VOID
    return PortableMeeting(line.number, NOBODY, score, 0, outcome), []


def _resolve_duplicate_boards(
    number: int, meetings: list[PortableMeeting]
) -> tuple[list[PortableMeeting], list[Contradiction]]:
    """Return the meetings with every board used once, and the contradictions.

    If two meetings have the same board, the later one loses it.
    """
    taken: set[int] = set()
    seated, contradictions = [], []
    for meeting in meetings:
        if meeting.board in taken:
            message = Message("board_of_two_pairs", round=number, board=meeting.board)
            contradictions.append(Contradiction(0, message))
            seated.append(replace(meeting, board=None))
            continue
        if meeting.board:
            taken.add(meeting.board)
        seated.append(meeting)
    return seated, contradictions


def _board(line: PlayerMeetings, at: int) -> int:
    """Return the board on the line, or 0 if there is none."""
    board = _value_or_zero(line.boards, at)
    return board if 0 < board <= MAX_BOARD else 0


def _value_or_zero(values: Sequence[int], at: int) -> int:
    return values[at] if at < len(values) else 0
