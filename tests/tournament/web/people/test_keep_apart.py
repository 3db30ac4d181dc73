"""The page of people kept apart, for directors only."""

import pytest

from tests.shown import text
from tournament.models import KeepApart, Player

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/apart/"


def test_two_are_kept_apart_and_let_meet_again(director_client, four):
    ana, ben = (Player.objects.get(name=name).pk for name in ("Ana Lopez", "Ben Okafor"))
    data = {"one": ana, "other": ben, "how": "soft", "reason": "siblings"}
    assert director_client.post(PAGE, data).url == PAGE
    words = text(director_client.get(PAGE))
    assert "Ana Lopez and Ben Okafor do not meet if it can be avoided: siblings" in words
    again = director_client.post(PAGE, data)
    assert again.status_code == 422
    assert 'value="siblings"' in again.text
    director_client.post(f"{PAGE}end/", {"pair": KeepApart.objects.get().pk})
    assert "No players are kept apart." in text(director_client.get(PAGE))
