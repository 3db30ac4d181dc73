"""What is stored against what was entered, as the activity log has it: each row that differs is named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from scoring.models.facts import KINDS, Facts
from scoring.queries.chain import check_chain, miscounted_entries
from tournament.models import Entry, Event, Pairing
from tournament.queries.safety.activity import value_in_words
from tournament.queries.safety.facts import LoggedFact, logged_facts, stored_facts, turns_in
from tournament.wording.recheck import difference, name_of_column, name_of_row
from tournament.wording.verbs import verb_in_words


def differences_in_chains() -> Iterator[tuple[str, str]]:
    """Walk the chains of the log; yield where one is broken, and how, and of a whole log what is counted otherwise."""
    chains = check_chain()
    for broken in (chains.broken, chains.unguarded):
        if broken:
            yield difference("in_log"), broken
    for row in () if chains.broken else miscounted_entries():
        counted = {
            "action": verb_in_words(row.verb),
            "actor": row.actor,
            "there": row.there,
            "counted": row.remembered,
        }
        if row.chain:
            what = difference("miscounted_in_chain", chain=row.chain, **counted)
        else:
            what = difference("miscounted_outside", **counted)
        yield difference("in_log"), what


def differences_from_log(event: Event) -> Iterator[tuple[str, str]]:
    """Compare what the log holds of the event with what is stored, row by row; yield where they differ, and what."""
    logged = logged_facts(event)
    if logged is None:
        yield difference("in_log"), difference("beginning_not_logged", event=event)
        return
    yield from compare_facts(logged, stored_facts(event), _PlacesInEvent(event))


class Places(Protocol):
    """Says where rows are and what they are called."""

    def of(self, key: str, values: list[object]) -> str:
        """The place of a row, such as "Division A, round 3, board 4"."""

    def name(self, key: str, values: list[object]) -> str:
        """What the row is called, such as "turn 4"."""


def compare_facts(
    logged: Mapping[str, LoggedFact], stored: Facts, places: Places
) -> Iterator[tuple[str, str]]:
    """Yield where a stored row is not as the log has it, and what differs, row by row."""
    for key in sorted({*logged, *stored}, key=_in_order):
        fact, values = logged.get(key), stored.get(key)
        if fact is None:
            assert values is not None
            yield (
                places.of(key, values),
                difference(
                    "not_logged", thing=places.name(key, values), values=_in_words(key, values)
                ),
            )
        elif fact.values != values:
            yield _difference(places, key, fact, values)


def game_and_turn(
    key: str, values: list[object], turns: Mapping[int, tuple[int, int]]
) -> tuple[int, int]:
    """The game a turn or a ruling belongs to, and the number of the turn; 0 for what is not known."""
    kind, row = row_of(key, values)
    if kind == "ruling":
        return turns.get(row["entry_id"], (0, 0))
    return row["game_id"], turns.get(int(key.partition(":")[2]), (0, 0))[1]


def name_of_turn(key: str, values: list[object], turns: Mapping[int, tuple[int, int]]) -> str:
    """What a turn or a ruling is called."""
    kind = key.partition(":")[0]
    return name_of_row(kind, turn=game_and_turn(key, values, turns)[1] or "")


def _difference(
    places: Places, key: str, fact: LoggedFact, values: list[object] | None
) -> tuple[str, str]:
    known = fact.values or values or []
    where, thing = places.of(key, known), places.name(key, known)
    entry = {"thing": thing, "number": fact.number, "actor": fact.actor}
    if values is None:
        missing = _in_words(key, fact.values or [])
        return where, difference("is_missing", values=missing, **entry)
    if fact.values is None:
        return where, difference("is_there_again", **entry)
    columns = KINDS[key.partition(":")[0]].columns
    changed = [
        difference(
            "other_value",
            column=name_of_column(column),
            stored=value_in_words(now),
            logged=value_in_words(then),
        )
        for column, now, then in zip(columns, values, fact.values, strict=True)
        if now != then
    ]
    return where, difference("otherwise", changes="; ".join(changed), **entry)


def _in_order(key: str) -> tuple[str, int]:
    kind, _colon, number = key.partition(":")
    return kind, int(number)


def _in_words(key: str, values: list[object]) -> str:
    columns = KINDS[key.partition(":")[0]].columns
    row = dict(zip(columns, values, strict=True))
    if "first_score" in row:
        return f"{row['first_score']}-{row['second_score']}"
    wanted = ("tiles", "announced", "rating", "new", "spread", "title", "value", "decision")
    return ", ".join(str(row[name]) for name in wanted if row.get(name) not in (None, "")) or "–"


class _PlacesInEvent:
    """Where the rows of an event are, in words. Three queries."""

    def __init__(self, event: Event) -> None:
        entries = Entry.objects.filter(division__event=event).select_related("player", "division")
        self.entries = {row.pk: row for row in entries}
        pairings = list(
            Pairing.objects.filter(round__division__event=event).select_related(
                "round__division", "first__player"
            )
        )
        self.pairings = {row.pk: row for row in pairings}
        self.by_game = {row.game_id: row for row in pairings if row.game_id}
        self.turns = turns_in(list(self.by_game))

    def of(self, key: str, values: list[object]) -> str:
        """The place of a row, such as "Division A, round 3, board 4"."""
        kind, row = row_of(key, values)
        if kind in ("result", "report"):
            pairing = self.pairings.get(row["pairing_id"])
        elif kind in ("turn", "ruling"):
            pairing = self.by_game.get(game_and_turn(key, values, self.turns)[0])
        else:
            entry = self._entry(key, row)
            if entry is None:
                return ""
            return difference("in_division", division=entry.division)
        return place(pairing) if pairing else ""

    def name(self, key: str, values: list[object]) -> str:
        """What the row is called."""
        kind, row = row_of(key, values)
        if kind in ("turn", "ruling"):
            return name_of_turn(key, values, self.turns)
        entry = self._entry(key, row)
        return name_of_row(
            kind, player=entry.name if entry else "", title=row.get("title") or row.get("kind", "")
        )

    def _entry(self, key: str, row: Mapping[str, Any]) -> Entry | None:
        kind, _colon, number = key.partition(":")
        return self.entries.get(int(number) if kind == "entry" else row.get("entry_id", 0))


def row_of(key: str, values: list[object]) -> tuple[str, dict[str, Any]]:
    """The kind of a fact, and its values by column."""
    kind = key.partition(":")[0]
    return kind, dict(zip(KINDS[kind].columns, values, strict=True))


def place(pairing: Pairing) -> str:
    """Where a pairing is, in words; its round and division must be loaded."""
    where = {"division": pairing.round.division, "round": pairing.round.number}
    if pairing.board:
        return difference("at_board", board=pairing.board, **where)
    return difference("of_player", player=pairing.first.name, **where)
