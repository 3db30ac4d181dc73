"""The tabs of the federation among the pages of an event, each with its place."""

from django.utils.translation import gettext_lazy as _lazy

from tournament.web.frame import Tab

TABS = (
    (
        "people",
        Tab(
            _lazy("Registration"),
            "registrations",
            ("registration_rules", "who_registered"),
            after="roster",
        ),
    ),
)
