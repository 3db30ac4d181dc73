"""The federation's tabs on the pages of an event, and its search entries."""

from django.utils.translation import gettext_lazy as _lazy

from scoring.access import OWN_ORGANISATION
from tournament.models import EventSize
from tournament.web.event.commands import Command
from tournament.web.menu import Tab

TABS = (
    (
        "people",
        Tab(
            _lazy("Registration"),
            "registrations",
            (
                "registration_rules",
                "registration_questions",
                "registration_messages",
                "registered",
                "who_registered",
            ),
            after="roster",
            size=EventSize.FEDERATION,
        ),
    ),
)
COMMANDS = (
    Command(
        _lazy("Back up everything as one file"),
        "backup",
        "backup",
        place=OWN_ORGANISATION,
        after="close_event",
    ),
)
