"""URL patterns of standings, prizes and ratings."""

from django.urls import path

from tournament.web.addresses import DIVISION, EVENT
from tournament.web.standings import bulk_prizes, pictures, prizes, ratings, season, standings

urlpatterns = [
    path("season/<slug:club>/", season.season_page, name="season"),
    path("season/<slug:club>/evenings.ics", season.season_calendar, name="season_calendar"),
    path("season/<slug:club>/<int:number>/", season.season_of_player, name="season_of_player"),
    path(f"{EVENT}prizes/", prizes.prizes_page, name="prizes"),
    path(f"{EVENT}prizes/new/", prizes.new_prize, name="new_prize"),
    path(f"{EVENT}prizes/marked/", bulk_prizes.change_prizes, name="change_prizes"),
    path(f"{EVENT}prizes/move/", prizes.move_prize_page, name="move_prize"),
    path(f"{EVENT}prizes/<int:prize>/", prizes.prize_page, name="prize"),
    path(f"{DIVISION}ratings/", ratings.ratings_page, name="ratings"),
    path(f"{DIVISION}ratings/games/", ratings.set_career_games_page, name="set_career_games"),
    path(f"{DIVISION}ratings/<int:rating>/undo/", ratings.undo_rating_page, name="undo_rating"),
    path(f"{DIVISION}standings/show/", standings.standings_settings_page, name="set_standings"),
    path(f"{DIVISION}pictures/", pictures.charts_page, name="pictures"),
    path(f"{DIVISION}standings/", standings.standings_page, name="standings"),
]
