"""Woogles tournaments as JSON."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import format_signed
from tournament.engine.interchange import (
    PortableDivision,
    PortableEntrant,
    PortableEvent,
    PortableMeeting,
    PortableRound,
    Remark,
    UnreadableEvent,
    spoken_and_sort_name,
)
from tournament.engine.pairing.event_plan import MAX_PLAYERS, MAX_ROUNDS
from tournament.engine.results import NOBODY, Outcome, game_outcome, result_values, winners
from tournament.engine.roster import MAX_NAME_LENGTH, name_key
from tournament.engine.round_assembly import MAX_SCORE, sort_by_board
from tournament.exchange.event_files import EventFormat, NamedFile
from tournament.exchange.import_warnings import implausible_results

MAX_REMARKS = 20
OUTCOME_NAMES = (
    "NO_RESULT",
    "WIN",
    "LOSS",
    "DRAW",
    "BYE",
    "FORFEIT_WIN",
    "FORFEIT_LOSS",
    "ELIMINATED",
    "VOID",
)
"""The names of one player's possible outcomes of a pairing, in the order of Woogles' numbers."""
NO_RESULT = "NO_RESULT"
BYE = "BYE"
FORFEIT_WIN = "FORFEIT_WIN"
FORFEIT_LOSS = "FORFEIT_LOSS"
VOID = "VOID"
USUAL_SPREAD = 50
"""The spread of a bye or a forfeit win, and minus that of a forfeit loss, unless a score gives another."""


class Woogles(EventFormat):
    """A Woogles tournament in its JSON format: divisions, players, rounds, results, byes and forfeits.

    The standings in the file are used only for comparison: any difference from the results is reported. Boards are
    not included.
    """

    label = _lazy("Woogles tournament (JSON)")
    writes = False

    def recognises(self, file: NamedFile) -> bool:
        """Return whether the file contains the keys of Woogles' stored form, or those of the form sent to web pages."""
        head = file.content[:4_000_000]
        by_index = b"pidxMap" in head and b"matrix" in head
        return by_index or (b"pairing_map" in head and b"persons" in head)

    def read(self, files: Sequence[NamedFile]) -> PortableEvent:
        """Return the event. Raise `Unreadable` for invalid JSON, an invalid division, or a file without divisions."""
        file = files[0]
        try:
            whole = json.loads(file.content)
        except (ValueError, RecursionError) as broken:
            line = getattr(broken, "lineno", 0)
            sentence = _("The file cannot be read as JSON and may be cut off. Download it again.")
            raise UnreadableEvent(Remark(file.name, line, sentence, True)) from broken
        divisions: list[PortableDivision] = []
        remarks: list[Remark] = []
        if isinstance(whole, dict) and isinstance(whole.get("divisions"), dict):
            whole = whole["divisions"]
        for name, content in whole.items() if isinstance(whole, dict) else ():
            try:
                values = _division_content(content)
                if values is None:
                    continue
                reading = _DivisionReader(file.name, str(name)[:40] or "A", values)
                divisions.append(reading.read_division())
            except (KeyError, TypeError, ValueError, IndexError, AttributeError) as wrong:
                sentence = _(
                    "Division {name} is not in Woogles format ({reason}). Download the file again."
                ).format(name=name, reason=_error_text(wrong))
                raise UnreadableEvent(Remark(file.name, 0, sentence, True)) from wrong
            reading.remarks.sort(key=lambda remark: not remark.blocks)
            remarks += reading.remarks[:MAX_REMARKS]
        if not divisions:
            sentence = _("The file contains no division.")
            raise UnreadableEvent(Remark(file.name, 0, sentence, True))
        return PortableEvent(
            "", tuple(divisions), precedence=("wins", "losses", "spread"), remarks=tuple(remarks)
        )


@dataclass
class _DivisionReader:
    """A division being read; numbers are 1-based, indexes in the file are 0-based."""

    file: str
    name: str
    values: Mapping[str, Any]
    remarks: list[Remark] = field(default_factory=list)

    def read_division(self) -> PortableDivision:
        """Return the division, and add the remarks on it to `remarks`.

        Raise `ValueError`, `KeyError` or another built-in exception for unexpected data.
        """
        entrants = self._entrants()
        matrix = self.values.get("matrix") or []
        if len(matrix) > MAX_ROUNDS:
            raise ValueError(_("more than {count} rounds").format(count=MAX_ROUNDS))
        paired = [bool(row) and any(self._is_paired(cell) for cell in row) for row in matrix]
        last = max((number for number, is_there in enumerate(paired, 1) if is_there), default=0)
        rounds = tuple(
            PortableRound(
                number,
                tuple(sort_by_board(list(self._meetings(number, matrix[number - 1], entrants)))),
            )
            for number in range(1, last + 1)
        )
        division = PortableDivision(
            self.name, entrants, rounds, rounds_planned=len(matrix) or None, file=self.file
        )
        self.remarks += [*self._name_remarks(entrants), *self._standings_remarks(division)]
        self.remarks += implausible_results(division)
        return division

    def _entrants(self) -> tuple[PortableEntrant, ...]:
        ratings = {
            str(person["id"]): person.get("rating", 0)
            for person in (self.values.get("players") or {}).get("persons", [])
        }
        by_index = {int(index): str(key) for key, index in self.values["pidxMap"].items()}
        if sorted(by_index) != list(range(len(by_index))) or len(by_index) > MAX_PLAYERS:
            raise ValueError(_("the numbers of the players have gaps"))
        entrants = []
        for index in range(len(by_index)):
            nick = by_index[index].rpartition(":")[2].strip()[:MAX_NAME_LENGTH]
            name, sort_name = spoken_and_sort_name(nick)
            rating = _valid_integer(ratings.get(by_index[index]))
            if rating is None or rating < 0:
                text = _(
                    "Division {division}: the rating of {name} is not possible. It is left out; "
                    "enter it after the import."
                )
                self._remark(text.format(division=self.name, name=name))
                rating = 0
            entrants.append(
                PortableEntrant(
                    index + 1,
                    name,
                    sort_name,
                    nick,
                    rating=rating or None,
                    extras={"name": nick, "woogles": by_index[index]},
                )
            )
        return tuple(entrants)

    def _is_paired(self, cell: Any) -> bool:
        return (isinstance(cell, int) and cell >= 0) or bool(isinstance(cell, str) and cell)

    def _meetings(
        self, number: int, row: Sequence[Any], entrants: Sequence[PortableEntrant]
    ) -> Iterator[PortableMeeting]:
        """Yield the meetings of a round; an unpaired player has a void round."""
        seen: set[int] = set()
        for index, entrant in enumerate(entrants):
            if entrant.number in seen:
                continue
            cell = row[index] if index < len(row) else None
            meeting = self._meeting(number, index, cell, entrants)
            seen |= {meeting.first, meeting.second}
            yield meeting

    def _remark(self, text: str) -> None:
        self.remarks.append(Remark(self.file, 0, text))

    def _meeting(
        self, number: int, index: int, cell: Any, entrants: Sequence[PortableEntrant]
    ) -> PortableMeeting:
        pairing = self._pairing(number, index, cell)
        if pairing is None:
            return PortableMeeting(index + 1, NOBODY, 0, 0, Outcome.VOID)
        first, second = (int(player) + 1 for player in pairing["players"])
        if not {first, second} <= set(range(1, len(self.values["pidxMap"]) + 1)):
            raise ValueError(_("a pairing without players in round {round}").format(round=number))
        outcomes = [_outcome_name(outcome) for outcome in pairing.get("outcomes") or (0, 0)]
        games = pairing.get("games") or [{}]
        figures = [_valid_integer(score) for score in (games[-1].get("scores") or (0, 0))]
        scores = [score for score in figures if score is not None]
        if len(scores) < len(figures):
            text = _(
                "Division {division}, round {round}: a score of {one} and {other} is not "
                "possible. The result is left out; enter it after the import."
            )
            one, other = entrants[first - 1].name, entrants[second - 1].name
            self._remark(text.format(division=self.name, round=number, one=one, other=other))
            return PortableMeeting(first, NOBODY if first == second else second)
        if first == second:
            return _solo_meeting(first, outcomes[0], max(scores, key=abs))
        if outcomes == [NO_RESULT, NO_RESULT]:
            return PortableMeeting(first, second)
        if set(outcomes) & {FORFEIT_WIN, FORFEIT_LOSS, VOID}:
            return _unplayed_meeting(first, second, outcomes)
        marked = {"WIN": (0,), "LOSS": (1,)}.get(outcomes[0], winners(Outcome.PLAYED, *scores))
        decided = game_outcome(marked, scores[0], scores[1])
        return PortableMeeting(first, second, scores[0], scores[1], decided)

    def _pairing(self, number: int, index: int, cell: Any) -> Mapping[str, Any] | None:
        """Return the pairing of a cell: by its key, or by round and players if the cell is an opponent's index.

        Return None for an empty cell. The pairing has only its players if the file does not list it.
        """
        pairings: Mapping[str, Mapping[str, Any]] = self.values.get("pairingMap") or {}
        if isinstance(cell, str):
            return pairings[cell] if cell else None
        if not isinstance(cell, int) or cell < 0:
            return None
        wanted = {index, cell}
        for pairing in pairings.values():
            if pairing.get("round", 0) == number - 1 and set(pairing["players"]) == wanted:
                return pairing
        return {"players": sorted((index, cell))}

    def _name_remarks(self, entrants: Sequence[PortableEntrant]) -> Iterator[Remark]:
        seen: set[str] = set()
        for entrant in entrants:
            if name_key(entrant.name) in seen:
                sentence = _(
                    "Division {division}: two players are called {name}. Rename one of them."
                )
                text = sentence.format(division=self.name, name=entrant.name)
                yield Remark(self.file, 0, text, blocks=True)
            seen.add(name_key(entrant.name))

    def _standings_remarks(self, division: PortableDivision) -> Iterator[Remark]:
        """Yield remarks on differences between the file's standings and the results, round by round."""
        numbers = {str(entrant.extras["woogles"]): entrant.number for entrant in division.entrants}
        for key, given in sorted(
            (self.values.get("standings") or {}).items(), key=lambda item: int(item[0])
        ):
            done = _records(division, int(key) + 1)
            for row in given.get("standings", []):
                number = numbers.get(str(row.get("player_id") or row.get("playerId") or ""))
                if number is None:
                    continue
                there = [
                    _valid_integer(row.get(name), MAX_SCORE * MAX_ROUNDS)
                    for name in ("wins", "losses", "draws", "spread")
                ]
                if None not in there and tuple(there) != done[number]:
                    yield Remark(
                        self.file,
                        0,
                        _(
                            "Division {division}, after round {round}: {name} has {there} in "
                            "the standings of the file, but {here} according to the results. "
                            "The results count."
                        ).format(
                            division=self.name,
                            round=int(key) + 1,
                            name=division.name_of(number),
                            there=_format_record([figure or 0 for figure in there]),
                            here=_format_record(done[number]),
                        ),
                    )


def _valid_integer(value: Any, most: int = MAX_SCORE) -> int | None:
    """Return the integer (0 for an empty value), or None if it is invalid or too large."""
    try:
        figure = int(value or 0)
    except (TypeError, ValueError, OverflowError):
        return None
    return figure if abs(figure) <= most else None


def _solo_meeting(number: int, outcome: str, score: int) -> PortableMeeting:
    """Return the meeting of a player paired with themselves: a bye, a forfeit, no result yet, or a void round."""
    if outcome == FORFEIT_LOSS:
        lost = -abs(score or USUAL_SPREAD)
        return PortableMeeting(number, NOBODY, lost, 0, Outcome.FIRST_FORFEITS)
    if outcome in (BYE, "WIN", FORFEIT_WIN):
        return PortableMeeting(number, NOBODY, abs(score or USUAL_SPREAD), 0, Outcome.BYE)
    if outcome == NO_RESULT:
        return PortableMeeting(number, NOBODY)
    return PortableMeeting(number, NOBODY, 0, 0, Outcome.VOID)


def _unplayed_meeting(first: int, second: int, outcomes: Sequence[str]) -> PortableMeeting:
    """Return the meeting of two players who did not play: void if either outcome is, otherwise a forfeit.

    The usual spread is added for a forfeit win, and deducted for a forfeit loss.
    """
    if VOID in outcomes:
        return PortableMeeting(first, second, 0, 0, Outcome.VOID)
    spreads = [-USUAL_SPREAD if outcome == FORFEIT_LOSS else USUAL_SPREAD for outcome in outcomes]
    outcome = Outcome.FIRST_FORFEITS if outcomes[0] == FORFEIT_LOSS else Outcome.SECOND_FORFEITS
    if outcomes[0] == outcomes[1] == FORFEIT_LOSS:
        outcome = Outcome.BOTH_FORFEIT
    return PortableMeeting(first, second, spreads[0], spreads[1], outcome)


def _records(division: PortableDivision, last: int) -> dict[int, tuple[int, int, int, int]]:
    """Return the wins, losses, draws and spread of every entry after round `last`, by entry number."""
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for round_ in division.rounds[:last]:
        for meeting in round_.meetings:
            if meeting.first_score is None:
                continue
            both = result_values(meeting.outcome, meeting.first_score, meeting.second_score or 0)
            for number, share in zip((meeting.first, meeting.second), both, strict=True):
                if share.half_points is not None:
                    sums[number][{2: 0, 0: 1, 1: 2}[share.half_points]] += 1
                sums[number][3] += share.spread
    return {entrant.number: _record_figures(sums[entrant.number]) for entrant in division.entrants}


def _record_figures(values: Sequence[int]) -> tuple[int, int, int, int]:
    wins, losses, draws, spread = values
    return wins, losses, draws, spread


def _format_record(figures: Sequence[int]) -> str:
    """Return the wins, losses and draws, and the spread: `3-1-0 +112`."""
    wins, losses, draws, spread = figures
    return f"{wins}-{losses}-{draws} {format_signed(spread)}"


def _outcome_name(outcome: Any) -> str:
    """Return an outcome's name, given as a name or a number."""
    if isinstance(outcome, int) and 0 <= outcome < len(OUTCOME_NAMES):
        return OUTCOME_NAMES[outcome]
    return str(outcome)


def _division_content(given: Any) -> dict[str, Any] | None:
    """Return the content of a division in its stored form, or None if it is not a division.

    The form sent to web pages is converted: it has other names and no matrix, and its players have
    list indexes.
    """
    if not isinstance(given, dict):
        return None
    values = given.get("json")
    if isinstance(values, str):
        values = _parse_json(values)
    if isinstance(values, dict):
        return values
    if not isinstance(given.get("pairing_map"), dict):
        return None
    persons = (given.get("players") or {}).get("persons", [])
    indices = {str(person["id"]): index for index, person in enumerate(persons)}
    pairings = given["pairing_map"]
    rounds = max(
        len(given.get("round_controls") or ()),
        max((int(pairing.get("round", 0)) + 1 for pairing in pairings.values()), default=0),
    )
    matrix = [[""] * len(indices) for _ in range(min(rounds, MAX_ROUNDS + 1))]
    for key, pairing in pairings.items():
        for index in pairing["players"]:
            matrix[pairing.get("round", 0)][index] = key
    return {**given, "pairingMap": pairings, "pidxMap": indices, "matrix": matrix}


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _error_text(wrong: Exception) -> str:
    """Return the message of an exception about missing or invalid data, or its class name if it has none."""
    return str(wrong) or type(wrong).__name__
