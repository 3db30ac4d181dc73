"""Boards without a result, named before a file without them is written."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wording.phrases import comma_list
from tournament.engine.interchange import (
    PortableDivision,
    PortableEvent,
    PortableMeeting,
    PortableRound,
)

FEW_BOARDS = 3
"""Boards of a round without a result that are named one by one."""


def missing_results(event: PortableEvent) -> Iterator[str]:
    """A sentence for every board without a result; one a round where there are more than a few."""
    several = len(event.divisions) > 1
    for division in event.divisions:
        for round_ in division.rounds:
            boards = [_board(division, meeting) for meeting in round_.missing]
            where = _round(division, round_, several=several)
            if len(boards) > FEW_BOARDS:
                yield _many(where, boards, round_.missing[FEW_BOARDS:])
                continue
            for board in boards:
                yield _("{where}: {board} have no result.").format(where=where, board=board)


def _round(division: PortableDivision, round_: PortableRound, *, several: bool) -> str:
    if several:
        return _("Division {division}, round {round}").format(
            division=division.name, round=round_.number
        )
    return _("Round {round}").format(round=round_.number)


def _many(where: str, boards: list[str], rest: tuple[PortableMeeting, ...]) -> str:
    """The first few boards in full, of the others only the numbers, or how many where they have none."""
    shown = "; ".join(boards[:FEW_BOARDS])
    if numbers := [meeting.board for meeting in rest if meeting.board]:
        return _("{where}: {count} boards have no result: {shown}; boards {numbers}.").format(
            where=where, count=len(boards), shown=shown, numbers=comma_list(numbers)
        )
    return ngettext(
        "{where}: {count} boards have no result: {shown}; {more} more.",
        "{where}: {count} boards have no result: {shown}; {more} more.",
        len(rest),
    ).format(where=where, count=len(boards), shown=shown, more=len(rest))


def _board(division: PortableDivision, meeting: PortableMeeting) -> str:
    """A board and who meets there."""
    one, other = division.name_of(meeting.first), division.name_of(meeting.second)
    if meeting.board:
        return _("board {board}, {one} and {other}").format(
            board=meeting.board, one=one, other=other
        )
    return _("{one} and {other}").format(one=one, other=other)
