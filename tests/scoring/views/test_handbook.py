"""The rule book: every rule set, public, with figures computed by the engine."""

import html
import re
import tomllib
from pathlib import Path

import pytest

from scoring.catalogue import rule_sets

CASES = tomllib.loads((Path(__file__).parent / "handbook.toml").read_text(encoding="utf-8"))


def text_of(answer):
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", answer.text).split()))


def paragraph(answer, key):
    """Return one answer of the page as text."""
    match = re.search(rf'<div id="{key}">(.*?)</div>', answer.text, re.DOTALL)
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", match.group(1)).split()))


@pytest.mark.parametrize(("rules", "key", "sentence"), CASES["answers"])
def test_each_question_is_answered_for_the_rule_set(client, rules, key, sentence):
    assert sentence in paragraph(client.get(f"/rules/{rules}/"), key)


@pytest.mark.parametrize("key", rule_sets())
def test_every_rule_set_has_a_page_with_links_to_its_answers_and_no_queries(client, key):
    answer = client.get(f"/rules/{key}/")
    assert answer.status_code == 200
    assert f"Rule book: {rule_sets()[key].name}" in text_of(answer)
    body = answer.text
    named = re.search(r'<nav class="question-list.*?</nav>', body, re.DOTALL).group()
    leads = re.findall(r'href="#([^"]+)">([^<]+)</a>', named)
    assert [to for to, _ in leads] == re.findall(r'<div id="([^"]+)">\s*<dt>', body)
    words = {text for _, text in leads}
    assert {"Double challenge", "Overdrawn", "Phony", "Tie"} < words
    assert ("Overtime" in words) == bool(rule_sets()[key].initial_seconds)


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
        if f'<div id="{name}">' in answer.text and "setting" in paragraph(answer, name)
    }
    assert marked == wanted


def test_page_of_unconfirmed_rules_cites_no_rule_numbers(client):
    shown = text_of(client.get("/rules/german/"))
    assert not re.search(r"\b(rule|section|appendix) [IVX\d]", shown)


def test_draw_uses_the_tiles_of_the_rule_set_and_escapes_what_is_typed(client):
    drawn = client.get("/rules/spanish/?first=ch&second=d")
    assert "The first player begins: CH is nearer to A than D." in text_of(drawn)
    assert "<b>" not in client.get("/rules/?first=<b>&second=A").text
