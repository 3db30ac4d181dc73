"""The pages of prizes and classes: parsed before saving, kept after errors, explained."""

import re

import pytest

from tests.shown import source

pytestmark = pytest.mark.django_db

PRIZES = "/events/autumn-open/prizes/"


def test_prizes_are_added_and_the_ceremony_is_shown(director_client, event, whole_robin):
    response = director_client.post(PRIZES, {"prizes": "1st = 300\nhigh win = 10", "step": "save"})
    assert response.url == PRIZES
    page = source(director_client.get(PRIZES))
    assert "2 prizes added." in page
    assert page.index(">1st place</a>") < page.index(">High win</a>")
    (podium,) = re.findall(r'<section class="podium".*?</section>', page)
    (winners,) = re.findall(r"The top places\. 1: ([^.]+)\.", podium)
    drawn = re.findall(r"<text[^>]*>([^<]*)<", podium)
    assert drawn[0] == "1"
    for winner in winners.split(" and "):
        assert f"<strong>{winner}</strong>" in page
        assert winner in drawn
    assert "400 to 380 in round 1 against" in page
