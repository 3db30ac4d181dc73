"""Uploaded files that wait to be imported, and whether the event they describe is here already."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from tournament.engine import interchange
from tournament.models import Club, Event, IncomingFile


def same_event(source: interchange.PortableEvent, *, name: str = "") -> Event | None:
    """The event of that name and day that is here, the latest made. One query.

    `name` goes before the file's.
    """
    called = name or source.name
    if not called:
        return None
    try:
        day = date.fromisoformat(source.date) if source.date else None
    except ValueError:  # said when it is imported
        return None
    return Event.objects.filter(name__iexact=called, date=day).order_by("-created_at").first()


def same_session(row: Mapping[str, Any], club: Club) -> Event | None:
    """The session of the club that an archive's event is a copy of. One query.

    Name and day are the same, or the address where there is no day: a club's nights may have one name.
    """
    here = Event.objects.filter(club=club, name__iexact=row["name"])
    if row["date"]:
        return here.filter(date=row["date"]).first()
    return here.filter(date=None, slug=row["slug"]).first()


def club_in(source: interchange.PortableEvent) -> str:
    """The name of the club whose session the archive tells of; empty where it is no session."""
    clubs = (source.whole or {}).get("rows", {}).get("tournament.Club", [])
    return str(clubs[0].get("name", "")) if clubs else ""


def incoming(batch: str) -> list[tuple[str, bytes]]:
    """Name and content of every file, in the order they came; none for a batch that is gone.

    One query.
    """
    rows = IncomingFile.objects.filter(batch=batch).order_by("position")
    return [(name, bytes(content)) for name, content in rows.values_list("name", "content")]
