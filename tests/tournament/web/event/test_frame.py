"""The frame of every event page: places with counts, tabs, rounds and divisions, and the search."""

import gzip
import html
import re
from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse
from django.utils import timezone

from scoring.actions.activity import Actor
from tests.tournament.logged_in import user_in
from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.models import Entry, UndoStep
from tournament.models.membership import Role
from tournament.web.event.commands import every_command
from tournament.web.frame import _url_patterns

pytestmark = pytest.mark.django_db

EVENT = "/events/autumn-open/"
DESK = f"{EVENT}a/"


def part(answer, start, end):
    """Return the text of a part of the page without tags, with whitespace collapsed."""
    there = answer.text.partition(start)[2].partition(end)[0]
    return " ".join(re.sub(r"<[^>]+>", " ", there.partition(">")[2]).split())


def places(answer):
    return part(answer, '<nav id="places"', "</nav>")


def tabs(answer):
    return part(answer, '<nav class="row tabs', "</nav>")


def test_director_sees_seven_places_with_their_open_counts(
    director_client, desk, four, round_one, board
):
    Entry.objects.filter(number__in=(1, 2, 3)).update(arrived_at=timezone.now())
    pair_by_hand(desk, four, [(1, 3), (2, 4)])
    add_players(desk, four, "Eve Stone 1200")  # number 4 is paired in round 1 and therefore present
    assert places(director_client.get(DESK)) == (
        "Overview People 1 not here Rounds Draft Results 2 missing Standings Print &amp; files Settings"
    )
    enter_result(desk, board(1), 402, 380)
    enter_result(desk, board(2), 402, 380)
    assert "Results Standings" in places(director_client.get(DESK))


@pytest.mark.parametrize("role", [None, Role.DIRECTOR])
def test_frame_takes_at_most_six_queries(role, client, director, desk, event, board, round_one):
    """Session, user, roles, event, divisions and rounds; the page itself adds none."""
    account = director
    if role is not None:
        account = user_in(desk, event, role)
    enter_result(desk, board(1), 402, 380)
    client.force_login(account)
    address = reverse("word_list", args=[event.slug])
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    assert "Results 1 missing" in places(answer)
    assert len(queries) <= 6


def test_open_items_of_other_divisions_are_counted_without_more_queries(
    director_client, desk, event, four, round_one, board
):
    def opened(address):
        with CaptureQueriesContext(connection) as queries:
            page = director_client.get(address)
        return places(page), len(queries), page.text

    enter_result(desk, board(1), 402, 380)
    _, alone, _ = opened(f"{DESK}players/1/")
    other = create_division(desk, event, name="B")
    add_players(desk, other, "Eve Stone\nFinn Hall\nGus Ode\nHal Poe\nIda Rae\nJo Sand")
    publish_round(desk, pair_by_hand(desk, other, [(1, 2), (3, 4), (5, 6)]))
    words, several, _ = opened(f"{DESK}players/1/")
    assert "Results 1 missing, 4 in total Standings" in words
    assert several == alone
    words, _, page = opened(f"{EVENT}rules/")
    assert "Results 4 missing Standings" in words
    assert f'<a id="place-results" href="{EVENT}b/results/"' in page, "B lacks three, A one"
    enter_result(desk, board(2), 402, 380)
    words, _, page = opened(f"{DESK}standings/")
    assert "Results 0 missing, 3 in total Standings" in words
    assert 'data-short="3"' in page, "what a phone shows"
    Entry.objects.filter(division=other, number=1).update(arrived_at=timezone.now())
    add_players(desk, other, "Kim Tay")
    assert "People 0 not here, 1 in total" in opened(f"{DESK}standings/")[0]


def test_scorekeeper_sees_only_the_permitted_places(keeper_client, desk, four, round_one):
    pair_by_hand(desk, four, [(1, 3), (2, 4)])
    page = keeper_client.get(DESK)
    assert places(page) == "Overview Results 2 missing Standings Print &amp; files"
    assert part(page, '<nav class="switch rounds"', "</nav>") == "Round 1"


def test_tabs_and_switches_mark_the_current_page_and_keep_it(
    director_client, desk, event, four, round_one
):
    pair_by_hand(desk, four, [(1, 3), (2, 4)])
    create_division(desk, event, name="B")
    page = director_client.get(f"{DESK}plan/")
    assert tabs(page) == "Pairings Plan More Make a round What if"
    assert '<strong aria-current="page">Plan</strong>' in page.text
    assert page.text.count(f'href="{EVENT}"') == 1
    pairings = director_client.get(f"{DESK}rounds/1/pairings/").text
    assert '<strong aria-current="page">1</strong>' in pairings
    assert f'<a href="{DESK}rounds/2/pairings/" data-key="ArrowRight">2, draft</a>' in pairings
    player = director_client.get(f"{DESK}players/1/").text
    assert f'<a href="{DESK}?round=2">2, draft</a>' in player
    assert f'<a href="{EVENT}b/">B</a>' in player
    standings = director_client.get(f"{DESK}standings/").text
    assert f'<a href="{EVENT}b/standings/">B</a>' in standings


@pytest.mark.parametrize(
    ("search", "first"),
    [
        ("muller", "3 Zoë Müller Player, division A"),
        ("2", "Board 2: Zoë Müller and Dai Jones Round 1, division A"),
        ("stand", "Standings Page S"),
        ("pair", "Pairings Page P Pair the next round Action on the “Make a round” page"),
        ("first st", "First steps Help"),
        ("nobody at all", "No match for “nobody at all”."),
    ],
)
def test_search_finds_a_player_a_board_a_page_or_a_help_topic(
    director_client, round_one, search, first
):
    answer = director_client.get(f"{EVENT}find/", {"q": search}, headers={"HX-Request": "true"})
    words = " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())
    assert words.startswith(first)


@pytest.mark.full
def test_every_command_leads_to_an_existing_page(director_client, round_one):
    for command in every_command():
        answer = director_client.get(f"{EVENT}find/", {"q": str(command.label)}).text
        (address,) = re.findall(
            rf'href="([^"]+)"><span>{command.label}</span> <small[^>]*>Action', answer
        )
        page = director_client.get(html.unescape(address))
        assert page.status_code == 200, command.label
        assert page.resolver_match.view_name == command.screen, command.label


def test_scorekeeper_finds_only_permitted_commands(keeper_client, round_one):
    def actions_named(search):
        page = keeper_client.get(f"{EVENT}find/", {"q": search})
        return re.findall(r"<span>([^<]*)</span> <small[^>]*>Action", page.text)

    assert actions_named("enter result") == ["Enter a result"]
    assert [name.removeprefix("Print the ") for name in actions_named("print")] == [
        "pairings", "result slips", "standings", "prizes",
    ]  # fmt: skip
    for nothing in ("publish", "close", "pair next", "undo", "back up", "invite", "rename"):
        assert actions_named(nothing) == [], nothing


def test_visitor_finds_no_page_of_the_desk(client, round_one):
    words = client.get(f"{EVENT}find/", {"q": "plan"}).text
    assert f"{DESK}plan/" not in words


def test_desk_is_updated_only_when_others_have_entered_something(
    director_client, desk, round_one, board
):
    page = director_client.get(DESK).text
    address = re.search(r'id="desk-poll"[^>]*hx-get="([^"]+)"', page)[1]
    assert director_client.get(address).status_code == 204
    enter_result(desk, board(1), 402, 380)
    fresh = director_client.get(address, headers={"HX-Request": "true"}).text
    assert "402" in fresh
    assert "1 missing" in fresh
    assert 'name="board"' not in fresh, "the line that is being typed is left alone"
    for region in ("next-step", "desk-boards", "desk-panel", "places"):
        assert re.search(rf'id="{region}"[^>]*hx-swap-oob="true"', fresh), region


@pytest.mark.parametrize("page", [EVENT, f"{EVENT}check-in/"])
def test_updated_page_includes_the_counts_of_the_places(
    director_client, desk, round_one, board, page
):
    shown = director_client.get(page).text
    asks = re.search(r'hx-get="([^"]+since=[^"]+)"[^>]*hx-select-oob="[^"]*#places"', shown)[1]
    enter_result(desk, board(1), 402, 380)
    fresh = director_client.get(asks, headers={"HX-Request": "true"}).text
    (places,) = re.findall(r'<nav id="places".*?</nav>', fresh, re.DOTALL)
    assert "1 missing" in places


@pytest.mark.full
def test_every_event_page_belongs_to_a_place(director_client, desk, four, round_one):
    """A page without a place leaves the reader disoriented; only the search belongs to all places."""
    pair_by_hand(desk, four, [(1, 3), (2, 4)])
    given = {"event": "autumn-open", "division": "a", "board": 1, "entry": 1}
    nowhere, seen = [], 0
    for _name, pattern in _url_patterns(get_resolver()):
        names = getattr(pattern.pattern, "converters", {})
        if "event" not in names or not set(names) <= {*given, "number"}:
            continue
        number = 2 if pattern.name in ("edit_round", "what_if") else 1
        arguments = {name: {**given, "number": number}[name] for name in names}
        answer = director_client.get(reverse(pattern.name, kwargs=arguments))
        text = "" if answer.streaming else answer.content.decode(errors="ignore")
        if answer.status_code == 200 and '<nav id="places"' in text:
            seen += 1
            places_html = text.partition('<nav id="places"')[2].partition("</nav>")[0]
            if 'aria-current="true"' not in places_html:
                nowhere.append(pattern.name)
    assert seen > 20
    assert nowhere == ["find"]


def test_warnings_and_last_actions_are_loaded_after_every_other_page(
    director_client, keeper_client, client, desk, round_one, board, django_assert_max_num_queries
):
    standings = f"{DESK}standings/?round=1"
    page = director_client.get(standings).text
    address = html.unescape(re.search(r'id="panel-now" data-from="([^"]+)"', page)[1])
    assert address == f"{DESK}panel/0/?back={quote(standings, safe='')}"
    enter_result(desk, board(1), 402, 380)
    enter_result(Actor("somebody else"), board(1), 402, 370, accepted=True)
    asks = {"HX-Request": "true"}
    with django_assert_max_num_queries(14):
        shown = director_client.get(address, headers=asks).text
    assert "Two results:" in shown
    assert '<span class="what">Round 1, Board 1: ' in shown
    assert f'name="back" value="{standings}"' in shown
    newer = html.unescape(re.search(r'data-from="([^"]+)"', shown)[1])
    assert director_client.get(newer, headers=asks).status_code == 204
    assert newer.partition("?")[2] == address.partition("?")[2]
    enter_result(desk, board(2), 402, 380)
    latest = director_client.get(newer, headers=asks).text
    assert "Board 2: " in latest
    counts = latest.partition('<nav id="places"')[2].partition("</nav>")[0]
    assert 'hx-swap-oob="true"' in counts
    assert "1 disputed" in counts
    assert "missing" not in counts
    assert re.search(r'id="place-standings"[^>]*aria-current="true"', counts)
    own = keeper_client.get(address, headers=asks).text
    assert ("Two results:" in own, "Undo" in own) == (True, False), "nothing that others typed"
    for page in (EVENT, DESK, f"{DESK}undo/"):
        assert "panel-now" not in director_client.get(page).text, "it stands there"


def test_undone_draft_is_not_shown_in_the_frame(director_client, desk, four):
    pair_by_hand(desk, four, [(1, 3), (2, 4)])
    director_client.post(f"{DESK}undo/{UndoStep.objects.latest('pk').pk}/")
    page = director_client.get(DESK)
    assert "Draft" not in places(page)
    assert 'class="switch rounds"' not in page.text


@pytest.mark.parametrize("address", ["", "a/", "check-in/", "a/standings/", "a/rounds/1/edit/"])
def test_template_indentation_is_removed_from_pages(director_client, round_one, address):
    page = director_client.get(f"/events/autumn-open/{address}").content
    assert not re.search(rb">\s{2,}<(?!/textarea|/pre)", page)
    assert re.search(rb">\n<", page)


@pytest.mark.parametrize(
    "page",
    [f"{EVENT}check-in/?since=0", f"{EVENT}a/results/?since=0&round=1", f"{EVENT}a/since/1/0/"],
)
def test_page_updates_are_sent_compressed(director_client, round_one, page):
    plain = director_client.get(page)
    sent = director_client.get(page, headers={"accept-encoding": "gzip"})
    assert sent["Content-Encoding"] == "gzip"
    assert len(sent.content) < len(plain.content) / 2
    assert gzip.decompress(sent.content).count(b"<li") == plain.content.count(b"<li") > 0
