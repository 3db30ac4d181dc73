"""A round from publication to closing: typed results, questions, corrections, standings, reports."""

import re

import pytest

from tests.shown import text
from tournament.models import ResultEntry
from tournament.web.language import COOKIE

pytestmark = pytest.mark.django_db

DESK = "/events/autumn-open/a/"
TYPE = f"{DESK}rounds/1/results/"


def typed(client, *figures, **more):
    """Enter a line at the desk without the script."""
    values = {"line": " ".join(map(str, figures)), "mode": "scores", "by": "board"}
    return client.post(TYPE, values | more)


def test_forfeit_is_typed_in_the_language_of_the_page(director_client, round_one, board):
    director_client.cookies[COOKIE] = "de"
    typed(director_client, 1, "nicht da")
    assert ResultEntry.objects.get(pairing=board(1)).outcome == "first_forfeits"
    director_client.cookies[COOKIE] = "es"
    assert "«v» puede significar aquí varias cosas." in text(typed(director_client, 2, "v"))


def test_htmx_receives_the_confirmation_and_the_desk_without_the_line(director_client, round_one):
    values = {"line": "1 402 380", "mode": "scores", "by": "board"}
    answer = director_client.post(TYPE, values, headers={"HX-Request": "true"})
    page = answer.text
    assert "Ana Lopez by 22." in text(answer)
    assert "1 result missing: board 2." in text(answer)
    for part in ("next-step", "desk-boards", "desk-panel", "desk-poll", "places", "line-accepted"):
        assert re.search(rf'id="{part}"[^>]*hx-swap-oob="true"', page), part
    assert 'name="line"' not in page
    question = director_client.post(
        TYPE, values | {"line": "2 402 38"}, headers={"HX-Request": "true"}
    )
    assert question.status_code == 422
    assert "A score of 38 is unusual." in text(question)
    assert "desk-boards" not in question.text


def test_line_has_autofocus_after_every_answer(director_client, round_one):
    def cursor(answer):
        return re.findall(r'<input[^>]*name="(\w+)"[^>]*autofocus', answer.text)

    assert cursor(director_client.get(DESK)) == ["line"]
    assert cursor(typed(director_client, 1, 402, "38o")) == ["line"]
