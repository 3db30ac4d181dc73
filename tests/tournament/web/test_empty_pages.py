"""Empty pages explain themselves and the first step; checked on all pages of an empty event."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.web.safety.test_who_may import PAGES

pytestmark = pytest.mark.django_db
KNOWN = {"event": "autumn-open", "division": "a"}
EMPTY = re.compile(r'<(p|li) class="empty[^>]*>(.*?)(?=</\1>|<li|</ul>|</ol>)', re.DOTALL)
LISTS = {
    *("all_results", "apart", "check_in", "classes", "clubs", "division", "event_games", "find"),
    *("handbook:judge_log", "library", "make_round", "persons", "player_phones", "players"),
    *("prizes", "rating_lists", "ratings", "results", "room", "site_best", "site_events"),
    *("site_games", "site_pairings", "site_players", "site_prizes", "site_standings", "snapshots"),
    *("standings", "undo_list"),
}
"""Pages with an empty list in an event without players."""


def empty_lists(client):
    """Yield the name and the text of each page with an empty list that belongs to an event and a division."""
    for name, pattern in PAGES.items():
        kinds = pattern.pattern.converters
        if not set(kinds) <= set(KNOWN) or name == "components":
            continue
        answer = client.get(reverse(name, kwargs={key: KNOWN[key] for key in kinds}))
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            for _tag, inner in EMPTY.findall(answer.text):
                yield name, " ".join(unescape(re.sub(r"<[^>]+>", "", inner)).split())


def too_short(shown):
    """Return the pages whose text says only that there is nothing."""
    return {
        (name, text)
        for name, text in shown
        if name not in ("find", "find_everywhere") and len(re.findall(r"[.;:]( |$)", text)) < 2
    }


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "lists"),
    [("division", LISTS), ("four", {"division", "results", "site_pairings"}), ("db", {"home"})],
    ids=["an empty event", "without rounds", "without events"],
)
def test_every_empty_list_explains_the_first_step(request, director_client, state, lists):
    request.getfixturevalue(state)
    shown = list(empty_lists(director_client))
    assert dict(shown).keys() >= lists
    assert too_short(shown) == set()
    assert too_short(empty_lists(Client())) == set()


def test_empty_standings_page_links_to_adding_players(director_client, division):
    page = director_client.get("/events/autumn-open/a/standings/").text
    assert '<a href="/events/autumn-open/a/players/">Add players</a>' in page
