"""From one line a player to rounds: who met whom, put together and checked against each other.

Programs of the field keep a player's opponents and own scores on the player's own line; a meeting
stands on two lines, and the two have to agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tournament.engine.interchange import PortableMeeting, PortableRound, Remark
from tournament.engine.results import NOBODY, Outcome

STARTS = (1, 2)
"""First and second; any other figure of a file is a bye, a draw for it, or not known."""
HIGHEST_BOARD = 9_999
"""Anything above is no board."""
MOST_REMARKS = 100
FEW = 3
"""Opponents who are nobody are named one by one up to so many, and as a file cut off beyond."""


@dataclass(frozen=True, slots=True)
class OwnLine:
    """What one player's line says, by round: opponents, own scores, boards, who began.

    Opponent 0 is nobody; None is not known. `starts` holds 1 for first and 2 for second.
    """

    number: int
    name: str
    line: int
    opponents: tuple[int | None, ...]
    scores: tuple[int, ...]
    boards: tuple[int, ...] = ()
    starts: tuple[int, ...] = ()
    is_off: bool = False
    forfeits: frozenset[int] = frozenset()
    """Rounds forfeited where the score does not tell, because it is 0."""
    byes: frozenset[int] = frozenset()
    """Rounds with a bye where the score does not tell, because it is 0."""


@dataclass
class Assembled:
    """The rounds, and everything that does not fit together."""

    rounds: list[PortableRound] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)


def assemble(file: str, lines: Sequence[OwnLine], *, bye_spread: int) -> Assembled:
    """The rounds of a division. `bye_spread` counts for a bye whose score is not written yet."""
    done = Assembled()
    by_number = {line.number: line for line in lines}
    if cut := _cut_off(file, lines):
        done.remarks.append(cut)
    for line in lines:
        done.remarks += _faults(file, line, by_number, cut=cut is not None)
        if len(done.remarks) > MOST_REMARKS:
            done.remarks.append(Remark(file, 0, "There is more like this.", blocks=True))
            return done
    if done.remarks:
        return done
    firsts = dict.fromkeys(by_number, 0)
    last = max((len(line.opponents) for line in lines), default=0)
    for number in range(1, last + 1):
        meetings: list[PortableMeeting] = []
        seen: set[int] = set()
        for line in lines:
            if line.number in seen or (line.is_off and number > len(line.opponents)):
                continue
            meeting, remarks = _meeting(file, number, line, by_number, firsts, bye_spread)
            done.remarks += remarks
            seen |= {meeting.first, meeting.second}
            meetings.append(meeting)
            if not meeting.alone:
                firsts[meeting.first] += 1
        meetings, remarks = _each_board_once(file, number, meetings)
        done.remarks += remarks
        done.rounds.append(PortableRound(number, tuple(by_board(meetings))))
    return done


def by_board(meetings: Sequence[PortableMeeting]) -> list[PortableMeeting]:
    """By board, who has none after them, who is alone last."""
    return sorted(meetings, key=lambda m: (m.alone, m.board is None, m.board or 0, m.first))


def _cut_off(file: str, lines: Sequence[OwnLine]) -> Remark | None:
    """What is said once where many meet numbers behind the last line; None where few or none do."""
    met = (opponent or NOBODY for line in lines for opponent in line.opponents)
    beyond = [opponent for opponent in met if opponent > len(lines)]
    if len(beyond) <= FEW:
        return None
    last = lines[-1].line
    told = (
        f"The last player stands here and is number {len(lines)}, but numbers up to {max(beyond)} "
        "are met. The file is cut off behind this line, or players were taken out; send it whole."
    )
    return Remark(file, last, told, blocks=True)


def _faults(file: str, line: OwnLine, others: dict[int, OwnLine], *, cut: bool) -> Iterator[Remark]:
    """Everything that no round can be made of; with `cut` who meets nobody was said."""
    if len(line.scores) > len(line.opponents):
        number = len(line.opponents) + 1
        yield Remark(
            file,
            line.line,
            f"{line.name} has a score for round {number} and no opponent in it. Write the "
            "opponent's number (0 for a bye) before the first semicolon, or take the score out.",
            blocks=True,
        )
    for number, opponent in enumerate(line.opponents, start=1):
        if not opponent:
            continue
        other = others.get(opponent)
        if cut and other is None:
            continue
        if other is None or opponent == line.number:
            what = "himself or herself" if opponent == line.number else f"number {opponent}, nobody"
            there = f"are {len(others)} players" if len(others) > 1 else "is 1 player"
            yield Remark(
                file,
                line.line,
                f"{line.name} meets {what} in round {number}. There {there}; "
                "write the number of the opponent's line.",
                blocks=True,
            )
            continue
        theirs = other.opponents[number - 1] if number <= len(other.opponents) else None
        if theirs != line.number:
            has = "nobody" if not theirs else f"number {theirs}"
            yield Remark(
                file,
                line.line,
                f"{line.name} meets number {opponent} in round {number}, but line {other.line} "
                f"({other.name}) has {has} there. Mend one of the two lines.",
                blocks=True,
            )
        elif (number <= len(line.scores)) and (number > len(other.scores)):
            yield Remark(
                file,
                other.line,
                f"{other.name} has no score for round {number}, but {line.name} on line "
                f"{line.line} has. Write the missing score, or take the other one out; the file "
                "may be cut short here.",
                blocks=True,
            )


def _meeting(
    file: str,
    number: int,
    line: OwnLine,
    others: dict[int, OwnLine],
    firsts: dict[int, int],
    bye_spread: int,
) -> tuple[PortableMeeting, list[Remark]]:
    """The meeting of that round that stands on the line, and what is odd about it."""
    at = number - 1
    opponent = line.opponents[at] if at < len(line.opponents) else NOBODY
    score = line.scores[at] if at < len(line.scores) else None
    if not opponent:
        return _alone(file, number, line, score, bye_spread)
    other = others[opponent]
    their_score = other.scores[at] if at < len(other.scores) else None
    mine, theirs = _at(line.starts, at), _at(other.starts, at)
    remarks = []
    board, their_board = _board(line, at), _board(other, at)
    if board and their_board and board != their_board:
        remarks.append(
            Remark(
                file,
                line.line,
                f"Round {number}: {line.name} stands at board {board}, {other.name} at "
                f"{their_board}. Board {board} is taken.",
            )
        )
    told = [value if value in STARTS else 0 for value in (mine, theirs)]
    if told[0] and told[0] == told[1]:
        who = "first" if mine == 1 else "second"
        remarks.append(
            Remark(
                file,
                line.line,
                f"Round {number}: {line.name} and {other.name} both went {who}, as their lines "
                "have it. Taken as not known.",
            )
        )
        told = [0, 0]
    known = any(told)
    if known:
        begins = told[0] == 1 or told[1] == 2
    else:
        begins = (firsts[line.number], line.number) <= (firsts[other.number], other.number)
    one, two = (line.number, other.number) if begins else (other.number, line.number)
    scores = (score, their_score) if begins else (their_score, score)
    return PortableMeeting(
        one, two, *scores, board=board or their_board or None, firsts_known=known
    ), remarks


def _alone(
    file: str, number: int, line: OwnLine, score: int | None, bye_spread: int
) -> tuple[PortableMeeting, list[Remark]]:
    """A bye, a forfeit, or a round that counts for nothing."""
    if number > len(line.opponents):
        told = (
            f"{line.name} is not paired in round {number}. The round counts for nothing for "
            "them; pair them by hand if they play."
        )
        return PortableMeeting(line.number, NOBODY, 0, 0, Outcome.VOID), [
            Remark(file, line.line, told)
        ]
    if score is None:
        told = f"{line.name} has the bye in round {number}; its spread is not written."
        if line.opponents[number - 1] is None:
            told = f"{line.name}'s opponent in round {number} is not known."
            return PortableMeeting(line.number, NOBODY, 0, 0, Outcome.VOID), [
                Remark(file, line.line, told)
            ]
        told += f" Taken as {bye_spread}."
        return PortableMeeting(line.number, NOBODY, bye_spread, 0, Outcome.BYE), [
            Remark(file, line.line, told)
        ]
    if score < 0 or number in line.forfeits:
        outcome = Outcome.FIRST_FORFEITS
    else:
        outcome = Outcome.BYE if score or number in line.byes else Outcome.VOID
    return PortableMeeting(line.number, NOBODY, score, 0, outcome), []


def _each_board_once(
    file: str, number: int, meetings: list[PortableMeeting]
) -> tuple[list[PortableMeeting], list[Remark]]:
    """The meetings with no board given to two of them; whoever comes later has none."""
    taken: set[int] = set()
    kept, remarks = [], []
    for meeting in meetings:
        if meeting.board in taken:
            remarks.append(
                Remark(
                    file,
                    0,
                    f"Round {number}: board {meeting.board} is given to two pairs. "
                    "The second gets a board that is free.",
                )
            )
            kept.append(replace(meeting, board=None))
            continue
        if meeting.board:
            taken.add(meeting.board)
        kept.append(meeting)
    return kept, remarks


def _board(line: OwnLine, at: int) -> int:
    """The board on that line, 0 where none is written."""
    board = _at(line.boards, at)
    return board if 0 < board <= HIGHEST_BOARD else 0


def _at(values: Sequence[int], at: int) -> int:
    return values[at] if at < len(values) else 0
