"""URL patterns of people: persons, entries, clubs, check-in, classes and players kept apart."""

from django.urls import path

from tournament.web.addresses import DIVISION, ENTRY, EVENT
from tournament.web.people import (
    check_in,
    classes,
    clubs,
    entry,
    keep_apart,
    person,
    persons,
    players,
    rating_lists,
    roster,
)

urlpatterns = [
    path("people/", persons.persons_page, name="persons"),
    path("people/<int:person>/", person.person_page, name="person"),
    path("ratings/", rating_lists.rating_lists_page, name="rating_lists"),
    path("ratings/marked/", rating_lists.withdraw_selected_rating_lists, name="take_back_lists"),
    path("ratings/<int:number>/", rating_lists.rating_list_page, name="rating_list"),
    path(
        "ratings/<int:number>/take-back/",
        rating_lists.withdraw_rating_list_page,
        name="take_back_list",
    ),
    path("clubs/", clubs.clubs_page, name="clubs"),
    path("clubs/marked/", clubs.change_selected_clubs, name="change_clubs"),
    path("clubs/<slug:club>/", clubs.club_page, name="club"),
    path("clubs/<slug:club>/logo/", clubs.change_logo, name="club_logo"),
    path("clubs/<slug:club>/season/", clubs.change_season_rule, name="club_season_rule"),
    path(f"{EVENT}club/join/", clubs.change_club_of_event, name="change_club"),
    path(f"{EVENT}club/next/", clubs.copy_session, name="copy_session"),
    path(f"{EVENT}apart/", keep_apart.keep_apart_page, name="apart"),
    path(f"{EVENT}apart/end/", keep_apart.end_keep_apart_page, name="end_apart"),
    path(f"{EVENT}players/", players.players_page, name="players"),
    path(f"{EVENT}players/change/", players.change_players, name="change_players"),
    path(f"{EVENT}check-in/", check_in.check_in_page, name="check_in"),
    path(f"{EVENT}check-in/tap/", check_in.toggle_check_in, name="tap"),
    path(f"{EVENT}check-in/all/", check_in.check_in_everybody, name="tap_all"),
    path(f"{EVENT}check-in/marked/", check_in.check_in_selected, name="tap_marked"),
    path(f"{EVENT}check-in/walk-in/", check_in.enter_walk_in, name="walk_in"),
    path(ENTRY, entry.entry_page, name="entry"),
    path(f"{ENTRY}leave/", entry.withdraw_page, name="leave_round"),
    path(f"{ENTRY}return/", entry.bring_back_page, name="return_entry"),
    path(f"{ENTRY}join/", entry.join_round_page, name="join_round"),
    path(f"{ENTRY}here/", entry.toggle_entry_check_in, name="not_here"),
    path(f"{ENTRY}move/", entry.move_entry_page, name="move_entry"),
    path(f"{ENTRY}out/", entry.remove_entry_page, name="take_out"),
    path(f"{ENTRY}about/", entry.entry_details_page, name="describe_entry"),
    path(f"{ENTRY}penalties/", entry.penalty_page, name="penalize"),
    path(f"{DIVISION}classes/", classes.classes_page, name="classes"),
    path(f"{DIVISION}players/", roster.roster_page, name="roster"),
]
