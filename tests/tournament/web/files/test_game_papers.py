"""The board, the score sheet and the recount of a game, in an event or casual."""

import io

import pytest
from django.urls import reverse
from pypdf import PdfReader

from scoring.actions.disputes import TypedColumn, save_columns
from scoring.actions.games import open_game
from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.queries.disputes import ColumnPosition
from scoring.queries.sheets import sheet
from tests.remembered import remembered

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def game(desk):
    """Return a casual game of two turns."""
    game = open_game(["Ann Baker", "Ben <b> Okafor"], "naspa_nwl", desk, title="=Club night")
    for line in ("8H ZONE 26", "9G EAR 19"):
        record_turn(game, parse_turn(line, sheet(game).replay).turn, desk)
    return game


def at(game, key, query=""):
    return reverse("game_paper", args=[game.pk, key]) + query


def words(answer):
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    pages = PdfReader(io.BytesIO(answer.content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_game_without_an_event_has_a_recount_once_disputed(director_client, desk, game):
    assert director_client.get(at(game, "recount")).status_code == 404
    save_columns(game, {ColumnPosition(1, 1): TypedColumn("36")}, desk)
    assert "kept by Ann Baker" in words(director_client.get(at(game, "recount")))
    page = director_client.get(at(game, "recount", "?format=html")).text
    assert "kept by Ann Baker" in page
    assert "Ben &lt;b&gt; Okafor" in page
    assert director_client.get(at(game, "recount", "?format=xlsx"))["Content-Type"].endswith(
        "sheet"
    )
    links = director_client.get(f"/games/{game.pk}/dispute/").text
    assert at(game, "recount", "?format=html") in links


def test_score_pad_links_to_the_papers_of_the_shown_turn(director_client, game):
    page = director_client.get(f"/games/{game.pk}/?turn=1").text
    assert f'href="{at(game, "board_diagram", "?turn=1")}"' in page
    assert f'href="{reverse("scoring:board_svg", args=[game.pk])}?turn=1"' in page
