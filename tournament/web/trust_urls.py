"""The addresses of the screens about trust: who helps, undoing, and keeping house."""

from django.urls import path

from tournament.web import membership

EVENT = "events/<slug:event>/"
HELPERS = f"{EVENT}helpers/"

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
]
