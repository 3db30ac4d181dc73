"""Contributions of the broadcast room to the pages of an event: tabs, search entries, cards and links."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _lazy

from tournament.broadcast.web.streams import stream_card
from tournament.models import Event, EventSize, Pairing
from tournament.web.cards import RoomCard, RoomLink
from tournament.web.event.commands import Command
from tournament.web.menu import Tab

TABS = (
    ("overview", Tab(_lazy("Streams"), "streams", after="room", part_of="hall")),
    ("overview", Tab(_lazy("Public site as files"), "publishing", part_of="hall")),
    ("settings", Tab(_lazy("API keys"), "api_keys", size=EventSize.TOURNAMENT, in_more=True)),
)
COMMANDS = (
    Command(
        _lazy("Publish the public site as files"), "publishing", "publishing", after="whole_event"
    ),
)


def _button_context(_request: HttpRequest, _pairing: Pairing) -> Mapping[str, Any]:
    return {}


def _event_arguments(event: Event) -> tuple[str]:
    return (event.slug,)


CARDS = (
    RoomCard("board_actions", "broadcast/results/_show_on_stream.html", _button_context),
    RoomCard("hall", "broadcast/event/_hall_stream.html", stream_card),
)
LINKS = (RoomLink("hall_site", _lazy("Public site as files"), "publishing", _event_arguments),)
PUBLIC_PREFIXES = {"/stream/": True, "/api/": False}
