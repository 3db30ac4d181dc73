"""Scorecards from the menu of reports: a link to the player's page, and letters for directors only."""

import pytest
from django.urls import reverse

from tests.tournament.logged_in import browser_in
from tournament.hall.models import PlayerCode
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db


def test_scorecard_opened_from_the_hall_links_back_to_the_page(keeper_client, round_one):
    address = "/events/autumn-open/reports/scorecards/?player=1"
    there = reverse("site_player", args=["autumn-open", "a", 1])
    assert f"QR code: http://testserver{there}" in keeper_client.get(address).text
    alone = keeper_client.get(address, headers={"host": "127.0.0.1:8000"}).text
    assert "QR code" not in alone


def test_reader_gets_no_code_that_opens_a_players_page(desk, director_client, event, round_one):
    PlayerCode.objects.filter(entry__number=1).update(letters="XQXZ")
    code = PlayerCode.objects.get(entry__number=1)
    address = "/events/autumn-open/reports/scorecards/?player=1"
    page = director_client.get(address).text
    assert "XQXZ" in page
    assert f"/me/{code.token}" in page
    reader = browser_in(desk, event, Role.READER)
    for way in ("", "&codes=", "&audience="):
        page = reader.get(address + way).text
        assert "Ana Lopez" in page
        assert "XQXZ" not in page
        assert code.token not in page
