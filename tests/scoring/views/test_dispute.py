"""The dispute page: what stories do not compare of its tables, forms and refusals."""

import re

import pytest
from django.http import QueryDict
from django.urls import reverse

from scoring.actions.games import finish_game
from scoring.models import Game, Ruling
from scoring.queries.sheets import sheet
from scoring.views.bulk_rulings import TypedReasons, submitted_reasons
from tests.scoring.disputed_games import DESK, saved_game, with_sheets
from tests.scoring.views.uploads import text_of

pytestmark = pytest.mark.django_db


def page_of(game):
    return reverse("dispute:game", args=[game.pk])


def ruled(client, game, number, **sent):
    entry = sheet(game).entries[number - 1].pk
    return client.post(reverse("dispute:rule", args=[game.pk, entry]), sent)


def test_ruling_without_a_reason_after_the_end_is_refused_beside_its_turn(director_client):
    game = with_sheets(saved_game(ended=True), ("30\n71", "26"), ("", ""))
    finish_game(game, DESK)
    fields = re.compile(r'<input[^>]* name="reason"[^>]*>')
    assert " required" in fields.search(director_client.get(page_of(game)).text)[0]
    answer = ruled(director_client, game, 2, ruling="let_stand:26")
    assert (answer.status_code, Ruling.objects.count()) == (409, 0)
    (field,) = fields.findall(answer.text)
    described = re.search(r'aria-describedby="([^"]*)"', field)[1]
    assert ' aria-invalid="true" ' in field
    assert " autofocus" in field
    assert re.search(rf'id="{described}" role="alert">[^<]*needs a reason', answer.text)
    assert answer.text.index("Differences") < answer.text.index("needs a reason")


def test_overlong_plays_of_a_new_dispute_are_refused_and_its_columns_kept(director_client):
    sent = {"first": "Ann", "second": "<b>Ben", "rules": "naspa_nwl", "column-2-2": "17 4 2"}
    answer = director_client.post("/disputes/new/", sent | {"plays": "x" * 20_000})
    assert answer.status_code == 422
    assert "the maximum is 12000" in text_of(answer)
    assert ">\n17 4 2</textarea>" in answer.text
    assert ("<b>Ben" in answer.text, Game.objects.count()) == (False, 0)


def test_reason_for_a_number_that_is_no_key_is_left_out():
    sent = QueryDict(f"reason-{'9' * 5000}=a&reason--7=b&reason-=c&reason-7=Z+is+10.&reason=all")
    assert submitted_reasons(sent) == TypedReasons("all", {7: "Z is 10."})
