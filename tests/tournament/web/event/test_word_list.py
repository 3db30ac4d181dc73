"""The word list of an event."""

import pytest

from scoring.actions.lexicons import load_lexicon
from scoring.models import Activity
from tournament.actions.results.recorded_games import start_game
from tournament.models import Event

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/word-list/"


@pytest.fixture
def lists(settings, tmp_path, desk):
    """Create two lists besides the shipped one: one for English tiles, one for Spanish."""
    settings.NINETIMER_DATA_DIR = tmp_path
    load_lexicon(desk, "Club List", b"AA\nAB\n", "english")
    load_lexicon(desk, "Lista", b"CHICO\n", "spanish")


def test_only_word_lists_with_the_events_tiles_are_offered(director_client, event, lists):
    page = director_client.get(PAGE).text
    assert "Open English (unofficial), 245,488 words" in page
    assert "Club List, 2 words" in page
    assert "Lista" not in page


def test_new_word_list_applies_to_boards_started_later(
    director_client, desk, round_one, board, lists
):
    before = start_game(desk, board(1))
    answer = director_client.post(PAGE, {"list": "club_list"}, follow=True)
    assert "Boards started from now on use this word list." in answer.text
    after = start_game(desk, board(2))
    before.refresh_from_db()
    assert (before.lexicon, after.lexicon) == ("open_english", "club_list")
    entry = Activity.objects.get(verb="name_word_list")
    assert entry.summary == "Autumn Open now uses Club List (2 words)."
    assert entry.before == {"lexicon": "open_english"}


def test_event_may_have_no_word_list(director_client, event, lists):
    director_client.post(PAGE, {"list": ""})
    assert Event.objects.get().lexicon == ""


@pytest.mark.parametrize("key", ["lista", "nowhere", "../secret_key"])
def test_unoffered_word_list_is_refused(director_client, event, lists, key):
    answer = director_client.post(PAGE, {"list": key})
    assert answer.status_code == 422
    assert "Choose one of: Open English (unofficial), Club List." in answer.text
    assert Event.objects.get().lexicon == "open_english"


def test_event_page_links_to_its_judge_and_rules(director_client, event, lists):
    event.rules_copy["rules"] = "wespa"
    event.save()
    page = director_client.get("/events/autumn-open/").text
    assert 'href="/judge/?list=open_english"' in page
    assert 'href="/rules/wespa/"' in page
