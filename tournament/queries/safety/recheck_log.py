"""What is stored against what was entered, as the activity log has it: each row that differs is named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.models import TurnEntry
from scoring.models.facts import KINDS
from scoring.queries.chain import check_chain
from tournament.models import Entry, Event, Pairing
from tournament.queries.safety.activity import value_in_words
from tournament.queries.safety.facts import LoggedFact, logged_facts, stored_facts

NAMES = {
    "entry": _lazy("the entry of {player}"),
    "result": _lazy("the result"),
    "report": _lazy("what {player} reported"),
    "penalty": _lazy("the penalty of {player}"),
    "rating": _lazy("the rating of the division"),
    "rated": _lazy("the new rating of {player}"),
    "prize": _lazy("the prize {title}"),
    "turn": _lazy("turn {turn}"),
    "ruling": _lazy("the ruling on turn {turn}"),
}
"""What a row of each kind is called in a difference."""
COLUMNS = {
    "first_score": _lazy("first score"),
    "second_score": _lazy("second score"),
    "announced": _lazy("announced score"),
    "outcome": _lazy("outcome"),
    "standing": _lazy("standing"),
    "rating": _lazy("rating"),
    "new": _lazy("new rating"),
    "old": _lazy("old rating"),
    "spread": _lazy("spread"),
    "value": _lazy("value"),
    "tiles": _lazy("tiles"),
    "decision": _lazy("decision"),
}
"""The columns people know by a name."""


def differences_from_log(event: Event) -> Iterator[tuple[str, str]]:
    """Walk the chains of the log, then compare what it holds of the event with what is stored, row by row.

    Yields where something differs, and what.
    """
    chains = check_chain()
    for broken in (chains.broken, chains.unguarded):
        if broken:
            yield _("Activity log"), broken
    logged = logged_facts(event)
    if logged is None:
        yield _("Activity log"), _("it does not tell how {event} began.").format(event=event)
        return
    stored = stored_facts(event)
    places = _Places(event)
    for key in sorted({*logged, *stored}, key=_in_order):
        fact, values = logged.get(key), stored.get(key)
        if fact is None:
            assert values is not None
            yield (
                places.of(key, values),
                _("{thing} ({values}) is stored, but no entry of the log tells of it.").format(
                    thing=places.name(key, values), values=_in_words(key, values)
                ),
            )
        elif fact.values != values:
            yield _difference(places, key, fact, values)


def _difference(
    places: _Places, key: str, fact: LoggedFact, values: list[object] | None
) -> tuple[str, str]:
    known = fact.values or values or []
    where, thing = places.of(key, known), places.name(key, known)
    entry = {"thing": thing, "number": fact.number, "actor": fact.actor}
    if values is None:
        text = _("{thing} ({values}) is missing: entry {number} of the log, by {actor}, holds it.")
        return where, text.format(values=_in_words(key, fact.values or []), **entry)
    if fact.values is None:
        text = _(
            "{thing} is there again, although entry {number} of the log, by {actor}, removed it."
        )
        return where, text.format(**entry)
    columns = KINDS[key.partition(":")[0]].columns
    changed = [
        _("{column} is {stored}, and was entered as {logged}").format(
            column=COLUMNS.get(column, column.replace("_", " ")),
            stored=value_in_words(now),
            logged=value_in_words(then),
        )
        for column, now, then in zip(columns, values, fact.values, strict=True)
        if now != then
    ]
    text = _("{thing}: {changes} (entry {number} of the log, by {actor}).")
    return where, text.format(changes="; ".join(changed), **entry)


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


class _Places:
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
        turns = TurnEntry.objects.filter(game__in=self.by_game).order_by("game", "position", "id")
        self.turns: dict[int, tuple[int, int]] = {}
        numbers: dict[int, int] = {}
        for key, game, superseded in turns.values_list("pk", "game_id", "superseded_at"):
            numbers[game] = numbers.get(game, 0) + (superseded is None)
            self.turns[key] = (game, max(numbers[game], 1))

    def of(self, key: str, values: list[object]) -> str:
        """The place of a row, such as "Division A, round 3, board 4"."""
        kind, row = _row(key, values)
        if kind in ("result", "report"):
            pairing = self.pairings.get(row["pairing_id"])
        elif kind == "turn":
            pairing = self.by_game.get(row["game_id"])
        elif kind == "ruling":
            pairing = self.by_game.get(self.turns.get(row["entry_id"], (0, 0))[0])
        else:
            entry = self._entry(key, row)
            if entry is None:
                return ""
            return _("Division {division}").format(division=entry.division)
        return place(pairing) if pairing else ""

    def name(self, key: str, values: list[object]) -> str:
        """What the row is called."""
        kind, row = _row(key, values)
        entry = self._entry(key, row)
        number = int(key.partition(":")[2])
        turn = self.turns.get(row["entry_id"] if kind == "ruling" else number, (0, 0))[1]
        return str(NAMES[kind]).format(
            player=entry.name if entry else "",
            title=row.get("title") or row.get("kind", ""),
            turn=turn or "",
        )

    def _entry(self, key: str, row: Mapping[str, Any]) -> Entry | None:
        kind, _colon, number = key.partition(":")
        if kind == "ruling":
            return None
        return self.entries.get(int(number) if kind == "entry" else row.get("entry_id", 0))


def _row(key: str, values: list[object]) -> tuple[str, dict[str, Any]]:
    kind = key.partition(":")[0]
    return kind, dict(zip(KINDS[kind].columns, values, strict=True))


def place(pairing: Pairing) -> str:
    """Where a pairing is, in words; its round and division must be loaded."""
    if pairing.board:
        text = _("Division {division}, round {round}, board {board}")
    else:
        text = _("Division {division}, round {round}, {player}")
    return text.format(
        division=pairing.round.division,
        round=pairing.round.number,
        board=pairing.board,
        player=pairing.first.name,
    )
