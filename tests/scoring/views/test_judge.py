"""The word judge: a single verdict on the typed words, logged, without any further information."""

import re

import pytest

from scoring.actions import judging
from scoring.actions.activity import Actor
from scoring.actions.lexicons import load_lexicon
from scoring.models import Judgement

pytestmark = pytest.mark.django_db
JUDGE = "/judge/"
DESK = Actor("director")


def seen(answer):
    """Return the visible text of a page."""
    body = answer.text.partition("<body>")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def ask(client, typed, again=None, address=JUDGE, **more):
    again = typed if again is None else again
    return client.post(address, {"typed": typed, "again": again, **more})


def test_verdicts_on_invalid_plays_are_identical(client, lists):
    """The page does not depend on the kind or number of errors."""

    def page(typed):
        return re.sub(r'name="csrf\w+" value="\w+"', "", ask(client, typed).text)

    assert page("FROZEN QZX") == page("QZX FROZEN") == page("QZX ZZX")


def test_spanish_chico_is_four_tiles(client, lists):
    load_lexicon(DESK, "Prueba", b"CHICO\n", "spanish")
    assert "verdict yes" in ask(client, "chico", list="prueba").text
    assert Judgement.objects.get().words == ["[CH]ICO"]


def test_key_clears_the_screen_for_the_next_play(client, lists):
    answer = ask(client, "QI", board="3")
    assert "no-store" in answer["Cache-Control"]
    page = answer.text
    assert re.search(
        r'<form method="get" class="judge-next">.*<button[^>]*autofocus', page, re.DOTALL
    )
    assert 'name="board" value="3"' in page


def test_verdicts_per_minute_are_limited_without_log_in(client, director, lists, monkeypatch):
    monkeypatch.setattr(judging, "ANONYMOUS_VERDICTS_PER_MINUTE", 3)
    assert [ask(client, "QI").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert "Wait a minute, or have the director log in here." in seen(ask(client, "QI"))
    assert Judgement.objects.count() == 3
    other = client.post(JUDGE, {"typed": "QI", "again": "QI"}, REMOTE_ADDR="192.168.0.7")
    assert other.status_code == 200
    client.force_login(director)
    assert ask(client, "QI").status_code == 200


def test_forged_form_cannot_reveal_words(client, lists):
    """Only the verdict depends on the list."""
    answer = ask(client, "QI", list="../secret_key")
    assert answer.status_code == 200
    assert Judgement.objects.get().lexicon == "open_english"


@pytest.mark.parametrize("number", [1, 3])
def test_number_of_queries_of_the_log_is_constant(
    director_client, lists, number, django_assert_num_queries
):
    for _ in range(number):
        ask(director_client, "QI")
    with django_assert_num_queries(4):  # session, account, number of judgements, judgements
        director_client.get("/judge/log/")


def test_judging_takes_few_queries(client, lists, django_assert_max_num_queries):
    with django_assert_max_num_queries(9):
        ask(client, "QI")
