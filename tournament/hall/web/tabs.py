"""The tabs of the hall among the pages of an event, each with its place, and what the search finds to do."""

from django.utils.translation import gettext_lazy as _lazy

from tournament.web.event.commands import Command
from tournament.web.places import Tab

TABS = (
    ("overview", Tab(_lazy("Phones"), "phones")),
    ("overview", Tab(_lazy("Players' phones"), "player_phones")),
    ("overview", Tab(_lazy("Clock and screens"), "room", ("set_screen",))),
    ("overview", Tab(_lazy("Public site"), "site_division")),
)
COMMANDS = (Command(_lazy("Start the clock"), "room", "start_clocks", after="change_phase"),)
