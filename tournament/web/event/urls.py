"""The addresses of the event, its divisions, its rules and the hall."""

from django.urls import path

from tournament.web.addresses import DIVISION, EVENT, ROUND
from tournament.web.event import (
    clock,
    division,
    event,
    find,
    first_account,
    hall,
    housekeeping,
    practice,
    rules,
)

urlpatterns = [
    path("", event.home, name="home"),
    path("welcome/", first_account.first_account, name="first_account"),
    path("practice/", practice.start_practice, name="start_practice"),
    path("events/new/", event.new_event, name="new_event"),
    path(f"{EVENT}rules/", rules.rules_page, name="rules"),
    path(f"{EVENT}housekeeping/", housekeeping.housekeeping_page, name="housekeeping"),
    path(f"{EVENT}housekeeping/close/", housekeeping.close, name="close_event"),
    path(f"{EVENT}housekeeping/reopen/", housekeeping.reopen, name="reopen_event"),
    path(f"{EVENT}housekeeping/remove/", housekeeping.remove, name="remove_event"),
    path(
        f"{EVENT}housekeeping/divisions/<slug:division>/",
        housekeeping.name_division,
        name="name_division",
    ),
    path("time/", clock.laptop_time, name="laptop_time"),
    path(f"{EVENT}room/", clock.room_page, name="room"),
    path(f"{EVENT}room/clocks/", clock.start_all_clocks, name="start_clocks"),
    path(f"{EVENT}room/notices/<int:notice>/", clock.take_down, name="take_down_notice"),
    path(EVENT, event.event_page, name="event"),
    path(f"{EVENT}practice/remove/", practice.remove_practice, name="remove_practice"),
    path(f"{EVENT}find/", find.find, name="find"),
    path(f"{EVENT}divisions/", event.add_division, name="add_division"),
    path(f"{EVENT}word-list/", rules.word_list, name="word_list"),
    path(f"{DIVISION}hall/", hall.hall_page, name="hall"),
    path(f"{DIVISION}hall/since/<int:version>/", hall.hall_since, name="hall_since"),
    path(f"{DIVISION}wall/", hall.wall_page, name="wall"),
    path(f"{DIVISION}wall/<int:version>/<int:shown>/", hall.wall_next, name="wall_next"),
    path(f"{DIVISION}since/<int:shown>/<int:version>/", division.desk_since, name="desk_since"),
    path(f"{DIVISION}clock/", clock.change_division_clock, name="clock"),
    path(DIVISION, division.division_page, name="division"),
    path(f"{ROUND}phase/", division.change_phase, name="change_phase"),
    path(f"{ROUND}results/", division.type_result, name="type_result"),
]
