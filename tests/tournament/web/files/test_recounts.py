"""A printed recount is stored with the game as an unchangeable copy."""

import io

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse
from pypdf import PdfReader

from scoring.actions.disputes import rule_on_disputed_turn
from scoring.actions.turns import record_all_turns
from scoring.engine import gcg
from scoring.models import Activity, PaperCopy
from scoring.queries.sheets import sheet
from tests.scoring.disputed_games import STUCK, TURNS
from tournament.actions.results.recorded_games import start_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(desk, board):
    """Record board 1 completely; LOAM for 24 was announced as 26."""
    started = start_game(desk, board(1))
    record_all_turns(started, gcg.read(TURNS + STUCK), desk)
    return started


def rule(game, decision, desk):
    rule_on_disputed_turn(sheet(game).rows[1].entry, decision, 26, desk, reason="Recounted.")


def print_it(browser, game):
    answer = browser.post(reverse("print_recount", args=[game.pk]), follow=True)
    assert answer["Content-Type"] == "application/pdf"
    return " ".join(PdfReader(io.BytesIO(answer.content)).pages[0].extract_text().split())


def test_printed_recount_is_stored_and_an_unchanged_one_is_not_stored_again(
    director_client, desk, game
):
    rule(game, "correct", desk)
    page, due = reverse("dispute:game", args=[game.pk]), 'class="next-action">Print the recount'
    assert due in director_client.get(page).text
    assert "Turn 2. 26 announced, 24 correct: the correct score counts." in print_it(
        director_client, game
    )
    assert due not in director_client.get(page).text
    print_it(director_client, game)
    first = PaperCopy.objects.get()
    assert (first.game, first.printed_by) == (game, desk.user)
    rule(game, "let_stand", desk)
    assert "the announced score stands." in print_it(director_client, game)
    assert PaperCopy.objects.count() == 2
    address = reverse("paper_copy", args=[game.pk, first.pk])
    for page in (reverse("dispute:game", args=[game.pk]), game.get_absolute_url()):
        assert f'href="{address}"' in director_client.get(page).content.decode()
    assert director_client.get(address).content == bytes(first.content)
    assert list(Activity.objects.values_list("verb", flat=True)).count("print_recount") == 2


def test_stored_copy_cannot_be_changed_or_removed(director_client, desk, game):
    rule(game, "correct", desk)
    print_it(director_client, game)
    for change in (lambda rows: rows.update(content=b""), lambda rows: rows.delete()):
        with pytest.raises(DatabaseError, match="copy of a printed paper"), transaction.atomic():
            change(PaperCopy.objects.all())


def test_recount_without_a_dispute_stores_no_copy(director_client, desk, board):
    started = start_game(desk, board(1))
    answer = director_client.post(reverse("print_recount", args=[started.pk]), follow=True)
    assert "there is nothing to recount" in answer.content.decode()
    assert not PaperCopy.objects.exists()
