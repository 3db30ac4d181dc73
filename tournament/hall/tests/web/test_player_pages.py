"""A player's own pages: my page, reports, check-in and requests, and their view at the desk."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.models import Activity
from scoring.queries.sheets import sheet
from tests.shown import NO_PAGE, refusal
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.standings.display import change_standings_settings
from tournament.hall.actions.player_requests import ask_director
from tournament.hall.models import Kiosk, PlayerCode, PlayerRequest
from tournament.models import Division, Entry, PlayerReport, ResultEntry

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


def sent(phones, number, own, opponent, board, *, step="send", **more):
    browser, address, _code = phones[number]
    form = {"own": own, "opponent": opponent, "pairing": board.pk, "key": more.pop("key", "k")}
    if step:
        form[step] = "1"
    return browser.post(f"{address}report/1/", form | more)


def words(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_my_page_shows_board_opponent_and_who_goes_first(phones):
    page = words(look(phones, 2))
    assert "Round 1: board 1" in page
    assert "Against Ana Lopez, you go second." in page
    assert "No results yet." in page


def test_current_game_does_not_count_as_an_earlier_meeting(phones, desk, board):
    enter_result(desk, board(1), 402, 380)
    page = words(look(phones, 2))
    assert "The result is in: 380 to 402." in page
    assert "You have met before" not in page


def test_query_count_of_my_page_is_independent_of_reports(
    phones, board, django_assert_max_num_queries
):
    sent(phones, 1, 400, 377, board(1))
    look(phones, 1)
    with django_assert_max_num_queries(26):
        look(phones, 1)


def test_report_is_shown_in_words_before_it_is_sent(phones, board):
    answer = sent(phones, 2, 377, 400, board(1), step="")
    page = words(answer.text)
    assert "You 377, Ana Lopez 400. You lost to Ana Lopez by 23. You are 0-1 −23, 4th." in page
    assert not PlayerReport.objects.exists()
    answer = sent(phones, 2, 377, 400, board(1))
    assert (answer.status_code, answer["Location"]) == (302, phones[2][1])
    page = words(look(phones, 2))
    assert "You reported 377 to 400. Ana Lopez has not confirmed it yet." in page


def test_opponent_confirms_a_report_with_one_touch(phones, board):
    sent(phones, 2, 377, 400, board(1))
    page = look(phones, 1)
    assert "Ben Okafor reported: you 400, Ben Okafor 377." in words(page)
    assert "Confirm 400 to 377" in page
    sent(phones, 1, 400, 377, board(1), accepted="1")
    assert str(ResultEntry.objects.get()) == "400-377"
    assert "The result is in: 377 to 400." in words(look(phones, 2))


def test_contradicting_reports_stand_side_by_side_on_both_phones(phones, board):
    sent(phones, 2, 377, 400, board(1))
    sent(phones, 1, 410, 377, board(1))
    page = words(look(phones, 2))
    assert "You reported 377 to 400. Ana Lopez reported: you 377, Ana Lopez 410." in page
    assert "Neither counts until the director decides" in page
    assert not ResultEntry.objects.exists()


def test_held_back_standings_are_not_shown(phones, board, four, desk):
    change_standings_settings(desk, four, rounds_planned=None, held_back_from=1)
    page = words(sent(phones, 2, 377, 400, board(1), step="").text)
    assert "You lost to Ana Lopez by 23." in page
    assert "You are" not in page
    sent(phones, 2, 377, 400, board(1))
    sent(phones, 1, 400, 377, board(1))
    page = words(look(phones, 2))
    assert "0-1" not in page
    assert "2nd" not in page


def test_odd_scores_are_questioned_and_words_refused(phones, board):
    answer = sent(phones, 1, 900, 200, board(1))
    assert (answer.status_code, "Send these scores anyway" in answer.text) == (422, True)
    sent(phones, 1, 900, 200, board(1), accepted="1")
    assert PlayerReport.objects.count() == 1
    answer = sent(phones, 1, "four", 200, board(1))
    assert "Type both scores as whole numbers." in answer.text


def test_form_of_another_round_or_board_is_refused_with_a_sentence(phones, board, desk, round_one):
    answer = sent(phones, 1, 400, 377, board(2))
    assert answer.status_code == 302
    assert "your board has changed since you opened the page." in look(phones, 1)
    for number in (1, 2):
        enter_result(desk, board(number), 400, 380)
    close_round(desk, round_one)
    sent(phones, 1, 400, 377, board(1))
    assert "round 1 is closed" in look(phones, 1)
    assert not PlayerReport.objects.exists()


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


def test_player_checks_in_once(phones):
    browser, address, code = phones[1]
    browser.post(f"{address}here/")
    assert Entry.objects.get(pk=code.entry_id).arrived_at is not None
    assert Activity.objects.get(verb="check_in").actor == "Ana Lopez (1)"
    assert "I am here" not in look(phones, 1)


@pytest.mark.full
def test_call_is_listed_once_at_the_desk_acknowledged_and_removed(phones, client, director, event):
    browser, address, _code = phones[2]
    for _again in range(2):
        browser.post(f"{address}ask/", {"kind": "director"})
    player_request = PlayerRequest.objects.get()
    client.force_login(director)
    desk_page = words(client.get("/events/autumn-open/a/").text)
    assert re.search(r"Call [\d:]+ Director needed , board 1: 2 Ben Okafor, A", desk_page)
    client.post(f"/events/autumn-open/player-phones/requests/{player_request.pk}/", {"how": "seen"})
    assert "seen at the desk" in look(phones, 2)
    desk_page = words(client.get("/events/autumn-open/a/").text)
    assert re.search(r"Call seen [\d:]+ Director needed", desk_page)
    client.post(f"/events/autumn-open/player-phones/requests/{player_request.pk}/", {"how": "done"})
    assert "done" in words(look(phones, 2))
    assert "Director needed , board" not in words(client.get("/events/autumn-open/a/").text)


def test_director_grants_requests_to_leave_or_to_use_no_phone(phones, client, director):
    browser, address, code = phones[3]
    for after in (None, 0, 1000):
        with pytest.raises(Refused, match="Choose the round after which you want to leave"):
            ask_director(code, "leave", after=after)
    for after in ("4", "5", "5"):
        browser.post(f"{address}ask/", {"kind": "leave", "after": after})
    assert [
        (wish.round_number, wish.settled_at is None)
        for wish in PlayerRequest.objects.order_by("pk")
    ] == [(4, False), (5, True)]
    browser.post(f"{address}ask/", {"kind": "no_phone"})
    now = timezone.now()
    calls = {"entry": code.entry, "kind": "director", "at": now, "settled_at": now}
    PlayerRequest.objects.bulk_create(PlayerRequest(**calls, accepted=True) for _call in range(10))
    shown = r"(Wants to leave after round \d|No phone|Director needed) , [\d:]+: (\w+)"
    assert re.findall(shown, words(look(phones, 3))) == [
        ("Director needed", "done"),
        ("No phone", "sent"),
        ("Wants to leave after round 5", "sent"),
    ]
    assert Entry.objects.get(pk=code.entry_id).withdrawn_after is None
    client.force_login(director)
    for player_request in PlayerRequest.objects.filter(settled_at=None):
        client.post(
            f"/events/autumn-open/player-phones/requests/{player_request.pk}/", {"how": "grant"}
        )
    assert Entry.objects.get(pk=code.entry_id).withdrawn_after == 5
    assert PlayerCode.objects.get(pk=code.pk).no_phone
    assert "You cannot report by phone." in look(phones, 3)
    client.post(f"/events/autumn-open/player-phones/codes/{code.entry_id}/", {"phone": "1"})
    assert not PlayerCode.objects.get(pk=code.pk).no_phone


def test_scorekeeper_cannot_grant_requests(phones, keeper_client):
    browser, address, _code = phones[3]
    browser.post(f"{address}ask/", {"kind": "leave", "after": "5"})
    player_request = PlayerRequest.objects.get()
    keeper_client.post(
        f"/events/autumn-open/player-phones/requests/{player_request.pk}/", {"how": "grant"}
    )
    player_request.refresh_from_db()
    assert (player_request.settled_at, player_request.seen_at is not None) == (None, True)
    assert "Letters" not in keeper_client.get("/events/autumn-open/player-phones/").text


def test_desk_accepts_a_report_with_one_click(phones, board, client, director):
    sent(phones, 2, 377, 400, board(1))
    client.force_login(director)
    page = client.get("/events/autumn-open/player-phones/").text
    assert "Ana Lopez 400, Ben Okafor 377" in words(page)
    report = PlayerReport.objects.get()
    client.post(f"/events/autumn-open/player-phones/reports/{report.pk}/")
    result = ResultEntry.objects.get()
    assert (str(result), result.entered_by) == ("400-377", director)
    assert "Reported, accepted" in client.get("/events/autumn-open/a/").text


@pytest.mark.full
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


def test_number_and_letters_open_my_page_until_the_phone_is_told_to_forget(phones):
    _browser, address, code = phones[2]
    phone = Client()
    answer = phone.post("/hall/autumn-open/me/", {"number": "2", "letters": code.letters.lower()})
    assert answer["Location"] == address
    phone.get(address)
    assert phone.get("/hall/autumn-open/me/")["Location"] == address
    phone.post("/hall/autumn-open/me/", {"forget": "1"})
    assert phone.get("/hall/autumn-open/me/").status_code == 200


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


@pytest.mark.full
def test_flood_from_one_code_is_refused_without_affecting_others(phones, board):
    for number in range(40):
        answer = sent(phones, 1, 400 + number, 377, board(1), key=f"k{number}")
    assert answer.status_code == 429
    assert "Wait" in answer.text
    assert sent(phones, 2, 377, 400, board(1)).status_code == 302


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


def test_kiosk_allows_only_check_in_and_reports(tablet, phones, board):
    code = phones[2][2]
    for address in ("/", "/login/", "/hall/autumn-open/", "/events/autumn-open/a/", phones[2][1]):
        assert tablet.get(address)["Location"] == "/kiosk/"
    page = tablet.get("/kiosk/", {"q": "ben"}).text
    assert f'href="/kiosk/{code.entry_id}/"' in page
    assert 'http-equiv="refresh"' not in page
    tablet.post(f"/kiosk/{code.entry_id}/here/")
    assert Entry.objects.get(pk=code.entry_id).arrived_at is not None
    form = {"own": 377, "opponent": 400, "pairing": board(1).pk, "number": 2, "send": "1"}
    answer = tablet.post(f"/kiosk/{code.entry_id}/report/", form | {"letters": "BBBB"})
    assert answer.status_code == 422
    typed = {name: value for name, value in form.items() if name != "send"}
    checked = tablet.post(f"/kiosk/{code.entry_id}/report/", typed | {"letters": code.letters}).text
    assert "You 377, Ana Lopez 400. You lost to Ana Lopez by 23." in words(checked)
    assert not PlayerReport.objects.exists()
    tablet.post(f"/kiosk/{code.entry_id}/report/", form | {"letters": code.letters})
    report = PlayerReport.objects.get()
    assert (report.first_score, report.second_score, report.at_kiosk) == (400, 377, True)


def test_kiosk_is_left_only_by_its_code_or_closed_at_the_desk(tablet, client, director):
    tablet.post("/kiosk/leave/", {"code": "WRONGONE"})
    assert tablet.get("/")["Location"] == "/kiosk/"
    tablet.post("/kiosk/leave/", {"code": Kiosk.objects.get().code})
    assert tablet.get("/hall/autumn-open/").status_code == 200
    tablet.post("/kiosk/", {"code": Kiosk.objects.get().code})
    client.force_login(director)
    client.post("/events/autumn-open/player-phones/kiosks/", {"end": Kiosk.objects.get().pk})
    assert "Make this tablet a kiosk" in tablet.get("/kiosk/").text
    assert tablet.get("/hall/autumn-open/").status_code == 200


def test_director_disables_reports_and_renews_a_code(phones, board, client, director, four):
    client.force_login(director)
    client.post(
        "/events/autumn-open/player-phones/let/", {"what": f"division:{four.pk}", "allowed": "no"}
    )
    assert "Bring your slip to the desk." in look(phones, 1)
    client.post(
        "/events/autumn-open/player-phones/let/", {"what": f"division:{four.pk}", "allowed": "yes"}
    )
    assert "Bring your slip to the desk." not in look(phones, 1)
    client.post(f"/events/autumn-open/player-phones/codes/{phones[1][2].entry_id}/")
    assert phones[1][0].get(phones[1][1]).status_code == 404


def test_desk_lists_calls_of_other_divisions(phones, director_client, desk, event):
    create_division(desk, event, name="B")
    browser, address, _code = phones[2]
    browser.post(f"{address}ask/", {"kind": "challenge"})
    browser.post(f"{address}ask/", {"kind": "leave", "after": "2"})
    line = re.compile(r"Calls in other divisions Call [\d:]+ Challenge , board 1: 2 Ben Okafor, A")
    assert line.search(words(director_client.get("/events/autumn-open/b/").text))
    now = director_client.get("/events/autumn-open/phones/now/?at=b").text
    assert line.search(words(now))
    assert (now.count("data-call"), "Wants to leave" in now, "Mark as done" in now) == (
        1,
        False,
        True,
    )
    assert "other divisions" not in director_client.get("/events/autumn-open/phones/now/?at=a").text
