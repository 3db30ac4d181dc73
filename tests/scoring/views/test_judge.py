"""The word judge: a single verdict on the typed words, logged, without any further information."""

import datetime as dt
import re

import pytest
from django.urls import reverse

from scoring.actions import judging
from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from scoring.actions.lexicons import load_lexicon
from scoring.lexicon import lexicon
from scoring.models import Activity, Judgement

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


def test_judgement_is_logged_with_words_list_board_device_and_time(client, lists):
    ask(client, "qi za", board="12")
    saved = Judgement.objects.get()
    assert saved.words == ["QI", "ZA"]
    assert (saved.by_list, saved.ruled, saved.acceptable) == (True, None, True)
    assert (saved.place, saved.address, saved.user) == ("Board 12", "127.0.0.1", None)
    assert (saved.lexicon, saved.lexicon_sha256) == ("open_english", lexicon("open_english").sha256)
    entry = Activity.objects.get(verb="judge")
    assert entry.actor == "device 127.0.0.1"
    assert entry.summary == "Board 12: QI, ZA: acceptable according to Open English (unofficial)"
    assert entry.at == pytest.approx(saved.at, abs=dt.timedelta(seconds=5))


def test_judge_opened_from_a_game_uses_its_list_and_logs_its_board(client, lists):
    game = open_game(
        ["Ana", "Ben"], "naspa_nwl", DESK, title="Open, board 4", lexicon="open_english"
    )
    load_lexicon(DESK, "Other", b"AA\n", "english")
    answer = ask(client, "QI", address=reverse("scoring:game_judge", args=[game.pk]))
    assert "Open, board 4" in seen(answer)
    saved = Judgement.objects.get()
    assert (saved.game, saved.place) == (game, "Open, board 4")
    assert Activity.objects.get(verb="judge").scope == f"game:{game.pk}"


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


def test_director_overrules_the_list_and_reverses_it_with_logged_reasons(
    director_client, director, lists
):
    ask(director_client, "QZX", board="5")
    saved = Judgement.objects.get()
    path = reverse("handbook:overrule", args=[saved.pk])
    director_client.post(path, {"reason": "The list lacks a page."})
    saved.refresh_from_db()
    assert (saved.by_list, saved.ruled, saved.acceptable) == (False, True, True)
    assert (saved.ruled_by, saved.ruled_reason) == (director, "The list lacks a page.")
    entry = Activity.objects.get(verb="overrule")
    assert (entry.before["acceptable"], entry.after["acceptable"]) == (False, True)
    assert entry.reason == "The list lacks a page."
    director_client.post(path, {"reason": "No, it is not."})
    saved.refresh_from_db()
    assert (saved.acceptable, saved.ruled_reason) == (False, "No, it is not.")
    assert Activity.objects.filter(verb="overrule").count() == 2


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
