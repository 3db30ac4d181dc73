"""URLs of phones, players' own pages, kiosks, screens, clocks and the public site."""

from django.urls import path

from tournament.hall.web import (
    clock,
    hall,
    kiosk,
    phones,
    player_pages,
    player_phones,
    public_games,
    screens,
    site,
)
from tournament.web.addresses import DIVISION, EVENT, SITE, SITE_DIVISION

urlpatterns = [
    path("hall/", site.events_page, name="site_events"),
    path("screen/", screens.new_screen, name="new_screen"),
    path("screen/<int:number>/", screens.screen_page, name="screen"),
    path("screen/<int:number>/waits/", screens.screen_waiting_status, name="screen_waits"),
    path(f"{SITE}screens/<int:number>/", screens.screen_lists, name="screen_lists"),
    path(SITE, site.now_page, name="site_now"),
    path(f"{SITE}me/", player_pages.sign_in, name="me_sign_in"),
    path("me/<str:token>/", player_pages.page_of_player, name="me_page"),
    path("me/<str:token>/report/<int:number>/", player_pages.report_page, name="me_report"),
    path("me/<str:token>/here/", player_pages.own_check_in_page, name="me_arrive"),
    path("me/<str:token>/ask/", player_pages.request_director_page, name="me_ask"),
    path("kiosk/", kiosk.kiosk_page, name="kiosk"),
    path("kiosk/leave/", kiosk.leave_kiosk_page, name="kiosk_leave"),
    path("kiosk/<int:entry>/", kiosk.kiosk_player_page, name="kiosk_player"),
    path("kiosk/<int:entry>/here/", kiosk.check_in_page, name="kiosk_arrive"),
    path("kiosk/<int:entry>/report/", kiosk.kiosk_report_page, name="kiosk_report"),
    path(f"{EVENT}player-phones/", player_phones.player_phones_page, name="player_phones"),
    path(
        f"{EVENT}player-phones/reports/<int:number>/",
        player_phones.accept_report_page,
        name="accept_report",
    ),
    path(
        f"{EVENT}player-phones/requests/<int:number>/",
        player_phones.answer_request_page,
        name="answer_request",
    ),
    path(
        f"{EVENT}player-phones/codes/<int:number>/",
        player_phones.change_code_page,
        name="change_code",
    ),
    path(f"{EVENT}player-phones/let/", player_phones.allow_reports_page, name="let_report"),
    path(f"{EVENT}player-phones/kiosks/", player_phones.change_kiosk, name="change_kiosk"),
    path(f"{SITE}find/", site.find_page, name="site_find"),
    path(f"{SITE}more/", public_games.more_page, name="site_more"),
    path(f"{SITE}best/", public_games.best_plays_page, name="site_best"),
    path(f"{SITE}prizes/", public_games.prizes_page, name="site_prizes"),
    path(f"{SITE}schedule/", public_games.schedule_page, name="site_schedule"),
    path(SITE_DIVISION, site.division_now_page, name="site_division"),
    path(f"{SITE_DIVISION}pairings/", site.pairings_page, name="site_pairings"),
    path(f"{SITE_DIVISION}pairings/<int:number>/", site.pairings_page, name="site_pairings_of"),
    path(f"{SITE_DIVISION}standings/", site.standings_page, name="site_standings"),
    path(
        f"{SITE_DIVISION}standings/<int:number>/", site.standings_page, name="site_standings_after"
    ),
    path(f"{SITE_DIVISION}players/", site.players_page, name="site_players"),
    path(f"{SITE_DIVISION}games/", public_games.games_page, name="site_games"),
    path(
        f"{SITE_DIVISION}games/<int:number>/<int:board>/", public_games.game_page, name="site_game"
    ),
    path(
        f"{SITE_DIVISION}games/<int:number>/<int:board>/<int:turn>/",
        public_games.game_page,
        name="site_game_turn",
    ),
    path(
        f"{SITE_DIVISION}games/<int:number>/<int:board>/<int:turn>/board.svg",
        public_games.game_board_svg,
        name="site_game_board",
    ),
    path(f"{SITE_DIVISION}highlights/", public_games.highlights_page, name="site_highlights"),
    path(
        f"{SITE_DIVISION}highlights/<int:number>/",
        public_games.highlights_page,
        name="site_highlights_of",
    ),
    path("bell/<slug:event>/", public_games.event_stream, name="bell"),
    path(
        "bell/<slug:event>/<division:division>/<int:number>/<int:board>/",
        public_games.event_stream,
        name="board_bell",
    ),
    path(f"{SITE_DIVISION}<int:entry>/", site.player_page, name="site_player"),
    path(f"{SITE_DIVISION}<int:entry>/<int:other>/", site.head_to_head_page, name="site_against"),
    path("time/", clock.laptop_time, name="laptop_time"),
    path(f"{EVENT}hall/", hall.hall_page, name="hall"),
    path(f"{EVENT}hall/site/", hall.switch_site, name="switch_site"),
    path(f"{EVENT}room/screens/new/", screens.create_event_screen, name="make_screen"),
    path(f"{EVENT}room/", clock.clocks_page, name="room"),
    path(f"{EVENT}room/clocks/", clock.start_all_clocks, name="start_clocks"),
    path(f"{EVENT}room/screens/", screens.show_list_page, name="show_on_screens"),
    path(f"{EVENT}room/screens/<int:number>/", screens.set_screen_page, name="set_screen"),
    path(
        f"{EVENT}room/screens/<int:number>/off/", screens.remove_screen_page, name="remove_screen"
    ),
    path(
        f"{EVENT}room/notices/<int:notice>/", clock.take_down_notice_page, name="take_down_notice"
    ),
    path(f"{EVENT}phones/", phones.phones_page, name="phones"),
    path(f"{EVENT}phones/now/", phones.phones_state, name="phones_state"),
    path(f"{EVENT}phones/address/", phones.choose_address_page, name="choose_address"),
    path(f"{EVENT}phones/let-in/", phones.open_phones_page, name="let_phones_in"),
    path(f"{EVENT}phones/close/", phones.close_phones_page, name="close_to_phones"),
    path(f"{DIVISION}clock/", clock.change_division_clock, name="clock"),
]
