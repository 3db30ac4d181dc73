"""The list of snapshots."""

from __future__ import annotations

from urllib.parse import urlencode

import django_tables2 as tables
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.access import installation_scope
from scoring.bulk_actions import list_address, selected_rows
from scoring.tables import FigureColumn, ListFilter, ListTable, MomentColumn, TextColumn
from scoring.wording.phrases import format_date
from tournament.actions.safety.restoring import restore_snapshot
from tournament.actions.safety.running_copy import running_copy_state
from tournament.actions.safety.snapshots import remove_snapshots, take_snapshot
from tournament.queries.safety.snapshots import (
    Snapshot,
    all_snapshots,
    restore_consequences,
    snapshot_folder,
)
from tournament.web.access import Permission, has_page_permission, requires
from tournament.web.perform import perform
from tournament.web.tables import confirm_and_run, list_page

TO_THE_SECOND = "j M Y, H:i:s"
KINDS = (("hand", _lazy("by hand")), ("itself", _lazy("automatically")))


class SnapshotsTable(ListTable):
    """All snapshots, each with a link that lets owners restore it."""

    key = "snapshots"
    searched = ("why", "taken_by")
    always = ("taken_at", "back")
    marked_by = "name"

    taken_at = MomentColumn(verbose_name=_lazy("Taken"), format=TO_THE_SECOND)
    why = TextColumn(verbose_name=_lazy("Why"), wraps=True)
    taken_by = TextColumn(verbose_name=_lazy("Who"))
    size = FigureColumn(verbose_name=_lazy("Size"))
    back = tables.Column(
        verbose_name=_lazy("Go back"), empty_values=(), orderable=False, exclude_from_export=True
    )

    def checkbox_label(self, record: Snapshot) -> str:
        """Return the accessible label of the snapshot's checkbox."""
        taken = format_date(localtime(record.taken_at), TO_THE_SECOND)
        return _("Select {name}").format(name=taken)

    def render_why(self, value: str) -> str:
        """Return the reason for the snapshot, capitalized."""
        return str(capfirst(value))

    def render_size(self, value: int) -> str:
        """Return the snapshot's size with a fitting unit."""
        return filesizeformat(value)

    def value_size(self, value: int) -> int:
        """Return the snapshot's size in bytes, for a file."""
        return value

    def render_back(self, record: Snapshot) -> str | SafeString:
        """Return the link to a preview of the restore, or an empty string without permission."""
        if not has_page_permission(self.request, Permission.OWN):
            return ""
        return format_html(
            '<a class="screen-only" href="?{}" aria-label="{}">{}</a>',
            urlencode({"restore": record.name}),
            _("Go back to {taken_at}").format(
                taken_at=format_date(localtime(record.taken_at), TO_THE_SECOND)
            ),
            _("Go back"),
        )


def snapshot_filters() -> list[ListFilter]:
    """Return the filters of the list of snapshots."""
    return [ListFilter("kind", _("Taken"), KINDS, lambda row, key: row.by_hand == (key == "hand"))]


@requires(Permission.DIRECT, installation_scope)
def snapshots_page(request: HttpRequest) -> HttpResponse:
    """List the snapshots; `?restore=NAME` shows an owner what a restore would change.

    If no snapshot has that name, a message says so.
    """
    snapshots = all_snapshots()
    name = request.GET.get("restore", "") if has_page_permission(request, Permission.OWN) else ""
    chosen = next((snapshot for snapshot in snapshots if snapshot.name == name), None)
    if name and chosen is None:
        messages.error(request, _("That snapshot no longer exists: only the newest are kept."))
    return list_page(
        request,
        "tournament/safety/snapshots.html",
        {
            "copy": running_copy_state(),
            "folder": snapshot_folder(),
            "chosen": chosen,
            "changes": restore_consequences(chosen) if chosen else None,
        },
        SnapshotsTable,
        snapshots,
        title=_("Snapshots"),
        filters=snapshot_filters(),
    )


@requires(Permission.DIRECT, installation_scope)
@require_POST
def take_snapshot_page(request: HttpRequest) -> HttpResponse:
    """Take a snapshot now, described by the typed reason or, without one, as taken by hand."""
    why = " ".join(request.POST.get("why", "").split())[:100] or _("by hand")
    return perform(
        request,
        lambda actor: take_snapshot(actor, why),
        done=lambda snapshot: _("Snapshot {name} taken.").format(name=snapshot.name),
        to="snapshots",
    )


@requires(Permission.OWN, installation_scope)
@require_POST
def remove_selected_snapshots(request: HttpRequest) -> HttpResponse:
    """Remove the selected snapshots after a confirmation."""
    to = list_address(request, reverse("snapshots"))
    marked = selected_rows(request, all_snapshots(), "name")
    if not marked:
        return redirect(to)
    return confirm_and_run(
        request,
        marked,
        "name",
        remove_snapshots,
        listed=_("Snapshots"),
        back=to,
        question=ngettext("Remove {count} snapshot?", "Remove {count} snapshots?", len(marked)),
        names=[
            f"{format_date(localtime(row.taken_at), TO_THE_SECOND)}, {row.why} ({filesizeformat(row.size)})"
            for row in marked
        ],
        happens=_(
            "The files will be deleted, and you will no longer be able to go back to these "
            "snapshots."
        ),
        button=_("Remove"),
        done=lambda count: ngettext(
            "{count} snapshot removed.", "{count} snapshots removed.", count
        ),
    )


@requires(Permission.OWN, installation_scope)
@require_POST
def restore_snapshot_page(request: HttpRequest) -> HttpResponse:
    """Restore a listed snapshot, or report that it is gone."""
    # Only listed snapshots are accepted, never a path from the request.
    name = request.POST.get("name", "")
    snapshot = next((listed for listed in all_snapshots() if listed.name == name), None)
    if snapshot is None:
        messages.error(request, _("That snapshot no longer exists: only the newest are kept."))
        return redirect("snapshots")
    return perform(
        request,
        lambda actor: restore_snapshot(actor, snapshot),
        done=lambda safety: _(
            "All data has been restored to the snapshot taken {why}. The previous state has been "
            "saved as {safety}."
        ).format(why=snapshot.why, safety=safety.name),
        to="snapshots",
    )
