"""The extension points of the core, to which rooms add objects.

A room is a Django app unknown to the core. Its `apps.py` adds dotted names to these extension
points in `ready()`; the objects are imported when a page or a command first needs them.
`docs/developers/adding.md` explains how to add a room.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any


class ExtensionPoint:
    """A point of the core to which rooms add objects; iterating yields these in the order in which they were added."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._imported: dict[str, Any] = {}

    def add(self, *names: str) -> None:
        """Add dotted names, ignoring those already added."""
        self._names += [name for name in names if name not in self._names]

    def __bool__(self) -> bool:
        """Return whether anything has been added, without importing it."""
        return bool(self._names)

    def __iter__(self) -> Iterator[Any]:
        for name in self._names:
            if name not in self._imported:
                self._imported[name] = _import_by_name(name)
            yield self._imported[name]


def _import_by_name(name: str) -> Any:
    """Return the attribute with this dotted name, or the module of that name if there is no such attribute."""
    above, _, last = name.rpartition(".")
    inside = getattr(import_module(above), last, None)
    return import_module(name) if inside is None else inside


ADDRESSES = ExtensionPoint()
"""Lists of URL patterns, such as `tournament.hall.web.urls.urlpatterns`; they are matched before those of events."""
MIDDLEWARE = ExtensionPoint()
"""Middleware for every request, before cached pages are returned."""
BACKGROUND_TASKS = ExtensionPoint()
"""Recurring background work: pairs of a function and the seconds between two calls."""
REPORTS = ExtensionPoint()
"""Packages of reports, one file each, such as `tournament.hall.reports.definitions`."""
LOG = ExtensionPoint()
"""Modules with a room's part of the activity log: `LOG`, sentences by code, and `VERBS`, names of actions."""
TABS = ExtensionPoint()
"""Lists of tabs on an event's pages: pairs of the key of a `MenuSection` and a `Tab` (`tournament.web.menu`)."""
COMMANDS = ExtensionPoint()
"""Lists of commands on a room's pages, for the search: `tournament.web.event.commands.Command`."""
SETTINGS = ExtensionPoint()
"""Lists of settings on a room's pages: `tournament.web.event.settings_index.SettingsSection`."""
ROOM_TABLES = ExtensionPoint()
"""Descriptions of the rooms' tables for backups and erasure, each a `tournament.models.tables.RoomTables`."""
PERSONAL_TABLES = ExtensionPoint()
"""Descriptions of the personal data stored by rooms, each a `tournament.reports.personal_tables.PersonalTable`."""
UNDO_ROWS = ExtensionPoint()
"""Kinds of rows for undo steps, each an `UndoRowKind`. A division has at most one row of a kind that has not ended."""
UNCACHED_COOKIES = ExtensionPoint()
"""Names of cookies that exempt a browser from cached pages, because its requests are answered individually."""
ARCHIVE = ExtensionPoint()
"""Modules with `ARCHIVED`, a room's tables in the archive of an event, and `LEFT_BEHIND`, its other tables' names."""
LOGGED_VALUES = ExtensionPoint()
"""Labels for logged values: mappings from a column's name to its labels by value."""
PAGE_STATES = ExtensionPoint()
"""Functions that return the state of a public page, given the event, division, round and board.

The last three are optional. The state is the version and the chosen language, both empty if the page
does not exist.
"""
OTHER_DEVICES = ExtensionPoint()
"""Functions that return this computer's address for other devices, such as http://192.168.1.20.

They return None while other devices have no access.
"""
SERVER_COMPANIONS = ExtensionPoint()
"""Classes that start and stop with the server of `serve`, as in `tournament.server.uvicorn_server.ServerCompanion`."""
OUTLIVES_SNAPSHOTS = ExtensionPoint()
"""Tables that stay unchanged when a snapshot is restored, as pairs of a model and its columns with row keys.

These keys refer to this database and are meaningless if the snapshot is from another one.
"""
AROUND_RESTORING = ExtensionPoint()
"""Functions called before a snapshot is restored.

Each returns another function, which is called in the transaction that logs the restore. Its
arguments are the actor and whether the snapshot is from this database.
"""
CARDS = ExtensionPoint()
"""Lists of cards on pages of the core (`tournament.web.cards.RoomCard`)."""
LINKS = ExtensionPoint()
"""Lists of links on pages of the core (`tournament.web.cards.RoomLink`)."""
PUBLIC_PAGES = ExtensionPoint()
"""The public pages that correspond to pages of the desk.

Mappings from the URL name of a desk page to the URL name of the public page and its argument names,
such as ``{"division": ("site_division", ("event", "division"))}``.
"""
PUBLIC_PLACES = ExtensionPoint()
"""Lists of entries in the navigation bar of every public page (`tournament.web.public.SiteSection`)."""
FRONT_PAGES = ExtensionPoint()
"""Functions that take a request and return the home page for a visitor who is not logged in, or None."""
CODES_ON_PAPER = ExtensionPoint()
"""Functions that return the targets of QR codes on papers, given the address that the user entered, or "".

They return a `tournament.reports.codes.PaperCodes`, or None for no codes.
"""
PUBLIC_PREFIXES = ExtensionPoint()
"""URL prefixes of pages for players and screens, which the server answers in separate threads.

Each addition is a mapping from prefixes to whether the separate page process may create the pages.
"""
