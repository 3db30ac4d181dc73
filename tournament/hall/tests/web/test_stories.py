"""Phones, kiosks, clocks, notices and screens are run by the forms of their pages; see `tests/stories.py`."""

import datetime as dt
import re
from dataclasses import replace
from itertools import count

import pytest
from django.test import Client
from django.utils import timezone

from tests.approved import check_approved
from tests.scoring.views.pads import put
from tests.stories import POST, WITH_ALL_ROOMS, Story, words_of
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import close_event, reopen_event
from tournament.actions.people.entries import add_players
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.rounds import close_round
from tournament.actions.standings.display import change_standings_settings
from tournament.actions.standings.prizes import add_prizes
from tournament.engine.results import Outcome
from tournament.hall.actions.clock import start_clock
from tournament.hall.actions.phone_access import (
    follow_network,
    restore_phone_access,
    save_phone_access,
)
from tournament.hall.actions.player_codes import give_missing_codes
from tournament.hall.actions.reports import report_refusal
from tournament.hall.actions.site import set_site_visibility
from tournament.hall.models import Kiosk, Notice, PlayerCode, PlayerRequest, Screen
from tournament.hall.models.clock import NoticeKind
from tournament.hall.models.screens import ScreenList
from tournament.hall.queries.phone_access import AbuseReport, PhoneAccess, current_phone_access
from tournament.hall.queries.public import public_division
from tournament.hall.queries.reports import report_in_words
from tournament.hall.queries.screens import screen_content
from tournament.hall.reports.definitions import follow_and_report
from tournament.hall.tests import harbour as harbour_event
from tournament.hall.tests.harbour import (
    NOW,
    OTHER_PLAYS,
    PLAYS,
    board,
    logged,
    publish_fourth,
    set_rules,
    show_turns,
)
from tournament.hall.tests.web import test_phones as phones
from tournament.hall.tests.web.test_phones import CABLE, INSIDE, WIFI
from tournament.hall.web import player_pages
from tournament.models import Division, Entry, Event, Pairing, codes
from tournament.queries.cache import cache_reads

pytestmark = [pytest.mark.django_db, WITH_ALL_ROOMS]
module_desk, harbour = harbour_event.module_desk, harbour_event.harbour
desk, browser, server = harbour_event.desk, harbour_event.browser, phones.server
EVENT = "/events/harbour-open/"
ROOM, PHONES = f"{EVENT}room/", f"{EVENT}player-phones/"
CHECK = "Check, then send"


@pytest.fixture(autouse=True)
def own_folder_and_codes(tmp_path, settings, monkeypatch):
    settings.NINETIMER_DATA_DIR = tmp_path
    numbers = count()
    monkeypatch.setattr(codes, "random_letters", lambda length: f"{next(numbers):0{length}}")


class HallStory(Story):
    """A story with a clock, in which the address of a player at a kiosk has the player's number."""

    def __init__(self, name, event, monkeypatch):
        entries = Entry.objects.filter(division__event=event).select_related("division")
        marks = {str(row.pk): f"{row.division.slug}{row.number}" for row in entries}
        at_kiosk = re.compile(r"(?<=/kiosk/)\d+(?=/)")
        super().__init__(
            name, None, hide=lambda line: at_kiosk.sub(lambda pk: marks.get(pk[0], "?"), line)
        )
        self._patch, self._minutes = monkeypatch, 0

    def wait(self, minutes):
        """Move the clock of the program forward."""
        self._minutes += minutes
        now = NOW + dt.timedelta(minutes=self._minutes)
        self._patch.setattr(timezone, "now", lambda: now)

    def check(self, request, verbs=""):
        if verbs:
            self.lines[f"{self.name} logged"] = logged(verbs)
        check_approved(request, self.lines, self.name)


@pytest.fixture
def story(harbour, monkeypatch, request):
    return HallStory(request.node.name.removeprefix("test_"), harbour, monkeypatch)


@pytest.fixture
def masters(desk, harbour):
    """Publish round 4, and give the players codes that are the same in every run."""
    division = harbour.divisions.get(slug="masters")
    publish_fourth(desk, division)
    give_missing_codes(harbour)
    for code in PlayerCode.objects.select_related("entry__division"):
        code.token = f"{code.entry.division.slug}-{code.entry.number}"
        code.letters = f"W{code.entry.division.slug[:1].upper()}X{chr(64 + code.entry.number)}"
        code.save()
    return division


def me(number):
    return f"/me/masters-{number}/"


def test_reports_of_players(request, story, desk, browser, masters):
    phone = Client()
    for path in (me(12), "/me/masters-14/", "/me/masters-5/report/4/"):
        story.step(phone, path)
    story.step(phone, me(5), CHECK, own="", opponent="371")
    story.step(phone, me(5), CHECK, own="433", opponent="371")
    story.step(phone, "", "Send")
    story.step(phone, me(2))
    story.step(phone, me(2), CHECK, own="372", opponent="433")
    story.step(phone, "", "Send")
    story.step(phone, me(5))
    story.step(browser, PHONES)
    story.step(browser, PHONES, "Board 3: use 433-371")
    story.step(phone, me(2))
    report = f"{me(2)}report/4/"
    story.step(phone, report, POST, own="371", opponent="434")
    story.step(phone, report, POST, own="371", opponent="434", send="1")
    story.step(phone, report, POST, own="371", opponent="434", pairing="1")
    story.step(phone, f"{me(2)}report/3/", POST, own="371", opponent="434")
    report = f"{me(1)}report/4/"
    story.step(phone, report, POST, own="1401", opponent="396", send="1")
    story.step(phone, report, POST, own="3001", opponent="3000", send="1", accepted="1")
    story.step(phone, me(1), CHECK, own="3001", opponent="396")
    anyway = "Send these scores anyway"
    for number, own, opponent, label in (
        (1, "1401", "396", anyway),
        (1, "701", "396", "Send"),
        (6, "396", "396", anyway),
        (6, "395", "396", "Send"),
    ):
        story.step(phone, me(number), CHECK, own=own, opponent=opponent)
        story.step(phone, "", label)
    story.step(phone, me(4), "Confirm 396 to 701")
    story.step(phone, me(13))
    story.step(phone, me(13), CHECK, own="701", opponent="396")
    story.step(phone, "", anyway)
    story.step(phone, me(6))
    enter_result(desk, board(masters, 4, 4), 61, spread_only=True, accepted=True)
    enter_result(desk, board(masters, 4, 6), outcome=Outcome.SECOND_FORFEITS)
    story.step(phone, me(10))
    story.step(phone, me(7))
    story.check(request, "report")


def test_reports_that_are_refused(request, story, desk, browser, masters, harbour):
    phone = Client()
    label = "Block: Round 4"
    story.step(browser, PHONES, label)
    story.step(phone, me(3))
    story.step(browser, PHONES, label.replace("Block", "Allow"))
    story.step(browser, PHONES, "Block: Masters")
    story.step(phone, me(3))
    story.step(browser, PHONES, "Allow: Masters")
    story.step(browser, PHONES, "Block reports from Hana Quist")
    story.step(phone, me(8))
    story.step(phone, me(3), CHECK, own="401", opponent="355")
    story.step(phone, "", "Send")
    story.step(browser, PHONES, "Renew the code of Cyril Quist")
    story.step(phone, me(3))
    put(start_game(desk, board(masters, 4, 3)), *PLAYS)
    story.step(phone, me(5))
    set_rules(desk, harbour, players_report="at_once")
    story.step(phone, me(9), CHECK, own="402", opponent="356")
    story.step(phone, "", "Send")
    story.step(phone, me(10))
    story.step(phone, me(10), CHECK, own="357", opponent="402")
    story.step(phone, "", "Send")
    story.step(phone, me(9))
    set_rules(desk, harbour, players_report="no")
    story.step(phone, me(9))
    story.step(browser, PHONES)
    change_standings_settings(desk, masters, rounds_planned=5, held_back_from=4)
    set_rules(desk, harbour, players_report="confirmed")
    story.step(phone, me(7), CHECK, own="403", opponent="358")
    story.step(phone, me(1))
    for _twice in range(29):
        player_pages.PLAYER_FORM_THROTTLE.count_use("masters-13")
    story.step(phone, me(13), CHECK, own="404", opponent="359")
    story.step(phone, me(13), CHECK, own="404", opponent="359")
    story.step(phone, me(13), "Challenge")
    story.check(request, "report|code")


def test_requests_of_players(request, story, desk, browser, masters):
    phone = Client()
    story.step(phone, f"{me(3)}here/", POST)
    story.step(phone, me(7), "Challenge")
    story.step(phone, me(7), "Challenge")
    story.step(browser, f"{EVENT}hall/")
    story.step(phone, f"{me(8)}ask/", POST, kind="dance")
    story.step(phone, me(8), "Question")
    story.step(phone, me(12), "Director needed")
    for after in ("0", "1000", "5", "5", "6"):
        story.step(phone, me(9), "Ask the director", after=after)
    story.step(phone, me(10), "Ask to play without a phone")
    story.step(phone, me(11), "Ask to play without a phone")
    story.step(browser, PHONES)
    story.step(browser, PHONES, "Mark as seen: Gus Quist")
    story.step(phone, me(7))
    story.step(browser, PHONES, "Mark as done: Gus Quist")
    story.step(phone, me(7))
    story.step(browser, PHONES, "Grant: Jon Quist")
    story.step(phone, me(10))
    story.step(browser, PHONES, "Decline: Kit Quist")
    story.step(phone, me(11))
    story.step(browser, PHONES, "Grant: Ines Quist")
    story.step(phone, me(9))
    story.step(browser, PHONES, "Allow the phone of Jon Quist again")
    story.step(browser, PHONES, "Mark as done: Hana Quist")
    story.step(phone, me(8))
    last = PlayerRequest.objects.exclude(settled_at=None).latest("pk").pk
    story.step(browser, f"{PHONES}requests/{last}/", POST, how="done")
    story.check(request, "request|phone|withdraw")


def test_signing_in_with_number_and_letters(request, story, desk, masters):
    phone, here = Client(), "/hall/harbour-open/me/"
    story.step(phone, here)
    for number, letters in (("5", "WMXB"), ("x", "WMXE"), ("", ""), ("2", "wm xb")):
        story.step(phone, here, "Open my page", number=number, letters=letters)
    story.step(phone, here)
    story.step(Client(), here, "Open my page", number="1234567", letters="W" * 30)
    story.step(phone, me(2), "Not Bo Quist? Remove the name from this phone")
    story.step(phone, here, "Open my page", number="2", letters="WBXB")
    story.step(phone, "/me/b-2/", "Not Ole Roe? Remove the name from this phone")
    for _times in range(9):
        phone.post(here, {"number": "6", "letters": "AAAA"})
    story.step(phone, here, "Open my page", number="6", letters="AAAB")
    story.step(phone, here, "Open my page", number="6", letters="WMXF")
    story.step(phone, here, "Open my page", number="7", letters="WMXG")
    story.check(request)


def test_kiosk(request, story, desk, browser, masters):
    tablet = Client()
    story.step(browser, PHONES, "Open a kiosk")
    story.step(browser, PHONES, "Open a kiosk")
    for number, kiosk in enumerate(Kiosk.objects.order_by("pk")):
        kiosk.code, kiosk.secret = f"QUAY{number}", f"secret{number}"
        kiosk.save()
    story.step(tablet, "/kiosk/")
    story.step(tablet, "/kiosk/", "Open the kiosk", code="quay7")
    story.step(tablet, "/kiosk/", "Open the kiosk", code="qu ay1")
    story.step(tablet, "/hall/harbour-open/")
    for search in ("z" * 81, "quist", "f", "roe"):
        story.step(tablet, "/kiosk/", "Find me", q=search)
    pages = {row.number: f"/kiosk/{row.pk}/" for row in masters.entries.all()}
    story.step(tablet, pages[6])
    story.step(tablet, pages[6], "I am here")
    story.step(tablet, pages[12])
    story.step(tablet, "/kiosk/999999/")
    story.step(tablet, pages[6], CHECK, own="", opponent="371", letters="WMXF")
    story.step(tablet, pages[6], CHECK, own="430", opponent="371", letters="WMXA")
    story.step(tablet, pages[6], CHECK, own="430", opponent="371", letters="wmxf")
    story.step(tablet, "", "Send")
    story.step(tablet, pages[13], CHECK, own="372", opponent="430", letters="WMXM")
    story.step(tablet, "", "Send")
    story.step(tablet, pages[13], CHECK, own="371", opponent="430", letters="WMXM")
    story.step(tablet, "", "Send")
    story.step(tablet, pages[6])
    story.step(tablet, f"{pages[6]}report/", POST, own="431", opponent="370", pairing="1")
    story.step(tablet, pages[2])
    story.step(tablet, "/kiosk/", "Leave the kiosk", code="x")
    story.step(tablet, "/kiosk/", "Leave the kiosk", code="quay0")
    story.step(tablet, "/kiosk/", "Leave the kiosk", code="quay1")
    story.step(browser, PHONES, "Close kiosk QUAY0")
    story.step(tablet, "/kiosk/", "Open the kiosk", code="quay0")
    story.check(request, "kiosk|report|check")


def test_clocks_and_notices(request, story, desk, browser, masters, harbour):
    story.step(browser, ROOM)
    story.step(browser, ROOM, "Start the clock", minutes="0", overtime_minutes="5")
    story.step(browser, ROOM, "Start the clock", minutes="1441", overtime_minutes="5")
    story.step(browser, ROOM, "Start the clock", minutes="", overtime_minutes="")
    story.step(browser, ROOM, "Start all clocks")
    story.step(browser, ROOM, "Stop the clock")
    story.step(browser, ROOM, "Start the clock", minutes="44", overtime_minutes="7")
    story.wait(9)
    story.step(browser, ROOM, "Pause the clock")
    story.wait(13)
    story.step(browser, ROOM, "5 more minutes")
    story.step(browser, ROOM, "Change the clock", minutes="-11", overtime_minutes="3")
    story.step(browser, ROOM, "Change the clock", minutes="1441", overtime_minutes="3")
    story.step(browser, ROOM, "Resume the clock")
    story.wait(30)
    story.step(browser, f"{EVENT}masters/")
    story.step(browser, "/hall/harbour-open/masters/")
    story.step(browser, ROOM, "Pause the clock")
    story.step(browser, ROOM, "Change the clock", minutes="7", overtime_minutes="3")
    story.step(browser, ROOM, "Stop the clock")
    story.step(browser, f"{EVENT}masters/undo/")
    post = "Post the notice"
    for typed in (
        {"kind": "text", "text": " "},
        {"kind": "lunch", "time": ""},
        {"kind": "lunch", "time": "25:00"},
        {"kind": "text", "text": "x" * 201},
        {"kind": "lunch", "time": "20:15", "text": "Soup in room 4"},
        {"kind": "start", "time": "19:45", "division": "b"},
        {"kind": "pairings", "time": "18:05", "division": "masters"},
        {"kind": "break", "time": "21:10"},
        {"kind": "text", "text": "x" * 200},
        {"kind": "text", "text": "Mind the 3 steps", "time": "19:40", "division": "masters"},
    ):
        story.step(browser, ROOM, post, **typed)
    for path in ("", "b/"):
        story.step(browser, f"/hall/harbour-open/{path}")
    story.step(browser, ROOM, "Take down: Mind the 3 steps")
    story.wait(23)
    story.step(browser, ROOM)
    for number in range(7):
        Notice.objects.create(
            event=harbour, kind=NoticeKind.TEXT, text=f"No {number}", posted_at=NOW
        )
    story.step(browser, ROOM, post, kind="text", text="Twelfth")
    story.step(browser, ROOM, post, kind="text", text="Thirteenth")
    story.check(request, "clock|notice")


def test_screens(request, story, desk, browser, masters):
    screen = Client()
    story.step(browser, f"{EVENT}hall/")
    story.step(browser, f"{EVENT}hall/", "Add the first screen")
    story.step(browser, f"{EVENT}hall/", "Add another screen")
    first, second = (row.number for row in Screen.objects.order_by("number"))
    at = {number: f"{ROOM}screens/{number}/" for number in (first, second)}
    story.step(screen, f"/screen/{first}/")
    shown = {"follows": "", "shows": ["standings", "missing"], "divisions": ["b"]}
    for typed in (
        {"follows": "", "shows": []}, {"pace": "2"}, {"pace": "61"}, {"pace": "601"},
        {"name": "Door", "pace": "3", **shown},
    ):  # fmt: skip
        story.step(browser, at[first], "Save", **typed)
    story.step(screen, f"/screen/{first}/")
    story.step(browser, at[second], "Save", name="Stage", is_dark="light", pace="60")
    story.step(screen, f"/screen/{second}/")
    story.step(browser, ROOM)
    for label in ("Pairings by board", "Clock", "QR code of the public site", "Standings"):
        story.step(browser, ROOM, label)
        story.step(screen, f"/screen/{first}/")
    story.step(browser, ROOM, "Back to the usual rotation")
    story.step(screen, f"/screen/{first}/")
    waiting = Client()
    for _times in range(6):
        story.step(waiting, "/screen/", POST)
    third = Screen.objects.filter(event=None).last().number
    story.step(waiting, f"/screen/{third}/waits/")
    story.step(browser, ROOM)
    story.step(browser, f"{ROOM}screens/{third}/", "Show on this screen", name="Bar", pace="9")
    story.step(waiting, f"/screen/{third}/waits/")
    close_event(desk, masters.event, accepted=True)
    story.step(browser, at[second], "Remove this screen")
    story.step(screen, f"/screen/{second}/")
    story.step(browser, f"{ROOM}screens/", POST, what="dance")
    story.step(browser, "/events/spring-open/room/")
    story.step(browser, f"/events/spring-open/room/screens/{first}/")
    story.check(request, "screen")


def lists_of(event, state, divisions=()):
    """Return every list of a screen and what a screen that follows the event shows, one line each."""
    lines = {}
    event = Event.objects.get(pk=event.pk)
    with cache_reads():
        shown = {
            kind: screen_content(
                Screen(number=7, event=event, shows_now=kind, divisions=list(divisions)),
                event, "/site/", "/check-in/",
            )
            for kind in ScreenList.values
        }  # fmt: skip
    for kind, content in shown.items():
        rows = (
            f"{row.key} “{row.title}” {[column.label + '#' * column.is_number for column in row.columns]} "
            f"{[' · '.join(cells) for cells in row.rows]} {row.empty} {row.clock and row.clock.clock} "
            f"{row.live and [side.score for side in row.live.sides]} {row.address} {row.caption}"
            for row in content.lists
        )
        notices = [notice.sentence for notice in content.notices]
        lines[f"screen {state}: {kind}"] = f"{' // '.join(rows)} {notices}"
    return lines


def test_lists_of_screens_in_every_state(request, desk, harbour):
    masters = harbour.divisions.get(slug="masters")
    now = lists_of(harbour, "rounds played")
    Notice.objects.create(event=harbour, kind="text", text="Welcome", posted_at=NOW)
    start_clock(desk, masters)
    publish_fourth(desk, masters)
    now |= lists_of(harbour, "round published")
    start_clock(desk, masters, minutes=41, overtime_minutes=6)
    show_turns(desk, harbour, live_ratings=True)
    put(start_game(desk, board(masters, 4, 3)), *PLAYS)
    put(start_game(desk, board(masters, 4, 6)), *OTHER_PLAYS)
    now |= lists_of(harbour, "clock started", ["masters"])
    add_prizes(desk, harbour, "Masters: 1-2 = 40\nhigh win = 25\nB: 1st = 30")
    for number, scores in ((1, (401, 396)), (2, (355, 370)), (6, (388, 390))):
        enter_result(desk, board(masters, 4, number), *scores, accepted=True)
    now |= lists_of(harbour, "results come in")
    now |= lists_of(harbour, "results come in to B", ["b"])
    for number, scores in ((3, (433, 371)), (4, (420, 420)), (5, (366, 444))):
        enter_result(desk, board(masters, 4, number), *scores, accepted=True)
    now |= lists_of(harbour, "results are in")
    for division, rounds in ((masters, 4), (harbour.divisions.get(slug="b"), 1)):
        change_standings_settings(
            desk, Division.objects.select_related("event").get(pk=division.pk),
            rounds_planned=rounds, held_back_from=None,
        )  # fmt: skip
    now |= lists_of(harbour, "event over")
    change_standings_settings(
        desk, Division.objects.select_related("event").get(pk=masters.pk),
        rounds_planned=4, held_back_from=3,
    )  # fmt: skip
    now |= lists_of(harbour, "held back")
    spring = Event.objects.get(slug="spring-open")
    close_event(desk, spring, accepted=True)
    now |= lists_of(spring, "closed")
    check_approved(request, now)


PUBLIC = """
    . me/ find/ find/?q=quist find/?q=ro find/?q=zzz more/ best/ prizes/ schedule/ masters/ masters/pairings/
    masters/pairings/?by=name masters/pairings/2/ masters/pairings/5/ masters/standings/ masters/standings/2/
    masters/standings/9/ masters/players/ masters/games/ masters/games/4/3/ masters/games/4/3/0/
    masters/games/4/3/3/ masters/games/4/3/6/ masters/games/4/2/ masters/games/1/1/ masters/highlights/
    masters/highlights/3/ masters/highlights/7/ masters/5/ masters/2/ masters/6/ masters/14/ masters/5/2/ masters/5/5/
    masters/6/13/ b/ b/standings/ b/4/ c/
"""
HELD_BACK = """
    masters/
    masters/standings/ masters/standings/3/ masters/pairings/ masters/5/ masters/games/ masters/5/2/ best/ prizes/
"""


def public_pages(state, paths):
    client, now = Client(), {}
    for path in paths:
        page = client.get(f"/hall/harbour-open/{path.removeprefix('.')}", follow=True)
        now[f"{state} {path}"] = " | ".join([f"{page.status_code}", *words_of(page.text)])
    return now


def test_public_pages_during_and_after_a_round(request, desk, harbour):
    masters = harbour.divisions.get(slug="masters")
    publish_fourth(desk, masters)
    show_turns(desk, harbour, live_ratings=True)
    add_prizes(desk, harbour, "Masters: 1-2 = 40\nhigh win = 25\nB: 1st = 30")
    put(start_game(desk, board(masters, 4, 3)), *PLAYS)
    put(start_game(desk, board(masters, 1, 1)), *OTHER_PLAYS)
    enter_result(desk, board(masters, 4, 1), 401, 396, accepted=True)
    now = public_pages("site", PUBLIC.split())
    change_standings_settings(desk, masters, rounds_planned=4, held_back_from=3)
    now |= public_pages("site held back", HELD_BACK.split())
    set_site_visibility(desk, Event.objects.get(slug="spring-open"), shown=False)
    now |= public_pages("site without the earlier event", ["masters/5/2/"])
    check_approved(request, now)


def test_refusals_of_reports_and_rounds_of_players(request, desk, masters, harbour):
    close_round(desk, masters.rounds.get(number=1))
    codes = {code.entry.number: code for code in PlayerCode.objects.filter(entry__division=masters)}
    bye = Pairing.objects.get(round__division=masters, round__number=4, second=None)
    boards = {
        "own board": board(masters, 4, 3),
        "closed round": board(masters, 1, 5),
        "board of others": board(masters, 4, 2),
        "bye": Pairing.objects.select_related("round__division__event").get(pk=bye.pk),
    }
    now = {
        f"refusal {name}": report_refusal(codes[12 if name == "bye" else 5], pairing, None)
        for name, pairing in boards.items()
    }
    with cache_reads():
        state = public_division(Division.objects.select_related("event").get(pk=masters.pk))
        for number in (5, 12, 13):
            now[f"rounds of {number}"] = " / ".join(map(repr, state.rounds_of(number)))
            now[f"record of {number}"] = state.record(number)
    for scans in (True, False):
        now[f"steps on paper {scans}"] = " / ".join(follow_and_report._steps(scans=scans))
    enter_result(desk, board(masters, 4, 5), 433, 371)
    change_standings_settings(desk, masters, rounds_planned=5, held_back_from=4)
    words = report_in_words(board(masters, 3, 5), 6, 433, 382)
    now["report before the rounds held back"] = str(words)
    check_approved(request, now)


ACCESS = f"{EVENT}phones/"


def test_phones_at_the_desk(request, story, desk, browser, harbour, server):
    allow = "Allow phone access at {}".format
    story.step(browser, ACCESS)
    server.there = []
    story.step(browser, ACCESS, allow(WIFI.host))
    server.there = [WIFI, CABLE, INSIDE]
    story.step(browser, ACCESS)
    story.step(browser, f"{ACCESS}let-in/", POST)
    story.step(browser, f"{ACCESS}let-in/", POST, network="10.9.9.0/24")
    story.step(browser, f"{ACCESS}let-in/", POST, network=INSIDE.key)
    story.step(browser, f"{EVENT}hall/", "End phone access")
    server.there = [INSIDE]
    story.step(browser, f"{ACCESS}let-in/", POST)
    server.taken = True
    story.step(browser, f"{ACCESS}let-in/", POST)
    server.taken, server.there = False, [CABLE, WIFI]
    close_event(desk, harbour, accepted=True)
    story.step(browser, ACCESS, "End phone access")
    story.step(browser, ACCESS, allow(CABLE.host))
    story.step(browser, f"{ACCESS}address/", POST, by="name")
    save_phone_access(replace(current_phone_access(), name="quay.local"))
    story.step(browser, f"{ACCESS}address/", POST, by="name")
    story.step(browser, ACCESS, "Use the IP address in QR codes and on paper")
    reopen_event(desk, harbour, reason="one more game")
    for minutes, visitors in ((2, 0), (1, 0), (0, 1), (0, 2)):
        story.wait(minutes)
        server.came = visitors
        story.step(browser, ACCESS)
    kinds = ("flood", 1), ("slow", 2), ("silent", 1), ("guess", 1), ("slow", 1), ("flood", 2)
    server.held_up_by = [
        AbuseReport(f"10.0.0.{31 + place}", kind, times, 1.0)
        for place, (kind, times) in enumerate(kinds)
    ]
    story.step(browser, f"{EVENT}b/")
    states = [
        follow_network([WIFI, CABLE], server),
        follow_network([WIFI, INSIDE], server),
        follow_network([WIFI, CABLE, INSIDE], server),
        follow_network([], server),
        follow_network([WIFI, INSIDE, CABLE], server),
        restore_phone_access(server),
    ]
    for before in ([], [WIFI]):
        server.there = [*before, replace(CABLE, host="10.0.0.99")]
        states.append(restore_phone_access(server))
    server.there = []
    states.append(restore_phone_access(server))
    story.lines["phones states"] = " / ".join(map(repr, states))
    story.step(browser, ACCESS)
    story.check(request, "phone|door|address")


def test_players_who_arrive(request, desk, browser, harbour, monkeypatch, server):
    event = create_event(desk, name="Pier Open", preset="naspa_nwl", date=NOW.date())
    now = lists_of(event, "no division")
    story, phone, site = HallStory("arriving", event, monkeypatch), Client(), "/hall/pier-open/"
    story.step(phone, site)
    division = create_division(desk, event, name="A")
    now |= lists_of(event, "no player")
    for path in ("", "a/players/", "a/highlights/", "schedule/"):
        story.step(phone, f"{site}{path}")
    for to in ("pause", "start"):
        story.step(browser, "/events/pier-open/a/clock/", POST, to=to)
    add_players(desk, division, "Uma Voss 1500\nVic Voss 1400\nWim Voss 1300")
    PlayerCode.objects.filter(entry__number=2, entry__division=division).update(token="pier-2")
    now |= lists_of(event, "nobody here")
    save_phone_access(PhoneAccess(True, "192.168.1.20", 8000, WIFI.key, "quay.local"))
    story.step(phone, "/me/pier-2/")
    story.step(phone, "/me/pier-2/", "I am here")
    story.step(phone, "/me/pier-2/", "Director needed")
    pages = " find/?q=voss a/ a/pairings/ a/standings/ a/2/ a/2/1/ prizes/"
    for at in pages.split(" "):
        story.step(phone, f"{site}{at}")
    now |= lists_of(event, "one is here")
    close_event(desk, event, accepted=True)
    story.step(phone, "/me/pier-2/")
    story.step(phone, "/me/pier-2/here/", POST)
    story.step(phone, "/me/pier-2/ask/", POST, kind="question")
    story.step(browser, "/events/pier-open/player-phones/")
    story.step(browser, "/events/pier-open/room/")
    story.step(browser, "/events/pier-open/streams/")
    check_approved(request, now | story.lines)
