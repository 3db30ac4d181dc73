"""Read AUPAIR lines as divisions, word by word, so that columns may have any width."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.wording.phrases import FormattedInteger
from tournament.engine.interchange import (
    PortableDivision,
    PortableEntrant,
    PortableRound,
    Remark,
    spoken_and_sort_name,
)
from tournament.engine.pairing.event_plan import MAX_PLAYERS, MAX_ROUNDS
from tournament.engine.results import Outcome, game_outcome, game_value
from tournament.engine.roster import MAX_NAME_LENGTH, name_key
from tournament.engine.round_assembly import PlayerMeetings, assemble_rounds
from tournament.exchange.aupair.writing import HALF_BYE_SCORE
from tournament.exchange.import_warnings import implausible_results, remarks_of
from tournament.exchange.tsh.text import MAX_LINE_LENGTH

LAST = "*** END OF FILE ***"
MAX_REMARKS = 20
FIGURE = re.compile(r"\d{1,4}", re.ASCII)
_SCORE = re.compile(r"-?\d{1,3}|\d{4}", re.ASCII)
NAME_COLUMNS = 20
_FIXED = re.compile(
    rf"(?=\S).{{{NAME_COLUMNS}}}"
    r"(?: [ 012]\d{3}(?:   \d|  \d\d| \d{3}|\d{4}|  \+\d| \+\d\d|\+\d{3}))*\s*",
    re.ASCII,
)
"""A pattern for a line in the format's columns: a name of any 20 characters, and 9 columns per round."""
_OPPONENT = re.compile(r"\+?\d{1,4}", re.ASCII)


class _Round(NamedTuple):
    """The result digit, the score, the opponent's number, and whether this player went first.

    The score or the opponent is None if it is invalid.
    """

    result: str
    score: int | None
    opponent: int | None
    first: bool


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    name: str
    rounds: tuple[_Round, ...]
    impossible: tuple[str, ...] = ()
    """The invalid words found in place of scores and opponents."""


def divisions_from_lines(
    file: str, lines: Sequence[str]
) -> tuple[list[PortableDivision], list[Remark]]:
    """Return the divisions in the lines after the first one, and remarks on them.

    There are no divisions if a remark blocks the import.
    """
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
        match = rows.setdefault(section, [])
        try:
            match.append(_parse_row(number, line))
        except ValueError as wrong:
            remarks.append(Remark(file, number, str(wrong), True))
        if len(remarks) >= MAX_REMARKS:
            remarks.append(Remark(file, 0, _("More lines have the same problem."), True))
            break
        if len(match) > MAX_PLAYERS:
            sentence = _(
                "A division has at most {most_players:,} players. Send the file of one event."
            ).format(most_players=FormattedInteger(MAX_PLAYERS))
            remarks.append(Remark(file, number, sentence, True))
            break
    if not ended and not remarks:
        remarks.append(
            Remark(
                file,
                0,
                _("“{last}” is missing at the end. The file may be cut off.").format(last=LAST),
            )
        )
    if not any(rows.values()) and not any(remark.blocks for remark in remarks):
        remarks.append(Remark(file, 0, _("The file contains no players."), True))
    if any(remark.blocks for remark in remarks):
        return [], remarks
    divisions = []
    for name, players in rows.items():
        division, more = _build_division(file, name, players)
        divisions.append(division)
        remarks += more
    return divisions, remarks


def _parse_row(number: int, line: str) -> _Row:
    """Return the player on a line. Raise `ValueError` with a message on the problem."""
    if len(line) > MAX_LINE_LENGTH:
        raise ValueError(_("This line is far too long to describe a player."))
    if _FIXED.fullmatch(line) or _is_in_columns(line):
        name, figures = " ".join(line[:NAME_COLUMNS].split()), _tokens(line[NAME_COLUMNS:])
    else:
        words = _tokens(line)
        begin = next((at for at, word in enumerate(words) if at and FIGURE.fullmatch(word)), 0)
        begin = begin or len(words)
        if (len(words) - begin) % 2 and re.fullmatch(r"\d{1,2}", words[begin], re.ASCII):
            begin += 1  # a number at the end of a name, such as DC Deal 1
        name, figures = " ".join(words[:begin]), words[begin:]
    if not any(letter.isalpha() for letter in name) or len(name) > MAX_NAME_LENGTH:
        raise ValueError(_("“{line}” does not begin with a name.").format(line=line.strip()[:40]))
    if len(figures) % 2:
        raise ValueError(
            _(
                "{name}: {count} numbers do not form pairs of score and opponent. One is "
                "missing, or two run together; separate them with a space."
            ).format(name=name, count=len(figures))
        )
    rounds = []
    impossible = []
    for score, opponent in zip(figures[::2], figures[1::2], strict=True):
        is_score, is_opponent = _SCORE.fullmatch(score), _OPPONENT.fullmatch(opponent)
        impossible += [score] * (not is_score) + [opponent] * (not is_opponent)
        result = score[0] if len(score) == 4 else "0"
        rounds.append(
            _Round(
                result,
                int(math.fmod(int(score), 1000)) if is_score else None,
                int(opponent.lstrip("+")) if is_opponent else None,
                opponent[0] == "+",
            )
        )
    if len(rounds) > MAX_ROUNDS:
        raise ValueError(
            _("{name} has more than {most_rounds} rounds.").format(
                name=name, most_rounds=MAX_ROUNDS
            )
        )
    return _Row(number, name, tuple(rounds), tuple(impossible))


def _is_in_columns(line: str) -> bool:
    """Return whether the name column ends in a space and has no numbers, and the rest consists of pairs of words."""
    name, rest = line[:NAME_COLUMNS], line[NAME_COLUMNS:]
    return (
        name.endswith(" ")
        and len(_tokens(rest)) % 2 == 0
        and not any(FIGURE.fullmatch(word) for word in _tokens(name))
    )


def _tokens(text: str) -> list[str]:
    """Return the words, with the `+` of the first player joined to the opponent's number."""
    return text.replace("+", " +").replace("+ ", "+").split()


def _build_division(
    file: str, name: str, rows: list[_Row]
) -> tuple[PortableDivision, list[Remark]]:
    entrants, lines = [], []
    remarks: list[Remark] = []
    seen: dict[str, int] = {}
    for number, row in enumerate(rows, start=1):
        full_name, listed = spoken_and_sort_name(row.name)
        key = name_key(full_name)
        if key in seen:
            sentence = _("{row} is also on line {seen}. Make the two names different.").format(
                row=row.name, seen=seen[key]
            )
            remarks.append(Remark(file, row.line, sentence, True))
        seen[key] = row.line
        entrants.append(
            PortableEntrant(
                number, full_name, listed, row.name, extras={"name": row.name}, line=row.line
            )
        )
        lines.append(_player_meetings(number, full_name, row, rows))
        for figure in row.impossible:
            text = _(
                "{name}: “{figure}” is neither a score nor an opponent. It is left out; correct the "
                "result after the import."
            )
            remarks.append(Remark(file, row.line, text.format(name=full_name, figure=figure[:20])))
        remarks += _contradicting_results(file, number, full_name, rows)
    if unsaid := sum(_minimal_award_count(place, row) for place, row in enumerate(rows, 1)):
        sentence = _(
            "Division {name}: {unsaid} byes or forfeits are written as 2001 or 0000 in the "
            "file, which is a spread of 1 or 0. Many files use these figures whatever the "
            "rules; correct the results if your rules give more."
        ).format(name=name, unsaid=unsaid)
        remarks.append(Remark(file, 0, sentence))
    done = assemble_rounds(lines, bye_spread=0)
    rounds = tuple(_round_with_winners(round_, rows) for round_ in done.rounds)
    division = PortableDivision(name, tuple(entrants), rounds, file=file)
    return division, [
        *remarks,
        *remarks_of(file, done.contradictions),
        *implausible_results(division),
    ]


def _minimal_award_count(number: int, row: _Row) -> int:
    """Return the number of byes with a score of 1 and forfeits with a score of 0 in the row."""
    return sum(
        opponent in (0, number) and result != "1" and score == (result == "2")
        for result, score, opponent, _ in row.rounds
    )


def _contradicting_results(file: str, number: int, name: str, rows: list[_Row]) -> Iterator[Remark]:
    """Yield remarks on the player's games whose result digit contradicts the scores."""
    row = rows[number - 1]
    for at, (result, score, opponent, _first) in enumerate(row.rounds):
        if (
            opponent is None
            or opponent == number
            or not 0 < opponent <= len(rows)
            or at >= len(rows[opponent - 1].rounds)
        ):
            continue
        theirs = rows[opponent - 1].rounds[at].score
        if score is None or theirs is None:
            continue
        due = str(game_value(Outcome.PLAYED, score, theirs)[1])
        if result == due:
            continue
        if winner := _winner_despite_scores(at, number, opponent, rows):
            if winner != number:
                continue
            text = _(
                "Round {round}: {player} has {score} to {theirs}, but the game is marked as "
                "won. It is imported as a win whatever the scores."
            )
        else:
            text = _(
                "Round {round}: {player} has {score} to {theirs}, but the game is marked with a "
                "different outcome. The scores count."
            )
        yield Remark(
            file, row.line, text.format(round=at + 1, player=name, score=score, theirs=theirs)
        )


def _winner_despite_scores(at: int, one: int, other: int, rows: list[_Row]) -> int:
    """Return the number of the player whom both result digits, but not the scores, make the winner; otherwise 0."""
    mine, theirs = (
        rows[number - 1].rounds[at]
        if at < len(rows[number - 1].rounds)
        else _Round("", 0, 0, first=False)
        for number in (one, other)
    )
    if mine.score is None or theirs.score is None:
        return 0
    marked = {("2", "0"): (0,), ("0", "2"): (1,)}.get((mine.result, theirs.result), ())
    named = game_outcome(marked, mine.score, theirs.score)
    return {Outcome.FIRST_WINS: one, Outcome.SECOND_WINS: other}.get(named, 0)


def _round_with_winners(round_: PortableRound, rows: list[_Row]) -> PortableRound:
    """Return the round with the winners given by result digits that contradict the scores."""
    meetings = []
    for meeting in round_.meetings:
        winner = (
            0
            if meeting.is_alone
            else _winner_despite_scores(round_.number - 1, meeting.first, meeting.second, rows)
        )
        if winner:
            won = Outcome.FIRST_WINS if winner == meeting.first else Outcome.SECOND_WINS
            meeting = replace(meeting, outcome=won)
        meetings.append(meeting)
    return PortableRound(round_.number, tuple(meetings))


def _player_meetings(number: int, name: str, row: _Row, rows: list[_Row]) -> PlayerMeetings:
    opponents, scores, starts = [], [], []
    forfeits, byes, half_byes = set(), set(), set()
    for at, (result, score, opponent, first) in enumerate(row.rounds, start=1):
        alone = opponent in (0, number)
        opponents.append(0 if alone else opponent)
        if alone or opponent is None or not 0 < opponent <= len(rows):
            starts.append(0)
        else:
            theirs = rows[opponent - 1].rounds
            began = at <= len(theirs) and theirs[at - 1].first
            starts.append(1 if first else 2 if began else 4)
        if not alone or score is None:
            scores.append(score)
        elif result == "2":
            scores.append(score)
            byes.add(at)
        elif result == "1":
            scores.append(0)
            if score == HALF_BYE_SCORE:
                half_byes.add(at)
        else:
            scores.append(-score)
            forfeits.add(at)
    return PlayerMeetings(
        number=number,
        name=name,
        line=row.line,
        opponents=tuple(opponents),
        scores=tuple(scores),
        starts=tuple(starts),
        forfeits=frozenset(forfeits),
        byes=frozenset(byes),
        half_byes=frozenset(half_byes),
    )
