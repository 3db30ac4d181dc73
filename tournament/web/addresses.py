"""Addresses of the director's desk and the public site, and the URL converter of divisions."""

from django.urls import register_converter

from tournament.actions.event.events import RESERVED_DIVISION_SLUGS

APART = "division."
"""Prefix added to a division's short name that equals the name of an event page; short names contain no dot."""


class DivisionConverter:
    """URL converter for the short name of a division.

    No new division gets the name of an event page. A division that has such a name, because it
    comes from an earlier version or a file or because the page is newer, is reached with the prefix
    `APART`, as in `division.find`.
    """

    regex = r"(?:division[.])?[-a-zA-Z0-9_]+"

    def to_python(self, value: str) -> str:
        """Return the short name; raise `ValueError` if the address belongs to a page of the event.

        A short name that equals the name of such a page must have the prefix `APART`; others must not.
        """
        slug = value.removeprefix(APART)
        if (slug != value) != (slug in RESERVED_DIVISION_SLUGS):
            raise ValueError(value)
        return slug

    def to_url(self, value: str) -> str:
        """Return the short name as written in the address."""
        return f"{APART}{value}" if value in RESERVED_DIVISION_SLUGS else value


register_converter(DivisionConverter, "division")

EVENT = "events/<slug:event>/"
DIVISION = f"{EVENT}<division:division>/"
ENTRY = f"{DIVISION}players/<int:entry>/"
ROUND = f"{DIVISION}rounds/<int:number>/"
BOARD = f"{ROUND}boards/<int:board>/"

SITE = "hall/<slug:event>/"
SITE_DIVISION = f"{SITE}<division:division>/"
"""The address of a division's public site, below that of its event."""
