"""The places of the core at which a room joins.

A room is a Django app that the core does not know. Its `apps.py` adds dotted names to these places in `ready()`; what
they name is imported when a page or a command first needs it. CONTRIBUTING tells how a room is added.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any


class Joined:
    """What rooms add at one place of the core, in the order in which they joined."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._imported: dict[str, Any] = {}

    def add(self, *names: str) -> None:
        """Add what these dotted names name; a name that is there already is not added twice."""
        self._names += [name for name in names if name not in self._names]

    def __bool__(self) -> bool:
        """Whether anything joined; nothing is imported."""
        return bool(self._names)

    def __iter__(self) -> Iterator[Any]:
        for name in self._names:
            if name not in self._imported:
                self._imported[name] = _named(name)
            yield self._imported[name]


def _named(name: str) -> Any:
    """Return the module of that name, or what is called so in the module above it."""
    above, _, last = name.rpartition(".")
    inside = getattr(import_module(above), last, None)
    return import_module(name) if inside is None else inside


ADDRESSES = Joined()
"""Lists of addresses, such as `tournament.hall.web.urls.urlpatterns`; they stand before those of the event."""
MIDDLEWARE = Joined()
"""Middleware around every request, before the pages that are kept ready are handed out."""
LONG_WORK = Joined()
"""Work done again and again beside the pages: pairs of a function and the seconds between two calls."""
REPORTS = Joined()
"""Packages of reports, one file each, such as `tournament.hall.reports.definitions`."""
LOG = Joined()
"""Modules with what the activity log says of a room: `LOG`, its sentences by code, and `VERBS`, names of actions."""
TABS = Joined()
"""Lists of tabs of an event's pages: pairs of the key of a place and a `tournament.web.places.Tab`."""
COMMANDS = Joined()
"""Lists of what can be done on pages of rooms, for the search: `tournament.web.event.commands.Command`."""
SETTINGS = Joined()
"""Lists of settings that pages of rooms have: `tournament.web.event.settings_index.SettingsSection`."""
ROOM_TABLES = Joined()
"""What backups and erasing have to know of the tables of a room: a `tournament.models.tables.RoomTables` each."""
PERSONAL_TABLES = Joined()
"""What a room stores of a person: a `tournament.reports.personal_tables.PersonalTable` each."""
UNDO_ROWS = Joined()
"""Kinds of rows that undo steps hold, each an `UndoRows` with an `ended` whose rows hang at a division."""
UNCACHED_COOKIES = Joined()
"""Cookies of browsers that get no page kept ready for everybody: each request of theirs is answered for itself."""
ARCHIVE = Joined()
"""Modules with the tables of a room in the archive of an event: `ARCHIVED`, and the names of those `LEFT_BEHIND`."""
LOGGED_VALUES = Joined()
"""Tables of what stands for a value of the log, by the name of its column, as in `queries.safety.logged_values`."""
PAGE_STATES = Joined()
"""What pages for everybody show: functions (event, division, round, board; the last three may be missing) that return
the version and the chosen language, both empty where nothing is there."""
OTHER_DEVICES = Joined()
"""Where other devices reach this computer: functions that return an address such as http://192.168.1.20, or None."""
BESIDE_SERVER = Joined()
"""What starts and stops with the server of `serve`: classes as in `tournament.server.uvicorn_server.BesideServer`."""
OUTLIVES_SNAPSHOTS = Joined()
"""Tables that stay as they are when somebody goes back to a snapshot: pairs of a model and the columns with numbers of
rows of this database, which say nothing where the snapshot is of another one."""
AROUND_RESTORING = Joined()
"""Functions called before somebody goes back to a snapshot. Each returns another one, called with `actor` and `of_here`
(whether the snapshot is of this database) in the transaction in which the going back is logged."""
CARDS = Joined()
"""Lists of cards on pages of the core (`tournament.web.cards.RoomCard`)."""
LINKS = Joined()
"""Lists of links on pages of the core (`tournament.web.cards.RoomLink`)."""
PUBLIC_PAGES = Joined()
"""Public pages that show what pages of the desk show: mappings from the name of the address of such a page to the name
of the public address, and to the names in it, such as ``{"division": ("site_division", ("event", "division"))}``."""
PUBLIC_PLACES = Joined()
"""Lists of places in the bar of every public page (`tournament.web.public.SitePlace`)."""
FRONT_PAGES = Joined()
"""Functions (request) that return the home page of somebody who is not logged in, or None."""
CODES_ON_PAPER = Joined()
"""Functions (address) that return where QR codes on papers lead, a `tournament.reports.codes.PaperCodes`, or None for
no codes; the address is the one that was typed, or empty."""
PUBLIC_PREFIXES = Joined()
"""How addresses of pages for players and screens begin, each with whether a second process may make such a page: the
server answers them in threads of their own."""
