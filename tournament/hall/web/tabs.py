"""The hall's tab on the pages of an event, with its subpages and search entries."""

from django.utils.translation import gettext_lazy as _lazy

from tournament.models import EventSize
from tournament.web.event.commands import Command
from tournament.web.menu import Tab

TABS = (
    ("overview", Tab(_lazy("Hall"), "hall", size=EventSize.TOURNAMENT)),
    ("overview", Tab(_lazy("Phones"), "phones", part_of="hall")),
    ("overview", Tab(_lazy("Players' phones"), "player_phones", part_of="hall")),
    ("overview", Tab(_lazy("Clock and screens"), "room", ("set_screen",), part_of="hall")),
    ("overview", Tab(_lazy("Public site"), "site_division", part_of="hall")),
)
COMMANDS = (Command(_lazy("Start the clock"), "room", "start_clocks", after="change_phase"),)
