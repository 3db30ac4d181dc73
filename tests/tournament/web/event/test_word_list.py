"""The word list of an event."""

import pytest

from scoring.actions.lexicons import load_lexicon
from tournament.models import Event

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/word-list/"


@pytest.mark.parametrize("key", ["lista", "nowhere", "../secret_key"])
def test_only_word_lists_with_the_events_tiles_are_offered_and_taken(
    director_client, event, desk, settings, tmp_path, key
):
    settings.NINETIMER_DATA_DIR = tmp_path
    load_lexicon(desk, "Club List", b"AA\nAB\n", "english")
    load_lexicon(desk, "Lista", b"CHICO\n", "spanish")
    page = director_client.get(PAGE).text
    assert "Open English (unofficial), 245,488 words" in page
    assert "Club List, 2 words" in page
    assert "Lista" not in page
    answer = director_client.post(PAGE, {"list": key})
    assert answer.status_code == 422
    assert "Choose one of: Open English (unofficial), Club List." in answer.text
    assert Event.objects.get().lexicon == "open_english"
