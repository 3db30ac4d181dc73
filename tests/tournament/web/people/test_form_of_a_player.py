"""The page of a player across games and events: the outcome letters, and which events it reads."""

import datetime as dt
import re

import pytest

from tests.shown import text
from tests.tournament.fixtures import play_round
from tests.tournament.logged_in import browser_in
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.models import Event
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db
PLAYER = "/events/autumn-open/a/players/{}/"


def test_each_counted_game_is_shown_with_its_outcome_letter(director_client, desk, four):
    play_round(desk, four, [(1, 2), (3, 4)], [(402, 380), (390, 390)])
    for number, outcome in ((1, ("won", "W")), (2, ("lost", "L")), (3, ("tied", "T"))):
        page = director_client.get(PLAYER.format(number)).text
        assert re.findall(r'<li class="(won|lost|tied)">(\w)</li>', page) == [outcome]


@pytest.mark.full
def test_head_to_head_covers_the_directors_events_without_practice_events(
    director_client, desk, event, four
):
    earlier = {"preset": "naspa_nwl", "date": dt.date(2026, 7, 4)}
    summer = create_event(desk, name="Summer Cup", **earlier)
    division = create_division(desk, summer, name="A")
    add_players(desk, division, "Ana Lopez 1750\nBen Okafor 1650")
    play_round(desk, division, [(2, 1)], [(400, 500)])
    play_round(desk, four, [(1, 2), (3, 4)], [(402, 380), (400, 380)])
    here_alone = browser_in(desk, event, Role.DIRECTOR)
    for client, is_practice, record in (
        (director_client, False, "2 2-0 +122 402-380"),
        (here_alone, False, "1 1-0 +22 402-380"),
        (director_client, True, "1 1-0 +22 402-380"),
    ):
        Event.objects.filter(pk=summer.pk).update(is_practice=is_practice)
        shown = text(client.get(PLAYER.format(1))).partition("Head to head")[2]
        assert f"Ben Okafor {record}" in shown
        assert ("Summer Cup" in shown) == record.startswith("2")
