"""Checking one play without a game or a log-in; the address holds all data."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from scoring.views.one_play import CHECK_THROTTLE, MAX_CHECKS
from tests.scoring.views.uploads import text_of

pytestmark = pytest.mark.django_db
CAT = "\n".join(["." * 15] * 7 + [".......CAT....."] + ["." * 15] * 7)


@pytest.fixture(autouse=True)
def _reset_rate_limit():
    CHECK_THROTTLE.reset()


def check(client, **fields):
    return client.get("/check/", fields)


def test_visitor_checks_a_play_without_a_query(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = check(client, position=CAT, play="H7 ACE 6")
    assert "H7 A(C)E: 5 6 announced" in text_of(answer)


def test_link_shows_the_same_answer(client):
    first = check(client, position=CAT, play="H7  ACE 6", rules="wespa")
    link = html.unescape(re.search(r'<a href="([^"]*)">Link to this check', first.text)[1])
    assert len(link) < 400
    query = parse_qs(urlsplit(link).query)
    assert query["position"] == ["15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15"]
    again = client.get(f"/check/?{urlsplit(link).query}")
    assert text_of(again).partition("Link to")[0] == text_of(first).partition("Link to")[0]
    assert f">\n{CAT}</textarea>" in again.text


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"play": "pass"}, "Only a play can be checked here"),
        ({"position": CAT.replace("C", "?")}, "Line 8: “.......?AT.....” contains “?”."),
        ({"position": "#player1 a A\n>a: X 8H"}, "Line 2: The play at 8H has no word"),
        ({"position": "A" * 13_000}, "the maximum is 12000"),
        ({"position": "A" * 41_000}, "This is too long for a position; the maximum is 12000"),
    ],
)
def test_invalid_input_is_explained_and_kept(client, fields, sentence):
    answer = check(client, **fields)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    if "play" in fields:
        assert f'value="{fields["play"][:100]}' in answer.text


def test_markup_in_the_address_is_escaped(client):
    body = check(client, play="<script>alert(1)</script>", position="</textarea><b>").content
    assert b"<script>alert" not in body
    assert b"</textarea><b>" not in body


@pytest.mark.full
def test_rate_limit_applies_to_visitors_but_not_to_directors(
    client, django_user_model, monkeypatch
):
    monkeypatch.setattr(CHECK_THROTTLE, "clock", lambda: 0.0)
    for _ in range(MAX_CHECKS):
        last = check(client, play="8H CAT")
    assert last.status_code == 200
    beyond = check(client, play="8H CAT 10")
    assert beyond.status_code == 429
    assert "120 plays were checked from this device within a minute. Wait" in text_of(beyond)
    assert 'value="8H CAT 10"' in beyond.text
    client.force_login(django_user_model.objects.create_user("helper"))
    assert check(client, play="8H CAT").status_code == 200


def test_last_used_rules_are_preselected_by_check_and_dispute(director_client):
    check(director_client, play="8H CAT", rules="german")
    for address in ("/check/", "/disputes/new/"):
        page = director_client.get(address).text
        assert '<option value="german" selected>' in page, address
    named = director_client.get("/disputes/new/", {"rules": "wespa"}).text
    assert '<option value="wespa" selected>' in named, "the board names its rules"
    director_client.cookies["ninetimer-last-rules"] = "nobody"
    assert '<option value="naspa_nwl" selected>' in director_client.get("/check/").text
