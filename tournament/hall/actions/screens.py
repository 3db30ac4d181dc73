"""Screens in the hall: assign numbers to new ones, and let the desk configure and control them."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.tenancy import current_or_first_tenant
from tournament.actions.act import Refused, act
from tournament.actions.event.cascade_delete import delete_with_dependents
from tournament.hall.models import Notice, Screen
from tournament.hall.models.screens import DEFAULT_PACE, DEFAULT_SHOWS, ScreenList
from tournament.models import Division, Event
from tournament.wording.log import say

MAX_WAITING_SCREENS = 20
"""The maximum number of waiting screens. Beyond it, the oldest screen that is switched off loses its number."""
PACES = range(3, 121)
MAX_NAME_LENGTH = 40


def add_screen(*, asking: Collection[int] = ()) -> Screen:
    """Assign a number to a device, which waits until a desk of its organisation configures it.

    If too many screens are waiting, the oldest of those that are switched off are deleted. `asking`
    are the numbers of waiting screens that are switched on. Numbers are unique within the
    installation. This is not logged, because the screen shows nothing yet. Raise `Refused` if too
    many waiting screens are switched on.
    """
    while True:
        with transaction.atomic():
            waiting = list(
                Screen.objects.filter(event=None, organisation=current_or_first_tenant()).order_by(
                    "pk"
                )
            )
            away = [screen for screen in waiting if screen.number not in asking]
            surplus = max(len(waiting) - MAX_WAITING_SCREENS + 1, 0)
            if len(away) < surplus:
                raise Refused(
                    _(
                        "{count} screens, the maximum, are already waiting for an event. Choose "
                        "at the desk what they show, or switch some off and try again after a "
                        "minute."
                    ).format(count=len(waiting))
                )
            for old in away[:surplus]:
                old.delete()
            taken = set(Screen.everywhere.values_list("number", flat=True))
            number = next(number for number in range(1, len(taken) + 2) if number not in taken)
            try:
                with transaction.atomic():
                    return Screen.objects.create(number=number)
            except IntegrityError:
                if not Screen.everywhere.filter(number=number).exists():
                    raise
                continue  # another device took the number at the same moment


def set_screen(
    actor: Actor,
    event: Event,
    screen: Screen,
    *,
    name: str = "",
    shows: Sequence[str] = tuple(DEFAULT_SHOWS),
    divisions: Sequence[str] = (),
    pace: int = DEFAULT_PACE,
    is_dark: bool = True,
) -> Screen:
    """Set the name of a screen and the lists it shows. A screen that follows the event has no lists of its own.

    Unknown divisions are left out. Raise `Refused` if the screen belongs to another event, would
    show nothing, or has an impossible pace.
    """
    name = " ".join(name.split())[:MAX_NAME_LENGTH]
    shown = [ScreenList.FOLLOW.value] if ScreenList.FOLLOW in shows else list(shows)
    shown = [key for key in ScreenList.values if key in shown]
    if not shown:
        raise Refused(_("The screen would show nothing. Tick at least one item."))
    if pace not in PACES:
        raise Refused(
            _("A page can be shown for {least} to {most} seconds.").format(
                least=PACES[0], most=PACES[-1]
            )
        )
    with act(actor, event) as action:
        held = Screen.objects.select_for_update(no_key=True).get(pk=screen.pk)
        if held.event_id not in (None, event.pk):
            raise Refused(
                _(
                    "Screen {number} belongs to another event. Remove it from that event first."
                ).format(number=held.number)
            )
        known = set(event.divisions.values_list("slug", flat=True))
        before = screen_log_values(held) if held.event_id else None
        held.event, held.name, held.shows = event, name, shown
        held.divisions = [slug for slug in divisions if slug in known]
        held.pace, held.is_dark = pace, is_dark
        if before != screen_log_values(held):
            held.save()
            action.log(
                "set_screen",
                say("set_screen", screen=held),
                before=before,
                after=screen_log_values(held),
            )
    return held


def make_screen(actor: Actor, event: Event, *, asking: Collection[int] = ()) -> Screen:
    """Return a new screen that follows the event, to be opened at its address on any device.

    For `asking` and the exceptions, see `add_screen`.
    """
    with transaction.atomic():
        return set_screen(actor, event, add_screen(asking=asking))


def show_on_screens(actor: Actor, event: Event, what: str, *, only: Screen | None = None) -> int:
    """Show one list on all screens of the event, or only on the screen `only`.

    An empty `what` resumes the rotation. Return the number of screens. Raise `Refused` for an
    unknown list.
    """
    if what and what not in ScreenList.values:
        raise Refused(_("Screens cannot show this item. Choose one of the items offered."))
    with act(actor, event) as action:
        screens = Screen.objects.filter(event=event)
        if only is not None:
            screens = screens.filter(pk=only.pk)
        count = screens.count()
        if not screens.exclude(shows_now=what).update(shows_now=what):
            return count
        where = only or event
        if what:
            sentence = say("show_on_screens", where=where, what=ScreenList(what).label)
        else:
            sentence = say("screens_as_usual", where=where)
        action.log("show_on_screens", sentence, after={"shows": what or None})
    return count


def remove_screen(actor: Actor, event: Event, screen: Screen) -> None:
    """Remove a screen of the event, if it still exists. Its device then requests a new number."""
    with act(actor, event, allow_closed=True) as action:
        held = Screen.objects.filter(pk=screen.pk, event=event).first()
        if held is not None:
            action.log(
                "remove_screen", say("remove_screen", screen=held), before=screen_log_values(held)
            )
            held.delete()


def screen_log_values(screen: Screen) -> dict[str, Any]:
    """Return the values of a screen for the log."""
    return {
        "number": screen.number,
        "name": screen.name,
        "shows": screen.shows,
        "divisions": screen.divisions,
        "seconds_a_page": screen.pace,
        "dark": screen.is_dark,
    }


def add_screen_to_demo(event: Event, actor: Actor, **_message: object) -> None:
    """Add a screen to the demo event."""
    make_screen(actor, event)


def remove_division_from_screens(division: Division, **_message: object) -> None:
    """Remove a division that is about to be deleted from the screens, and delete its notices."""
    for screen in Screen.objects.filter(event=division.event):
        if division.slug in screen.divisions:
            screen.divisions = [slug for slug in screen.divisions if slug != division.slug]
            screen.save(update_fields=["divisions"])
    delete_with_dependents(Notice.objects.filter(division=division), records_facts=True)
