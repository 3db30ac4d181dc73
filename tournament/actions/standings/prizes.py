"""Define, change, order and remove prizes, and set winners by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.wording.sentence import Sentence
from tournament.actions.act import Refused, act, refuse_when_changed
from tournament.engine.prizes.kind import BadPrize, kind_of
from tournament.engine.prizes.pasted_prizes import MAX_LENGTH, MAX_PLACES, is_repeat
from tournament.models import Division, Entry, Event, Prize
from tournament.queries.standings.prizes import preview_prizes, prizes_of
from tournament.queries.versions import version_of
from tournament.wording.log import say
from tournament.wording.sentences import sentence

MAX_PRIZES = 300


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
    """Add a prize at the end of the ceremony.

    `exclusive` defaults to the setting of the kind. If the kind requires a division, the only
    division of an event is the default. Raise `Refused` with every reason.
    """
    with act(actor, event) as action:
        prize = _build_prize(
            event,
            kind=kind,
            division=division,
            options=dict(options or {}),
            place=place,
            title=title,
            value=value,
            exclusive=exclusive,
        )
        _number_prizes(event, [prize])
        prize.save()
        action.log(
            "add_prize",
            say("add_prize", prize=prize_description(prize)),
            scope=_scope(prize),
            after=prize_log_values(prize),
        )
    return prize


def add_prizes(actor: Actor, event: Event, text: str) -> list[Prize]:
    """Add all prizes understood in the pasted `text`, in its order, or none if one is refused.

    Lines that are not understood, and prizes that already exist, are skipped; see
    `preview_prizes`. Raise `Refused` if nothing is left.
    """
    with act(actor, event) as action:
        divisions = {division.name: division for division in event.divisions.all()}
        lines = preview_prizes(event, text)
        prizes = [
            _build_prize(
                event,
                kind=line.kind,
                division=divisions.get(line.division),
                options=dict(line.options),
                place=place,
                title=line.name,
                value=line.value,
                exclusive=None,
            )
            for line in lines
            if line.is_valid
            for place in line.places
        ]
        if not prizes and any(is_repeat(line) for line in lines):
            raise Refused(_("All prizes in this list already exist. None was added."))
        if not prizes:
            raise Refused(_("This list contains no prizes. Write one per line: “A: 1st = 300”."))
        _number_prizes(event, prizes)
        Prize.objects.bulk_create(prizes)
        action.log(
            "add_prizes",
            say("add_prizes", prizes=len(prizes), event=event),
            after=[prize_log_values(prize) for prize in prizes],
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
    seen: str | None = None,
) -> Prize:
    """Change the conditions and the value of a prize.

    `seen` is the version (`version_of_prize`) on the form, or None. Raise `EditConflict` with the values
    that would be overwritten if the prize has changed since, and `Refused` for invalid or unchanged values
    or a removed prize.
    """
    with act(actor, prize.event) as action:
        prize = _reload(prize)
        version = version_of_prize(prize)
        before = prize_log_values(prize)
        wanted = _build_prize(
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
        after = prize_log_values(prize)
        if before == after:
            raise Refused(_("Nothing was changed."))
        _refuse_when_changed(seen, version, prize, before, after)
        prize.save()
        action.log(
            "change_prize",
            say("change_prize", prize=prize_description(prize)),
            scope=_scope(prize),
            before=before,
            after=after,
        )
    return prize


def set_winner(
    actor: Actor, prize: Prize, winner: Entry | None, *, why: str = "", seen: str | None = None
) -> Prize:
    """Set the winner of a prize by hand, or return to the computed winner if `winner` is None.

    `seen` is the version (`version_of_prize`) on the form, or None. Raise `EditConflict` if the
    prize has changed since, and `Refused` for an entry outside the prize's event or division or for a
    removed prize.
    """
    why = " ".join(why.split())
    with act(actor, prize.event) as action:
        prize = _reload(prize)
        version = version_of_prize(prize)
        if winner is not None:
            if winner.division.event_id != prize.event_id:
                raise Refused(
                    _("{player} does not play in {event}.").format(
                        player=winner.name, event=prize.event
                    )
                )
            if prize.division_id and winner.division_id != prize.division_id:
                raise Refused(
                    _("{player} does not play in division {division}.").format(
                        player=winner.name, division=prize.division
                    )
                )
        before = prize_log_values(prize)
        prize.winner, prize.winner_why = winner, why if winner else ""
        after = prize_log_values(prize)
        if before == after:
            return prize
        _refuse_when_changed(seen, version, prize, before, after)
        prize.save(update_fields=["winner", "winner_why"])
        action.log(
            "set_prize_winner",
            say("winner_by_hand", prize=prize_description(prize), winner=winner.name)
            if winner
            else say("winner_by_figures", prize=prize_description(prize)),
            scope=_scope(prize),
            reason=prize.winner_why,
            before=before,
            after=after,
        )
    return prize


def reorder_prizes(actor: Actor, event: Event, keys: Sequence[int]) -> list[Prize]:
    """Put the prizes with these keys first in the ceremony, in this order, and return all in the new order.

    The other prizes follow in their present order.
    """
    with act(actor, event) as action:
        prizes = prizes_of(event)
        places = {key: place for place, key in enumerate(keys)}
        ordered = sorted(prizes, key=lambda prize: places.get(prize.pk, len(places)))
        if [prize.pk for prize in ordered] == [prize.pk for prize in prizes]:
            return ordered
        for position, prize in enumerate(ordered, start=1):
            prize.position = position
        Prize.objects.bulk_update(ordered, ["position"])
        action.log(
            "order_prizes",
            say("order_prizes", event=event),
            before=[prize_description(prize).as_json() for prize in prizes],
            after=[prize_description(prize).as_json() for prize in ordered],
        )
    return ordered


def move_prize(actor: Actor, prize: Prize, *, up: bool) -> list[Prize]:
    """Swap a prize with the one before or after it, and return all prizes in the new order.

    The first cannot move up, nor the last down.
    """
    with act(actor, prize.event):
        keys = [other.pk for other in prizes_of(prize.event)]
        old = keys.index(_reload(prize).pk)
        new = old - 1 if up else old + 1
        if 0 <= new < len(keys):
            keys[old], keys[new] = keys[new], keys[old]
        return reorder_prizes(actor, prize.event, keys)


def remove_prize(actor: Actor, prize: Prize, *, seen: str | None = None) -> Prize:
    """Remove a prize.

    Raise `EditConflict` if it has changed since the version `seen`, and `Refused` if it has already
    been removed.
    """
    with act(actor, prize.event) as action:
        prize = _reload(prize)
        _refuse_when_changed(seen, version_of_prize(prize), prize, prize_log_values(prize), {})
        prize.removed_at = timezone.now()
        prize.save(update_fields=["removed_at"])
        action.log(
            "remove_prize",
            say("remove_prize", prize=prize_description(prize)),
            scope=_scope(prize),
            before=prize_log_values(prize),
        )
    return prize


def version_of_prize(prize: Prize) -> str:
    """Return a version key that changes with everything that the prize's page can change."""
    return version_of({**prize_log_values(prize), "why": prize.winner_why})


def _refuse_when_changed(
    seen: str | None, version: str, prize: Prize, before: dict[str, Any], after: dict[str, Any]
) -> None:
    refuse_when_changed(
        seen,
        version,
        what=_("The prize {prize}").format(prize=prize.title or kind_of(prize.kind).label),
        now={name: value for name, value in before.items() if value != after.get(name)},
    )


def prize_description(prize: Prize) -> Sentence:
    """Return a prize as named in the log: "1st place, division A (300)"."""
    kind = kind_of(prize.kind)
    phrase = say(
        "prize",
        title=prize.title or sentence(kind.title_of(prize.place, kind.options_from(prize.options))),
    )
    if prize.division:
        phrase = say("prize_of_division", prize=phrase, division=prize.division)
    return say("prize_worth", prize=phrase, value=prize.value) if prize.value else phrase


def prize_log_values(prize: Prize) -> dict[str, Any]:
    """Return the values of a prize that are stored in the log."""
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


def _build_prize(
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
    """Return an unsaved prize without a position in the ceremony. May raise `Refused`."""
    title, value = " ".join(title.split()), " ".join(value.split())
    reasons = []
    try:
        prize_kind = kind_of(kind)
    except BadPrize as reason:
        raise Refused(sentence(reason.message)) from reason
    if prize_kind.of_one_division and division is None:
        divisions = list(event.divisions.all()[:2])
        if len(divisions) == 1:
            division = divisions[0]
        else:
            reasons.append(_("{kind}: choose a division.").format(kind=prize_kind.label))
    if division is not None and division.event_id != event.pk:
        reasons.append(
            _("Division {division} is not in {event}.").format(division=division, event=event)
        )
    try:
        prize_kind.options_from(options)
    except BadPrize as reason:
        reasons.append(sentence(reason.message))
    if not prize_kind.computed and not title:
        reasons.append(_("A prize given by hand needs a name, such as “Best dressed”."))
    if not 1 <= place <= MAX_PLACES:
        reasons.append(_("A place must be from 1 to {last}.").format(last=MAX_PLACES))
    if len(title) > MAX_LENGTH:
        reasons.append(
            ngettext(
                "The name has {count} character; the maximum is {most}.",
                "The name has {count} characters; the maximum is {most}.",
                len(title),
            ).format(count=len(title), most=MAX_LENGTH)
        )
    if len(value) > MAX_LENGTH:
        reasons.append(
            ngettext(
                "The value has {count} character; the maximum is {most}.",
                "The value has {count} characters; the maximum is {most}.",
                len(value),
            ).format(count=len(value), most=MAX_LENGTH)
        )
    if reasons:
        raise Refused(" ".join(reasons))
    return Prize(
        event=event,
        division=division,
        kind=kind,
        options=options,
        place=place,
        title=title,
        value=value,
        exclusive=prize_kind.exclusive if exclusive is None else exclusive,
        added_at=timezone.now(),
    )


def _number_prizes(event: Event, prizes: Sequence[Prize]) -> None:
    """Give the new prizes the last positions in the ceremony. Raise `Refused` if there are too many."""
    listed = Prize.objects.filter(event=event, removed_at=None)
    if listed.count() + len(prizes) > MAX_PRIZES:
        raise Refused(_("An event can have at most {most} prizes.").format(most=MAX_PRIZES))
    last = listed.aggregate(last=Max("position"))["last"] or 0
    for position, prize in enumerate(prizes, start=last + 1):
        prize.position = position


def _reload(prize: Prize) -> Prize:
    """Return the prize read again from the database. Raise `Refused` if it has been removed."""
    fresh = (
        Prize.objects.select_related("event", "division", "winner__player")
        .filter(pk=prize.pk, removed_at=None)
        .first()
    )
    if fresh is None:
        raise Refused(_("Another person removed this prize in the meantime."))
    return fresh


def _scope(prize: Prize) -> str:
    return prize.division.scope if prize.division else f"event:{prize.event.slug}"
