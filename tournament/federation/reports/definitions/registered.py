"""The list of registered people: places and waiting list, with member numbers and notes."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.plugins import NoOptions
from tournament.federation.queries.registrations import registrations_of
from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on
from tournament.reports.report import Column, Group, Kind, Report, Table, hide_columns_if_empty
from tournament.wording.alphabet import alphabetical_key

COLUMNS = (
    Column("place", _lazy("No."), Kind.INTEGER, name=_lazy("Position in the list")),
    Column("name", _lazy("Name")),
    Column("division", _lazy("Division"), width=8),
    Column("member", _lazy("Member"), width=8),
    Column("notes", _lazy("Note"), width=24),
    Column("came", _lazy("Received"), Kind.DATE),
)


class Registered(Definition):
    """The people registered for the event: first those with a place, sorted by name, then the waiting list in order.

    For the director only, since it contains the notes. Withdrawn and refused registrations are omitted.
    """

    title = "Registered"
    group = "Setting up"
    private = True

    def build(self, event: Event, options: NoOptions, printed_at: datetime) -> Report:
        """Return both lists; each has a message if it is empty."""
        del options
        rows = [row for row in registrations_of(event) if row.is_alive]
        divisions = list(event.divisions.all())
        placed = sorted(
            (row for row in rows if row.state == row.State.PLACE),
            key=lambda row: alphabetical_key(row.name),
        )
        waiting = [row for row in rows if row.state == row.State.WAITING]
        tables = []
        for key, title, part, empty in (
            ("registered", _("Registered"), placed, _("Nobody has registered yet.")),
            ("waiting", _("Waiting list"), waiting, _("No players are waiting.")),
        ):
            cells = tuple(
                (
                    place,
                    row.name,
                    str(row.division or ""),
                    row.member,
                    row.notes,
                    row.came_at.date(),
                )
                for place, row in enumerate(part, start=1)
            )
            table = Table(key, COLUMNS, (Group(cells),) if cells else (), title=title, empty=empty)
            tables.append(hide_columns_if_empty(table, "division", "member", "notes"))
        return report_on(
            self,
            event,
            divisions,
            printed_at,
            subtitle=_("{placed} registered, {waiting} on the waiting list").format(
                placed=len(placed), waiting=len(waiting)
            ),
            sections=tuple(tables),
        )
