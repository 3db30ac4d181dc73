"""The API for programs: its answers, versions, rate limits and secrets."""

import datetime as dt
import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import validate

from tests.scoring.views.pads import put
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.rules import change_rules
from tournament.actions.people.details import update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.standings.display import change_standings_settings
from tournament.broadcast.actions.api_keys import end_api_key, make_api_key
from tournament.broadcast.models import ApiKey
from tournament.broadcast.queries.api_keys import allowances_by_digest, digest_of
from tournament.broadcast.web.api import rate_limit
from tournament.broadcast.web.api.rate_limit import (
    KEYLESS_REQUESTS_PER_SECOND,
    keys,
    shared_throttle,
)
from tournament.engine.highlights import HighlightKind
from tournament.models import Club, Event, Pairing

pytestmark = pytest.mark.django_db
API = "/api/v1"
A = f"{API}/events/autumn-open/divisions/a"


def read(client, address, status=200, **headers):
    answer = client.get(address, headers=headers)
    assert answer.status_code == status, answer.content
    assert answer["Access-Control-Allow-Origin"] == "*"
    return json.loads(answer.content)


def test_events_and_divisions(client, whole_robin):
    assert read(client, f"{API}/events") == {
        "page": 1, "pages": 1, "count": 1, "items": [
            {"slug": "autumn-open", "name": "Autumn Open", "place": "", "date": "2026-10-03", "is_closed": False}
        ],
    }  # fmt: skip
    event = read(client, f"{API}/events/autumn-open")
    assert event["divisions"] == [
        {
            "slug": "a", "name": "A", "players": 4, "rounds_planned": None, "rounds": [1, 2, 3],
            "held_back_from": None, "rating_system": event["divisions"][0]["rating_system"],
        }
    ]  # fmt: skip


def test_rounds_pairings_and_results(client, desk, round_one, board):
    enter_result(desk, board(1), 402, 380)
    rounds = read(client, f"{A}/rounds")
    assert [(row["number"], row["phase"], row["boards"], row["results"]) for row in rounds] == [
        (1, "playing", 2, 1)
    ]
    first, second = read(client, f"{A}/rounds/1/pairings")
    assert first == {
        "round": 1, "board": 1, "first": {"number": 1, "name": "Ana Lopez"},
        "second": {"number": 2, "name": "Ben Okafor"}, "goes_first_is_known": True,
        "result": {"outcome": "played", "first_score": 402, "second_score": 380, "first_spread": 22,
                   "second_spread": -22},
        "is_recorded": False,
    }  # fmt: skip
    assert second["result"] is None
    results = read(client, f"{A}/results")
    assert (results["count"], results["items"]) == (1, [first])


def test_standings_after_any_round_are_paginated(client, whole_robin):
    latest = read(client, f"{A}/standings")
    assert (latest["after"], latest["count"], latest["is_under_way"]) == (3, 4, False)
    assert [row["rank"] for row in latest["items"]] == [1, 2, 3, 4] or latest["items"][0][
        "is_shared"
    ]
    assert set(latest["items"][0]["figures"]) >= {"wins", "spread"}
    assert read(client, f"{A}/standings?after=1")["after"] == 1
    pages = [read(client, f"{A}/standings?page={page}&per_page=3") for page in (1, 2)]
    assert [len(page["items"]) for page in pages] == [3, 1]
    assert [*pages[0]["items"], *pages[1]["items"]] == latest["items"]


def test_players_have_their_rounds(client, whole_robin):
    listed = read(client, f"{A}/players")["items"]
    assert [row["number"] for row in listed] == [1, 2, 3, 4]
    ana = read(client, f"{A}/players/1")
    assert (ana["name"], ana["rating"]) == ("Ana Lopez", 1800)
    assert [row["letter"] in ("W", "L") for row in ana["rounds"]] == [True] * 3
    assert {abs(row["spread"]) for row in ana["rounds"]} == {20}
    assert ana["rounds"][-1]["record"] == ana["record"].split()[0]


def test_games_have_announced_and_correct_scores(client, recorded):
    there = f"{API}/events/{recorded.slug}/divisions/a"
    games = read(client, f"{there}/games")
    assert games["count"] == 2
    game = read(client, f"{there}/games/1/1")
    assert game["scores"] == games["items"][0]["scores"]
    assert [turn["number"] for turn in game["turns"]] == list(range(1, len(game["turns"]) + 1))
    plays = [turn for turn in game["turns"] if turn["kind"] == "play"]
    assert len(plays) > 5
    assert all(turn["square"] and turn["tiles"] for turn in plays)
    best = read(client, f"{there}/highlights")
    assert best["plays"][0]["score"] == max(turn["score"] for turn in best["plays"])
    assert read(client, f"{there}/live") == []
    kinds = [row["kind"] for row in best["best"]]
    assert set(kinds) >= {
        "high_play", "high_game", "high_combined", "closest", "longest", "low_combined",
    }  # fmt: skip
    assert set(kinds) <= set(HighlightKind)
    values = {row["kind"]: row["value"] for row in best["best"]}
    assert values["high_play"] == best["plays"][0]["score"]
    assert {row["after"] for row in best["leaders"]} <= {1}
    assert read(client, f"{there}/highlights?round=1")["best"] == best["best"]
    rated = read(client, f"{there}/ratings")
    assert rated == [] or {row["number"] for row in rated} <= {1, 2, 3, 4}


def test_events_are_paginated_latest_first(client, desk, whole_robin):
    for day, name in ((10, "Later Open"), (1, "Earlier Open")):
        event = create_event(desk, name=name, preset="club", date=dt.date(2026, 10, day))
        add_players(desk, create_division(desk, event, name="A"), "Ana Lopez")
    pages = [read(client, f"{API}/events?per_page=2&page={page}") for page in (1, 2)]
    assert [row["name"] for page in pages for row in page["items"]] == [
        "Later Open", "Autumn Open", "Earlier Open",
    ]  # fmt: skip
    assert [(page["page"], page["pages"], page["count"]) for page in pages] == [
        (1, 2, 3),
        (2, 2, 3),
    ]
    assert read(client, f"{API}/events?per_page=2&page=3", 404)["there_is"] == ["1", "2"]


@pytest.mark.parametrize(
    ("path", "there_is"),
    [
        ("/events/nowhere", ["autumn-open"]),
        ("/events/autumn-open/divisions/z/players", ["a"]),
        ("/events/autumn-open/divisions/a/rounds/9/pairings", ["1", "2", "3"]),
        ("/events/autumn-open/divisions/a/rounds/x/pairings", ["1", "2", "3"]),
        ("/events/autumn-open/divisions/a/standings?after=7", ["1", "2", "3"]),
        ("/events/autumn-open/divisions/a/standings?page=2", ["1"]),
        ("/events/autumn-open/divisions/a/players/12", ["1", "2", "3", "4"]),
        ("/events/autumn-open/divisions/a/highlights?round=8", ["1", "2", "3"]),
        ("/events/autumn-open/divisions/a/games/1/1", []),
        ("/events/autumn-open/divisions/a/games/99999999999999/x", []),
    ],
)
def test_missing_object_returns_404_with_the_existing_ones(client, whole_robin, path, there_is):
    refusal = read(client, f"{API}{path}", 404)
    assert refusal["there_is"] == there_is
    assert refusal["detail"].startswith("There ")


def test_unknown_version_or_address_returns_404_with_the_valid_ones(client, round_one):
    for address in ("/api/v2/events", "/api/", "/api/nonsense"):
        assert read(client, address, 404)["there_is"] == ["v1"]
    refusal = read(client, f"{API}/nonsense", 404)
    assert refusal["detail"] == "There is no “nonsense” in version v1."
    assert f"{API}/events/{{event}}" in refusal["there_is"]


def test_unchanged_response_returns_304(client, desk, round_one, board):
    tag = client.get(f"{A}/standings")["ETag"]
    again = client.get(f"{A}/standings", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again["Access-Control-Allow-Origin"] == "*"
    with CaptureQueriesContext(connection) as queries:
        client.get(f"{A}/standings")
    assert len(queries) <= 1  # only the version
    enter_result(desk, board(1), 402, 380)
    fresh = client.get(f"{A}/standings", headers={"If-None-Match": tag})
    assert fresh.status_code == 200
    listed = client.get(f"{API}/events")
    assert client.get(f"{API}/events", headers={"If-None-Match": listed["ETag"]}).status_code == 304


def test_every_state_and_page_has_its_own_response(client, whole_robin):
    ways = ("", "?after=1", "?per_page=2", "?per_page=2&page=2")
    texts = {client.get(f"{A}/standings{way}").content for way in ways}
    assert len(texts) == 4


@pytest.mark.full
def test_no_response_contains_held_back_or_private_data(client, desk, four, whole_robin):
    zoe = four.entries.get(number=3)
    update_entry(desk, zoe, rating=zoe.rating, owes="0660 5551234", by_initials=True)
    for pairing in Pairing.objects.filter(round=whole_robin[2]):
        correct_result(desk, pairing, 777, 111, reason="misread", accepted=True)
    change_standings_settings(desk, four, rounds_planned=3, held_back_from=3)
    description = read(client, f"{API}/openapi.json")
    answered = 0
    for path in description["paths"]:
        for number in range(1, 5):
            filled = path.format(
                event="autumn-open", division="a", number=number, entry=number, board=1
            )
            text = client.get(filled).text
            answered += 1
            for secret in ("777", "5551234", "Zoë", "Müller"):
                assert secret not in text, filled
    assert answered > 40
    assert read(client, f"{A}/standings")["after"] == 2
    refusal = read(client, f"{A}/standings?after=3", 404)
    assert refusal["there_is"] == ["1", "2"]


def test_cross_origin_reads_are_allowed_and_writes_are_not(client, round_one):
    preflight = client.options(f"{A}/players", headers={"Origin": "https://overlay.example"})
    assert preflight.status_code == 204
    assert "X-API-Key" in preflight["Access-Control-Allow-Headers"]
    assert client.post(f"{A}/players").status_code == 405
    head = client.head(f"{A}/players")
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.full
def test_api_description_is_valid_complete_and_self_contained(client, round_one):
    description = read(client, f"{API}/openapi.json")
    validate(description)
    assert description["openapi"].startswith("3.")
    assert len(description["paths"]) == 13
    for path, methods in description["paths"].items():
        assert set(methods) == {"get"}, path
        assert methods["get"]["description"], path
        assert all(row["description"] for row in methods["get"]["parameters"]), path
    text = json.dumps(description)
    assert "//" not in text
    named = set(re.findall(r'"\$ref": "#/components/schemas/([^"]+)"', text))
    assert named == set(description["components"]["schemas"])  # every schema is referenced
    assert client.get(f"{API}/docs").status_code == 404


def check(description, path, status, answer):
    """Check an answer against the schema for its address and status."""
    responses = description["paths"][path]["get"]["responses"]
    schema = responses[str(status)]["content"]["application/json"]["schema"]
    OAS31Validator({**schema, "components": description["components"]}).validate(answer)


@pytest.mark.full
def test_every_response_matches_its_schema(client, desk, event, round_one, board, recorded):
    """One finished event with every board recorded, and one with a live board and a result."""
    put(start_game(desk, board(1)), "8H ZONE 26", "9H AX 30")
    enter_result(desk, board(2), 402, 380)
    rules = event.rules.as_dict() | {"live_boards": "every_turn", "live_rulings": True}
    change_rules(desk, event, rules, reason="the stream")
    description = read(client, f"{API}/openapi.json")
    for slug in ("autumn-open", recorded.slug):
        for path in description["paths"]:
            filled = path.format(event=slug, division="a", number=1, entry=1, board=1)
            answer = read(client, filled)
            check(description, path, 200, answer)
            assert answer or slug != "autumn-open", filled


def test_description_has_examples_refusals_and_the_key(client, round_one):
    description = read(client, f"{API}/openapi.json")
    for path, methods in description["paths"].items():
        responses = methods["get"]["responses"]
        paged = any(row["name"] == "page" for row in methods["get"]["parameters"])
        assert set(responses) == {"200", "304", "401", "404", "429"} | ({"422"} if paged else set())
        assert "If-None-Match" in [row["name"] for row in methods["get"]["parameters"]]
        assert "ETag" in responses["200"]["headers"]
        assert "Retry-After" in responses["429"]["headers"]
        assert "content" not in responses["304"]
        for status, response in responses.items():
            assert len(response["description"]) > 1, (path, status)
            for content in response.get("content", {}).values():
                check(description, path, int(status), content["example"])
                assert content["example"], (path, status)
    assert description["components"]["securitySchemes"]["key"]["name"] == "X-API-Key"
    assert {} in description["security"]
    example = description["paths"][f"{API}/events"]["get"]["responses"]["200"]["content"]
    assert example["application/json"]["example"]["items"][0]["name"] == "Autumn Open"


def test_invalid_parameters_are_refused_as_described(client, whole_robin):
    description = read(client, f"{API}/openapi.json")
    for path, methods in description["paths"].items():
        if any(row["name"] == "page" for row in methods["get"]["parameters"]):
            filled = path.format(event="autumn-open", division="a")
            for query in ("page=0", "per_page=0", "per_page=501"):
                answer = read(client, f"{filled}?{query}", 422)
                check(description, path, 422, answer)
                assert query.partition("=")[0] in str(answer)


def test_help_lists_every_path_and_an_example_command(client, whole_robin):
    page = client.get("/help/programs/", headers={"host": "localhost:8000"}).text
    for path in read(client, f"{API}/openapi.json")["paths"]:
        assert f"<code>{path}</code>" in page
    assert "curl http://localhost:8000/api/v1/events" in page
    assert "X-API-Key: KEY" in page


@pytest.mark.full
def test_every_refusal_matches_its_schema(client, recorded):
    description = read(client, f"{API}/openapi.json")
    for path in description["paths"]:
        if path != f"{API}/events":
            filled = path.format(event="nowhere", division="a", number=1, entry=1, board=1)
            check(description, path, 404, read(client, filled, 404))


def full(caller, per_second=KEYLESS_REQUESTS_PER_SECOND):
    """Use up the requests allowed in a minute."""
    for _ in range((per_second + 1) * 60):
        shared_throttle(per_second).count_use(caller)


def test_rate_limit_names_the_wait_and_does_not_count_pages(client, round_one):
    full("127.0.0.1")
    refused = client.get(f"{A}/players")
    assert refused.status_code == 429
    assert refused["Retry-After"] == "1"
    assert "Wait" in json.loads(refused.content)["detail"]
    assert client.get(f"{A}/players", REMOTE_ADDR="192.168.1.7").status_code == 200
    assert client.get("/hall/autumn-open/").status_code == 200
    assert client.get("/events/autumn-open/tourney.js").status_code == 200
    assert client.get("/stream/autumn-open/featured/tournament.txt").status_code == 200


def test_key_raises_the_rate_limit_until_revoked(client, desk, event, round_one):
    full("127.0.0.1")
    for number in (0, 1001):
        with pytest.raises(Refused, match="A key can allow 1 to 1000 requests per second"):
            make_api_key(desk, event, "Overlay", per_second=number)
    key, text = make_api_key(desk, event, "Overlay", per_second=50)
    assert text not in {key.digest, *ApiKey.objects.values_list("digest", flat=True)}
    assert read(client, f"{A}/players", **{"X-API-Key": text})["count"] == 4
    assert read(client, f"{A}/players", Authorization=f"Bearer {text}")["count"] == 4
    full(f"key {key.digest}", 50)
    assert client.get(f"{A}/players", headers={"X-API-Key": text}).status_code == 429
    end_api_key(desk, key)
    keys.forget()  # as after a committed action
    shared_throttle.cache_clear()
    assert client.get(f"{A}/players", headers={"X-API-Key": text}).status_code == 401
    assert client.get(f"{A}/players", headers={"X-API-Key": "nt_guessed"}).status_code == 401


@pytest.fixture
def winter(desk, event):
    """Return another event of the same club."""
    winter = create_event(desk, name="Winter Open", preset="naspa_nwl")
    club = Club.objects.create(name="Northside", slug="northside", created_at=timezone.now())
    Event.objects.filter(pk__in=[event.pk, winter.pk]).update(club=club)
    winter.refresh_from_db()
    return winter


def test_key_of_another_event_does_not_count(client, desk, winter, round_one):
    _key, text = make_api_key(desk, winter, "Overlay", per_second=50)
    with_key = {"X-API-Key": text}
    assert read(client, f"{A}/players", **with_key)["count"] == 4
    full("127.0.0.1")
    refused = read(client, f"{A}/players", 429, **with_key)
    assert "without a key of this event" in refused["detail"]
    assert read(client, f"{API}/events/winter-open", **with_key)["name"] == "Winter Open"
    assert read(client, f"{API}/events", **with_key)
    assert read(client, f"{API}/openapi.json", **with_key)


def test_club_key_applies_only_to_events_of_that_club(client, desk, winter, round_one):
    _key, text = make_api_key(desk, winter, "Overlay", per_second=50, is_of_club=True)
    create_event(desk, name="Elsewhere", preset="naspa_nwl")
    full("127.0.0.1")
    assert read(client, f"{A}/players", **{"X-API-Key": text})["count"] == 4
    assert read(client, f"{API}/events/elsewhere", 429, **{"X-API-Key": text})["detail"]
    with CaptureQueriesContext(connection) as queries:
        assert len(allowances_by_digest()) == 1
    assert len(queries) == 2


def test_club_key_requires_an_event_with_a_club(desk, event):
    with pytest.raises(Refused, match="The event has no club"):
        make_api_key(desk, event, "Overlay", is_of_club=True)


def test_guessed_keys_count_against_the_rate_limit(client, round_one):
    full("127.0.0.1")
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"{A}/players", headers={"X-API-Key": "nt_guessed"}).status_code == 429
    assert len(queries) <= 1


def test_keys_are_read_again_after_a_minute(monkeypatch, desk, event):
    seconds = [5000.0]
    monkeypatch.setattr(rate_limit.time, "monotonic", lambda: seconds[-1])
    key, text = make_api_key(desk, event, "Overlay", per_second=50)
    cache, digest = rate_limit.KeyCache(), digest_of(text)
    queries = []
    for later in (0.0, 60.0, 60.5, 61.0, 121.0):
        seconds.append(5000.0 + later)
        with CaptureQueriesContext(connection) as asked:
            assert cache.allowance_of(digest).per_second == key.per_second
        queries.append(len(asked))
    assert queries == [1, 0, 1, 0, 1]
    assert cache.allowance_of("x") is None


PAGE = "/events/autumn-open/programs/"


def test_key_is_created_shown_once_and_revoked(director_client, event):
    assert "No keys yet." in director_client.get(PAGE).text
    made = director_client.post(PAGE, {"name": "Overlay", "per_second": "50"})
    text = re.search(r"nt_[\w-]{20,}", made.text)[0]
    assert made["Cache-Control"] == "no-store"
    page = director_client.get(PAGE).text
    assert text not in page
    assert "Overlay" in page
    key = ApiKey.objects.get()
    ended = director_client.post(f"{PAGE}{key.pk}/end/", follow=True).text
    assert "The key for Overlay has been revoked." in ended
    assert "Revoke the key of Overlay" not in ended


def test_club_key_is_offered_only_if_the_event_has_a_club(director_client, event, winter):
    assert "Valid for all events of Northside" in director_client.get(PAGE).text
    made = director_client.post(PAGE, {"name": "Overlay", "per_second": "50", "is_of_club": "on"})
    assert "every event of Northside</td>" in made.text
    assert ApiKey.objects.get().is_of_club
    Event.objects.filter(pk=event.pk).update(club=None)
    assert "Valid for all events" not in director_client.get(PAGE).text


def test_key_without_a_program_is_refused(director_client, event):
    refused = director_client.post(PAGE, {"name": "", "per_second": "5000"})
    assert refused.status_code == 422
    assert "Name the program that uses the key." in refused.text
    assert not ApiKey.objects.exists()
