"""Events as a calendar that phones and mail programs subscribe to (iCal, RFC 5545)."""

import datetime as dt
import re
from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse

from scoring.downloads import file_response
from tournament.models import Event
from tournament.web.other_devices import address_for_others
from tournament.web.public_pages import public_or_desk_address

MAX_LINE_OCTETS = 74
"""Maximum number of octets in a piece of a folded line; with a leading space, 75 (RFC 5545, section 3.1)."""
CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
r"""Pattern of control characters that text must not contain (section 3.1); line endings are written as `\n`."""


def ical_response(
    request: HttpRequest, name: str, events: Iterable[Event], *, file: str
) -> HttpResponse:
    """Return a calendar named `name` with these events, which must have a date.

    `file` is the file name without its extension.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Ninetimer//Evenings//EN"]
    lines.append(f"X-WR-CALNAME:{_escape(name)}")
    for event in events:
        assert event.date is not None  # only dated events are passed
        address = address_for_others(
            request, public_or_desk_address("event", {"event": event.slug})
        )
        made = event.created_at.astimezone(dt.UTC)
        lines += [
            "BEGIN:VEVENT",
            f"UID:{event.slug}-{made:%Y%m%dT%H%M%S%f}@ninetimer",  # other laptops may use evening-1
            f"DTSTAMP:{made:%Y%m%dT%H%M%SZ}",
            f"DTSTART;VALUE=DATE:{event.date:%Y%m%d}",
            f"DTEND;VALUE=DATE:{event.date + dt.timedelta(days=1):%Y%m%d}",
            f"SUMMARY:{_escape(event.name)}",
            *([f"LOCATION:{_escape(event.place)}"] if event.place else []),
            *([f"URL:{address}"] if address else []),
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    text = "".join(f"{_fold(line)}\r\n" for line in lines)
    return file_response(text, "text/calendar; charset=utf-8", f"{file}.ics", is_shown=True)


def _escape(text: str) -> str:
    """Return a text escaped for a calendar (RFC 5545, section 3.3.11)."""
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return CONTROL_CHARACTERS.sub("", "\\n".join(text.splitlines()))


def _fold(line: str) -> str:
    """Return a line folded into pieces of at most `MAX_LINE_OCTETS` octets without splitting a character."""
    pieces, piece = [], ""
    for letter in line:
        if len((piece + letter).encode()) > MAX_LINE_OCTETS:
            pieces.append(piece)
            piece = ""
        piece += letter
    return "\r\n ".join([*pieces, piece])
