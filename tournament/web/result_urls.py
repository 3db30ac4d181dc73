"""The addresses of the screens about results: typing them, ruling on them, showing them to the hall."""

from django.urls import path

from tournament.web.event import hall
from tournament.web.results import board, results
from tournament.web.standings import standings

DIVISION = "events/<slug:event>/<slug:division>/"
ROUND = f"{DIVISION}rounds/<int:number>/"
BOARD = f"{ROUND}boards/<int:board>/"

urlpatterns = [
    path(f"{DIVISION}hall/", hall.hall_page, name="hall"),
    path(f"{DIVISION}hall/since/<int:version>/", hall.hall_since, name="hall_since"),
    path(f"{DIVISION}wall/", hall.wall_page, name="wall"),
    path(f"{DIVISION}wall/<int:version>/<int:shown>/", hall.wall_next, name="wall_next"),
    path(f"{DIVISION}results/", results.results_page, name="results"),
    path(f"{DIVISION}standings/show/", standings.set_standings, name="set_standings"),
    path(f"{ROUND}results/line/", results.type_line, name="type_line"),
    path(f"{BOARD}ruling/", board.rule_on_results, name="rule_on_results"),
]
