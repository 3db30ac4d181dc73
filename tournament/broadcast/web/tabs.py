"""The tabs of the broadcast among the pages of an event, each with its place, and what the search finds to do."""

from django.utils.translation import gettext_lazy as _lazy

from tournament.web.event.commands import Command
from tournament.web.frame import Tab

TABS = (
    ("overview", Tab(_lazy("Streams"), "streams", after="room")),
    ("files", Tab(_lazy("Public site as files"), "publishing")),
    ("settings", Tab(_lazy("Keys for programs"), "api_keys", after="helpers")),
)
COMMANDS = (
    Command(
        _lazy("Publish the public site as files"), "publishing", "publishing", after="whole_event"
    ),
)
