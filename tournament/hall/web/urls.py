"""The addresses of phones, players' own pages, kiosks, screens, the clock and the public site."""

from django.urls import path

from tournament.hall.web import (
    clock,
    hall,
    kiosk,
    me,
    phones,
    player_phones,
    screens,
    site,
    site_games,
)
from tournament.web.addresses import DIVISION, EVENT, SITE, SITE_DIVISION

urlpatterns = [
    path("hall/", site.events, name="site_events"),
    path("screen/", screens.new_screen, name="new_screen"),
    path("screen/<int:number>/", screens.screen_page, name="screen"),
    path("screen/<int:number>/waits/", screens.screen_waits, name="screen_waits"),
    path(f"{SITE}screens/<int:number>/", screens.screen_lists, name="screen_lists"),
    path(SITE, site.now, name="site_now"),
    path(f"{SITE}me/", me.sign_in, name="me_sign_in"),
    path("me/<str:token>/", me.page_of_player, name="me_page"),
    path("me/<str:token>/report/<int:number>/", me.report, name="me_report"),
    path("me/<str:token>/here/", me.arrive, name="me_arrive"),
    path("me/<str:token>/ask/", me.ask, name="me_ask"),
    path("kiosk/", kiosk.start, name="kiosk"),
    path("kiosk/leave/", kiosk.leave, name="kiosk_leave"),
    path("kiosk/<int:entry>/", kiosk.player, name="kiosk_player"),
    path("kiosk/<int:entry>/here/", kiosk.arrive, name="kiosk_arrive"),
    path("kiosk/<int:entry>/report/", kiosk.report, name="kiosk_report"),
    path(f"{EVENT}player-phones/", player_phones.player_phones_page, name="player_phones"),
    path(f"{EVENT}player-phones/reports/<int:number>/", player_phones.accept, name="accept_report"),
    path(
        f"{EVENT}player-phones/requests/<int:number>/", player_phones.answer, name="answer_request"
    ),
    path(
        f"{EVENT}player-phones/codes/<int:number>/", player_phones.change_code, name="change_code"
    ),
    path(f"{EVENT}player-phones/let/", player_phones.let_report, name="let_report"),
    path(f"{EVENT}player-phones/kiosks/", player_phones.change_kiosk, name="change_kiosk"),
    path(f"{SITE}find/", site.find, name="site_find"),
    path(f"{SITE}more/", site_games.more, name="site_more"),
    path(f"{SITE}best/", site_games.best, name="site_best"),
    path(f"{SITE}prizes/", site_games.prizes, name="site_prizes"),
    path(f"{SITE}schedule/", site_games.schedule, name="site_schedule"),
    path(SITE_DIVISION, site.division_now, name="site_division"),
    path(f"{SITE_DIVISION}pairings/", site.pairings, name="site_pairings"),
    path(f"{SITE_DIVISION}pairings/<int:number>/", site.pairings, name="site_pairings_of"),
    path(f"{SITE_DIVISION}standings/", site.standings, name="site_standings"),
    path(f"{SITE_DIVISION}standings/<int:number>/", site.standings, name="site_standings_after"),
    path(f"{SITE_DIVISION}players/", site.players, name="site_players"),
    path(f"{SITE_DIVISION}games/", site_games.games, name="site_games"),
    path(f"{SITE_DIVISION}games/<int:number>/<int:board>/", site_games.game, name="site_game"),
    path(
        f"{SITE_DIVISION}games/<int:number>/<int:board>/<int:turn>/",
        site_games.game,
        name="site_game_turn",
    ),
    path(
        f"{SITE_DIVISION}games/<int:number>/<int:board>/<int:turn>/board.svg",
        site_games.game_board,
        name="site_game_board",
    ),
    path(f"{SITE_DIVISION}highlights/", site_games.highlights, name="site_highlights"),
    path(
        f"{SITE_DIVISION}highlights/<int:number>/", site_games.highlights, name="site_highlights_of"
    ),
    path("bell/<slug:event>/", site_games.bell, name="bell"),
    path(
        "bell/<slug:event>/<division:division>/<int:number>/<int:board>/",
        site_games.bell,
        name="board_bell",
    ),
    path(f"{SITE_DIVISION}<int:entry>/", site.player, name="site_player"),
    path(f"{SITE_DIVISION}<int:entry>/<int:other>/", site.head_to_head, name="site_against"),
    path("time/", clock.laptop_time, name="laptop_time"),
    path(f"{EVENT}hall/", hall.hall_page, name="hall"),
    path(f"{EVENT}hall/site/", hall.switch_site, name="switch_site"),
    path(f"{EVENT}room/screens/new/", screens.make_screen_here, name="make_screen"),
    path(f"{EVENT}room/", clock.room_page, name="room"),
    path(f"{EVENT}room/clocks/", clock.start_all_clocks, name="start_clocks"),
    path(f"{EVENT}room/screens/", screens.show_now, name="show_on_screens"),
    path(f"{EVENT}room/screens/<int:number>/", screens.set_screen_page, name="set_screen"),
    path(f"{EVENT}room/screens/<int:number>/off/", screens.take_off, name="remove_screen"),
    path(f"{EVENT}room/notices/<int:notice>/", clock.take_down, name="take_down_notice"),
    path(f"{EVENT}phones/", phones.phones_page, name="phones"),
    path(f"{EVENT}phones/now/", phones.phones_state, name="phones_state"),
    path(f"{EVENT}phones/address/", phones.choose, name="choose_address"),
    path(f"{EVENT}phones/let-in/", phones.let_in, name="let_phones_in"),
    path(f"{EVENT}phones/close/", phones.close, name="close_to_phones"),
    path(f"{DIVISION}clock/", clock.change_division_clock, name="clock"),
]
