"""The screen of snapshots: which there are, taking one, going back in two clicks."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.safety.snapshots import restore_snapshot, take_snapshot
from tournament.queries.safety.snapshots import (
    NotASnapshot,
    SnapshotMissing,
    all_snapshots,
    consequences,
    find_snapshot,
    folder,
    snapshots_here,
)
from tournament.web.access import Permission, may, requires
from tournament.web.page import page


@requires(Permission.DIRECT)
def snapshots_page(request: HttpRequest) -> HttpResponse:
    """List the snapshots; with `?restore=NAME` tell an owner first what going back would change."""
    snapshots = all_snapshots() if snapshots_here() else []
    name = request.GET.get("restore", "") if may(request, Permission.OWN) else ""
    chosen = next((snapshot for snapshot in snapshots if snapshot.name == name), None)
    if name and chosen is None:
        messages.error(request, _("That snapshot is gone: only the newest are kept."))
    return page(
        request,
        "safety/snapshots.html",
        {
            "here": snapshots_here(),
            "snapshots": snapshots,
            "folder": folder(),
            "chosen": chosen,
            "changes": consequences(chosen) if chosen else None,
        },
    )


@requires(Permission.DIRECT)
@require_POST
def take(request: HttpRequest) -> HttpResponse:
    """Take a snapshot now."""
    why = " ".join(request.POST.get("why", "").split())[:100] or _("by hand")
    try:
        taken = take_snapshot(Actor.of(request.user), why)
    except Refused as reason:
        messages.error(request, str(reason))
    else:
        messages.success(request, _("Snapshot {taken} taken.").format(taken=taken.name))
    return redirect("snapshots")


@requires(Permission.OWN)
@require_POST
def restore(request: HttpRequest) -> HttpResponse:
    """Go back to a snapshot of the list."""
    name = request.POST.get("name", "")
    try:
        # Only what stands in the list: a path typed into a request is not looked at.
        known = {snapshot_here.name for snapshot_here in all_snapshots()}
        if name not in known:
            raise SnapshotMissing(_("That snapshot is gone: only the newest are kept."))
        snapshot = find_snapshot(name)
        safety = restore_snapshot(Actor.of(request.user), snapshot)
    except (SnapshotMissing, NotASnapshot, Refused) as reason:
        messages.error(request, str(reason))
        return redirect("snapshots")
    messages.success(
        request,
        _(
            "Everything is as it was at the snapshot taken {why}. What was there until now "
            "is kept as {safety}."
        ).format(why=snapshot.why, safety=safety.name),
    )
    return redirect("snapshots")
