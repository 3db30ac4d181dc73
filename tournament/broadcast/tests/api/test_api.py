"""The API for programs: its answers, versions, rate limits and secrets."""

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
from tournament.actions.event.events import create_event
from tournament.actions.event.rules import change_rules
from tournament.actions.people.details import update_entry
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
from tournament.models import Club, Event, Pairing

pytestmark = pytest.mark.django_db
API = "/api/v1"
A = f"{API}/events/autumn-open/divisions/a"


def read(client, address, status=200, **headers):
    answer = client.get(address, headers=headers)
    assert answer.status_code == status, answer.content
    assert answer["Access-Control-Allow-Origin"] == "*"
    return json.loads(answer.content)


@pytest.mark.parametrize(
    ("path", "there_is"), [("rounds/x/pairings", ["1", "2", "3"]), ("games/99999999999999/x", [])]
)
def test_address_that_is_no_number_returns_404_with_the_existing_ones(
    client, whole_robin, path, there_is
):
    assert read(client, f"{A}/{path}", 404)["there_is"] == there_is


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
    head = client.head(f"{A}/players", headers={"Authorization": "Basic dTpw"})  # of a proxy
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
            for content in response.get("content", {}).values():
                check(description, path, int(status), content["example"])
                assert content["example"], (path, status)
    assert description["components"]["securitySchemes"]["key"]["name"] == "X-API-Key"
    assert {} in description["security"]


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
    for _ in range(19 * 60):
        shared_throttle(20).count_use("127.0.0.1")
    assert client.get(f"{A}/players").status_code == 200
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


def test_event_has_at_most_twenty_keys_at_a_time(desk, event):
    for number in range(20):
        make_api_key(desk, event, f"Overlay {number}")
    with pytest.raises(Refused, match=r"already has 20 keys\. Revoke one first"):
        make_api_key(desk, event, "Board")


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
        with CaptureQueriesContext(connection) as question:
            assert cache.allowance_of(digest).per_second == key.per_second
        queries.append(len(question))
    assert queries == [1, 0, 1, 0, 1]
    assert cache.allowance_of("x") is None


PAGE = "/events/autumn-open/programs/"


def test_key_is_shown_once(director_client, event):
    made = director_client.post(PAGE, {"name": "Overlay", "per_second": "50"})
    text = re.search(r"nt_[\w-]{20,}", made.text)[0]
    assert made["Cache-Control"] == "no-store"
    assert text not in director_client.get(PAGE).text


def test_club_key_is_offered_only_if_the_event_has_a_club(director_client, event, winter):
    assert "Valid for all events of Northside" in director_client.get(PAGE).text
    made = director_client.post(PAGE, {"name": "Overlay", "per_second": "50", "is_of_club": "on"})
    assert "every event of Northside</td>" in made.text
    assert ApiKey.objects.get().is_of_club
    Event.objects.filter(pk=event.pk).update(club=None)
    assert "Valid for all events" not in director_client.get(PAGE).text
