"""The addresses of the screens about people."""

from django.urls import path

from tournament.web import entry

DIVISION = "events/<slug:event>/<slug:division>/"
ENTRY = f"{DIVISION}players/<int:entry>/"

urlpatterns = [
    path(ENTRY, entry.entry_page, name="entry"),
    path(f"{ENTRY}leave/", entry.leave, name="leave_round"),
    path(f"{ENTRY}return/", entry.come_back, name="return_entry"),
    path(f"{ENTRY}join/", entry.join, name="join_round"),
    path(f"{ENTRY}penalties/", entry.penalize, name="penalize"),
]
