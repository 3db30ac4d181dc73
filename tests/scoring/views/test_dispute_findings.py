"""Disputed turns on the dispute page: the record, the sheets, and the effect of a ruling."""

import re

import pytest
from django.http import QueryDict
from django.urls import reverse

from scoring.actions.games import finish_game
from scoring.queries.sheets import sheet
from scoring.views.bulk_rulings import TypedReasons, submitted_reasons
from tests.scoring.disputed_games import saved_game, with_sheets
from tests.scoring.views.pads import CLOSE_GAME, NOBODY, opened, pad
from tests.scoring.views.test_dispute import columns, page_of, table
from tests.scoring.views.uploads import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def close_game():
    game = opened("wespa", ("Ann", "Ben"), *CLOSE_GAME)
    finish_game(game, NOBODY)
    return game


def rule_on(browser, game, number, **sent):
    entry = sheet(game).entries[number - 1]
    return browser.post(reverse("dispute:rule", args=[game.pk, entry.pk]), sent, follow=True)


@pytest.mark.full
def test_differences_of_a_finished_game_are_ruled_on_without_a_sheet(director_client, close_game):
    shown = pad(director_client, close_game)
    assert shown.links["Rule on the difference"] == f"{page_of(close_game)}#findings-title"
    answer = director_client.get(page_of(close_game))
    assert 'id="findings-title"' in answer.content.decode()
    text = text_of(answer)
    assert "Turn 1, Ann: 8H ZONE Scoring 36 announced, 26 correct. Likely: " in text
    assert "ZONE: Z 10 + O 1 + N 1 + E 1 = 13, ×2 (H8) = 26." in text
    assert table(answer, "Final score for each way of counting") == [
        ["As announced", "35", "29", "Ann wins, 35 to 29"],
        ["According to the rules", "25", "29", "Ben wins, 29 to 25"],
    ]
    answer = rule_on(director_client, close_game, 1, ruling="let_stand:36", reason="agreed")
    shown = text_of(answer)
    assert "Ruled by director" in shown
    assert sheet(close_game).outcome.finals == (35, 29)
    assert "Current result: Ann 35, Ben 29, as ruled at " in shown
    assert "The result flips. Before: Ben wins, 29 to 25. After: Ann wins, 35 to 29." in shown
    at_the_turn = answer.content.decode().partition('id="turn-1"')[2]
    assert (
        "<strong>This ruling changed the winner.</strong> Before the ruling: Ben wins, 29 to 25."
        in (at_the_turn)
    )
    assert "After the ruling: Ann wins, 35 to 29." in at_the_turn


@pytest.mark.full
def test_earlier_ruling_on_the_turn_stays_visible(director_client, close_game):
    rule_on(director_client, close_game, 1, ruling="let_stand:36", reason="agreed")
    answer = rule_on(director_client, close_game, 1, ruling="correct:36", reason="recounted")
    at_the_turn = text_of(answer).partition("Turn 1, Ann: 8H ZONE")[2]
    before, _, now = at_the_turn.partition("Ruled by director")
    assert "Previously ruled by director" in before
    assert "the announced score stands. agreed" in before
    assert "the correct score counts. recounted" in now


def test_wrong_totals_on_the_record_are_reported(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26 26", "-3", "9G EAR 19 55")
    text = text_of(director_client.get(page_of(game)))
    assert "Turn 3, Ann: 9G EAR Addition Total 55 announced, but 26 + 19 is 45." in text


@pytest.mark.parametrize(
    ("name", "heads"),
    [("Ben Sample", ["Ann’s sheet", "Ben’s sheet"]), ("Ann Sample", ["Ann Example’s sheet", "Ann Sample’s sheet"])],
)  # fmt: skip
def test_sheet_is_headed_by_a_first_name_if_unambiguous(director_client, name, heads):
    game = saved_game()
    game.players.filter(seat=2).update(name=name)
    shown = director_client.get(
        page_of(with_sheets(game, ("30", "26"), ("30", "24")))
    ).content.decode()
    assert (
        re.findall(r'<th scope="col" class="num"><span class="beside-it">([^<]*’s sheet)<', shown)
        == heads * 2
    )


def test_game_recorded_without_errors_says_so(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    assert "All recorded announced scores are correct." in text_of(
        director_client.get(page_of(game))
    )


def test_identical_error_on_both_sheets_is_reported_once(director_client):
    game = with_sheets(saved_game(), ("30\n71", "26"), ("30\n71", "26"))
    text = text_of(director_client.get(page_of(game)))
    assert "Both sheets: 26 for Ben Sample’s 7I LOAM; 24 is correct." in text
    assert text.count("mistaken for a triple letter") == 1
    assert "First difference" in text
    assert "The sheets differ" not in text


def test_row_of_a_game_without_plays_is_named_by_its_players_column(director_client):
    sent = {
        "first": "Ann", "second": "Bob", "rules": "naspa_nwl",
        **columns(c11="30\n12\n9", c12="20\n18\n14", c21="30\n12\n9", c22="20\n26\n14"),
    }  # fmt: skip
    answer = director_client.post("/disputes/new/", sent, follow=True)
    assert "Bob, row 2 The sheets differ: Ann’s sheet says 18, Bob’s sheet says 26." in text_of(
        answer
    )
    assert table(answer, "Turn by turn")[3][:2] == ["2", "Bob"]
    assert "Added up" in text_of(answer)
    assert "All columns are read as turn scores. Change how columns are read" in text_of(answer)


def test_assumed_kind_of_each_column_is_reported_for_a_game_without_plays(director_client):
    game = saved_game(plays=False)
    with_sheets(game, ("30 30\n12 42", "20\n38\n52"), ("30\n12", "20\n18\n14"))
    text = text_of(director_client.get(page_of(game)))
    assert (
        "Read as running totals: Ben Sample’s column on Ann Example’s sheet. "
        "Read as turn scores: Ann Example’s column on Ben Sample’s sheet, "
        "Ben Sample’s column on Ben Sample’s sheet."
    ) in text


def two_differences(*, finished=True):
    """Announce ZONE for 36 instead of 26, and EAR for 17 instead of 19: Ann 43, Ben 0 before the racks."""
    lines = ["8H ZONE 36", "-3", "9G EAR 17", *["pass"] * 5, "1: rack A", "2: rack E"]
    game = opened("wespa", ("Ann", "Ben"), *lines)
    if finished:
        finish_game(game, NOBODY, disputed=True)
    return game


def all_of(browser, game, **reasons):
    page = browser.get(page_of(game)).content.decode()
    turns = re.findall(r'name="turn" value="([^"]*)"', page)
    address = reverse("dispute:rule_all", args=[game.pk])
    return browser.post(address, {"turn": turns, **reasons}, follow=True)


def test_correcting_all_differences_shows_the_changes_first(director_client):
    game = two_differences()
    answer = director_client.get(page_of(game))
    shown = text_of(answer)
    assert "Turn 1, Ann, 8H ZONE: 36 becomes 26 (10 too many)" in shown
    assert "Turn 3, Ann, 9G EAR: 17 becomes 19 (2 too few)" in shown
    assert "As announced: Ann wins, 52 to −1. Corrected: Ann wins, 44 to −1 ." in shown
    assert "The winner changes." not in shown
    assert re.search(r'id="several-reason"[^>]* required', answer.content.decode())
    own = {f"reason-{game.entries.get(coordinate='8H').pk}": "Z is 10."}
    answer = all_of(director_client, game, **own, reason="Recounted together.")
    assert answer.redirect_chain == [(page_of(game), 302)]
    rulings = [row.ruling for row in sheet(game).rows if row.ruling]
    assert [(one.decision, one.correct, one.reason) for one in rulings] == [
        ("correct", 26, "Z is 10."), ("correct", 19, "Recounted together."),
    ]  # fmt: skip
    shown = answer.content.decode()
    assert "2 turns have been corrected." in shown
    assert re.search(r'class="next-action">Print the recount', shown)


def test_reason_for_a_number_that_is_no_key_is_left_out():
    sent = QueryDict(f"reason-{'9' * 5000}=a&reason--7=b&reason-=c&reason-7=Z+is+10.&reason=all")
    assert submitted_reasons(sent) == TypedReasons("all", {7: "Z is 10."})


def test_correcting_all_differences_requires_a_reason_and_keeps_the_input(director_client):
    game = two_differences()
    first = game.entries.get(coordinate="8H").pk
    answer = all_of(director_client, game, **{f"reason-{first}": "Z is 10.", "reason": " "})
    assert answer.status_code == 409
    assert (
        "The game is finished and its result has been posted, so a ruling needs a reason."
        in text_of(answer)
    )
    assert 'value="Z is 10."' in answer.content.decode()
    assert not sheet(game).rulings


def test_rulings_made_meanwhile_must_be_reviewed_first(director_client):
    game = two_differences(finished=False)
    address = reverse("dispute:rule_all", args=[game.pk])
    answer = director_client.post(address, {"turn": ["1:36:26"], "reason": "x"})
    assert answer.status_code == 409
    assert not sheet(game).rulings


def test_next_difference_is_selected_after_a_ruling(director_client):
    game = two_differences(finished=False)
    answer = rule_on(director_client, game, 1, ruling="correct:36")
    assert answer.redirect_chain == [(f"{page_of(game)}#turn-3", 302)]
    filled = re.findall(r'class="next-action">([^<]*)<', answer.content.decode())
    assert filled == ["Correct to 19"]


def test_reason_field_of_a_finished_game_precedes_the_button(director_client, close_game):
    shown = director_client.get(page_of(close_game)).content.decode()
    assert re.search(r'<input id="reason-\d+" name="reason"[^>]* required>', shown)
