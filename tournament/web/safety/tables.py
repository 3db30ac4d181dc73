"""The list of snapshots."""

from __future__ import annotations

from urllib.parse import urlencode

import django_tables2 as tables
from django.template.defaultfilters import date, filesizeformat
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.queries.safety.snapshots import Snapshot
from tournament.web.access import Permission, may
from tournament.web.tables import FigureColumn, Filter, ListTable, TextColumn

TO_THE_SECOND = "j M Y, H:i:s"
KINDS = (("hand", _lazy("by hand")), ("itself", _lazy("by itself")))


class SnapshotsTable(ListTable):
    """Every snapshot, with the way back for who may go it."""

    key = "snapshots"
    searched = ("why", "taken_by")
    always = ("taken_at", "back")

    taken_at = tables.DateTimeColumn(verbose_name=_lazy("Taken"), format=TO_THE_SECOND)
    why = TextColumn(verbose_name=_lazy("Why"), wraps=True)
    taken_by = TextColumn(verbose_name=_lazy("Who"))
    size = FigureColumn(verbose_name=_lazy("Size"))
    back = tables.Column(
        verbose_name=_lazy("Go back"), empty_values=(), orderable=False, exclude_from_export=True
    )

    def render_why(self, value: str) -> str:
        """What it was taken for."""
        return str(capfirst(value))

    def render_size(self, value: int) -> str:
        """Its size in the unit that fits."""
        return filesizeformat(value)

    def value_size(self, value: int) -> int:
        """Its size in bytes, for a file."""
        return value

    def render_back(self, record: Snapshot) -> str | SafeString:
        """The link to what going back would change; nothing for who may not."""
        if not may(self.request, Permission.OWN):
            return ""
        return format_html(
            '<a class="screen-only" href="?{}" aria-label="{}">{}</a>',
            urlencode({"restore": record.name}),
            _("Go back to {taken_at}").format(
                taken_at=date(localtime(record.taken_at), TO_THE_SECOND)
            ),
            _("Go back"),
        )


def snapshot_filters() -> list[Filter]:
    """What narrows the list of snapshots."""
    return [
        Filter("kind", _("Taken"), KINDS, lambda row, key: row.by_hand == (key == "hand")),
    ]
