"""The addresses of the director's desk."""

from django.urls import path

from tournament.web import help_pages
from tournament.web.event import division, event, practice, rules
from tournament.web.file_urls import urlpatterns as file_patterns
from tournament.web.files import reports
from tournament.web.pairing_urls import urlpatterns as pairing_patterns
from tournament.web.people import roster
from tournament.web.people_urls import urlpatterns as people_patterns
from tournament.web.prize_urls import urlpatterns as prize_patterns
from tournament.web.rating_urls import urlpatterns as rating_patterns
from tournament.web.result_urls import urlpatterns as result_patterns
from tournament.web.results import board, game_links
from tournament.web.rounds import make_round
from tournament.web.safety import activity, snapshots
from tournament.web.standings import standings
from tournament.web.trust_urls import urlpatterns as trust_patterns

DIVISION = "events/<slug:event>/<slug:division>/"
ROUND = f"{DIVISION}rounds/<int:number>/"
BOARD = f"{ROUND}boards/<int:board>/"

urlpatterns = [
    path("", event.home, name="home"),
    path("help/", help_pages.help_page, name="help"),
    path("help/<slug:topic>/", help_pages.help_page, name="help_topic"),
    path("activity/", activity.activity_page, name="activity"),
    path("practice/", practice.start_practice, name="start_practice"),
    path("snapshots/", snapshots.snapshots_page, name="snapshots"),
    path("snapshots/take/", snapshots.take, name="take_snapshot"),
    path("snapshots/restore/", snapshots.restore, name="restore_snapshot"),
    path("events/new/", event.new_event, name="new_event"),
    path("events/<slug:event>/", event.event_page, name="event"),
    path("events/<slug:event>/activity/", activity.event_activity, name="event_activity"),
    path("events/<slug:event>/practice/remove/", practice.remove_practice, name="remove_practice"),
    *file_patterns,
    *pairing_patterns,
    *people_patterns,
    *prize_patterns,
    *rating_patterns,
    *result_patterns,
    *trust_patterns,
    path("events/<slug:event>/divisions/", event.add_division, name="add_division"),
    path("events/<slug:event>/reports/", reports.reports_menu, name="reports"),
    path("events/<slug:event>/reports/<slug:key>/", reports.report_file, name="report_file"),
    path("games/<int:pk>/papers/<slug:key>/", game_links.game_paper, name="game_paper"),
    path("events/<slug:event>/word-list/", rules.word_list, name="word_list"),
    path(DIVISION, division.division_page, name="division"),
    path(f"{DIVISION}players/", roster.roster, name="roster"),
    path(f"{DIVISION}rounds/new/", make_round.make_round, name="make_round"),
    path(f"{DIVISION}standings/", standings.standings_page, name="standings"),
    path(f"{ROUND}phase/", division.change_phase, name="change_phase"),
    path(f"{ROUND}results/", division.type_result, name="type_result"),
    path(BOARD, board.board_page, name="board"),
    path(f"{BOARD}result/", board.board_result, name="board_result"),
    path(f"{BOARD}game/", board.record_game, name="record_game"),
]
