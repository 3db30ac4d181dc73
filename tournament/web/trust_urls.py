"""The addresses of the screens about trust: who helps, undoing, and keeping house."""

from django.urls import path

from tournament.web import housekeeping, membership, undoing

EVENT = "events/<slug:event>/"
HELPERS = f"{EVENT}helpers/"
DIVISION = f"{EVENT}<slug:division>/"
HOUSE = f"{EVENT}housekeeping/"

urlpatterns = [
    path("join/<str:secret>/", membership.join, name="join"),
    path(HELPERS, membership.helpers_page, name="helpers"),
    path(f"{HELPERS}invitations/<int:invitation>/", membership.invitation_page, name="invitation"),
    path(
        f"{HELPERS}invitations/<int:invitation>/withdraw/",
        membership.withdraw,
        name="withdraw_invitation",
    ),
    path(f"{HELPERS}<int:member>/role/", membership.give_role, name="give_role"),
    path(f"{HELPERS}<int:member>/end/", membership.end, name="end_membership"),
    path(f"{DIVISION}undo/", undoing.undo_page, name="undo_list"),
    path(f"{DIVISION}undo/<int:deed>/", undoing.undo, name="undo"),
    path(f"{DIVISION}undo/own/<int:deed>/", undoing.undo_own, name="undo_own"),
    path(HOUSE, housekeeping.housekeeping_page, name="housekeeping"),
    path(f"{HOUSE}close/", housekeeping.close, name="close_event"),
    path(f"{HOUSE}reopen/", housekeeping.reopen, name="reopen_event"),
    path(f"{HOUSE}remove/", housekeeping.remove, name="remove_event"),
    path(f"{HOUSE}divisions/<slug:division>/", housekeeping.name_division, name="name_division"),
]
