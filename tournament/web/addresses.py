"""How the addresses of the director's desk and of the public site begin."""

from django.urls import register_converter

from tournament.actions.event.events import TAKEN_IN_EVENT

APART = "division."
"""Before the short name of a division that a page of the event has too; no short name holds a dot."""


class DivisionConverter:
    """The short name of a division in an address, which is never that of a page of the event.

    A new division gets no such name; one that has it from an earlier version, a file or another page made since
    is reached as `division.find`.
    """

    regex = r"(?:division[.])?[-a-zA-Z0-9_]+"

    def to_python(self, value: str) -> str:
        """Return the short name. Raises `ValueError` where the address is that of a page of the event."""
        slug = value.removeprefix(APART)
        if (slug != value) != (slug in TAKEN_IN_EVENT):
            raise ValueError(value)
        return slug

    def to_url(self, value: str) -> str:
        """Return what stands in the address."""
        return f"{APART}{value}" if value in TAKEN_IN_EVENT else value


register_converter(DivisionConverter, "division")

EVENT = "events/<slug:event>/"
DIVISION = f"{EVENT}<division:division>/"
ENTRY = f"{DIVISION}players/<int:entry>/"
ROUND = f"{DIVISION}rounds/<int:number>/"
BOARD = f"{ROUND}boards/<int:board>/"

SITE = "hall/<slug:event>/"
SITE_DIVISION = f"{SITE}<division:division>/"
"""The public site of an event, and of one of its divisions."""
