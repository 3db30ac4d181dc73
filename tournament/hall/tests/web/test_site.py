"""The public site for strangers: few bytes, few queries, no secrets."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.models import TurnEntry
from tests.shown import words_shown
from tests.tournament.logged_in import browser_in
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.rules import change_rules
from tournament.actions.people.details import update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.display import change_standings_settings
from tournament.actions.standings.prizes import add_prizes
from tournament.hall.web.site import split_in_parts
from tournament.models import Pairing, Player, ResultEntry
from tournament.models.membership import Role
from tournament.web.frame import _argument_names
from tournament.web.page_cache import page_cache

pytestmark = pytest.mark.django_db

SITE = "/hall/autumn-open/"
A = f"{SITE}a/"


def text(client, address):
    return words_shown(client.get(address))


def test_players_place_is_provisional_until_every_result_is_in(client, desk, round_one, board):
    ana = f"{A}1/"
    enter_result(desk, board(1), 402, 380)
    assert "so far, round 1 under way" in text(client, ana)
    enter_result(desk, board(2), 300, 400)
    assert "after round 1" in text(client, ana)
    assert "so far" not in text(client, ana)


def test_each_page_leads_to_the_same_page_of_another_division(client, desk, event, round_one):
    assert f'href="{A}standings/"' in client.get(f"{SITE}more/").text
    add_players(desk, create_division(desk, event, name="B"), "Eve Stone\nFinn Farkas")
    assert "Division B: No round is published yet." in text(client, SITE)
    switch = re.search(r'<nav class="switch".*?</nav>', client.get(f"{A}players/").text, re.DOTALL)
    assert f'href="{SITE}b/players/"' in switch[0]


@pytest.mark.parametrize(
    ("typed", "matches"),
    [("Okafor,+Ben", "Okafor, Ben"), ("zoe", "Müller, Zoë"), ("4", "Jones, Dai")],
)
def test_visitors_find_their_board_by_part_of_the_name_or_by_number(
    client, round_one, typed, matches
):
    words = text(client, f"{SITE}find/?q={typed}")
    assert matches in words
    assert "Lopez" not in words


def test_ties_of_two_players_are_counted_apart_if_the_rules_say_so(client, desk, round_one, board):
    event = round_one.division.event
    change_rules(desk, event, event.rules.as_dict() | {"ties": "apart"}, reason="as announced")
    enter_result(desk, board(1), 400, 400, accepted=True)
    assert text(client, f"{A}1/").endswith("Okafor, Ben 0-0-1 0")


def test_every_page_of_a_recorded_game_is_below_30_kb(client, recorded):
    game = Pairing.objects.filter(round__division__event=recorded).first().game
    Player.objects.update(name="Maximiliana Featherstone-Haugh of Aberdeen")
    game.players.update(name="Maximiliana Featherstone-Haugh of Aberdeen")
    turns = list(game.entries.all())
    last = turns[-1].position
    TurnEntry.objects.bulk_create(
        TurnEntry(
            game=game, position=last + number, kind="pass", seat=1 + number % 2, entered_at=timezone.now()
        )
        for number in range(1, 61 - len(turns))
    )  # fmt: skip
    there = f"/hall/{recorded.slug}/a/games/1/1/"
    for address in (there, f"{there}0/", f"{there}1/", f"{there}{len(turns) - 3}/", f"{there}60/"):
        content = client.get(address).content
        assert content.count(b"<tr") == 61
        assert len(content) < 30_000, address


def test_recorded_game_of_a_held_back_round_is_private(client, desk, recorded):
    division = recorded.divisions.get()
    there = f"/hall/{recorded.slug}/a/games/"
    assert b"<svg" in client.get(f"{there}1/1/1/board.svg").content
    assert client.get(f"{there}1/1/99/board.svg").status_code == 404
    change_standings_settings(desk, division, rounds_planned=1, held_back_from=1)
    page_cache.forget()
    assert "No complete game has been recorded" in text(client, there)
    for address in (f"{there}1/1/", f"{there}1/1/1/", f"{there}1/1/1/board.svg"):
        assert client.get(address).status_code == 404
    best = text(client, f"/hall/{recorded.slug}/best/")
    assert "No complete game has been recorded" in best
    assert "There are no results yet." in best


def test_bare_address_leads_visitors_to_the_current_event(
    client, desk, director_client, event, round_one
):
    client.logout()
    assert client.get("/").headers["Location"] == SITE
    assert 'href="/login/"' in client.get(SITE).text
    spring = create_event(desk, name="Spring Open", preset="naspa_nwl")
    add_players(desk, create_division(desk, spring, name="A"), "Eve Stone\nFinn Farkas")
    chosen = client.get("/").text
    assert f'href="{SITE}"' in chosen
    assert 'href="/hall/spring-open/"' in chosen
    assert 'href="/login/"' in chosen


def test_practice_event_or_one_without_players_is_not_the_front_page(
    client, director, event, recorded
):
    assert "Log in Check a score" in words_shown(client.get("/"))


def test_door_helper_is_redirected_to_the_check_in(desk, event):
    door = browser_in(desk, event, Role.DOOR)
    assert door.get("/events/autumn-open/").url == "/events/autumn-open/check-in/"


def test_player_names_are_escaped(client, four, round_one):
    Player.objects.filter(entries__number=1).update(name="<b>Ana</b>")
    for address in (f"{A}1/", f"{A}2/", f"{A}pairings/", f"{SITE}find/"):
        assert b"<b>Ana" not in client.get(address).content


def test_held_back_results_are_announced_and_drafts_are_private(client, desk, four, whole_robin):
    add_prizes(desk, four.event, "1st place: 50\nHigh game: 20")
    change_standings_settings(desk, four, rounds_planned=4, held_back_from=3)
    pair_by_hand(desk, four, [(1, 3), (2, 4)])
    assert "holds back the results" in text(client, f"{A}standings/")
    assert "held back until the end" in text(client, f"{SITE}prizes/")
    assert client.get(f"{A}pairings/4/").status_code == 404


def test_public_reports_and_files_use_initials_too(director_client, desk, four, whole_robin):
    zoe = four.entries.get(number=3)
    update_entry(desk, zoe, rating=zoe.rating, by_initials=True)
    for key in ("standings", "wall_chart", "prizes"):
        page = director_client.get(f"/events/autumn-open/reports/{key}/?audience=everybody").text
        assert "Müller" not in page, key
    assert "Müller" not in director_client.get("/events/autumn-open/tourney.js").text


PAGES = {
    "site_now": 14, "site_find": 14, "site_pairings": 14, "site_standings": 14, "site_players": 14,
    "site_player": 18, "site_against": 16, "site_games": 15, "site_more": 5, "site_schedule": 7,
    "site_best": 24, "site_prizes": 16,
}  # fmt: skip


@pytest.mark.parametrize("screen", PAGES)
def test_query_count_is_independent_of_the_number_of_players(
    client, desk, four, whole_robin, screen, django_assert_max_num_queries
):
    names = {"event": "autumn-open", "division": "a", "entry": 1, "other": 2}
    needed = _argument_names(screen)
    address = reverse(screen, kwargs={name: names[name] for name in needed})
    page_cache.forget()
    with django_assert_max_num_queries(PAGES[screen]) as few:
        assert client.get(address).status_code == 200
    add_players(desk, four, "\n".join(f"Player {a}{b} 900" for a in "ABCDE" for b in "VWXYZ"))
    page_cache.forget()
    with CaptureQueriesContext(connection) as many:
        client.get(address)
    assert len(many) == len(few)


def test_division_is_read_once_until_a_result_changes_it(client, desk, round_one, board):
    page_cache.forget()

    def queries(number):
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"{A}{number}/").status_code == 200
        return len(captured)

    first, second = queries(1), queries(2)
    assert second <= first - 8
    enter_result(desk, board(1), 402, 380)
    assert queries(1) > second
    assert "Result: L 380–402." in text(client, f"{A}2/")


@pytest.mark.full
def test_every_page_of_a_division_of_three_hundred_is_below_30_kb(client, desk, event):
    division = create_division(desk, event, name="A")
    add_players(
        desk,
        division,
        "\n".join(
            f"Maximiliana {a}{b}{c}-Featherstone 1900"
            for a in "ABCDEF"
            for b in "abcdefghij"
            for c in "vwxyz"
        ),
    )
    pairs = list(zip(range(1, 301, 2), range(2, 301, 2), strict=True))
    publish_round(desk, pair_by_hand(desk, division, pairs))
    rows = [
        ResultEntry(pairing=pairing, first_score=402, second_score=380, entered_at=timezone.now())
        for pairing in Pairing.objects.filter(round__division=division)
    ]
    ResultEntry.objects.bulk_create(rows)
    for screen in PAGES:
        names = {"event": "autumn-open", "division": "a", "entry": 1, "other": 2}
        address = reverse(screen, kwargs={name: names[name] for name in _argument_names(screen)})
        for query in ("", "?by=name", "?from=101"):
            size = len(client.get(address + query).content)
            assert size < 30_000, (address + query, size)
    assert "1 to 50 51 to 100" in text(client, f"{A}standings/")


@pytest.mark.parametrize("what", ["pairings", "standings", "highlights"])
def test_missing_round_is_answered_with_the_existing_ones(client, desk, four, whole_robin, what):
    change_standings_settings(desk, four, rounds_planned=3, held_back_from=3)
    answer = client.get(f"{A}{what}/9/")
    page = answer.text
    assert answer.status_code == 404
    assert "There is no round 9 here" in page
    shown = 3 if what == "pairings" else 2  # pairings are public
    links = re.findall(rf'<li><a href="{A}{what}/(\d+)/">Round \d+</a>', page)
    assert links == [str(number) for number in range(1, shown + 1)]


def test_bye_does_not_count_as_an_entered_result(client, desk, four):
    add_players(desk, four, "Eve Stone")
    publish_round(desk, pair_by_hand(desk, four, [(1, 2), (3, 4)], byes=[5]))
    assert "Round 1 Published 0 of 2 results are in." in text(client, SITE)


@pytest.mark.parametrize(
    ("start", "shown"),
    [
        ("", "abc"), ("1", "abc"), ("3", "abc"), ("4", "def"), ("6", "def"), ("7", "g"), ("8", "abc"), ("0", "abc"),
        ("x", "abc"),
    ],
)  # fmt: skip
def test_part_of_a_long_list_starts_at_its_first_row(rf, start, shown):
    request = rf.get("/", {"from": start} if start else {})
    rows, parts = split_in_parts(
        request, "abcdefg", 3, "?by=name&from=", [4, 8, 15, 16, 23, 42, 99]
    )
    assert rows == shown
    assert [(part.label, part.address, part.entry_numbers) for part in parts] == [
        ("1 to 3", "?by=name&from=1", "4 8 15"),
        ("4 to 6", "?by=name&from=4", "16 23 42"),
        ("7 to 7", "?by=name&from=7", "99"),
    ]
    assert [part.is_current for part in parts] == [part in shown for part in "adg"]


def test_short_list_has_no_parts(rf):
    assert split_in_parts(rf.get("/"), "abc", 3, "?from=") == ("abc", [])
    assert split_in_parts(rf.get("/"), "", 3, "?from=") == ("", [])
