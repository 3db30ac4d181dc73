"""The form for a new game: the last used rules first, tiles, board, word list and known players."""

import pytest
from django.utils import timezone

from scoring import catalogue
from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from scoring.models import Game
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import Page
from tournament.models import Player

pytestmark = pytest.mark.django_db

ANN_AND_BEN = {"first": "Ann", "second": "Ben", "rules": "wespa"}


def opened(client, **typed) -> Game:
    """Return the game created by the form."""
    answer = client.post("/games/new/", {**ANN_AND_BEN, **typed})
    assert answer.status_code == 302, Page(answer).text
    return Game.objects.order_by("-id")[0]


def entered(client, game, *lines) -> list[int]:
    """Return the correct score of each line typed on the pad; questioned lines are entered twice."""
    for line in lines:
        seen = sheet(game).fingerprint
        data = {"line": line, "seen": seen, "confirmed": line}
        answer = client.post(f"/games/{game.pk}/turns/", data)
        assert answer.status_code == 302, Page(answer).text
    return [row.correct for row in sheet(game).rows]


def test_last_used_rules_are_listed_first(director_client, director):
    def choices():
        form = director_client.get("/games/new/").context["form"]
        return [key for key, _ in form.fields["rules"].choices]

    assert choices()[0] == "naspa_nwl"
    open_game(["A", "B"], "wespa", Actor.for_user(director))
    open_game(["A", "B"], "german", Actor.for_user(director))
    assert choices()[:3] == ["german", "wespa", "naspa_nwl"]
    assert sorted(choices()) == sorted(catalogue.rule_sets())


def test_four_players_use_the_21_by_21_board_with_its_tiles(director_client):
    game = opened(
        director_client, rules="box_mattel", third="Cid", fourth="Dee",
        tile_set="english_super", layout="super",
    )  # fmt: skip
    scores = entered(director_client, game, "11K QI 22", "L10 NIT", "-", "-3")
    assert scores[0] == 22
    assert len(sheet(game).names) == 4


def test_spanish_game_with_a_two_letter_tile_is_recorded(director_client):
    game = opened(director_client, rules="spanish")
    assert entered(director_client, game, "8H [CH]ICO")[0] > 0
    assert sheet(game).record.turns[0].tiles[0] == "CH"


def test_word_list_must_match_its_tiles(director_client):
    answer = director_client.post(
        "/games/new/", {**ANN_AND_BEN, "tile_set": "french", "lexicon": "open_english"}
    )
    assert "Open English (unofficial) is not a list for French tiles." in Page(answer).text
    assert opened(director_client, lexicon="open_english").lexicon == "open_english"


def test_names_of_known_players_are_suggested(director_client, director):
    open_game(["Zoe Gamer", "Ann"], "wespa", Actor.for_user(director))
    name = "Bo <b>Rostered</b>"
    Player.objects.create(name=name, name_key="bo rostered", created_at=timezone.now())
    page = director_client.get("/games/new/").content.decode()
    assert '<option value="Zoe Gamer">' in page
    assert '<option value="Bo &lt;b&gt;Rostered&lt;/b&gt;">' in page
