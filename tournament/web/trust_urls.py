"""The addresses of the screens about trust: who helps, undoing, and keeping house."""

from django.urls import path

from tournament.web.event import housekeeping
from tournament.web.safety import roles, undo

EVENT = "events/<slug:event>/"
HELPERS = f"{EVENT}helpers/"
DIVISION = f"{EVENT}<slug:division>/"
HOUSE = f"{EVENT}housekeeping/"

urlpatterns = [
    path("join/<str:secret>/", roles.join, name="join"),
    path(HELPERS, roles.helpers_page, name="helpers"),
    path(f"{HELPERS}invitations/<int:invitation>/", roles.invitation_page, name="invitation"),
    path(
        f"{HELPERS}invitations/<int:invitation>/withdraw/",
        roles.withdraw,
        name="withdraw_invitation",
    ),
    path(f"{HELPERS}<int:member>/role/", roles.give_role, name="give_role"),
    path(f"{HELPERS}<int:member>/end/", roles.end, name="end_membership"),
    path(f"{DIVISION}undo/", undo.undo_page, name="undo_list"),
    path(f"{DIVISION}undo/<int:step>/", undo.undo, name="undo"),
    path(f"{DIVISION}undo/own/<int:step>/", undo.undo_own, name="undo_own"),
    path(HOUSE, housekeeping.housekeeping_page, name="housekeeping"),
    path(f"{HOUSE}close/", housekeeping.close, name="close_event"),
    path(f"{HOUSE}reopen/", housekeeping.reopen, name="reopen_event"),
    path(f"{HOUSE}remove/", housekeeping.remove, name="remove_event"),
    path(f"{HOUSE}divisions/<slug:division>/", housekeeping.name_division, name="name_division"),
]
