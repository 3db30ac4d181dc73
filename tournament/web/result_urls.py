"""The addresses of the screens about results: typing them, ruling on them."""

from django.urls import path

from tournament.web import board, results, standings

DIVISION = "events/<slug:event>/<slug:division>/"
ROUND = f"{DIVISION}rounds/<int:number>/"
BOARD = f"{ROUND}boards/<int:board>/"

urlpatterns = [
    path(f"{DIVISION}results/", results.results_page, name="results"),
    path(f"{DIVISION}standings/show/", standings.set_standings, name="set_standings"),
    path(f"{ROUND}results/line/", results.type_line, name="type_line"),
    path(f"{BOARD}ruling/", board.rule_on_results, name="rule_on_results"),
]
