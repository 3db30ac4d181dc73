"""AUPAIR's .TOU: the file WESPA and others rate from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import PurePath

from tournament.engine.assembling import OwnLine, assemble
from tournament.engine.interchange import (
    Division,
    Entrant,
    Event,
    Meeting,
    Remark,
    Unreadable,
    Unwritable,
    forfeited,
    missing_results,
    said_and_listed,
    score_of,
)
from tournament.engine.results import GAMES, Outcome, half_points
from tournament.engine.roster import LONGEST_NAME, name_key
from tournament.exchange.event_files import EventFormat, Sent
from tournament.exchange.preflight import awards_that_do_not_fit, long_names
from tournament.exchange.tsh.text import LONGEST_LINE, decoded, lines_of

LONGEST = 20
"""Letters a name has room for."""
MOST_SCORE = 999
MOST_ROUNDS = 200
MOST_PLAYERS = 2_000
PLACEHOLDER = " " * 38 + "0"
LAST = "*** END OF FILE ***"
_HEAD = re.compile(r"\*M\s*(\d{1,2})\.(\d{1,2})\.(\d{4})\s*(.*)", re.IGNORECASE)
_FIGURE = re.compile(r"\d{1,4}", re.ASCII)
_OPPONENT = re.compile(r"\+?\d{1,4}", re.ASCII)


class Tou(EventFormat):
    """AUPAIR's `.TOU`, sent to WESPA and other rating bodies: names, scores, who went first.

    A round has to be complete before it is written, and a score of 1000 or more does not fit.
    Players without a game are left out; names are cut to 20 letters; a bye has no spread there.
    """

    label = "AUPAIR file (.TOU)"

    def recognises(self, sent: Sent) -> bool:
        """By the ending, or by the line with the date."""
        return PurePath(sent.name).suffix.casefold() == ".tou" or bool(
            re.match(rb"\*M\s*\d", sent.content[:20])
        )

    def read(self, files: Sequence[Sent]) -> Event:
        """The event in it, read by words, so that any width of the columns will do."""
        sent = files[0]
        text, odd = decoded(sent.name, sent.content)
        lines = lines_of(text)
        head = _HEAD.fullmatch(lines[0].strip()) if lines else None
        if head is None:
            told = "The first line is not “*M” with the date, such as “*M25.05.2020 Spring Open”."
            raise Unreadable(Remark(sent.name, 1, told, True))
        divisions, remarks = _sections(sent.name, lines)
        when = _date(head)
        if when is None:
            remarks.append(Remark(sent.name, 1, "The date is none; set it by hand."))
        return Event(
            head[4].strip()[:120],
            tuple(divisions),
            date=when.isoformat() if when else "",
            precedence=("wins", "losses", "spread"),
            preset="wespa",
            remarks=(*odd, *remarks),
        )

    def missing(self, event: Event) -> list[str]:
        """Boards without a result, names that are cut, scores that do not fit, byes."""
        byes = sum(
            meeting.outcome == Outcome.BYE
            for division in event.divisions
            for round_ in division.rounds
            for meeting in round_.meetings
        )
        told = [
            *missing_results(event),
            *_too_large(event),
            *awards_that_do_not_fit(event),
            *long_names(event, LONGEST),
        ]
        if byes:
            told.append(f"{byes} byes are written without their spread: the format has none.")
        return told

    def write(self, event: Event) -> tuple[Sent, ...]:
        """The one file. Raises `Unwritable` naming every board that stands in the way."""
        if reasons := [*missing_results(event), *_too_large(event), *_too_many(event)]:
            raise Unwritable(*reasons, "Enter or correct these first; nothing was written.")
        when = date.fromisoformat(event.date).strftime("%d.%m.%Y") if event.date else "01.01.1900"
        lines = [f"*M{when} {event.name}"]
        for division in event.divisions:
            lines += [f"*{division.name}", PLACEHOLDER, *_player_lines(division)]
        text = "".join(f"{line}\r\n" for line in [*lines, LAST])
        stem = re.sub(r"\W+", "-", event.name).strip("-").lower() or "event"
        return (Sent(f"{stem}.TOU", _latin(text)),)


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    name: str
    rounds: tuple[tuple[str, int, int, bool], ...]
    """Result digit, score, opponent's number, whether this player went first."""


def _sections(file: str, lines: Sequence[str]) -> tuple[list[Division], list[Remark]]:
    rows: dict[str, list[_Row]] = {}
    remarks: list[Remark] = []
    section, ended = "", False
    for number, line in enumerate(lines[1:], start=2):
        plain = line.strip()
        if not plain or plain == "0":
            continue
        if plain.startswith("***"):
            ended = True
            break
        if plain.startswith("*"):
            section = plain[1:].strip()[:40] or "A"
            rows.setdefault(section, [])
            continue
        section = section or "A"
        found = rows.setdefault(section, [])
        try:
            found.append(_row(number, line))
        except ValueError as wrong:
            remarks.append(Remark(file, number, str(wrong), True))
        if len(remarks) > 20 or len(found) > MOST_PLAYERS:
            remarks.append(Remark(file, number, "Too much here is no list of players.", True))
            break
    if not ended and not remarks:
        remarks.append(Remark(file, 0, f"“{LAST}” is missing at the end; the file may be cut off."))
    if not any(rows.values()) and not any(remark.blocks for remark in remarks):
        remarks.append(Remark(file, 0, "There is no player in it.", True))
    if any(remark.blocks for remark in remarks):
        return [], remarks
    divisions = []
    for name, players in rows.items():
        division, more = _division(file, name, players)
        divisions.append(division)
        remarks += more
    return divisions, remarks


def _row(number: int, line: str) -> _Row:
    """One player; raises `ValueError` with what is wrong."""
    if len(line) > LONGEST_LINE:
        raise ValueError("The line is far too long for a player.")
    words = line.replace("+", " +").replace("+ ", "+").split()
    begin = next(
        (at for at, word in enumerate(words) if at and _FIGURE.fullmatch(word)), len(words)
    )
    name, figures = " ".join(words[:begin]), words[begin:]
    if not any(letter.isalpha() for letter in name) or len(name) > LONGEST_NAME:
        raise ValueError(f"“{line.strip()[:40]}” has no name in front.")
    if len(figures) % 2:
        raise ValueError(
            f"{name}: {len(figures)} figures are no pairs of score and opponent. One is missing, "
            "or two run together; put a blank between them."
        )
    rounds = []
    for score, opponent in zip(figures[::2], figures[1::2], strict=True):
        if not _FIGURE.fullmatch(score) or not _OPPONENT.fullmatch(opponent):
            raise ValueError(f"{name}: “{score} {opponent}” is no score and opponent.")
        result = score[0] if len(score) == 4 else "0"
        rounds.append((result, int(score) % 1000, int(opponent.lstrip("+")), opponent[0] == "+"))
    if len(rounds) > MOST_ROUNDS:
        raise ValueError(f"{name} has more than {MOST_ROUNDS} rounds.")
    return _Row(number, name, tuple(rounds))


def _division(file: str, name: str, rows: list[_Row]) -> tuple[Division, list[Remark]]:
    entrants, lines = [], []
    remarks: list[Remark] = []
    seen: dict[str, int] = {}
    for number, row in enumerate(rows, start=1):
        said, listed = said_and_listed(row.name)
        key = name_key(said)
        if key in seen:
            told = f"{row.name} stands on line {seen[key]} too. Tell the two apart by their names."
            remarks.append(Remark(file, row.line, told, True))
        seen[key] = row.line
        entrants.append(
            Entrant(number, said, listed, row.name, kept={"name": row.name}, line=row.line)
        )
        lines.append(_own_line(number, said, row, rows))
        for at, (result, score, opponent, _) in enumerate(row.rounds):
            if opponent == number or not 0 < opponent <= len(rows):
                continue
            others = rows[opponent - 1].rounds
            theirs = others[at][1] if at < len(others) else score
            due = "2" if score > theirs else "1" if score == theirs else "0"
            if at < len(others) and result != due:
                told = f"Round {at + 1}: {said} has {score} to {theirs}, but is marked otherwise. The scores count."
                remarks.append(Remark(file, row.line, told))
    done = assemble(file, lines, bye_spread=0)
    return Division(name, tuple(entrants), tuple(done.rounds), file=file), remarks + done.remarks


def _own_line(number: int, name: str, row: _Row, rows: list[_Row]) -> OwnLine:
    opponents, scores, starts, forfeits = [], [], [], set()
    for at, (result, score, opponent, first) in enumerate(row.rounds, start=1):
        alone = opponent == number
        opponents.append(0 if alone else opponent)
        marked = alone or not 0 < opponent <= len(rows)
        began = (
            not marked
            and at <= len(rows[opponent - 1].rounds)
            and rows[opponent - 1].rounds[at - 1][3]
        )
        starts.append(0 if marked else 1 if first else 2 if began else 4)
        if not alone or result == "2":
            scores.append(score)
        elif result == "1":
            scores.append(0)
        else:
            scores.append(-score)
            forfeits.add(at)
    return OwnLine(
        number=number,
        name=name,
        line=row.line,
        opponents=tuple(opponents),
        scores=tuple(scores),
        starts=tuple(starts),
        forfeits=frozenset(forfeits),
    )


def _player_lines(division: Division) -> list[str]:
    """A line for everybody with a game; numbers are closed up."""
    played = {
        number
        for round_ in division.rounds
        for meeting in round_.meetings
        if meeting.outcome in GAMES and not meeting.alone
        for number in (meeting.first, meeting.second)
    }
    listed = [entrant for entrant in division.entrants if entrant.number in played]
    places = {entrant.number: place for place, entrant in enumerate(listed, 1)}
    lines = []
    for entrant in listed:
        name = entrant.name[:LONGEST].replace("*", " ")
        cells = []
        for round_ in division.rounds:
            result, score, opponent, first = _cell(
                round_.meeting_of(entrant.number), entrant.number, places
            )
            cells.append(f" {result}{score:03d}{f'+{opponent}' if first else opponent!s:>4}")
        lines.append(f"{name:<{LONGEST}}{''.join(cells)}")
    return lines


def _cell(
    meeting: Meeting | None, number: int, places: Mapping[int, int]
) -> tuple[str, int, int, bool]:
    """Result digit, score, opponent and whether first, as the format has them."""
    own = places[number]
    if meeting is None or meeting.outcome == Outcome.VOID:
        return "1", 0, own, False
    if meeting.outcome not in GAMES or meeting.alone:
        return ("0", 0, own, False) if forfeited(meeting, number) else ("2", 1, own, True)
    mine = score_of(meeting, number) or 0
    other = meeting.second if number == meeting.first else meeting.first
    theirs = score_of(meeting, other) or 0
    if meeting.spread_only:
        margin = (meeting.first_score or 0) * (1 if number == meeting.first else -1)
        mine, theirs = max(margin, 0), max(-margin, 0)
    won = half_points(meeting.outcome, mine - theirs if number == meeting.first else theirs - mine)
    result = " 12"[won if number == meeting.first else 2 - won]
    return result, mine, places[other], meeting.firsts_known and number == meeting.first


def _too_large(event: Event) -> list[str]:
    """Scores that have no room, one sentence each."""
    return [
        f"Division {division.name}, round {round_.number}: {score} points of "
        f"{division.name_of(number)} do not fit; {MOST_SCORE} are the most and 0 the least."
        for division in event.divisions
        for round_ in division.rounds
        for meeting in round_.meetings
        if meeting.outcome in GAMES and meeting.has_result and not meeting.spread_only
        for number, score in (
            (meeting.first, meeting.first_score),
            (meeting.second, meeting.second_score),
        )
        if score is not None and not 0 <= score <= MOST_SCORE
    ]


def _latin(text: str) -> bytes:
    """The text in Latin-1; a letter that has no place there loses its accent."""
    plain = "".join(
        letter if letter <= "\xff" else unicodedata.normalize("NFKD", letter)[0] for letter in text
    )
    return plain.encode("iso-8859-1", errors="replace")


def _too_many(event: Event) -> list[str]:
    """Divisions whose numbers have no room."""
    return [
        f"Division {division.name} has {len(division.entrants)} players; {MOST_SCORE} fit."
        for division in event.divisions
        if len(division.entrants) > MOST_SCORE
    ]


def _date(head: re.Match[str]) -> date | None:
    try:
        return date(int(head[3]), int(head[2]), int(head[1]))
    except ValueError:
        return None
