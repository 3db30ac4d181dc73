"""What is typed after a command, as the commands understand it alike."""

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scoring.models import Organisation
from scoring.wording.phrases import comma_list
from tournament.models import Event
from tournament.queries.event.events import NotThere, event_named


def asked_event(slug: str) -> Event:
    """The event with that short name. Raises `CommandError` naming those there are."""
    try:
        return event_named(slug)
    except NotThere as reason:
        raise CommandError(str(reason)) from reason


def asked_organisation(name: str) -> Organisation:
    """The organisation of that name, or the only one where no name is given. Raises `CommandError` naming them."""
    there = list(Organisation.objects.order_by("name", "pk"))
    matching = [row for row in there if not name or str(row).casefold() == name.casefold()]
    names = comma_list(str(row) for row in there)
    if not matching:
        raise CommandError(
            _("There is no organisation {name}. There are: {names}.").format(name=name, names=names)
        )
    if len(matching) > 1:
        raise CommandError(
            _("There are several organisations. Add --organisation with one of: {names}.").format(
                names=names
            )
        )
    return matching[0]
