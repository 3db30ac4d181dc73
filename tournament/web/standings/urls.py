"""The addresses of standings, prizes and ratings."""

from django.urls import path

from tournament.web.addresses import DIVISION, EVENT
from tournament.web.standings import (
    championships,
    marked_prizes,
    members,
    pictures,
    prizes,
    rating_runs,
    ratings,
    season,
    standings,
)

urlpatterns = [
    path("championships/", championships.championships_page, name="championships"),
    path(
        "championships/<slug:championship>/", championships.change_page, name="change_championship"
    ),
    path("championship/<slug:championship>/", championships.championship_page, name="championship"),
    path(
        "championship/<slug:championship>/table.<slug:file_format>",
        championships.championship_file,
        name="championship_file",
    ),
    path("ratings/runs/", rating_runs.runs_page, name="rating_runs"),
    path("ratings/runs/<int:run>/", rating_runs.run_page, name="rating_run"),
    path(
        "ratings/runs/<int:run>/report.<slug:file_format>",
        rating_runs.run_file,
        name="rating_run_file",
    ),
    path("ratings/runs/<int:run>/undo/", rating_runs.undo, name="undo_rating_run"),
    path("members/", members.members_page, name="members"),
    path("members/<int:person>/", members.member_page, name="member"),
    path("season/<slug:club>/", season.season_page, name="season"),
    path("season/<slug:club>/evenings.ics", season.season_calendar, name="season_calendar"),
    path("season/<slug:club>/<int:number>/", season.season_of_player, name="season_of_player"),
    path(f"{EVENT}prizes/", prizes.prizes_page, name="prizes"),
    path(f"{EVENT}prizes/new/", prizes.new_prize, name="new_prize"),
    path(f"{EVENT}prizes/marked/", marked_prizes.change_prizes, name="change_prizes"),
    path(f"{EVENT}prizes/move/", prizes.move, name="move_prize"),
    path(f"{EVENT}prizes/<int:prize>/", prizes.prize_page, name="prize"),
    path(f"{DIVISION}ratings/", ratings.ratings_page, name="ratings"),
    path(f"{DIVISION}ratings/games/", ratings.set_games, name="set_career_games"),
    path(f"{DIVISION}ratings/<int:rating>/undo/", ratings.undo, name="undo_rating"),
    path(f"{DIVISION}standings/show/", standings.set_standings, name="set_standings"),
    path(f"{DIVISION}pictures/", pictures.pictures_page, name="pictures"),
    path(f"{DIVISION}standings/", standings.standings_page, name="standings"),
]
