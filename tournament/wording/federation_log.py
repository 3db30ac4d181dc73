"""What the activity log says of registrations, rating runs and championships, part of `tournament.wording.log`."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import Counted, Wording

FEDERATION: Mapping[str, Wording] = {
    "set_registration": _("Registration for {event} changed."),
    "register": _("{player} registered."),
    "register_waiting": _("{player} registered and waits for a place."),
    "change_registration": _("{player}: registration changed."),
    "withdraw_registration": _("{player}: registration withdrawn."),
    "refuse_registration": _("{player}: registration refused: {reason}"),
    "accept_registration": _("{player}: registration accepted."),
    "move_up_registration": _("{player} has a place now and waits no more."),
    "run_ratings": Counted(
        "events",
        lambda events: ngettext(
            "{name} made from {base} by rating {events} event.",
            "{name} made from {base} by rating {events} events in one run.",
            events,
        ),
    ),
    "undo_run": _("The rating run that made {name} is undone: {reason}"),
    "create_championship": _("Championship {name} made."),
    "change_championship": _("Championship {name} changed."),
}
