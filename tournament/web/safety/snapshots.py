"""The screen of snapshots: which there are, taking one, going back in two clicks."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.actions.safety.restoring import restore_snapshot
from tournament.actions.safety.running_copy import copy_state
from tournament.actions.safety.snapshots import take_snapshot
from tournament.queries.safety.snapshots import (
    all_snapshots,
    consequences,
    folder,
)
from tournament.web.access import Permission, may, requires
from tournament.web.perform import perform
from tournament.web.safety.tables import SnapshotsTable, snapshot_filters
from tournament.web.tables import list_page


@requires(Permission.DIRECT)
def snapshots_page(request: HttpRequest) -> HttpResponse:
    """List the snapshots; with `?restore=NAME` tell an owner first what going back would change."""
    snapshots = all_snapshots()
    name = request.GET.get("restore", "") if may(request, Permission.OWN) else ""
    chosen = next((snapshot for snapshot in snapshots if snapshot.name == name), None)
    if name and chosen is None:
        messages.error(request, _("That snapshot is gone: only the newest are kept."))
    return list_page(
        request,
        "safety/snapshots.html",
        {
            "copy": copy_state(),
            "folder": folder(),
            "chosen": chosen,
            "changes": consequences(chosen) if chosen else None,
        },
        SnapshotsTable,
        snapshots,
        title=_("Snapshots"),
        filters=snapshot_filters(),
    )


@requires(Permission.DIRECT)
@require_POST
def take(request: HttpRequest) -> HttpResponse:
    """Take a snapshot now."""
    why = " ".join(request.POST.get("why", "").split())[:100] or _("by hand")
    return perform(
        request,
        lambda actor: take_snapshot(actor, why),
        done=lambda snapshot: _("Snapshot {name} taken.").format(name=snapshot.name),
        to="snapshots",
    )


@requires(Permission.OWN)
@require_POST
def restore(request: HttpRequest) -> HttpResponse:
    """Go back to a snapshot of the list."""
    # Only what stands in the list: a path typed into a request is not looked at.
    name = request.POST.get("name", "")
    snapshot = next((listed for listed in all_snapshots() if listed.name == name), None)
    if snapshot is None:
        messages.error(request, _("That snapshot is gone: only the newest are kept."))
        return redirect("snapshots")
    return perform(
        request,
        lambda actor: restore_snapshot(actor, snapshot),
        done=lambda safety: _(
            "Everything is as it was at the snapshot taken {why}. What was there until now "
            "is kept as {safety}."
        ).format(why=snapshot.why, safety=safety.name),
        to="snapshots",
    )
