"""Lines that the score pad refuses or questions, and changes from outdated pages."""

import pytest

from scoring.queries.sheets import sheet
from tests.scoring.views.pads import at, enter, entries, opened, pad

pytestmark = pytest.mark.django_db


def test_two_tabs_never_overwrite_each_other(director_client):
    game = opened()
    seen_by_both = pad(director_client, game).fields["seen"]
    enter(director_client, game, "8H ZONE 26")
    again = enter(director_client, game, "8H ZONE 26", seen=seen_by_both)
    assert "This turn is already recorded." in again.text
    page = enter(director_client, game, "8H FROZEN 38", seen=seen_by_both)
    assert page.status == 409
    assert "Entered by director, " in page.text
    assert "Turn 1 is now: Ann: 8H ZONE. 26." in page.text
    assert "Typed here, as turn 2 8H FROZEN 38" in page.text
    assert page.fields["line"] == "8H FROZEN 38"
    assert page.fields["seen"] == str(sheet(game).fingerprint)
    assert len(entries(game)) == 1


@pytest.mark.parametrize("change", ["correct", "insert", "take_out"])
def test_change_of_a_turn_removed_meanwhile_is_refused(director_client, change):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    first = sheet(game).entries[0]
    director_client.post(at("undo", game))
    page = enter(director_client, game, "8H FROZEN 38", address=at(change, game, first.pk))
    assert page.status == 409
    assert "Someone else has changed this game in the meantime." in page.text
    assert entries(game) == []
