"""Write AUPAIR lines, and report data that they cannot contain."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.engine.interchange import (
    PortableDivision,
    PortableEvent,
    PortableMeeting,
    has_forfeited,
    score_of,
)
from tournament.engine.results import GAMES, NOBODY, WITHOUT_SPREAD, Outcome, is_bye, result_values
from tournament.engine.roster import name_key
from tournament.exchange.preflight import every_meeting, list_names

MAX_NAME_LENGTH = 20
"""The maximum length of a name."""
MAX_SCORE = 999
BYE_SCORE = 1
"""The score written for a bye, whatever its spread.

After the result digit 2, the cell of a bye reads `2001`; the cell of a forfeit reads `0000`.
"""
HALF_BYE_SCORE = 350
"""The score written for a bye worth half a win; after the result digit 1, the cell reads `1350`."""


def player_lines(division: PortableDivision) -> list[str]:
    """Return a line for every player with a game or a bye, numbered without gaps."""
    played = _present_numbers(division)
    there = [entrant for entrant in division.entrants if entrant.number in played]
    places = {entrant.number: place for place, entrant in enumerate(there, 1)}
    lines = []
    for entrant in there:
        name = entrant.name[:MAX_NAME_LENGTH].replace("*", " ")
        cells = []
        for round_ in division.rounds:
            result, score, opponent, first = _cell(
                round_.meeting_of(entrant.number), entrant.number, places
            )
            cells.append(f" {result}{score:03d}{f'+{opponent}' if first else opponent!s:>4}")
        lines.append(f"{name:<{MAX_NAME_LENGTH}}{''.join(cells)}")
    return lines


def _present_numbers(division: PortableDivision) -> set[int]:
    """Return the numbers of all players with a game or a bye."""
    return {
        number
        for round_ in division.rounds
        for meeting in round_.meetings
        if is_bye(meeting.outcome) or (meeting.outcome in GAMES and not meeting.is_alone)
        for number in (meeting.first, meeting.second)
    } - {NOBODY}


def awards_without_spread(event: PortableEvent) -> Iterator[str]:
    """Yield messages on how many byes and how many forfeits are written without their spread."""
    byes = forfeits = 0
    for _division, _number, meeting in every_meeting(event):
        if meeting.outcome in GAMES or meeting.outcome in WITHOUT_SPREAD:
            continue
        for number in {meeting.first} if meeting.is_alone else (meeting.first, meeting.second):
            gone = has_forfeited(meeting, number)
            if score_of(meeting, number) != (0 if gone else BYE_SCORE):
                byes, forfeits = byes + (not gone), forfeits + gone
    if byes:
        yield ngettext(
            "{count} bye is written without its spread, which the format cannot store.",
            "{count} byes are written without their spread, which the format cannot store.",
            byes,
        ).format(count=byes)
    if forfeits:
        yield ngettext(
            "{count} forfeit is written without its spread, which the format cannot store.",
            "{count} forfeits are written without their spread, which the format cannot store.",
            forfeits,
        ).format(count=forfeits)


def players_without_game(event: PortableEvent) -> Iterator[str]:
    """Yield a message for each division with players who are left out, since they have no game or bye."""
    for division in event.divisions:
        played = _present_numbers(division)
        names = [entrant.name for entrant in division.entrants if entrant.number not in played]
        if names:
            yield (
                _(
                    "Division {division}: players without a game or a bye are left out: "
                    "{listed}. The numbers of later players change."
                ).format(division=division.name, listed=list_names(names))
            )


def ambiguous_names(event: PortableEvent) -> list[str]:
    """Return a message for each name that equals another in its division after truncation."""
    sentences = []
    for division in event.divisions:
        cut: dict[str, str] = {}
        for entrant in division.entrants:
            short = name_key(entrant.name[:MAX_NAME_LENGTH])
            if short in cut:
                sentences.append(
                    _("{cut} and {entrant} have the same first {longest} characters.").format(
                        cut=cut[short], entrant=entrant.name, longest=MAX_NAME_LENGTH
                    )
                )
            cut[short] = entrant.name
    return sentences


def replaced_letters(event: PortableEvent) -> Iterator[str]:
    """Yield messages on names with letters outside Latin-1."""
    for division in event.divisions:
        for entrant in division.entrants:
            plain = encode_latin(entrant.name).decode("iso-8859-1")
            if plain != entrant.name:
                yield _(
                    "The name {entrant} is written as {plain}, because the file is in Latin-1."
                ).format(entrant=entrant.name, plain=plain)


def _cell(
    meeting: PortableMeeting | None, number: int, places: Mapping[int, int]
) -> tuple[str, int, int, bool]:
    """Return the result digit (blank for a loss), the score, the opponent, and whether the player went first.

    Without a game, the opponent is the player. A void round or a round without a meeting is written as a
    tie with the score 0.
    """
    own = places[number]
    if meeting is None or meeting.outcome == Outcome.VOID:
        return "1", 0, own, False
    if meeting.outcome == Outcome.HALF_BYE:
        return "1", HALF_BYE_SCORE, own, False
    if meeting.outcome not in GAMES or meeting.is_alone:
        return (
            ("0", 0, own, False) if has_forfeited(meeting, number) else ("2", BYE_SCORE, own, True)
        )
    seat, other = (0, meeting.second) if number == meeting.first else (1, meeting.first)
    scores = meeting.written_scores
    won = result_values(meeting.outcome, *scores)[seat].half_points or 0
    goes_first = meeting.firsts_known and number == meeting.first
    return " 12"[won], scores[seat], places[other], goes_first


def scores_out_of_range(event: PortableEvent) -> list[str]:
    """Return a message for each score outside the range of the format."""
    return [
        _(
            "Division {division}, round {round_number}: the score of {name_of}, {score}, does not "
            "fit; scores must be from 0 to {most_score}."
        ).format(
            division=division.name,
            round_number=round_.number,
            score=score,
            name_of=division.name_of(number),
            most_score=MAX_SCORE,
        )
        for division in event.divisions
        for round_ in division.rounds
        for meeting in round_.meetings
        if meeting.outcome in GAMES and meeting.has_result and not meeting.spread_only
        for number, score in (
            (meeting.first, meeting.first_score),
            (meeting.second, meeting.second_score),
        )
        if score is not None and not 0 <= score <= MAX_SCORE
    ]


def encode_latin(text: str) -> bytes:
    """Return the text in Latin-1; letters outside it lose their accent or stroke, or become `?`."""
    plain = "".join(letter if letter <= "\xff" else _base_letter(letter) for letter in text)
    return plain.encode("iso-8859-1", errors="replace")


def _base_letter(letter: str) -> str:
    """Return the base letter, `S` for `Ş` or `L` for `Ł`, or the letter itself if it has none."""
    base = unicodedata.normalize("NFKD", letter)[0]
    try:
        return unicodedata.lookup(unicodedata.name(base).partition(" WITH ")[0])
    except (KeyError, ValueError):
        return base


def oversized_divisions(event: PortableEvent) -> list[str]:
    """Return messages on divisions with too many players."""
    return [
        _(
            "Division {division} has {count} players; the format allows at most {most_score}."
        ).format(division=division.name, count=len(division.entrants), most_score=MAX_SCORE)
        for division in event.divisions
        if len(division.entrants) > MAX_SCORE
    ]
