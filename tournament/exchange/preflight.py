"""Before a file is written, find the data that it cannot contain, with one message for each loss."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wording.phrases import and_list, comma_list, format_signed
from tournament.engine.interchange import (
    PortableDivision,
    PortableEvent,
    PortableMeeting,
    PortableRound,
)
from tournament.engine.ratings.system import all_systems
from tournament.engine.results import GAMES, Outcome, is_bye

MAX_NAMES = 12
LINE_HOLDS = frozenset(
    {"boards", "classes", "made_up", "members", "ratings", "tags", "teams", "withdrawals"}
)
"""The kinds of `data_losses.UNSUPPORTED_DATA` that player lines can contain."""
CONFIG_HOLDS = LINE_HOLDS | {
    "bye_spread",
    "caps",
    "date",
    "gibson",
    "name",
    "naspa_numbers",
    "plan",
    "prizes",
    "rating_system",
    "rounds_planned",
}
"""The kinds of data that player lines can contain together with a configuration, as in `EventFormat.holds`."""
_OF_THE_FILE = ("rank", "newr", "perfr", "excwins")
"""Parts of tag names for another program's derived figures."""


Detail = tuple[str, str]
"""The kind of a loss, and the message on one board, player or setting."""


def details_of_kind(kind: str, sentences: Iterable[str]) -> Iterator[Detail]:
    """Return the sentences, each in a pair with the kind."""
    return ((kind, sentence) for sentence in sentences)


def player_line_details(event: PortableEvent) -> Iterator[Detail]:
    """Yield the details for files with player lines: missing results, unusual awards, and member numbers."""
    yield from details_of_kind("missing_results", missing_results(event))
    yield from details_of_kind("byes", _byes_without_spread(event))
    yield from details_of_kind("awards", unsupported_awards(event))
    yield from details_of_kind("members_missing", missing_member_numbers(event))


def _byes_without_spread(event: PortableEvent) -> Iterator[str]:
    for division, number, meeting in every_meeting(event):
        if is_bye(meeting.outcome) and meeting.first_score == 0:
            where = _("Division {division}, round {number}").format(
                division=division.name, number=number
            )
            one = division.name_of(meeting.first)
            if meeting.outcome == Outcome.HALF_BYE:
                yield _(
                    "{where}: the half bye of {one} is written as a round not played; only "
                    "Ninetimer reads it back."
                ).format(where=where, one=one)
                continue
            yield _(
                "{where}: the bye of {one} has a spread of 0 and is written as a round not played."
            ).format(where=where, one=one)


def unsupported_awards(event: PortableEvent) -> Iterator[str]:
    """Yield messages on results that player lines of opponents and scores represent differently or inexactly."""
    for division, number, meeting in every_meeting(event):
        if meeting.is_alone or (meeting.outcome == Outcome.PLAYED and not meeting.spread_only):
            continue
        where = _("Division {division}, round {number}").format(
            division=division.name, number=number
        )
        one = division.name_of(meeting.first)
        other = division.name_of(meeting.second)
        if meeting.outcome == Outcome.VOID:
            yield _(
                "{where}: {one} and {other} have a void round; it is written without an opponent."
            ).format(where=where, one=one, other=other)
        elif winner := _named_winner(division, meeting):
            yield _(
                "{where}: {winner} wins whatever the scores; a program that goes by the scores "
                "will count the game differently."
            ).format(where=where, winner=winner)
        elif meeting.outcome != Outcome.PLAYED:
            yield _(
                "{where}: {one} and {other} have a forfeit; it is written without an opponent."
            ).format(where=where, one=one, other=other)
        elif meeting.spread_only:
            yield _(
                "{where}: only the spread of {one} and {other} is known; it is written as the "
                "winner's score."
            ).format(where=where, one=one, other=other)


def caps_in_words(caps: Sequence[int] | None) -> str:
    """Return the spread caps round by round, such as `350, then 300`; empty without any."""
    left = list(caps or ())
    while len(left) > 1 and left[-1] == left[-2]:
        left.pop()
    if not any(left):
        return ""
    return _(", then ").join(str(cap) if cap else _("none") for cap in left)


def unsupported_caps(event: PortableEvent) -> Iterator[str]:
    """Yield a message on the spread cap, for a format that cannot contain it."""
    if caps := caps_in_words(event.spread_caps):
        yield _(
            "The file cannot store the spread cap ({caps}): standings made from the file use "
            "the full spread."
        ).format(caps=caps)


def missing_member_numbers(event: PortableEvent) -> Iterator[str]:
    """Yield a message on the players without a member number, and one for each number that several people share.

    Missing numbers are reported if the rating body requires them, or if some players have one.
    """
    entrants = [entrant for division in event.divisions for entrant in division.entrants]
    names = [entrant.name for entrant in entrants if not entrant.member]
    system = all_systems().get(event.rating_system)
    is_asked_for = system is not None and system.asks_for_numbers
    if names and (is_asked_for or len(names) < len(entrants)):
        yield _("Without a member number ({count}): {listed}.").format(
            count=len(names), listed=list_names(names)
        )
    holders: dict[str, set[str]] = defaultdict(set)
    for entrant in entrants:
        holders[entrant.member].add(entrant.name)
    for number, people in holders.items():
        if number and len(people) > 1:
            yield _("{players} have the same member number {number}.").format(
                players=and_list(sorted(people)), number=number
            )


def imported_figures(event: PortableEvent) -> Iterator[str]:
    """Yield a warning if ranks and ratings by round are written as imported, without later corrections."""
    tags = {
        name
        for division in event.divisions
        for entrant in division.entrants
        for name, _value in entrant.extras.get("tags", [])
        if any(word in name for word in _OF_THE_FILE)
    }
    if tags:
        yield (
            _(
                "Ranks and ratings of each round ({tags}) are written as in the imported file; "
                "later corrections and games are not included."
            ).format(tags=comma_list(sorted(tags)))
        )


def long_names(event: PortableEvent, most: int) -> Iterator[str]:
    """Yield a message for each name that is truncated to the width of a column."""
    for division in event.divisions:
        for entrant in division.entrants:
            if len(entrant.name) > most:
                yield _("The name {name} is shortened to “{cut}”.").format(
                    name=entrant.name, cut=entrant.name[:most].strip()
                )


def unsupported_penalties(event: PortableEvent) -> Iterator[str]:
    """Yield a message for each penalty, for a format that cannot contain them."""
    for division in event.divisions:
        for entrant in division.entrants:
            for penalty in entrant.penalties:
                yield (
                    _(
                        "Division {division}, round {round}: the file cannot store the penalty "
                        "of {entrant} ({spread})."
                    ).format(
                        division=division.name,
                        round=penalty.round,
                        entrant=entrant.name,
                        spread=format_signed(penalty.spread),
                    )
                )


def unlisted_awards(event: PortableEvent) -> Iterator[str]:
    """Yield messages on half byes, forfeits and void rounds that a list of games omits.

    Also yield one for each game that was won against the scores.
    """
    idle: dict[tuple[str, str], list[int]] = defaultdict(list)
    for division, number, meeting in every_meeting(event):
        if meeting.is_alone and meeting.outcome == Outcome.VOID:
            idle[division.name, division.name_of(meeting.first)].append(number)
            continue
        if winner := _named_winner(division, meeting):
            yield _(
                "Division {division}, round {number}: {winner} is listed as the winner, "
                "whatever the scores."
            ).format(division=division.name, number=number, winner=winner)
        if meeting.outcome in GAMES or meeting.outcome == Outcome.BYE:
            continue
        if meeting.outcome == Outcome.HALF_BYE:
            text = _(
                "Division {division}, round {number}: {first} has a half bye; no game is listed."
            )
        elif meeting.is_alone:
            text = _(
                "Division {division}, round {number}: {first} has a forfeit; no game is listed."
            )
        elif meeting.outcome == Outcome.VOID:
            text = _(
                "Division {division}, round {number}: {first} and {second} have a void round; "
                "no game is listed."
            )
        else:
            text = _(
                "Division {division}, round {number}: {first} and {second} have a forfeit; no "
                "game is listed."
            )
        yield text.format(
            division=division.name,
            number=number,
            first=division.name_of(meeting.first),
            second="" if meeting.is_alone else division.name_of(meeting.second),
        )
    for (division_name, name), rounds in idle.items():
        yield ngettext(
            "Division {division}: {player} has no game in round {rounds}; none is listed.",
            "Division {division}: {player} has no game in rounds {rounds}; none is listed.",
            len(rounds),
        ).format(division=division_name, player=name, rounds=round_ranges(rounds))


def _named_winner(division: PortableDivision, meeting: PortableMeeting) -> str:
    """Return the winner of a game whose winner does not follow from the scores; empty for any other meeting."""
    if meeting.outcome not in (Outcome.FIRST_WINS, Outcome.SECOND_WINS):
        return ""
    first = meeting.outcome == Outcome.FIRST_WINS
    return division.name_of(meeting.first if first else meeting.second)


def list_names(names: list[str]) -> str:
    """Return the first `MAX_NAMES` names of a list, and how many more there are, if any."""
    more = len(names) - MAX_NAMES
    first_names = comma_list(names[:MAX_NAMES])
    if more <= 0:
        return first_names
    return _("{names} and {count} more").format(names=first_names, count=more)


def round_ranges(rounds: list[int]) -> str:
    """Return rounds as ranges: `1-9, 12`."""
    runs: list[list[int]] = []
    for number in sorted(rounds):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def every_meeting(event: PortableEvent) -> Iterator[tuple[PortableDivision, int, PortableMeeting]]:
    """Yield the division, the round number and the meeting for every meeting of the event."""
    for division in event.divisions:
        for round_ in division.rounds:
            for meeting in round_.meetings:
                yield division, round_.number, meeting


MAX_LISTED_BOARDS = 3
"""The maximum number of boards without a result that are named one by one for a round."""


def missing_results(event: PortableEvent) -> Iterator[str]:
    """Yield a message for every board without a result, or one for a round with more than `MAX_LISTED_BOARDS`."""
    several = len(event.divisions) > 1
    for division in event.divisions:
        for round_ in division.rounds:
            boards = [_board_label(division, meeting) for meeting in round_.meetings_without_result]
            where = _round_label(division, round_, several=several)
            if len(boards) > MAX_LISTED_BOARDS:
                yield _missing_boards_message(
                    where, boards, round_.meetings_without_result[MAX_LISTED_BOARDS:]
                )
                continue
            for board in boards:
                yield _("{where}: {board} have no result.").format(where=where, board=board)


def _round_label(division: PortableDivision, round_: PortableRound, *, several: bool) -> str:
    if several:
        return _("Division {division}, round {round}").format(
            division=division.name, round=round_.number
        )
    return _("Round {round}").format(round=round_.number)


def _missing_boards_message(
    where: str, boards: list[str], rest: tuple[PortableMeeting, ...]
) -> str:
    """Return a message with the first boards in full, and only the board numbers, or the count, of the rest."""
    shown = "; ".join(boards[:MAX_LISTED_BOARDS])
    if numbers := [meeting.board for meeting in rest if meeting.board]:
        return _("{where}: {count} boards have no result: {shown}; and boards {numbers}.").format(
            where=where, count=len(boards), shown=shown, numbers=comma_list(numbers)
        )
    return ngettext(
        "{where}: {count} boards have no result: {shown}; and {more} more.",
        "{where}: {count} boards have no result: {shown}; and {more} more.",
        len(rest),
    ).format(where=where, count=len(boards), shown=shown, more=len(rest))


def _board_label(division: PortableDivision, meeting: PortableMeeting) -> str:
    """Return the two players of a meeting, preceded by the board number if there is one."""
    one, other = division.name_of(meeting.first), division.name_of(meeting.second)
    if meeting.board:
        return _("board {board}, {one} and {other}").format(
            board=meeting.board, one=one, other=other
        )
    return _("{one} and {other}").format(one=one, other=other)
