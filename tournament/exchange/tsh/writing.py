"""Write a division as player lines, with all data stored from its original file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.engine.interchange import (
    MEMBER_TAG,
    PortableDivision,
    PortableEntrant,
    PortableEvent,
    PortableMeeting,
    UnwritableEvent,
    has_forfeited,
    member_number_in,
    score_of,
    spoken_and_sort_name,
)
from tournament.engine.results import GAMES, Outcome
from tournament.engine.roster import name_key
from tournament.exchange.tsh.own_tag import TAG, own_tag_text
from tournament.exchange.tsh.players import tag_integers

Tag = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """One player's line: opponents (0 for none), scores, and tags in order."""

    entrant: PortableEntrant
    opponents: tuple[int, ...]
    scores: tuple[int, ...]
    tags: tuple[Tag, ...]


def written_name(entrant: PortableEntrant) -> str:
    """Return the name as in the original file.

    If there is none, or the player has been renamed since, return the name as in sorted lists.
    """
    from_file = str(entrant.extras.get("name") or "")
    if from_file and name_key(spoken_and_sort_name(from_file)[0]) == name_key(entrant.name):
        return from_file
    return entrant.sort_name or entrant.name


def written_rating(entrant: PortableEntrant) -> str:
    """Return the rating as in the file unless it has changed since; 0 for none."""
    from_file = str(entrant.extras.get("rating") or "")
    whole = from_file.split(".")[0].split("+")[0]
    if whole.isdecimal() and int(whole) == (entrant.rating or 0):
        return from_file
    return str(entrant.rating or 0)


def written_lines(division: PortableDivision) -> list[WrittenLine]:
    """Return the lines of a division in the order of the players' numbers, renumbered from 1 without gaps.

    Raise `Unwritable` if a missing result is followed by a later one, because a line lists the scores in
    the order of rounds.
    """
    places = {entrant.number: place for place, entrant in enumerate(division.entrants, 1)}
    seats: dict[int, list[PortableMeeting | None]] = {
        number: [None] * len(division.rounds) for number in places
    }
    for at, round_ in enumerate(division.rounds):
        for meeting in round_.meetings:
            for number in {meeting.first, meeting.second} & set(places):
                seats[number][at] = meeting
    return [
        _written_line(division, entrant, seats[entrant.number], places)
        for entrant in division.entrants
    ]


def refusals_of(event: PortableEvent, *, names: bool = True) -> tuple[str, ...]:
    """Return the reasons why `written_lines`, or with `names` also `division_text`, would raise `Unwritable`.

    The tuple is empty if neither would. To save time, `written_lines` is called only for divisions with a
    missing result in a round before the latest one with results; in no other division can a missing
    result be followed by a later one.
    """
    try:
        for division in event.divisions:
            begun = [
                len(round_.meetings_without_result) < len(round_.meetings)
                for round_ in division.rounds
            ]
            latest = max((at for at, has_results in enumerate(begun) if has_results), default=0)
            if any(round_.meetings_without_result for round_ in division.rounds[:latest]):
                written_lines(division)
            if names:
                for entrant in division.entrants:
                    _name_on_a_line(entrant)
    except UnwritableEvent as wrong:
        return wrong.reasons
    return ()


def division_text(division: PortableDivision) -> str:
    """Return the division as the text of a `.t` file.

    Raise `Unwritable` if a missing result is followed by a later one, or if a name does not fit on a line.
    """
    records = written_lines(division)
    names = [_name_on_a_line(record.entrant) for record in records]
    width = max(map(len, names), default=0) + 2
    comments: dict[int, list[str]] = {}
    for place, line in division.extras.get("comments", []):
        comments.setdefault(place, []).append(line)
    lines = []
    for place, record in enumerate(records):
        lines += comments.pop(place, [])
        head = f"{names[place]:<{width}}{written_rating(record.entrant):>4}"
        parts = [
            " ".join([head, *map(str, record.opponents)]),
            " ".join(map(str, record.scores)),
            *(
                f"{name} {_escape(text or '')}".rstrip()
                for name, text in record.tags
                if text is not None
            ),
        ]
        lines.append("; ".join(parts))
    for left in comments.values():
        lines += left
    return "".join(f"{line}\n" for line in lines)


def _name_on_a_line(entrant: PortableEntrant) -> str:
    """Return the name as it is written on a line. Raise `Unwritable` if it would be misread in the file."""
    name = _escape(written_name(entrant))
    last = name.split()[-1] if name.split() else ""
    if name.startswith("#") or not last or (last.isascii() and last.replace(".", "").isdecimal()):
        raise UnwritableEvent(
            _(
                "The name “{entrant}” would be read as a rating or a remark in a .t file. Change "
                "it on the player's page first."
            ).format(entrant=entrant.name)
        )
    return name


def _written_line(
    division: PortableDivision,
    entrant: PortableEntrant,
    seats: Sequence[PortableMeeting | None],
    places: dict[int, int],
) -> WrittenLine:
    number = entrant.number
    last = max((at for at, meeting in enumerate(seats, 1) if meeting is not None), default=0)
    if entrant.withdrawn_after is None:
        last = len(seats)
    seats = seats[:last]
    opponents: list[int] = []
    scores: list[int] = []
    for at, meeting in enumerate(seats, start=1):
        if meeting is None:
            side: tuple[int, int | None] = (0, 0)
        else:
            side = _opponent_and_score(meeting, number, places)
        opponent, score = side
        opponents.append(opponent)
        if score is None:
            continue
        if len(scores) < at - 1:
            missing = seats[len(scores)]
            board = missing.board if missing is not None else None
            raise UnwritableEvent(
                _(
                    "Division {division}, round {round}: board {board} ({player}) has no result, "
                    "but round {later} has one. The file lists scores in the order of rounds; "
                    "enter the missing result first."
                ).format(
                    division=division.name,
                    round=len(scores) + 1,
                    board=board or "?",
                    player=division.name_of(number),
                    later=at,
                )
            )
        scores.append(score)
    more = own_tag_text(number, seats, places)
    tags = [*_tags(entrant, seats), *([(TAG, more)] if more else [])]
    return WrittenLine(entrant, tuple(opponents), tuple(scores), tuple(tags))


def _opponent_and_score(
    meeting: PortableMeeting, number: int, places: dict[int, int]
) -> tuple[int, int | None]:
    """Return the opponent and the player's own score; the opponent is 0 for a bye, forfeit or void round.

    The score is None if there is no result.
    """
    mine = score_of(meeting, number)
    if meeting.is_alone:
        if meeting.outcome == Outcome.VOID:
            return 0, 0
        return 0, mine
    if meeting.outcome == Outcome.VOID:
        return 0, 0
    if meeting.outcome not in GAMES:
        return 0, mine
    other = meeting.second if number == meeting.first else meeting.first
    if meeting.spread_only and meeting.has_result:
        mine = meeting.written_scores[0 if number == meeting.first else 1]
    return places[other], mine


def _tags(entrant: PortableEntrant, seats: Sequence[PortableMeeting | None]) -> list[Tag]:
    """Return the tags in their original order, with the known ones updated, then new ones.

    Passwords are left out.
    """
    tags_kept: list[Tag] = [(name, text) for name, text in entrant.extras.get("tags", [])]
    known = {
        "board": _board_tag(seats, _stored_tag(tags_kept, "board")),
        "p12": _start_tag(entrant.number, seats, _stored_tag(tags_kept, "p12")),
        "penalty": _penalty_tag(entrant, _stored_tag(tags_kept, "penalty")),
        "class": entrant.rating_class,
        MEMBER_TAG: entrant.member
        or (None if member_number_in(entrant.extras) else _stored_tag(tags_kept, MEMBER_TAG)),
        "team": entrant.team,
        "off": _off_tag(entrant, seats, _stored_tag(tags_kept, "off")),
    }
    written: list[Tag] = []
    for name, text in tags_kept:
        if "password" in name.lower():
            continue
        if name not in known:
            written.append((name, text))
            continue
        now = known.pop(name)
        if now is None:
            continue
        same = now == text or (text and _is_equivalent(name, text, now))
        if now or text in (None, ""):
            written.append((name, text if same or not now else now))
    for name, now in known.items():
        if now and not any(tag_name == name for tag_name, _ in written):
            written.append((name, now))
    return written


def _is_equivalent(name: str, text: str, now: str) -> bool:
    """Return whether the stored value of a tag, `text`, means the same as the current one.

    Member numbers are compared with normalized spaces. Other tags are compared as lists of numbers, and
    `text` must contain nothing else.
    """
    if name == MEMBER_TAG:
        return " ".join(text.split()) == now
    return tag_integers(text) == tag_integers(now) and _is_list_of_figures(text)


def _stored_tag(tags: Sequence[Tag], name: str) -> str:
    return next((text or "" for tag_name, text in tags if tag_name == name), "")


def _board_tag(seats: Sequence[PortableMeeting | None], kept_text: str) -> str:
    before = tag_integers(kept_text)
    now = []
    for at, meeting in enumerate(seats):
        old = before[at] if at < len(before) else 0
        now.append(old if meeting is None or meeting.is_alone else meeting.board or old)
    return _figures_text(now, before)


def _start_tag(number: int, seats: Sequence[PortableMeeting | None], kept_text: str) -> str:
    before = tag_integers(kept_text)
    now = []
    for at, meeting in enumerate(seats):
        old = before[at] if at < len(before) else None
        if meeting is None or meeting.is_alone or meeting.outcome not in GAMES:
            now.append(old or 0)
        elif not meeting.firsts_known:
            now.append(4 if old is None else old)
        else:
            now.append(1 if meeting.first == number else 2)
    while len(now) > len(before) and now[-1] in (0, 4):
        now.pop()
    return _figures_text(now, before)


def _penalty_tag(entrant: PortableEntrant, kept_text: str) -> str:
    before = tag_integers(kept_text)
    now = [0] * max([len(before), *(penalty.round for penalty in entrant.penalties)])
    for penalty in entrant.penalties:
        now[penalty.round - 1] += penalty.spread
    return _figures_text(now, before)


def _figures_text(now: list[int], before: tuple[int, ...]) -> str:
    """Return the current figures as a string, followed by any further figures of the file.

    Trailing zeros of the current figures are left out where the file has no figures.
    """
    while len(now) > len(before) and not now[-1]:
        now.pop()
    return " ".join(map(str, [*now, *before[len(now) :]]))


def _off_tag(
    entrant: PortableEntrant, seats: Sequence[PortableMeeting | None], kept_text: str
) -> str | None:
    """Return the `off` tag of a withdrawn player: the stored value, else the latest forfeit's spread, else 0.

    Return None for an active player.
    """
    if entrant.withdrawn_after is None:
        return None
    if kept_text:
        return kept_text
    for meeting in reversed(seats):
        if meeting is not None and meeting.is_alone and has_forfeited(meeting, entrant.number):
            return str(meeting.first_score)
    return "0"


def _is_list_of_figures(text: str) -> bool:
    return all(part.lstrip("-").isdecimal() for part in text.split())


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace("\n", " ").replace("\r", " ")
