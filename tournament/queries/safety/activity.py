"""The activity log in readable form: actor, action, time, reason, and the values before and after."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from django.db.models import CharField, Count, Q, QuerySet, Sum, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from scoring.models import Activity, LoggedCount, Organisation
from scoring.queries.chain import chain_head
from scoring.tenancy import FIRST_TENANT
from scoring.wording.phrases import MINUS, comma_list
from scoring.wording.sentence import Sentence
from tournament.engine.message import Message
from tournament.models import Event, Pairing
from tournament.queries.organisation_logs import (
    first_organisation_filter,
    organisation_chain_filter,
    own_log_filter,
)
from tournament.queries.safety.logged_values import key_label, value_label
from tournament.wording.log import LOG, say
from tournament.wording.safety import safety_sentence
from tournament.wording.sentences import RENDERING_ERRORS, sentence
from tournament.wording.verbs import verb_in_words

MAX_INLINE_CHANGES = 4
"""Maximum number of changes of an entry that the page shows without folding."""
MAX_LISTED_ROWS = 20
"""Maximum number of rows of a long list that are spelled out."""


@dataclass(frozen=True)
class ActivityFilter:
    """A filter for the log; empty fields are ignored. `day` is in the current time zone."""

    place: Event | Organisation | None = None
    person: str = ""
    verb: str = ""
    text: str = ""
    day: dt.date | None = None


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """One changed value in words; `before` is empty for a new one."""

    label: str
    before: str
    after: str

    def __str__(self) -> str:
        values = f"{self.before} → {self.after}" if self.before else self.after
        return f"{self.label}: {values}" if self.label else values


@dataclass(frozen=True)
class ActivityLine:
    """One entry of the log."""

    number: int
    at: dt.datetime
    who: str
    verb: str
    what: str
    why: str
    before: Any
    after: Any

    @cached_property
    def changes(self) -> tuple[LoggedChange, ...]:
        """The values that the entry changed, each before and after."""
        return tuple(_changes(self.before, self.after))

    @property
    def shows_correction(self) -> bool:
        """Whether the entry changes at most `MAX_INLINE_CHANGES` values, so that the page shows them unfolded."""
        return self.before is not None and len(self.changes) <= MAX_INLINE_CHANGES


def matching_entries(narrowed: ActivityFilter) -> QuerySet[Activity]:
    """Return the matching entries, most recently written first, whatever their recorded time."""
    matching = Activity.objects.order_by("-id")
    if narrowed.place is not None:
        matching = matching.filter(_place_filter(narrowed.place))
    if narrowed.person:
        matching = matching.filter(actor=narrowed.person)
    if narrowed.verb:
        matching = matching.filter(verb=narrowed.verb)
    for word in narrowed.text.split():
        matching = matching.filter(Q(summary__icontains=word) | Q(reason__icontains=word))
    if narrowed.day is not None:
        midnight = dt.datetime.combine(narrowed.day, dt.time(), timezone.get_current_timezone())
        matching = matching.filter(at__gte=midnight, at__lt=midnight + dt.timedelta(days=1))
    return matching


def activity_lines(rows: Iterable[Activity]) -> list[ActivityLine]:
    """Return the entries in words. At most one query, for the boards of recorded games."""
    rows = list(rows)
    boards = _boards_of(rows)
    return [
        ActivityLine(
            row.pk, row.at, row.actor, row.verb, logged_sentence(row, boards), row.reason, row.before, row.after
        )
        for row in rows
    ]  # fmt: skip


def _boards_of(rows: Iterable[Activity]) -> dict[str, Sentence]:
    """Return the boards of the recorded games that the entries concern, by scope."""
    games = {int(row.scope.removeprefix("game:")) for row in rows if row.scope.startswith("game:")}
    if not games:
        return {}
    pairings = Pairing.objects.filter(game__in=games).select_related("round__division__event")
    return {f"game:{pairing.game_id}": board_of_round(pairing) for pairing in pairings}


def board_of_round(pairing: Pairing) -> Sentence:
    """Return the phrase that locates a recorded game: its event, division, round and board."""
    division = pairing.round.division
    return say(
        "board_of_round",
        event=division.event,
        division=division,
        round=pairing.round.number,
        board=pairing.board,
    )


def logged_sentence(entry: Activity, boards: Mapping[str, Sentence] = MappingProxyType({})) -> str:
    """Return the sentence for a log entry in the reader's language; `boards` names recorded games by scope.

    An entry without a code or with an unknown one keeps its original text. Imported entries do not
    use `boards`.
    """
    if entry.message is None:
        return entry.summary
    message = entry.message
    if board := None if entry.carried else boards.get(entry.scope):
        message = message | {"params": message["params"] | {"game": board.as_json()}}
    return LOG.from_stored_or(message, entry.summary)


@dataclass(frozen=True)
class LogCounts:
    """The number of log entries by actor and verb."""

    entries: Mapping[tuple[str, str], int]

    @property
    def people(self) -> list[str]:
        """The names of all actors."""
        return sorted({actor for actor, _verb in self.entries})

    @property
    def verbs(self) -> list[tuple[str, str]]:
        """Every verb as stored and in words."""
        return [
            (verb, verb_in_words(verb)) for verb in sorted({verb for _actor, verb in self.entries})
        ]

    def matching_count(self, narrowed: ActivityFilter) -> int | None:
        """Return the number of matching entries, or None if a filter by text or day requires counting them."""
        if narrowed.text or narrowed.day is not None:
            return None
        return sum(
            number
            for (actor, verb), number in self.entries.items()
            if narrowed.person in ("", actor) and narrowed.verb in ("", verb)
        )


def log_counts(place: Event | Organisation | None = None) -> LogCounts:
    """Return the number of log entries, by actor and verb, for an event, an organisation or the whole installation.

    Stored counts are used, except for the entries of an event and the first organisation's part of
    the shared chain, which are counted on each call. At most seven queries.
    """
    rows: list[QuerySet[Any]] = []
    if isinstance(place, Event):
        rows.append(_by_actor_and_verb(Activity.objects.filter(_place_filter(place)), Count("pk")))
    elif place is None:
        rows.append(_by_actor_and_verb(LoggedCount.objects.all(), Sum("entries")))
    else:
        house = first_organisation_filter() if place.pk == FIRST_TENANT else None
        chains = organisation_chain_filter(place.pk)
        if house == Q(chain=None):
            chains, house = chains | Q(chain=""), None
        rows.append(_by_actor_and_verb(LoggedCount.objects.filter(chains), Sum("entries")))
        if house is not None:
            rows.append(_by_actor_and_verb(Activity.objects.filter(house), Count("pk")))
    numbers: Counter[tuple[str, str]] = Counter()
    for of_part in rows:
        for actor, verb, number in of_part:
            numbers[actor, verb] += number
    return LogCounts(numbers)


def _by_actor_and_verb(rows: QuerySet[Any], number: Count | Sum) -> QuerySet[Any]:
    return rows.order_by().values_list("actor", "verb").annotate(number)


def log_head_of(event: Event) -> str:
    """Return the head of the event's log chain as printed on papers; empty if there are no entries. One query."""
    head = chain_head(f"event:{event.slug}")
    return str(head) if head.entries else ""


def _place_filter(place: Event | Organisation) -> Q:
    """Return a filter for an event's own chain, including imported entries, or for all chains of an organisation.

    Earlier versions had one chain for everything. From that chain, the filter includes the entries of
    the event, its divisions and its boards' games.
    """
    if isinstance(place, Organisation):
        return own_log_filter(place)
    event = place
    games = (
        Pairing.objects.filter(round__division__event=event, game__isnull=False)
        .annotate(scope=Concat(Value("game:"), Cast("game_id", CharField())))
        .values("scope")
    )
    scope = f"event:{event.slug}"
    earlier = Q(scope=scope) | Q(scope__startswith=f"{scope}/") | Q(scope__in=games)
    return Q(chain=scope) | (Q(chain=None) & earlier)


def _changes(before: Any, after: Any) -> Iterable[LoggedChange]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in [*before, *(key for key in after if key not in before)]:
            old, new = before.get(key), after.get(key)
            if old != new:
                was, is_now = (
                    _value_under_key(key, old, MAX_LISTED_ROWS),
                    _value_under_key(key, new, MAX_LISTED_ROWS),
                )
                if was == is_now:  # a difference may be late in a long list
                    was, is_now = _value_under_key(key, old), _value_under_key(key, new)
                yield LoggedChange(key_label(key), was, is_now)
    elif isinstance(after, Mapping) and before is None:
        for key, value in after.items():
            yield LoggedChange(key_label(key), "", _value_under_key(key, value, MAX_LISTED_ROWS))
    elif _is_list(after) or _is_list(before):
        yield from _row_changes(safety_sentence("before"), before)
        yield from _row_changes("" if before is None else safety_sentence("after"), after)
    elif before is not None or after is not None:
        yield LoggedChange(
            "",
            "" if before is None else value_in_words(before, MAX_LISTED_ROWS),
            value_in_words(after, MAX_LISTED_ROWS),
        )


def _row_changes(label: str, rows: Any) -> Iterable[LoggedChange]:
    if rows is None:
        return
    rows = rows if _is_list(rows) else [rows]
    for row in rows[:MAX_LISTED_ROWS]:
        yield LoggedChange(label, "", value_in_words(row, MAX_LISTED_ROWS))
    if len(rows) > MAX_LISTED_ROWS:
        yield LoggedChange(
            label, "", safety_sentence("and_more", count=len(rows) - MAX_LISTED_ROWS)
        )


def value_in_words(value: Any, most: int | None = None) -> str:
    """Return a stored value in words, such as “nothing”, “yes”, 412 or “board 1, first 3, second 5”.

    None and an empty string are “nothing”. Of a list, only the first `most` items are spelled out.
    """
    if value is None or value == "":
        return safety_sentence("nothing")
    if isinstance(value, bool):
        return safety_sentence("yes") if value else safety_sentence("no")
    if isinstance(value, Mapping):
        if value.keys() == {"code", "params"}:
            return _message_in_words(value)
        return comma_list(
            f"{key_label(key)} {_value_under_key(key, part, most)}" for key, part in value.items()
        )
    if _is_list(value):
        return _join_phrases([value_in_words(item, most) for item in value[:most]], len(value))
    return str(value).replace("-", MINUS) if isinstance(value, int) else str(value)


def _message_in_words(value: Mapping[str, Any]) -> str:
    """Return a stored log or pairing message in words, or its code if it is unknown."""
    with suppress(*RENDERING_ERRORS):
        return LOG.from_stored(value).text
    with suppress(*RENDERING_ERRORS):
        return sentence(Message.from_json(value))
    return str(value["code"])


def _join_phrases(words: Sequence[str], number: int) -> str:
    """Return the phrases joined, and how many of the `number` items are missing; “nothing” for an empty list."""
    if left := number - len(words):
        words = [*words, safety_sentence("and_more", count=left)]
    return "; ".join(words) or safety_sentence("nothing")


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _value_under_key(key: str, value: Any, most: int | None = None) -> str:
    if isinstance(value, str) and value:
        return value_label(key, value)
    if _is_list(value) and all(isinstance(item, str) for item in value):
        return _join_phrases([value_label(key, item) for item in value[:most]], len(value))
    return value_in_words(value, most)
