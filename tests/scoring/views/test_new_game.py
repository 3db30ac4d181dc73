"""The form for a new game: the last used rules first, tiles, board, word list and known players."""

import pytest
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from tournament.models import Player

pytestmark = pytest.mark.django_db


def test_names_of_known_players_are_suggested(director_client, director):
    open_game(["Zoe Gamer", "Ann"], "wespa", Actor.for_user(director))
    name = "Bo <b>Rostered</b>"
    Player.objects.create(name=name, name_key="bo rostered", created_at=timezone.now())
    page = director_client.get("/games/new/").text
    assert '<option value="Zoe Gamer">' in page
    assert '<option value="Bo &lt;b&gt;Rostered&lt;/b&gt;">' in page
