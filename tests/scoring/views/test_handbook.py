"""The rule book: every rule set, public, with figures computed by the engine."""

import html
import re
import tomllib
from pathlib import Path

import pytest

from scoring.catalogue import rule_sets
from scoring.handbook.comparisons import column_headings, comparison_rows
from tests.scoring.views.pads import opened, pad

CASES = tomllib.loads((Path(__file__).parent / "handbook.toml").read_text(encoding="utf-8"))


def text_of(answer):
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split()))


def paragraph(answer, key):
    """Return one answer of the page as text."""
    match = re.search(rf'<div id="{key}">(.*?)</div>', answer.content.decode(), re.DOTALL)
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", match.group(1)).split()))


def test_default_page_shows_the_usual_rules(client):
    assert "Rule book: NASPA, NWL" in text_of(client.get("/rules/"))


@pytest.mark.parametrize(("rules", "key", "sentence"), CASES["answers"])
def test_each_question_is_answered_for_the_rule_set(client, rules, key, sentence):
    assert sentence in paragraph(client.get(f"/rules/{rules}/"), key)


@pytest.mark.parametrize("key", rule_sets())
def test_every_rule_set_has_a_page_with_links_to_its_answers_and_no_queries(client, key):
    answer = client.get(f"/rules/{key}/")
    assert answer.status_code == 200
    assert f"Rule book: {rule_sets()[key].name}" in text_of(answer)
    body = answer.content.decode()
    named = re.search(r'<nav class="question-list.*?</nav>', body, re.DOTALL).group()
    leads = re.findall(r'href="#([^"]+)">([^<]+)</a>', named)
    assert [to for to, _ in leads] == re.findall(r'<div id="([^"]+)">\s*<dt>', body)
    words = {text for _, text in leads}
    assert {"Double challenge", "Overdrawn", "Phony", "Tie"} < words
    assert ("Overtime" in words) == bool(rule_sets()[key].initial_seconds)


@pytest.mark.parametrize(
    ("name", "clock"),
    [
        ("WESPA", "25:00, then 10 a minute; more than 10 minutes over loses the game"),
        ("ABSP", "25:00, then 10 a minute; more than 10 minutes over loses the game"),
        ("NASPA, NWL", "25:00, then 10 a minute"),
        ("German", "30:00, then 10 a minute"),
    ],
)
def test_comparison_shows_the_clock_with_its_cap(name, clock):
    rows = {row.name: row.cells for row in comparison_rows()}
    assert rows[name][column_headings().index("Clock")][0] == clock


@pytest.mark.parametrize("key", rule_sets())
def test_unconfirmed_rules_are_marked_as_settings(client, key):
    touched = {
        "exchange_minimum": "exchange", "challenge": "challenge", "penalty_points": "challenge",
        "penalty_to": "challenge", "penalty_per": "challenge", "out_form": "racks",
        "scoreless_limit": "end", "initial_seconds": "clock", "overtime_per_minute": "clock",
    }  # fmt: skip
    rules = rule_sets()[key]
    wanted = {touched[name] for name in rules.unconfirmed if name in touched}
    if not rules.penalty_points:
        wanted -= {"challenge"}
    answer = client.get(f"/rules/{key}/")
    marked = {
        name
        for name in set(touched.values())
        if f'<div id="{name}">' in answer.content.decode() and "setting" in paragraph(answer, name)
    }
    assert marked == wanted


def test_page_of_unconfirmed_rules_cites_no_rule_numbers(client):
    assert not re.search(
        r"\b(rule|section|appendix) [IVX\d]", text_of(client.get("/rules/german/"))
    )


@pytest.mark.parametrize("text", CASES["shown"])
def test_worked_plays_sums_reasons_and_ends_are_shown_as_published(client, text):
    """The figures are those of the engine."""
    assert text in text_of(client.get("/rules/"))


def test_overtime_is_charged_for_every_started_minute(client):
    assert "0:00 0 −0:01 −10 −1:01 −20 −2:05 −30" in text_of(client.get("/rules/naspa_nwl/"))


@pytest.mark.parametrize(("query", "sentence"), CASES["draws"])
def test_two_drawn_letters_determine_who_begins(client, query, sentence):
    assert sentence in text_of(client.get(f"/rules/?{query}"))


def test_draw_uses_the_tiles_of_the_rule_set(client):
    assert "The first player begins: CH is nearer to A than D." in text_of(
        client.get("/rules/spanish/?first=ch&second=d")
    )


def test_typed_letter_is_escaped(client):
    assert "<b>" not in client.get("/rules/?first=<b>&second=A").content.decode().replace(
        "<body", ""
    )


@pytest.mark.django_db
def test_game_and_check_pages_link_to_their_own_rules(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    page = pad(director_client, game)
    assert page.links[rule_sets()["wespa"].name] == "/rules/wespa/"
    desk = director_client.get(f"/games/{game.pk}/dispute/").content.decode()
    assert f'<a href="/rules/wespa/">{rule_sets()["wespa"].name}</a>' in desk
    check = director_client.get("/check/", {"rules": "german"}).content.decode()
    assert '<a href="/rules/german/">German</a>' in check
