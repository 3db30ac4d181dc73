"""Checking one play without a game or a log-in; the address holds all data."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from scoring.models import Game
from scoring.views.one_play import CHECK_THROTTLE, MAX_CHECKS
from tests.scoring.views.uploads import text_of

pytestmark = pytest.mark.django_db
CAT = "\n".join(["." * 15] * 7 + [".......CAT....."] + ["." * 15] * 7)


@pytest.fixture(autouse=True)
def _reset_rate_limit():
    CHECK_THROTTLE.reset()


def check(client, **fields):
    return client.get("/check/", fields)


def link_in(answer):
    match = re.search(r'<a href="([^"]*)">Link to this check', answer.content.decode())
    return html.unescape(match.group(1))


def test_visitor_checks_a_play_and_nothing_is_written(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = check(client, position=CAT, play="H7 ACE 6")
    assert answer.status_code == 200
    assert "H7 A(C)E: 5 6 announced" in text_of(answer)
    assert "ACE: A 1 + C 3 + E 1 = 5." in text_of(answer)
    assert Game.objects.count() == 0


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"play": "8H LOFTY 15"}, "15 too few 15 announced, 30 correct."),
        ({"play": "8H LOFTY 15"}, "Likely: The double word on H8 was not counted."),
        ({"play": "8H LOFTY 999"}, "No single slip explains 999."),
        ({"play": "G8 HEX 26"}, "In the other direction, 8G HEX scores 26: 8G runs across, G8 down."),
        ({"play": "8H qi", "cased": "1"}, "8H qi: 0"),
        ({"play": "8H qi"}, "8H QI: 22"),
        ({"play": "8H KRÄHE", "rules": "german"}, "8H KRÄHE"),
        ({"layout": "super", "tiles": "english_super"}, "21 x 21"),
        ({"play": "8D PAINTER 78"}, "8D PAINTER: 74 78 announced"),
    ],
)  # fmt: skip
def test_play_is_answered_with_its_score_and_the_likely_slip(client, fields, sentence):
    assert sentence in text_of(check(client, **fields))


def test_link_shows_the_same_answer(client):
    first = check(client, position=CAT, play="H7  ACE 6", rules="wespa")
    link = link_in(first)
    assert len(link) < 400
    query = parse_qs(urlsplit(link).query)
    assert query["position"] == ["15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15"]
    again = client.get(f"/check/?{urlsplit(link).query}")
    assert text_of(again).partition("Link to")[0] == text_of(first).partition("Link to")[0]
    assert f">\n{CAT}</textarea>" in again.content.decode()


def test_every_reason_is_listed_with_the_hypothetical_score(client):
    shown = text_of(check(client, position=CAT, play="A1 ZZ @ABCDEFG"))
    assert "Not a legal play A1 ZZ" in shown
    assert "ZZ at A1 touches no tile on the board." in shown
    assert "With this play, there is one Z more than the set has." in shown
    assert "2 Z laid but not in the rack ABCDEFG." in shown
    assert "The play would score 60" in shown


def test_impossible_play_has_no_score(client):
    shown = text_of(check(client, position=CAT, play="8N ZONE 12"))
    assert "Cannot be played" in shown
    assert "runs 2 squares off the board" in shown
    assert "would score" not in shown


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"play": "hello"}, "“hello” is not a square."),
        ({"play": "pass"}, "Only a play can be checked here"),
        ({"position": "cat", "play": "8H CAT"}, "There is 1 row, but the board has 15."),
        ({"position": CAT.replace("C", "?")}, "Line 8: “.......?AT.....” contains “?”."),
        ({"position": "#player1 a A\n>a: X 8H"}, "Line 2: The play at 8H has no word"),
        ({"rules": "nobody"}, "There is no rule set “nobody”. Choose one from the list."),
        ({"position": "A" * 13_000}, "the maximum is 12000"),
        ({"play": "8H " + "A" * 400}, "maximum for a turn is 300."),
    ],
)
def test_invalid_input_is_explained_and_kept(client, fields, sentence):
    answer = check(client, **fields)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    if "play" in fields:
        assert f'value="{fields["play"][:100]}' in answer.content.decode()


def test_empty_form_asks_for_a_play_and_draws_the_position(client):
    answer = check(client, position=CAT, play=" ")
    assert answer.status_code == 422
    assert "Type the play: its square, its word and the announced score" in text_of(answer)
    assert "The position with 3 tiles." in text_of(answer)


def test_position_is_shown_alone_and_with_its_play(client):
    assert "Type the play" not in text_of(check(client, position=CAT))
    assert "The position with 3 tiles." in text_of(check(client, position=CAT))
    shown = text_of(check(client, position=CAT, play="H7 ACE"))
    assert "The position with 3 tiles, after H7 A(C)E." in shown
    assert "8H CAT on an empty board." in text_of(check(client, play="8H CAT"))


def test_markup_in_the_address_is_escaped(client):
    body = check(client, play="<script>alert(1)</script>", position="</textarea><b>").content
    assert b"<script>alert" not in body
    assert b"</textarea><b>" not in body


def test_overlong_address_is_refused(client):
    answer = client.get("/check/?position=" + "%2E" * 20_000)
    assert answer.status_code == 422
    assert "too long for a position; the maximum is" in text_of(answer)


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
    assert "Wait a minute." in text_of(beyond)
    assert 'value="8H CAT 10"' in beyond.content.decode()
    client.force_login(django_user_model.objects.create_user("helper"))
    assert check(client, play="8H CAT").status_code == 200


def test_position_is_laid_word_by_word_and_tiles_are_removed(client):
    answer = client.get("/check/", {"play": "8G cat", "put": "on", "rules": "wespa"}, follow=True)
    assert "The position with 3 tiles." in text_of(answer)
    (address, _status) = answer.redirect_chain[-1]
    query = parse_qs(urlsplit(address).query)
    assert query == {"rules": ["wespa"], "position": ["15/" * 7 + "6CAT6" + "/15" * 7]}
    assert 'name="play" translate="no" value=""' in answer.content.decode()
    less = client.get(address, {**query, "play": "8H", "put": "off"}, follow=True)
    assert "The position with 2 tiles." in text_of(less)
    nothing = check(client, play="8H", put="off")
    assert nothing.status_code == 422
    assert "There is no tile on H8." in text_of(nothing)


def test_impossible_printed_claim_is_answered_with_its_proof(client):
    shown = text_of(check(client, play="8D PAINTER 78"))
    assert (
        "PAINTER alone scores 10, 11, 13, 14, 17, 18, 20, 22, 24, 26, 27, 30 or 36 on this board, never 28."
        in shown
    )
    body = check(client, play="8H PLAY 34").content.decode()
    assert 'href="/rules/#impossible"' in body


def test_last_used_rules_are_preselected_by_check_and_dispute(director_client):
    check(director_client, play="8H CAT", rules="german")
    for address in ("/check/", "/disputes/new/"):
        page = director_client.get(address).content.decode()
        assert '<option value="german" selected>' in page, address
    named = director_client.get("/disputes/new/", {"rules": "wespa"}).content.decode()
    assert '<option value="wespa" selected>' in named, "the board names its rules"
    director_client.cookies["ninetimer-last-rules"] = "nobody"
    assert '<option value="naspa_nwl" selected>' in director_client.get("/check/").content.decode()
