"""Uploaded files that wait to be imported, and the search for an existing copy of their event."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from tournament.engine import interchange
from tournament.models import Club, Event, IncomingFile


def matching_event(source: interchange.PortableEvent, *, name: str = "") -> Event | None:
    """Return the latest existing event with the same name and day, or None. One query.

    `name` replaces the name in the file. The result is None if there is no name or the day is
    invalid.
    """
    called = name or source.name
    if not called:
        return None
    try:
        day = date.fromisoformat(source.date) if source.date else None
    except ValueError:  # reported by the import
        return None
    return Event.objects.filter(name__iexact=called, date=day).order_by("-created_at").first()


def matching_session(row: Mapping[str, Any], club: Club) -> Event | None:
    """Return the club's session that an archived event is a copy of, or None. One query.

    Name and day must match, or name and slug if there is no day, because a club's sessions may
    share a name.
    """
    here = Event.objects.filter(club=club, name__iexact=row["name"])
    if row["date"]:
        return here.filter(date=row["date"]).first()
    return here.filter(date=None, slug=row["slug"]).first()


def club_name_in(source: interchange.PortableEvent) -> str:
    """Return the name of the club in the archive; empty if there is no archive or the event is not a session."""
    clubs = (source.archive_content or {}).get("rows", {}).get("tournament.Club", [])
    return str(clubs[0].get("name", "")) if clubs else ""


def uploaded_files(batch: str) -> list[tuple[str, bytes]]:
    """Return the name and content of every file in upload order; an empty list for an expired batch.

    One query.
    """
    rows = IncomingFile.objects.filter(batch=batch).order_by("position")
    return [(name, bytes(content)) for name, content in rows.values_list("name", "content")]
