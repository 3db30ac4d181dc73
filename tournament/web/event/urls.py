"""URL patterns of the home page, events, divisions and their rules."""

from django.urls import path

from tournament.web.addresses import DIVISION, EVENT, ROUND
from tournament.web.event import (
    division,
    event,
    find,
    first_account,
    housekeeping,
    panel,
    practice,
    rules,
)

urlpatterns = [
    path("", event.home, name="home"),
    path("welcome/", first_account.first_account, name="first_account"),
    path("practice/", practice.start_practice, name="start_practice"),
    path("find/", find.find_everywhere, name="find_everywhere"),
    path("events/new/", event.new_event, name="new_event"),
    path("new-event/players/", event.new_event_players, name="new_event_players"),
    path(f"{EVENT}rules/", rules.rules_page, name="rules"),
    path(f"{EVENT}housekeeping/", housekeeping.housekeeping_page, name="housekeeping"),
    path(f"{EVENT}housekeeping/close/", housekeeping.close_event_page, name="close_event"),
    path(f"{EVENT}housekeeping/reopen/", housekeeping.reopen_event_page, name="reopen_event"),
    path(f"{EVENT}housekeeping/remove/", housekeeping.remove_event_page, name="remove_event"),
    path(
        f"{EVENT}housekeeping/divisions/<slug:division>/",
        housekeeping.rename_division_page,
        name="name_division",
    ),
    path(
        f"{EVENT}housekeeping/divisions/<slug:division>/remove/",
        housekeeping.remove_division_page,
        name="remove_division",
    ),
    path(EVENT, event.event_page, name="event"),
    path(f"{EVENT}practice/remove/", practice.remove_practice, name="remove_practice"),
    path(f"{EVENT}find/", find.find_in_event, name="find"),
    path(f"{EVENT}divisions/", event.add_division, name="add_division"),
    path(f"{EVENT}word-list/", rules.word_list_page, name="word_list"),
    path(f"{DIVISION}since/<int:shown>/<int:version>/", division.desk_changes, name="desk_since"),
    path(f"{DIVISION}panel/<int:version>/", panel.panel_changes, name="panel_since"),
    path(DIVISION, division.division_page, name="division"),
    path(f"{ROUND}phase/", division.change_phase, name="change_phase"),
    path(f"{ROUND}results/", division.enter_typed_result, name="type_result"),
]
