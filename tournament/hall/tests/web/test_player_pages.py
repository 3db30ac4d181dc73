"""A player's own pages: my page, reports, check-in and requests, and their view at the desk."""

import re

import pytest
from django.test import Client

from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.models import Activity
from scoring.queries.sheets import sheet
from tests.shown import NO_PAGE, refusal
from tournament.actions.event.events import create_division
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.standings.display import change_standings_settings
from tournament.hall.models import Kiosk, PlayerCode
from tournament.models import Division, Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def phones(round_one):
    """Return the browser, the page address and the code of each player by number."""
    codes = PlayerCode.objects.filter(entry__division=round_one.division)
    return {
        code.entry.number: (Client(), f"/me/{code.token}/", code)
        for code in codes.select_related("entry")
    }


def look(phones, number):
    browser, address, _code = phones[number]
    return browser.get(address).text


def sent(phones, number, own, opponent, board, key="k"):
    browser, address, _code = phones[number]
    form = {"own": own, "opponent": opponent, "pairing": board.pk, "key": key, "send": "1"}
    return browser.post(f"{address}report/1/", form)


def words(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_query_count_of_my_page_is_independent_of_reports(
    phones, board, django_assert_max_num_queries
):
    sent(phones, 1, 400, 377, board(1))
    look(phones, 1)
    with django_assert_max_num_queries(26):
        look(phones, 1)


def test_last_round_shows_what_a_win_secures(phones, board, desk, four, round_one):
    change_standings_settings(desk, four, rounds_planned=2, held_back_from=None)
    enter_result(desk, board(1), 400, 380)
    enter_result(desk, board(2), 500, 380)
    close_round(desk, round_one)
    two = pair_by_hand(
        desk, Division.objects.get(pk=four.pk), [(1, 3), (2, 4)], firsts_as_listed=True
    )
    publish_round(desk, two)
    page = words(look(phones, 3))
    assert "Round 2: board 1" in page
    assert "1-0 +120, 1st" in page
    assert "Win to be certain of place 1 or better." in page
    assert "You will finish between place 1 and place 3." in page


def test_desk_shows_the_state_of_each_report(phones, board, client, director):
    client.force_login(director)

    def grid():
        page = client.get("/events/autumn-open/a/").text
        return re.findall(r'<li class="(\w+)" id="pairing-', page)

    assert grid() == ["missing", "missing"]
    sent(phones, 1, 400, 377, board(1))
    assert grid() == ["reported", "missing"]
    sent(phones, 2, 390, 400, board(1))
    assert grid() == ["disputed", "missing"]
    assert "Use this result" in client.get("/events/autumn-open/a/rounds/1/boards/1/").text
    sent(phones, 2, 377, 400, board(1), key="again")
    assert grid() == ["in", "missing"]


def test_reports_are_private_until_they_count(phones, board):
    sent(phones, 1, 417, 377, board(1))
    for address in ("", "rounds/1/boards/1/", "standings/"):
        page = Client().get(f"/events/autumn-open/a/{address}", follow=True)
        assert page.status_code == 200
        assert not re.search(r"\b417\b", page.text)  # may be part of a version number


@pytest.mark.full
def test_wrong_codes_give_equal_responses_and_block_only_their_sender(phones):
    attacker = Client()

    def tried(number, letters, **where):
        return attacker.post(
            "/hall/autumn-open/me/", {"number": number, "letters": letters}, **where
        )

    wrong = {
        re.sub(r'value="[^"]*"', "", tried(number, "BBBB").text) for number in ("2", "99", "x")
    }
    assert len(wrong) == 1
    for _again in range(100):
        tried("2", "BBBB")
    own = phones[2][2].letters
    assert tried("2", own).status_code == 422  # from an address that is blocked for a while
    assert tried("2", own, REMOTE_ADDR="192.168.1.77").status_code == 302
    assert tried("3", phones[3][2].letters).status_code == 302
    assert phones[2][0].get(phones[2][1]).status_code == 200


def test_unknown_token_is_not_found_and_forms_require_a_csrf_token(phones):
    assert refusal(Client().get("/me/AAAAAAAAAAAAAAAAAAAAAA/")) == NO_PAGE
    strict = Client(enforce_csrf_checks=True)
    too_old = (403, "That page is out of date")
    assert refusal(strict.post(f"{phones[1][1]}here/")) == too_old
    assert Entry.objects.get(pk=phones[1][2].entry_id).arrived_at is None


def test_my_page_is_neither_cached_nor_leaked_by_referrer(phones):
    browser, address, _code = phones[1]
    answer = browser.get(address)
    assert (answer["Cache-Control"], answer["Referrer-Policy"]) == ("no-store", "same-origin")


def test_unchanged_page_returns_an_empty_response(phones):
    browser, address, _code = phones[1]
    version = re.search(r'data-version="(\w+)"', look(phones, 1))[1]
    nothing = browser.get(address, {"seen": version})
    assert (nothing.status_code, nothing.content) == (204, b"")
    assert browser.get(address, {"seen": "earlier"}).status_code == 200


@pytest.mark.full
def test_recording_a_board_updates_only_its_players_pages(phones, board, desk):
    def versions():
        return [re.search(r'data-version="(\w+)"', look(phones, n))[1] for n in range(1, 5)]

    game = start_game(desk, board(1))
    before = versions()
    read = parse_turn("8H ZONE 26", sheet(game).replay)
    record_turn(game, read.turn, desk, confirmed=True)
    changed = [was != now for was, now in zip(before, versions(), strict=True)]
    seated = {board(1).first.number, board(1).second.number}
    assert {number for number, is_new in enumerate(changed, 1) if is_new} == seated
    assert "Your game is being recorded on the score pad" in look(phones, min(seated))


@pytest.fixture
def tablet(client, director, round_one):
    client.force_login(director)
    client.post("/events/autumn-open/player-phones/kiosks/")
    client.logout()
    browser = Client()
    browser.post("/kiosk/", {"code": Kiosk.objects.get().code.lower()})
    return browser


def test_kiosk_allows_only_check_in_and_reports_until_it_is_closed(tablet, phones, director_client):
    code = phones[2][2]
    for address in ("/", "/login/", "/hall/autumn-open/", "/events/autumn-open/a/", phones[2][1]):
        assert tablet.get(address)["Location"] == "/kiosk/"
    assert 'http-equiv="refresh"' not in tablet.get("/kiosk/", {"q": "ben"}).text
    assert 'http-equiv="refresh"' in tablet.get(f"/kiosk/{code.entry_id}/").text
    tablet.post(f"/kiosk/{code.entry_id}/here/")
    assert Activity.objects.get(verb="check_in").actor == "Ben Okafor (2)"
    kiosks = "/events/autumn-open/player-phones/kiosks/"
    director_client.post(kiosks, {"end": Kiosk.objects.get().pk})
    assert "Make this tablet a kiosk" in tablet.get("/kiosk/").text
    assert tablet.get("/hall/autumn-open/").status_code == 200


def test_desk_lists_calls_of_other_divisions(phones, director_client, desk, event):
    create_division(desk, event, name="B")
    browser, address, _code = phones[2]
    browser.post(f"{address}ask/", {"kind": "challenge"})
    browser.post(f"{address}ask/", {"kind": "leave", "after": "2"})
    line = re.compile(r"Calls in other divisions Call [\d:]+ Challenge , board 1: 2 Ben Okafor, A")
    assert line.search(words(director_client.get("/events/autumn-open/b/").text))
    now = director_client.get("/events/autumn-open/phones/now/?at=b").text
    assert line.search(words(now))
    assert (now.count("data-call"), "Wants to leave" in now) == (1, False)
    assert "Mark as done" in now
    own = words(director_client.get("/events/autumn-open/a/").text)
    assert "other divisions" not in own
    assert re.search(r"Call [\d:]+ Challenge , board 1: 2 Ben Okafor", own)
