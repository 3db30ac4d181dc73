"""Log sentences for streams, the published site and API keys."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

from scoring.wording.sentence import SentenceTable, Wording

_SENTENCES: Mapping[str, Wording] = {
    "set_publishing": _("The site is written automatically after every result."),
    "end_publishing": _("The site is no longer written automatically."),
    "make_api_key": _("Key created for the program {program}."),
    "end_api_key": _("Key of the program {program} revoked."),
    "slot_at_board": _("Stream slot {slot} shows round {round}, board {board}."),
    "slot_at_latest": _("Stream slot {slot} shows the board recorded last."),
    "delete_slot": _("Stream slot {slot} deleted."),
    "turn_stream_on": _("The stream is on."),
    "turn_stream_off": _("The stream is off: its sources show nothing."),
    "point_channel": _("Channel {channel} shows this event."),
}
LOG = SentenceTable(_SENTENCES)
VERBS: Mapping[str, str] = {
    "delete_slot": _("Delete a stream slot"),
    "end_api_key": _("Revoke an API key"),
    "end_publishing": _("Return to publishing the site by hand"),
    "make_api_key": _("Create an API key"),
    "point_channel": _("Set a channel"),
    "point_slot": _("Set a stream slot"),
    "turn_stream_off": _("Turn the stream off"),
    "turn_stream_on": _("Turn the stream on"),
    "set_publishing": _("Publish the site after every result"),
}
"""The English name of each kind of action."""
