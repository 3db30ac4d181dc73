"""The form of a player: a letter for the outcome of every counted game, not only from the scores."""

import datetime as dt
import re

import pytest

from tests.shown import text
from tests.tournament.logged_in import browser_in
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.models import Event, Pairing
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db
ANA = "/events/autumn-open/a/players/1/"


def form_of(client, number):
    page = client.get(f"/events/autumn-open/a/players/{number}/").text
    return re.findall(r'<li class="(won|lost|tied)">(\w)</li>', page)


def test_each_counted_game_is_shown_with_its_outcome_letter(
    director_client, desk, round_one, board
):
    assert form_of(director_client, board(1).first.number) == []
    enter_result(desk, board(1), 402, 380)
    pairing = board(1)
    assert form_of(director_client, pairing.first.number) == [("won", "W")]
    assert form_of(director_client, pairing.second.number) == [("lost", "L")]
    other = board(2)
    enter_result(desk, other, 390, 390, accepted=True)
    assert form_of(director_client, other.first.number) == [("tied", "T")]


@pytest.fixture
def last_month(desk, four):
    """Create an earlier event in which Ana Lopez beat Ben Okafor 500-400 and tied with Cleo Marsh."""
    event = create_event(desk, name="Summer Cup", preset="naspa_nwl", date=dt.date(2026, 7, 4))
    division = create_division(desk, event, name="A")
    add_players(desk, division, "Ana Lopez 1750\nBen Okafor 1650\nCleo Marsh 1600\nEva Lind 1500")
    for pairs, first, second in (([(2, 1), (3, 4)], 400, 500), ([(1, 3), (2, 4)], 390, 390)):
        round_ = publish_round(desk, pair_by_hand(desk, division, pairs, firsts_as_listed=True))
        pairing = Pairing.objects.get(round=round_, board=1, replaced_at=None)
        enter_result(desk, pairing, first, second, accepted=True)
    return event


def history(client):
    """Return the text of the page of Ana Lopez below the rounds."""
    return text(client.get(ANA)).partition("Head to head")[2]


@pytest.mark.full
def test_head_to_head_covers_the_directors_events_without_practice_events(
    director_client, desk, event, last_month, round_one, board
):
    enter_result(desk, board(1), 402, 380)
    shown = history(director_client)
    assert "Ben Okafor 2 2-0 +122 402-380" in shown
    assert "Cleo Marsh 1 ½-½ 0 390-390" in shown
    assert "3 Oct 2026 Autumn Open 1 1-0 +22 1800" in shown
    assert "4 Jul 2026 Summer Cup 2 1½-½ +100 1750" in shown
    assert "Ratings of Ana Lopez in each event: 1750, 1800." in shown
    assert 'href="/events/summer-cup/a/players/1/"' in director_client.get(ANA).text
    here_alone = browser_in(desk, event, Role.DIRECTOR)
    for client, practice in ((here_alone, False), (director_client, True)):
        Event.objects.filter(pk=last_month.pk).update(is_practice=practice)
        shown = history(client)
        assert "Ben Okafor 1 1-0 +22 402-380" in shown
        assert [name in shown for name in ("Summer Cup", "Cleo Marsh")] == [False, False]
