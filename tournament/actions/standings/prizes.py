"""Prizes defined, changed, put in order, taken off the list; winners set by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from scoring.actions.activity import Actor, log
from scoring.wording.sentence import Sentence
from tournament.actions.act import Refused, refuse_when_closed
from tournament.engine.prizes.kind import BadPrize, kind_of
from tournament.engine.prizes.pasted import LONGEST, MOST_PLACES, PrizeLine, read_prizes
from tournament.models import Division, Entry, Event, Prize
from tournament.queries.standings.prizes import classes_of, prizes_of
from tournament.wording.log import say

MOST_PRIZES = 300


class NotAPrize(Refused):
    """What was asked cannot be a prize; the sentence gives every reason."""


class NoPrizes(Refused):
    """Nothing in the pasted text is a prize."""


def add_prize(
    actor: Actor,
    event: Event,
    *,
    kind: str,
    division: Division | None = None,
    options: Mapping[str, Any] | None = None,
    place: int = 1,
    title: str = "",
    value: str = "",
    exclusive: bool | None = None,
) -> Prize:
    """A new prize at the end of the ceremony. Without `exclusive` the kind decides.

    A kind that makes sense in one division only needs one, unless the event has no other. Raises
    `NotAPrize` with every reason, and `EventClosed`.
    """
    refuse_when_closed(event)
    with transaction.atomic():
        held = Event.objects.select_for_update().get(pk=event.pk)
        prize = _prize(
            held,
            kind=kind,
            division=division,
            options=dict(options or {}),
            place=place,
            title=title,
            value=value,
            exclusive=exclusive,
        )
        _number(held, [prize])
        prize.save()
        log(
            actor,
            "add_prize",
            say("add_prize", prize=told(prize)),
            scope=_scope(prize),
            after=as_logged(prize),
        )
    return prize


def understood_prizes(event: Event, text: str) -> list[PrizeLine]:
    """How `add_prizes` would read `text` now; nothing is saved. Two queries."""
    names = list(event.divisions.order_by("position").values_list("name", flat=True))
    return read_prizes(text, names, classes_of(event))


def add_prizes(actor: Actor, event: Event, text: str) -> list[Prize]:
    """Every prize understood in the pasted `text`, in its order. All or none.

    Lines that are not understood are passed over; see `understood_prizes`. Raises `NoPrizes`,
    `NotAPrize` and `EventClosed`.
    """
    refuse_when_closed(event)
    with transaction.atomic():
        held = Event.objects.select_for_update().get(pk=event.pk)
        divisions = {division.name: division for division in held.divisions.all()}
        prizes = [
            _prize(
                held,
                kind=line.kind,
                division=divisions.get(line.division),
                options=dict(line.options),
                place=place,
                title=line.name,
                value=line.value,
                exclusive=None,
            )
            for line in understood_prizes(held, text)
            if line.taken
            for place in line.places
        ]
        if not prizes:
            raise NoPrizes("There is no prize in this list. Write one a line: “A: 1st = 300”.")
        _number(held, prizes)
        Prize.objects.bulk_create(prizes)
        log(
            actor,
            "add_prizes",
            say("add_prizes", prizes=len(prizes), event=held),
            scope=f"event:{held.slug}",
            after=[as_logged(prize) for prize in prizes],
        )
    return prizes


def change_prize(
    actor: Actor,
    prize: Prize,
    *,
    division: Division | None,
    options: Mapping[str, Any],
    place: int,
    title: str,
    value: str,
    exclusive: bool,
) -> Prize:
    """Change what a prize is for and worth. Raises `NotAPrize` and `EventClosed`."""
    refuse_when_closed(prize.event)
    with transaction.atomic():
        prize = _held(prize)
        before = as_logged(prize)
        wanted = _prize(
            prize.event,
            kind=prize.kind,
            division=division,
            options=dict(options),
            place=place,
            title=title,
            value=value,
            exclusive=exclusive,
        )
        for name in ("division", "options", "place", "title", "value", "exclusive"):
            setattr(prize, name, getattr(wanted, name))
        after = as_logged(prize)
        if before == after:
            raise NotAPrize("Nothing is changed.")
        prize.save()
        log(
            actor,
            "change_prize",
            say("change_prize", prize=told(prize)),
            scope=_scope(prize),
            before=before,
            after=after,
        )
    return prize


def set_winner(actor: Actor, prize: Prize, winner: Entry | None, *, why: str = "") -> Prize:
    """Name the winner by hand, or let the figures decide again (None).

    Raises `NotAPrize` for somebody outside the prize's division, and `EventClosed`.
    """
    refuse_when_closed(prize.event)
    why = " ".join(why.split())
    with transaction.atomic():
        prize = _held(prize)
        if winner is not None:
            if winner.division.event_id != prize.event_id:
                raise NotAPrize(f"{winner.name} does not play in {prize.event}.")
            if prize.division_id and winner.division_id != prize.division_id:
                raise NotAPrize(f"{winner.name} does not play in division {prize.division}.")
        before = as_logged(prize)
        prize.winner, prize.winner_why = winner, why if winner else ""
        after = as_logged(prize)
        if before == after:
            return prize
        prize.save(update_fields=["winner", "winner_why"])
        log(
            actor,
            "set_prize_winner",
            say("winner_by_hand", prize=told(prize), winner=winner.name)
            if winner
            else say("winner_by_figures", prize=told(prize)),
            scope=_scope(prize),
            reason=prize.winner_why,
            before=before,
            after=after,
        )
    return prize


def order_prizes(actor: Actor, event: Event, keys: Sequence[int]) -> list[Prize]:
    """Put the prizes in this order of the ceremony; who is not named comes after, in the old order.

    Raises `EventClosed`.
    """
    refuse_when_closed(event)
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        prizes = prizes_of(event)
        at = {key: place for place, key in enumerate(keys)}
        ordered = sorted(prizes, key=lambda prize: at.get(prize.pk, len(at)))
        if [prize.pk for prize in ordered] == [prize.pk for prize in prizes]:
            return ordered
        for position, prize in enumerate(ordered, start=1):
            prize.position = position
        Prize.objects.bulk_update(ordered, ["position"])
        log(
            actor,
            "order_prizes",
            say("order_prizes", event=event),
            scope=f"event:{event.slug}",
            before=[told(prize).as_json() for prize in prizes],
            after=[told(prize).as_json() for prize in ordered],
        )
    return ordered


def move_prize(actor: Actor, prize: Prize, *, up: bool) -> list[Prize]:
    """Exchange a prize with the one before or after it. Raises `EventClosed`."""
    keys = [each.pk for each in prizes_of(prize.event)]
    at = keys.index(prize.pk)
    to = at - 1 if up else at + 1
    if 0 <= to < len(keys):
        keys[at], keys[to] = keys[to], keys[at]
    return order_prizes(actor, prize.event, keys)


def remove_prize(actor: Actor, prize: Prize) -> Prize:
    """Take a prize off the list. Raises `EventClosed`."""
    refuse_when_closed(prize.event)
    with transaction.atomic():
        prize = _held(prize)
        prize.removed_at = timezone.now()
        prize.save(update_fields=["removed_at"])
        log(
            actor,
            "remove_prize",
            say("remove_prize", prize=told(prize)),
            scope=_scope(prize),
            before=as_logged(prize),
        )
    return prize


def told(prize: Prize) -> Sentence:
    """A prize in a sentence: "1st place, division A (300)"."""
    kind = kind_of(prize.kind)
    said = say(
        "prize", title=prize.title or kind.title(prize.place, kind.options_from(prize.options))
    )
    if prize.division:
        said = say("prize_of_division", prize=said, division=prize.division)
    return say("prize_worth", prize=said, value=prize.value) if prize.value else said


def as_logged(prize: Prize) -> dict[str, Any]:
    """What the activity log keeps of a prize."""
    return {
        "kind": prize.kind,
        "division": str(prize.division) if prize.division else "",
        "options": prize.options,
        "place": prize.place,
        "title": prize.title,
        "value": prize.value,
        "exclusive": prize.exclusive,
        "winner": prize.winner.name if prize.winner else "",
    }


def _prize(
    event: Event,
    *,
    kind: str,
    division: Division | None,
    options: dict[str, Any],
    place: int,
    title: str,
    value: str,
    exclusive: bool | None,
) -> Prize:
    """A prize as it would be saved, without its place in the ceremony. Raises `NotAPrize`."""
    title, value = " ".join(title.split()), " ".join(value.split())
    reasons = []
    try:
        made = kind_of(kind)
    except BadPrize as reason:
        raise NotAPrize(str(reason)) from reason
    if made.of_one_division and division is None:
        divisions = list(event.divisions.all()[:2])
        if len(divisions) == 1:
            division = divisions[0]
        else:
            reasons.append(f"{made.label}: choose the division it is for.")
    if division is not None and division.event_id != event.pk:
        reasons.append(f"Division {division} is not in {event}.")
    try:
        made.options_from(options)
    except BadPrize as reason:
        reasons.append(str(reason))
    if not made.computed and not title:
        reasons.append("A prize given by hand needs a name, such as “Best dressed”.")
    if not 1 <= place <= MOST_PLACES:
        reasons.append(f"Places count from 1 to {MOST_PLACES}.")
    reasons += [
        f"The {what} has {len(text)} letters; {LONGEST} are the most."
        for what, text in (("name", title), ("value", value))
        if len(text) > LONGEST
    ]
    if reasons:
        raise NotAPrize(" ".join(reasons))
    return Prize(
        event=event,
        division=division,
        kind=kind,
        options=options,
        place=place,
        title=title,
        value=value,
        exclusive=made.exclusive if exclusive is None else exclusive,
        added_at=timezone.now(),
    )


def _number(event: Event, prizes: Sequence[Prize]) -> None:
    """Give the new prizes the last places of the ceremony. Raises `NotAPrize` for too many."""
    there = Prize.objects.filter(event=event, removed_at=None)
    if there.count() + len(prizes) > MOST_PRIZES:
        raise NotAPrize(f"An event has {MOST_PRIZES} prizes at most.")
    last = there.aggregate(last=Max("position"))["last"] or 0
    for position, prize in enumerate(prizes, start=last + 1):
        prize.position = position


def _held(prize: Prize) -> Prize:
    """The prize as it is now, until the transaction ends. Raises `NotAPrize` when it is gone."""
    Event.objects.select_for_update().get(pk=prize.event_id)
    found = (
        Prize.objects.select_related("event", "division", "winner__player")
        .filter(pk=prize.pk, removed_at=None)
        .first()
    )
    if found is None:
        raise NotAPrize("This prize has been taken off the list meanwhile.")
    return found


def _scope(prize: Prize) -> str:
    return prize.division.scope if prize.division else f"event:{prize.event.slug}"
