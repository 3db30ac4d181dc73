"""Cups of tea: poured for new players, sweetened at the desk."""

from collections.abc import Iterable

from tournament.tea.models import Cup

from scoring.actions.activity import Actor
from tournament.actions.act import act
from tournament.models import Entry
from tournament.wording.log import say


def pour(entries: Iterable[Entry], **_message: object) -> None:
    """Give new players a cup."""
    for entry in entries:
        Cup.objects.create(entry=entry)


def sweeten(actor: Actor, cup: Cup, sugar: int) -> None:
    """Set the lumps of sugar in a cup."""
    with act(actor, cup.entry.division) as action:
        cup.sugar = sugar
        cup.save(update_fields=["sugar"])
        action.log("sweeten", say("sweeten", player=cup.entry.name, lumps=sugar))


def keep_warm() -> None:
    """Do nothing: this background work only has to be listed."""


BACKGROUND_TASK = (keep_warm, 60.0)
