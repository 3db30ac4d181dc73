"""URL patterns of results: entry, rulings and recorded games."""

from django.urls import path

from tournament.web.addresses import BOARD, DIVISION, EVENT, ROUND
from tournament.web.results import board, bulk_boards, bye, library, results

urlpatterns = [
    path("games/", library.library_page, name="library"),
    path("games/turns/", library.turn_statistics, name="turn_statistics"),
    path("games/zip/", library.library_zip, name="library_zip"),
    path("games/sheets/", library.library_sheets, name="library_sheets"),
    path("games/<int:pk>/copy/", library.copy_game, name="copy_game"),
    path(f"{EVENT}games/", library.event_games_page, name="event_games"),
    path(f"{EVENT}results/", results.all_results, name="all_results"),
    path(f"{EVENT}results/marked/", bulk_boards.change_boards, name="change_boards"),
    path(f"{DIVISION}results/", results.results_page, name="results"),
    path(f"{ROUND}results/line/", results.line_response, name="type_line"),
    path(f"{ROUND}byes/<int:player>/", bye.bye_page, name="bye"),
    path(f"{BOARD}ruling/", board.rule_on_results, name="rule_on_results"),
    path(BOARD, board.board_page, name="board"),
    path(f"{BOARD}result/", board.board_result, name="board_result"),
    path(f"{BOARD}game/", board.record_game, name="record_game"),
]
