"""Who may do what: every address, tried by everybody."""

import pytest
from django.urls import URLPattern, get_resolver, reverse

from tournament.actions.clubs import create_club
from tournament.models import Event
from tournament.web import urls
from tournament.web.access import Permission

pytestmark = pytest.mark.django_db

PATTERNS = [pattern for pattern in urls.urlpatterns if isinstance(pattern, URLPattern)]
GIVEN = {
    "event": "autumn-open",
    "division": "a",
    "number": 1,
    "board": 1,
    "version": 0,
    "shown": 0,
    "entry": 1,
    "club": "thursdays",
    "key": "standings",
}


@pytest.fixture(autouse=True)
def thursdays(desk):
    return create_club(desk, name="Thursdays")


def address(pattern):
    names = pattern.pattern.converters
    return reverse(pattern.name, kwargs={name: GIVEN[name] for name in names})


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: p.name)
def test_every_view_carries_a_rule(pattern):
    assert isinstance(getattr(pattern.callback, "permission", None), Permission)


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: p.name)
def test_a_stranger_reads_what_is_public_and_is_sent_to_log_in_for_the_rest(
    client, round_one, pattern
):
    answer = client.get(address(pattern))
    if pattern.callback.permission is Permission.READ:
        assert answer.status_code == 200
        assert b"csrfmiddlewaretoken" not in answer.content
    else:
        assert answer.status_code == 302
        assert answer.url.startswith(reverse("login"))


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: p.name)
def test_a_stranger_writes_nothing_anywhere(client, round_one, board, pattern):
    before = Event.objects.values_list().get()
    client.post(
        address(pattern),
        {
            "name": "B",
            "preset": "club",
            "roster": "Eve Stone",
            "how": "round_robin",
            "to": "closed",
            "board": 1,
            "first_score": 400,
            "second_score": 380,
            "outcome": "played",
        },
    )
    division = round_one.division
    assert Event.objects.values_list().get() == before
    assert division.event.divisions.count() == 1
    assert division.entries.count() == 4
    assert division.rounds.values_list("number", "phase").get() == (1, "published")
    assert board(1).results.count() == 0


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: p.name)
def test_the_director_is_let_in_everywhere(director_client, round_one, pattern):
    answer = director_client.get(address(pattern))
    writes_only = {
        "add_division",
        "leave_round",
        "describe_entry",
        "end_apart",
        "change_club",
        "copy_session",
        "not_here",
        "move_entry",
        "tap",
        "walk_in",
        "return_entry",
        "join_round",
        "penalize",
        "take_snapshot",
        "start_practice",
        "remove_practice",
        "restore_snapshot",
        "change_phase",
        "rule_on_results",
        "set_standings",
        "type_line",
        "type_result",
        "board_result",
        "record_game",
    }
    assert answer.status_code == (405 if pattern.name in writes_only else 200)


@pytest.mark.parametrize(
    "path",
    [
        "/events/nowhere/",
        "/events/autumn-open/z/",
        "/events/autumn-open/a/rounds/9/boards/1/",
        "/events/autumn-open/a/rounds/1/boards/9/",
    ],
)
def test_an_address_that_names_nothing_is_not_found(client, round_one, path):
    assert client.get(path).status_code == 404


def test_who_was_logged_out_comes_back_to_the_page_the_form_was_on(client, round_one):
    path = "/events/autumn-open/a/rounds/1/results/"
    here = {"HTTP_REFERER": "http://testserver/events/autumn-open/a/?round=1"}
    assert client.post(path, **here).url == "/login/?next=/events/autumn-open/a/"
    elsewhere = {"HTTP_REFERER": "http://example.org/events/"}
    assert client.post(path, **elsewhere).url == "/login/?next=/"


@pytest.mark.parametrize("number", ["0", "99999999999999999999999"])
def test_a_round_or_board_of_any_number_is_simply_not_found(client, round_one, number):
    assert client.get(f"/events/autumn-open/a/rounds/{number}/boards/1/").status_code == 404
    assert client.get(f"/events/autumn-open/a/rounds/1/boards/{number}/").status_code == 404


def test_a_draft_is_seen_by_the_director_only(client, director_client, desk, round_one):
    from tournament.actions.pairing import pair_by_hand

    pair_by_hand(desk, round_one.division, [(1, 3), (2, 4)])
    path = "/events/autumn-open/a/rounds/2/boards/1/"
    assert director_client.get(path).status_code == 200
    client.logout()
    assert client.get(path).status_code == 404


def test_the_desk_is_reached_from_the_root(client):
    assert get_resolver().resolve("/").url_name == "home"
