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


def seen(answer):
    """Return the visible text of a page."""
    body = answer.content.decode().partition("<body>")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def ask(client, typed, again=None, address=JUDGE, **more):
    again = typed if again is None else again
    return client.post(address, {"typed": typed, "again": again, **more})


@pytest.fixture
def game(director):
    return open_game(
        ["Ana", "Ben"],
        "naspa_nwl",
        Actor.for_user(director),
        title="Open, board 4",
        lexicon="open_english",
    )


def test_play_of_valid_words_is_acceptable(client, lists):
    answer = ask(client, "frozen qi", "QI, FROZEN")
    assert '<h1 class="verdict yes">' in answer.content.decode()
    assert "Acceptable" in seen(answer)
    assert "Not acceptable" not in seen(answer)


def test_invalid_word_makes_the_play_unacceptable_without_naming_it(client, lists):
    good_and_bad = seen(ask(client, "FROZEN QZX"))
    assert "Not acceptable" in good_and_bad
    assert "FROZEN" not in good_and_bad
    assert "QZX" not in good_and_bad


def test_verdicts_on_invalid_plays_are_identical(client, lists):
    """The page does not depend on the kind or number of errors."""

    def page(typed):
        return re.sub(r'name="csrf\w+" value="\w+"', "", ask(client, typed).content.decode())

    assert page("FROZEN QZX") == page("QZX FROZEN") == page("QZX ZZX")


def test_list_is_shown_by_name_size_and_digest(client, lists):
    words = lexicon("open_english")
    for answer in (client.get(JUDGE), ask(client, "QI")):
        text = seen(answer)
        assert "Open English (unofficial), 245,488 words" in text
        assert f"SHA-256 {words.sha256}" in text


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


def test_judge_opened_from_a_game_uses_its_list_and_logs_its_board(client, lists, game):
    load_lexicon(Actor("director"), "Other", b"AA\n", "english")
    answer = ask(client, "QI", address=reverse("scoring:game_judge", args=[game.pk]))
    assert "Open, board 4" in seen(answer)
    saved = Judgement.objects.get()
    assert (saved.game, saved.place) == (game, "Open, board 4")
    assert Activity.objects.get(verb="judge").scope == f"game:{game.pk}"


def test_second_player_is_prompted_after_the_first_pressed_enter(client, lists):
    page = ask(client, "QI ZA", "").content.decode()
    assert 'value="QI ZA"' in page
    assert re.search(r'id="again"[^>]*autofocus', page)
    assert 'role="alert"' not in page
    assert Judgement.objects.count() == 0


def test_different_lines_of_two_players_are_not_judged(client, lists):
    answer = ask(client, "FROZEN", "FROZE")
    assert answer.status_code == 422
    assert "do not contain the same words" in seen(answer)
    assert 'value="FROZEN"' in answer.content.decode()
    assert Judgement.objects.count() == 0


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Type every word formed by the play"),
        ("AB AB AB AB AB AB AB AB AB", "8 words; you typed 9"),
        ("FROZEN A", "“A” is one letter; a word has at least two. Nothing was judged."),
        ("FRO7EN", "“7” in “FRO7EN” is not a tile of the English set. Nothing was judged."),
        ("Q" * 201, "can have at most 200 characters"),
        ("<script>alert(1)</script>", "is not a tile"),
    ],
)
def test_unjudgeable_input_is_reported_and_stays_in_the_line(client, lists, typed, sentence):
    answer = ask(client, typed)
    assert answer.status_code == 422
    assert sentence in seen(answer).replace("&lt;", "<")
    assert "<script>alert" not in answer.content.decode()
    assert Judgement.objects.count() == 0


def test_spanish_chico_is_four_tiles(client, lists):
    load_lexicon(Actor("director"), "Prueba", b"CHICO\n", "spanish")
    assert "verdict yes" in ask(client, "chico", list="prueba").content.decode()
    assert Judgement.objects.get().words == ["[CH]ICO"]


def test_verdict_uses_the_selected_list(client, lists):
    load_lexicon(Actor("director"), "Club List", b"AA\n", "english")
    page = client.get(JUDGE).content.decode()
    assert 'value="open_english"' in page
    assert 'value="club_list"' in page
    assert "verdict yes" in ask(client, "AA", list="club_list").content.decode()
    assert "verdict no" in ask(client, "QI", list="club_list").content.decode()
    assert Judgement.objects.count() == 2


def test_last_used_list_is_preselected(client, lists):
    load_lexicon(Actor("director"), "Zeta List", b"AA\n", "english")

    def chosen():
        return re.findall(r'value="(\w+)" checked autofocus', client.get(JUDGE).content.decode())

    (first,) = chosen()
    assert first != "zeta_list"
    ask(client, "AA", list="zeta_list")
    assert chosen() == ["zeta_list"]


def test_key_clears_the_screen_for_the_next_play(client, lists):
    answer = ask(client, "QI", board="3")
    assert "no-store" in answer["Cache-Control"]
    page = answer.content.decode()
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
    answer = director_client.post(path, {"reason": "The list lacks a page."}, follow=True)
    saved.refresh_from_db()
    assert (saved.by_list, saved.ruled, saved.acceptable) == (False, True, True)
    assert (saved.ruled_by, saved.ruled_reason) == (director, "The list lacks a page.")
    text = seen(answer)
    assert "Board 5, QZX: acceptable. Both verdicts are kept." in text
    assert "not acceptable acceptable ruled by director: The list lacks a page." in text
    entry = Activity.objects.get(verb="overrule")
    assert (entry.reason, entry.before["acceptable"], entry.after["acceptable"]) == (
        "The list lacks a page.",
        False,
        True,
    )
    director_client.post(path, {"reason": "No, it is not."})
    saved.refresh_from_db()
    assert (saved.acceptable, saved.ruled_reason) == (False, "No, it is not.")
    assert Activity.objects.filter(verb="overrule").count() == 2


@pytest.mark.parametrize("number", [1, 3])
def test_query_count_of_the_log_is_independent_of_its_length(
    director_client, lists, number, django_assert_num_queries
):
    for _ in range(number):
        ask(director_client, "QI")
    with django_assert_num_queries(4):  # session, account, number of judgements, judgements
        director_client.get("/judge/log/")


def test_judging_takes_few_queries(client, lists, django_assert_max_num_queries):
    with django_assert_max_num_queries(9):
        ask(client, "QI")
