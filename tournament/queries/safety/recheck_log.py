"""Compare the stored rows with the entries of the activity log, and name each row that differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

from django.contrib.auth.models import User

from scoring.models.facts import FACT_KINDS, SHARED_PREFIX, Facts
from scoring.queries.chain import check_log, miscounted_entries
from tournament.models import Division, Entry, Event, Pairing
from tournament.queries.safety.activity import value_in_words
from tournament.queries.safety.logged_rows import (
    GAME_LOOKUPS,
    LoggedFact,
    differing_keys,
    logged_facts,
    logged_shared_facts,
    stored_facts,
    stored_shared_facts,
    turns_in,
)
from tournament.wording.recheck import difference_text, name_of_column, name_of_row
from tournament.wording.verbs import verb_in_words

ENTRY_COLUMNS = ("entry_id", "first_id", "second_id", "winner_id")
"""Columns that refer to an entry in a division of the event."""
ACCOUNT_COLUMNS = ("user_id", "used_by_id")


def differences_in_chains() -> Iterator[tuple[str, str]]:
    """Check the log chains; yield the location and a description of each fault.

    Stored counts are checked only if no chain is broken.
    """
    chains = check_log()
    for broken in (chains.fault_message, chains.guard_message):
        if broken:
            yield difference_text("in_log"), broken
    for row in () if chains.fault_message else miscounted_entries():
        counted = {
            "action": verb_in_words(row.verb),
            "actor": row.actor,
            "there": row.counted,
            "counted": row.stored,
        }
        if row.chain:
            what = difference_text("miscounted_in_chain", chain=row.chain, **counted)
        else:
            what = difference_text("miscounted_outside", **counted)
        yield difference_text("in_log"), what


def differences_from_log(event: Event) -> Iterator[tuple[str, str]]:
    """Compare the logged facts of the event with the stored ones.

    Yield the location of each difference, and a description.
    """
    logged = logged_facts(event)
    if logged is None:
        yield difference_text("in_log"), difference_text("beginning_not_logged", event=event)
        return
    yield from compare_facts(logged, stored_facts(event), EventRowDescriptions(event))


def differences_in_shared(event: Event | None = None) -> Iterator[tuple[str, str]]:
    """Compare the logged shared facts with the stored ones, optionally only those that an event depends on.

    Shared facts are those about people, clubs, roles and rating lists, for example.
    """
    yield from compare_facts(
        logged_shared_facts(event), stored_shared_facts(event), SharedRowDescriptions()
    )


class RowDescriptions(Protocol):
    """Descriptions of rows: their locations and names, and their values in words."""

    def location(self, key: str, values: list[object]) -> str:
        """Return the location of a row, such as "Division A, round 3, board 4"."""

    def name(self, key: str, values: list[object]) -> str:
        """Return the name of the row, such as "turn 4"."""

    def value(self, column: str, value: Any) -> str:
        """Return a value in words; a reference becomes the name of its row."""


def compare_facts(
    logged: Mapping[str, LoggedFact], stored: Facts, places: RowDescriptions
) -> Iterator[tuple[str, str]]:
    """Yield the location of each row whose stored and logged values differ, and the difference in words."""
    for key in sorted(differing_keys(logged, stored), key=_sort_key):
        fact, values = logged.get(key), stored.get(key)
        if fact is not None:
            yield _difference(places, key, fact, values)
        elif values is not None:
            what = {"thing": places.name(key, values), "values": _row_in_words(key, values)}
            yield places.location(key, values), difference_text("not_logged", **what)


def game_and_turn(
    key: str, values: list[object], turns: Mapping[int, tuple[int, int]]
) -> tuple[int, int]:
    """Return the game that a row belongs to, and the number of the turn it is about.

    Each is 0 if it is unknown; the number is also 0 for a row that is not about a turn.
    """
    kind, row = row_of(key, values)
    number = int(key.partition(":")[2])
    if kind == "ruling":
        return turns.get(row["entry_id"], (0, 0))
    return (number, 0) if kind == "game" else (row["game_id"], turns.get(number, (0, 0))[1])


def name_in_game(key: str, values: list[object], turns: Mapping[int, tuple[int, int]]) -> str:
    """Return the name of a row in a game, such as a turn or a ruling."""
    kind, row = row_of(key, values)
    return name_of_row(kind, **row | {"turn": game_and_turn(key, values, turns)[1] or ""})


def _difference(
    places: RowDescriptions, key: str, fact: LoggedFact, values: list[object] | None
) -> tuple[str, str]:
    known = fact.values or values or []
    where, thing = places.location(key, known), places.name(key, known)
    entry = {"thing": thing, "number": fact.number, "actor": fact.actor}
    if values is None:
        missing = _row_in_words(key, fact.values or [])
        return where, difference_text("is_missing", values=missing, **entry)
    if fact.values is None:
        return where, difference_text("is_there_again", **entry)
    if key.startswith("pairing:") and values[2:4] != fact.values[2:4]:
        players = {"stored": _players(places, values), "logged": _players(places, fact.values)}
        return where, difference_text("other_players", **players, **entry)
    columns = FACT_KINDS[key.partition(":")[0]].columns
    changed = [
        difference_text(
            "other_value",
            column=name_of_column(column),
            stored=places.value(column, now),
            logged=places.value(column, then),
        )
        for column, now, then in _changed_columns(columns, values, fact.values)
    ]
    return where, difference_text("otherwise", changes="; ".join(changed), **entry)


def _changed_columns(
    columns: Sequence[str], values: list[object], logged: list[object]
) -> Iterator[tuple[str, Any, Any]]:
    """Yield each column, or part of a composite value, that differs, with both values."""
    for column, now, then in zip(columns, values, logged, strict=False):
        if isinstance(now, dict) and isinstance(then, dict):
            for part in sorted({*now, *then}):
                if now.get(part) != then.get(part):
                    yield part, now.get(part), then.get(part)
        elif now != then:
            yield column, now, then


def _players(places: RowDescriptions, values: list[object]) -> str:
    """Return the two players of a pairing in words."""
    return " – ".join(places.value("entry_id", value) for value in values[2:4])


def _sort_key(key: str) -> tuple[str, int]:
    kind, _colon, number = key.partition(":")
    return kind, int(number)


def _row_in_words(key: str, values: list[object]) -> str:
    columns = FACT_KINDS[key.partition(":")[0]].columns
    row = dict(zip(columns, values, strict=False))
    if "first_score" in row:
        return f"{row['first_score']}-{row['second_score']}"
    wanted = (
        "tiles", "announced", "name", "rating", "new", "spread", "title", "value", "decision", "number",
        "board", "role",
    )  # fmt: skip
    return ", ".join(str(row[name]) for name in wanted if row.get(name) not in (None, "")) or "–"


class EventRowDescriptions:
    """Descriptions of the rows of an event; the database is read only when needed."""

    def __init__(self, event: Event) -> None:
        self.event = event

    @cached_property
    def entries(self) -> dict[int, Entry]:
        """Every entry of the event by key. One query."""
        rows = Entry.objects.filter(division__event=self.event)
        return {row.pk: row for row in rows.select_related("player", "division")}

    @cached_property
    def divisions(self) -> dict[int, Division]:
        """Every division by key. One query."""
        return {row.pk: row for row in self.event.divisions.all()}

    @cached_property
    def pairings(self) -> dict[int, Pairing]:
        """Every pairing by key. One query."""
        rows = Pairing.objects.filter(round__division__event=self.event)
        return {row.pk: row for row in rows.select_related("round__division", "first__player")}

    @cached_property
    def by_game(self) -> dict[int, Pairing]:
        """The pairings with a recorded game, by game."""
        return {row.game_id: row for row in self.pairings.values() if row.game_id}

    @cached_property
    def turns(self) -> dict[int, tuple[int, int]]:
        """The game and number of every turn recorded in the event, by key. One query."""
        return turns_in(list(self.by_game))

    def location(self, key: str, values: list[object]) -> str:
        """Return the location of a row, such as "Division A, round 3, board 4".

        That is the location of its pairing, else its division; an empty string if it has neither.
        """
        _kind, row = row_of(key, values)
        pairing = self._pairing(key, values)
        if pairing is not None:
            return pairing_location(pairing)
        entry = self._entry(key, row)
        division = entry.division if entry else self.divisions.get(row.get("division_id") or 0)
        return difference_text("in_division", division=division) if division else ""

    def name(self, key: str, values: list[object]) -> str:
        """Return the name of the row."""
        kind, row = row_of(key, values)
        if kind in GAME_LOOKUPS:
            return name_in_game(key, values, self.turns)
        entry = self._entry(key, row)
        called = {
            "player": entry.name if entry else "",
            "title": row.get("title") or row.get("kind", ""),
        }
        return name_of_row(kind, **row | called)

    def value(self, column: str, value: Any) -> str:
        """Return a value in words; a known entry becomes the player's name."""
        if column in ENTRY_COLUMNS and value in self.entries:
            return self.entries[value].name
        return value_in_words(value)

    def _pairing(self, key: str, values: list[object]) -> Pairing | None:
        kind, row = row_of(key, values)
        if kind in GAME_LOOKUPS:
            return self.by_game.get(game_and_turn(key, values, self.turns)[0])
        number = int(key.partition(":")[2]) if kind == "pairing" else row.get("pairing_id", 0)
        return self.pairings.get(number)

    def _entry(self, key: str, row: Mapping[str, Any]) -> Entry | None:
        kind, _colon, number = key.partition(":")
        return self.entries.get(int(number) if kind == "entry" else row.get("entry_id") or 0)


class SharedRowDescriptions:
    """Descriptions of shared rows, which have no location; accounts are given by their login names."""

    @cached_property
    def accounts(self) -> dict[int, str]:
        """The names of accounts by key. One query."""
        return dict(User.objects.values_list("pk", "username"))

    def location(self, key: str, values: list[object]) -> str:
        """Return an empty string, since shared rows have no location."""
        del key, values
        return ""

    def name(self, key: str, values: list[object]) -> str:
        """Return the name of the row."""
        kind, row = row_of(key, values)
        user = {"user": self.value("user_id", row.get("user_id"))}
        return name_of_row(kind.removeprefix(SHARED_PREFIX), **row | user)

    def value(self, column: str, value: Any) -> str:
        """Return a value in words; a known account becomes its login name."""
        if column in ACCOUNT_COLUMNS and value in self.accounts:
            return self.accounts[value]
        return value_in_words(value)


def row_of(key: str, values: list[object]) -> tuple[str, dict[str, Any]]:
    """Return the kind of a fact, and its values by column."""
    kind = key.partition(":")[0]
    return kind, dict(zip(FACT_KINDS[kind].columns, values, strict=False))


def pairing_location(pairing: Pairing) -> str:
    """Return the division, round and board of a pairing in words; without a board, the player is named instead.

    The pairing's round and division must be loaded.
    """
    where = {"division": pairing.round.division, "round": pairing.round.number}
    if pairing.board:
        return difference_text("at_board", board=pairing.board, **where)
    return difference_text("of_player", player=pairing.first.name, **where)
