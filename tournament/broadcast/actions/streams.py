"""Choose what the slots and channels of a stream show, and switch the stream on or off."""

from __future__ import annotations

from django.db.models import Max
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused, act
from tournament.broadcast.models import Channel
from tournament.broadcast.queries.streams import FEATURED, STREAM_OFF_KEY, is_stream_on
from tournament.models import Event, Pairing
from tournament.models.rounds import Phase
from tournament.wording.log import say

LATEST = "latest"
"""The target of a slot that follows the last recorded board."""
MAX_SLOTS = 12


def point_slot(
    actor: Actor,
    event: Event,
    name: str,
    *,
    division: str = "",
    number: int | None = None,
    board: int | None = None,
) -> str:
    """Make a slot show a board, or the last recorded board if none is given; return the slot's name.

    Without a round, the board is in the latest published one. An unknown slot is created, and the
    stream is switched on. Raise `Refused` without a name, for an unknown board, or if there are too
    many slots.
    """
    slot = slugify(name)[:40]
    if not slot:
        raise Refused(_("Give the slot a name, such as “featured” or “board2”."))
    with act(actor, event) as action:
        held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        if slot not in held.slots and len(held.slots) >= MAX_SLOTS:
            raise Refused(
                _("There are already {most} slots. Delete one first.").format(most=MAX_SLOTS)
            )
        target: dict[str, str | int] = {}
        if board is not None:
            boards = Pairing.objects.filter(
                round__division__event=event, round__division__slug=division, replaced_at=None
            ).exclude(round__phase=Phase.DRAFT)
            latest = boards.aggregate(Max("round__number"))["round__number__max"]
            number = number or latest or 1
            if not boards.filter(round__number=number, board=board).exists():
                raise Refused(
                    _("Round {round} of that division has no published board {board}.").format(
                        round=number, board=board
                    )
                )
            target = {"division": division, "round": number, "board": board}
        before = held.slots.get(slot)
        if before != target or not is_stream_on(held):
            held.slots.get(FEATURED, {}).pop(STREAM_OFF_KEY, None)
            held.slots[slot] = target
            held.save(update_fields=["slots"])
            where = (
                say("slot_at_board", slot=slot, round=number, board=board)
                if board is not None
                else say("slot_at_latest", slot=slot)
            )
            action.log("point_slot", where, before=before, after={"slot": slot, **target})
    return slot


def switch_stream(actor: Actor, event: Event, *, on: bool) -> None:
    """Switch the stream's sources on or off, without changing the slots."""
    with act(actor, event, allow_closed=True) as action:
        held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        if is_stream_on(held) == on:
            return
        target = {**held.slots.get(FEATURED, {}), STREAM_OFF_KEY: 1}
        if on:
            del target[STREAM_OFF_KEY]
        held.slots[FEATURED] = target
        held.save(update_fields=["slots"])
        verb = "turn_stream_on" if on else "turn_stream_off"
        action.log(verb, say(verb), before={"on": not on}, after={"on": on})


def delete_slot(actor: Actor, event: Event, slot: str, *, in_use: bool, confirmed: bool) -> None:
    """Delete a slot, if it exists. Raise `Refused` if it is `in_use` by a source, unless `confirmed`."""
    if in_use and not confirmed:
        raise Refused(
            _(
                "A source is showing the slot “{slot}”. Confirm that you want to delete the slot."
            ).format(slot=slot)
        )
    with act(actor, event, allow_closed=True) as action:
        held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        was_on = is_stream_on(held)
        before = held.slots.pop(slot, None)
        if before is not None:
            if not was_on:
                held.slots.setdefault(FEATURED, {})[STREAM_OFF_KEY] = 1
            held.save(update_fields=["slots"])
            action.log(
                "delete_slot", say("delete_slot", slot=slot), before={"slot": slot, **before}
            )


def point_channel(actor: Actor, event: Event, name: str) -> Channel:
    """Make a channel show an event. An unknown channel is created for the event's club.

    Raise `Refused` without a name, or if the name is the slug of an event or belongs to another
    organisation.
    """
    slug = slugify(name)[:40]
    if not slug:
        raise Refused(_("Give the channel a name, such as the club's."))
    if Event.everywhere.filter(slug=slug).exists():
        raise Refused(
            _("Another event already has the address “{slug}”. Choose another name.").format(
                slug=slug
            )
        )
    with act(actor, event, allow_closed=True) as action:
        channel = Channel.everywhere.filter(slug=slug).first() or Channel(
            slug=slug,
            name=" ".join(name.split())[:80],
            club=event.club,
            organisation_id=event.organisation_id,
        )
        if channel.organisation_id != event.organisation_id:
            raise Refused(
                _(
                    "The channel “{slug}” belongs to another organisation. Choose another name."
                ).format(slug=slug)
            )
        if channel.event_id != event.pk:
            channel.event = event
            channel.save()
            action.log(
                "point_channel", say("point_channel", channel=channel), after={"channel": slug}
            )
    return channel
