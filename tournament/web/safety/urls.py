"""URL patterns of safety: activity, undo, snapshots and roles."""

from django.urls import path

from tournament.web.addresses import DIVISION, EVENT
from tournament.web.safety import activity, checking, roles, snapshots, undo

urlpatterns = [
    path("join/<str:secret>/", roles.join_page, name="join"),
    path("activity/", activity.activity_page, name="activity"),
    path("activity/check/", checking.check_everything, name="check_everything"),
    path("snapshots/", snapshots.snapshots_page, name="snapshots"),
    path("snapshots/take/", snapshots.take_snapshot_page, name="take_snapshot"),
    path("snapshots/marked/", snapshots.remove_selected_snapshots, name="remove_snapshots"),
    path("snapshots/restore/", snapshots.restore_snapshot_page, name="restore_snapshot"),
    path("organisation/", roles.helpers_page, name="organisation"),
    path("organisation/name/", roles.rename_organisation_page, name="rename_organisation"),
    path("organisation/activity/", activity.organisation_activity, name="organisation_activity"),
    path(
        "organisation/invitations/<int:invitation>/",
        roles.invitation_page,
        name="organisation_invitation",
    ),
    path(
        "organisation/invitations/<int:invitation>/withdraw/",
        roles.withdraw_invitation_page,
        name="withdraw_from_organisation",
    ),
    path("organisation/<int:member>/role/", roles.give_role, name="role_in_organisation"),
    path("organisation/<int:member>/end/", roles.end_membership_page, name="end_in_organisation"),
    path(f"{EVENT}helpers/", roles.helpers_page, name="helpers"),
    path(f"{EVENT}helpers/invitations/<int:invitation>/", roles.invitation_page, name="invitation"),
    path(
        f"{EVENT}helpers/invitations/<int:invitation>/withdraw/",
        roles.withdraw_invitation_page,
        name="withdraw_invitation",
    ),
    path(f"{EVENT}helpers/<int:member>/role/", roles.give_role, name="give_role"),
    path(f"{EVENT}helpers/<int:member>/end/", roles.end_membership_page, name="end_membership"),
    path(f"{EVENT}activity/", activity.event_activity, name="event_activity"),
    path(f"{EVENT}activity/check/", checking.check_event, name="check_event"),
    path(f"{DIVISION}undo/", undo.undo_page, name="undo_list"),
    path(f"{DIVISION}undo/<int:step>/", undo.undo_step_page, name="undo"),
    path(f"{DIVISION}undo/own/<int:step>/", undo.undo_own_result, name="undo_own"),
]
