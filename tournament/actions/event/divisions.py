"""Removing a division that was added by mistake."""

from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused, act
from tournament.actions.event.whole_rows import remove_whole
from tournament.models import Division, Player, Prize
from tournament.queries.event.events import unplayed_divisions
from tournament.signals import division_removing
from tournament.wording.log import say


def why_not_remove_division(division: Division) -> str:
    """Return why the division stays, as a sentence; empty where it may be removed. One query."""
    if division not in unplayed_divisions(division.event):
        return _(
            "Division {division} has been played in, so it stays. Its players can be withdrawn."
        ).format(division=division)
    return ""


def remove_division(actor: Actor, division: Division) -> None:
    """Remove a division in which nothing was played, with its players, drafts, plan and prizes.

    People who are in no other event and were added with this one go with it. It cannot be undone as a step: the
    steps of the division go, too.
    """
    event = division.event
    with act(actor, event) as action:
        held = Division.objects.select_for_update(no_key=True).get(pk=division.pk)
        held.event = event
        if reason := why_not_remove_division(held):
            raise Refused(reason)
        entries = list(held.entries.select_related("player").order_by("number"))
        names = [entry.name for entry in entries]
        people = [e.player_id for e in entries if e.player.created_at >= event.created_at]
        division_removing.send(Division, division=held)
        remove_whole(Prize.objects.filter(division=held), [held], are_noted=True)
        merged = Player.objects.exclude(merged_into=None).values("merged_into")
        alone = Player.objects.filter(pk__in=people, entries=None).exclude(pk__in=merged)
        remove_whole(alone, are_noted=True)
        action.log(
            "remove_division",
            say("remove_division", division=held),
            before={"name": held.name, "players": names},
        )
