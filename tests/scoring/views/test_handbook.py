"""The rule book: every rule set, readable without a log-in, figures worked out by the engine."""

import html
import re

import pytest

from scoring.catalogue import rule_sets
from scoring.handbook.comparisons import all_switches, columns
from tests.scoring.views.pads import opened, pad
from tests.shown import NO_PAGE, refusal


def text_of(answer):
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split()))


def paragraph(answer, key):
    """One answer of the page, as text."""
    match = re.search(rf'<div id="{key}">(.*?)</div>', answer.content.decode(), re.DOTALL)
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", match.group(1)).split()))


@pytest.mark.parametrize("key", rule_sets())
def test_every_rule_set_has_its_page_without_log_in_and_without_the_database(client, key):
    answer = client.get(f"/rules/{key}/")
    assert answer.status_code == 200
    assert f"Rule book: {rule_sets()[key].name}" in text_of(answer)


def test_without_a_name_it_is_the_usual_rules(client):
    assert "Rule book: NASPA, NWL" in text_of(client.get("/rules/"))


def test_an_unknown_rule_set_is_not_found(client):
    assert refusal(client.get("/rules/made_up/")) == NO_PAGE


@pytest.mark.parametrize(
    ("rules", "key", "sentence"),
    [
        ("naspa_nwl", "exchange", "While at least 7 tiles are in the bag: up to 7 tiles"),
        ("spanish", "exchange", "While at least one tile is in the bag: any number"),
        ("naspa_nwl", "challenge", "the challenger loses the next turn"),
        ("wespa", "challenge", "its player receives 5 points"),
        ("german", "challenge", "its player receives 10 points"),
        ("absp", "challenge", "an unsuccessful challenge costs nothing"),
        ("naspa_nwl", "too-late", "has properly drawn new tiles"),
        ("box_hasbro", "too-late", "Until the next player starts the next turn"),
        ("naspa_nwl", "end", "after 6 turns in a row worth nothing"),
        ("spanish", "end", "passed twice running, with no exchange between"),
        ("box_hasbro", "end", "no further play can be made"),
        ("naspa_nwl", "racks", "twice the value of the tiles left with the opponent"),
        ("german", "racks", "Every other player loses the value of the tiles left"),
        ("naspa_nwl", "tie", "half a win each"),
        ("box_mattel", "tie", "more before the tiles left were settled"),
        (
            "naspa_nwl",
            "clock",
            "Each player has 25:00. Every minute begun beyond that costs 10 points",
        ),
        ("german", "clock", "Each player has 30:00"),
        ("wespa", "clock", "More than 10 minutes over loses the game"),
        ("naspa_nwl", "bonus", "When exactly 7 tiles are laid"),
        ("naspa_nwl", "blank", "Yes, to the end of the game"),
        ("naspa_nwl", "same-word", "Yes."),
        ("naspa_nwl", "proper-nouns", "What the event's word list holds"),
        ("box_hasbro", "proper-nouns", "Agree on one dictionary"),
        ("naspa_nwl", "both-ends", "Yes, if all new tiles stand in one row or column"),
        ("naspa_nwl", "premiums", "never again"),
        ("naspa_nwl", "begin", "a blank beats A, and equal letters draw again"),
        ("naspa_nwl", "which-word", "one verdict for the whole play"),
        ("naspa_nwl", "first-play", "covers H8"),
        ("naspa_nwl", "double-challenge", "Yes: an unsuccessful challenge costs a turn."),
        ("naspa_nwl", "double-challenge", "The turn lost counts among those worth nothing."),
        ("box_hasbro", "double-challenge", "The play stands; the challenger loses the next turn."),
        ("wespa", "double-challenge", "By these rules: the play stands; its player receives 5"),
        ("absp", "double-challenge", "an unsuccessful challenge costs nothing."),
        ("naspa_nwl", "phony", "Challenged too late or not at all it stands"),
        ("wespa", "overdrawn", "the body's own rules (WESPA): Ninetimer has no text of them"),
        ("box_mattel", "overdrawn", "Look it up in the rules in the box"),
    ],
)
def test_each_question_is_answered_for_the_rule_set(client, rules, key, sentence):
    assert sentence in paragraph(client.get(f"/rules/{rules}/"), key)


@pytest.mark.parametrize("key", rule_sets())
def test_the_list_at_the_top_leads_to_every_answer(client, key):
    body = client.get(f"/rules/{key}/").content.decode()
    named = re.search(r'<nav class="question-list.*?</nav>', body, re.DOTALL).group()
    leads = re.findall(r'href="#([^"]+)">([^<]+)</a>', named)
    assert [to for to, _ in leads] == re.findall(r'<div id="([^"]+)">\s*<dt>', body)
    words = {text for _, text in leads}
    assert {"Double challenge", "Overdrawn", "Phony", "Tie"} < words
    assert ("Overtime" in words) == bool(rule_sets()[key].initial_seconds)


@pytest.mark.parametrize(
    ("name", "clock"),
    [
        ("WESPA", "25:00, then 10 a minute; more than 10 minutes over loses"),
        ("ABSP", "25:00, then 10 a minute; more than 10 minutes over loses"),
        ("NASPA, NWL", "25:00, then 10 a minute"),
        ("German", "30:00, then 10 a minute"),
    ],
)
def test_side_by_side_the_clock_is_reported_with_its_cap(name, clock):
    rows = {row.name: row.cells for row in all_switches()}
    assert rows[name][columns().index("Clock")][0] == clock


def test_games_in_a_box_have_no_clock(client):
    assert 'id="clock"' not in client.get("/rules/box_hasbro/").content.decode()


@pytest.mark.parametrize("key", rule_sets())
def test_what_no_rule_text_confirms_is_marked_as_a_setting(client, key):
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


def test_no_rule_is_named_by_number_where_it_is_only_a_setting(client):
    assert not re.search(
        r"\b(rule|section|appendix) [IVX\d]", text_of(client.get("/rules/german/"))
    )


@pytest.mark.parametrize(
    "line",
    [
        "8H LOFTY 30", "7I LOAM 24", "J7 OFFICIATE 71", "15H QUETZALs 365", "8G QI 22", "8H QI 22",
        "8H zA 2", "5E RETAINS 78", "1A QUINTILE 203", "2J FROZEN 52", "8B PAINTER 70", "8C PAINTER 70",
        "8D PAINTER 74", "8E PAINTER 68", "8F PAINTER 70", "8G PAINTER 70", "8H PAINTER 70",
        "8D OUTPLAYED 18", "8H QIS 12",
    ],
)  # fmt: skip
def test_every_worked_play_has_its_published_score(client, line):
    assert line in text_of(client.get("/rules/"))


@pytest.mark.parametrize(
    "line",
    [
        "FROZEN: F 4x3 + R 1 + O 1 + Z 10 + E 1 + N 1 = 26, x2 (N2) = 52",
        "together 315 + 50 = 365",
        "never 28",
        "As an opening it makes 68, 70 or 74, the 50 included.",
        "I8 holds T; the word has R there.",
        "only row 8 and column H have both kinds, and the double one is H8",
        "needs 8 tiles; a rack has 7",
        "QI makes 11 x 6 = 66",
    ],
)
def test_sums_and_reasons_come_from_the_engine(client, line):
    assert line in text_of(client.get("/rules/"))


@pytest.mark.parametrize(
    "row",
    [
        "310 – 270, A wins 320 – 280, A wins",
        "300 – 300, half a win each; box rules: B wins 310 – 310, half a win each",
        "336 – 347, B wins 336 – 347, B wins",
        "131 – 93 – 96 – 90, A wins for two players only",
        "404 – 381, A wins 408 – 385, A wins",
    ],
)
def test_the_ends_of_games_are_settled_as_published(client, row):
    assert row in text_of(client.get("/rules/"))


def test_overtime_is_charged_by_the_started_minute(client):
    assert "0:00 0 −0:01 −10 −1:01 −20 −2:05 −30" in text_of(client.get("/rules/naspa_nwl/"))


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("first=B&second=Q", "First player begins: B is nearer A than Q."),
        ("first=q&second=b", "Second player begins: B is nearer A than Q."),
        ("first=A&second=?", "Second player begins: a blank beats A."),
        ("first=e&second=E", "Both have E: both draw again."),
        ("first=A&second=", "Type one tile of the English set for each player; ? is a blank."),
        ("first=1&second=A", "Type one tile of the English set"),
        ("first=AB&second=C", "Type one tile of the English set"),
    ],
)
def test_two_letters_tell_who_begins(client, query, sentence):
    assert sentence in text_of(client.get(f"/rules/?{query}"))


def test_the_draw_knows_the_tiles_of_the_rule_set(client):
    assert "First player begins: CH is nearer A than D." in text_of(
        client.get("/rules/spanish/?first=ch&second=d")
    )


def test_a_letter_typed_with_evil_intent_stays_text(client):
    assert "<b>" not in client.get("/rules/?first=<b>&second=A").content.decode().replace(
        "<body", ""
    )


def test_the_page_is_read_only(client):
    answer = client.post("/rules/", {"first": "A"})
    assert (answer.status_code, answer["Allow"], answer.content) == (405, "GET, HEAD", b"")


@pytest.mark.django_db
def test_from_a_game_the_way_leads_to_its_own_rules(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    page = pad(director_client, game)
    assert page.links["Rule book"] == "/rules/wespa/"
    assert page.links[rule_sets()["wespa"].name] == "/rules/wespa/"
    desk = director_client.get(f"/games/{game.pk}/dispute/").content.decode()
    assert '<a href="/rules/wespa/">Rule book</a>' in desk


@pytest.mark.django_db
def test_from_a_check_the_way_leads_to_its_own_rules(client):
    assert (
        '<a href="/rules/german/">Rule book</a>'
        in client.get("/check/", {"rules": "german"}).content.decode()
    )
