"""Lines that the score pad refuses or questions, and two people entering the same turn."""

import pytest

from scoring.queries.sheets import sheet
from tests.scoring.views.pads import enter, entries, opened, pad

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Nothing has been typed yet."),
        ("8H FR1 3", "“1” in “FR1” is not a tile of the English set."),
        ("8N FROZEN 52", "FROZEN at 8N runs 4 squares off the board."),
        ("8H " + "A" * 400, "The line has 403 characters; the maximum for a turn is 300."),
    ],
)
def test_refused_line_is_kept_with_the_reason(director_client, line, sentence):
    game = opened()
    page = enter(director_client, game, line)
    assert page.status == 422
    assert sentence in page.text
    assert page.fields["line"] == " ".join(line.split())
    assert entries(game) == []


@pytest.mark.parametrize(
    ("before", "line", "question"),
    [
        ([], "1A FROZEN 20", "The first play must cover H8."),
        (["8H ZONE 26"], "1A FRO 9", "FRO at 1A touches no tile on the board."),
        (["8H ZONE 26"], "1: 9G EAR 19", "It was another player's turn."),
        (["8H ZONE 26"], "H7 AX 12", "H8 holds Z; the word has X there. Read as A(Z)X"),
    ],
)
def test_irregular_turn_takes_a_second_enter_of_the_same_line(
    director_client, before, line, question
):
    game = opened("wespa", ("Ann", "Ben"), *before)
    page = enter(director_client, game, line)
    assert page.status == 422
    assert question in page.text
    assert "Enter the same line again to record it anyway." in page.text
    assert len(entries(game)) == len(before)
    other = enter(director_client, game, f"{line}0", confirmed=page.fields["confirmed"])
    assert other.status == 422 or len(entries(game)) == len(before)
    enter(director_client, game, line, confirmed=page.fields["confirmed"])
    assert len(entries(game)) == len(before) + 1


def test_two_tabs_never_overwrite_each_other(director_client):
    game = opened()
    seen_by_both = pad(director_client, game).fields["seen"]
    enter(director_client, game, "8H ZONE 26")
    page = enter(director_client, game, "8H FROZEN 38", seen=seen_by_both)
    assert page.status == 409
    assert "Someone else has changed this game in the meantime." in page.text
    assert "Entered by director, " in page.text
    assert "Turn 1 is now: Ann: 8H ZONE. 26." in page.text
    assert "Typed here, as turn 2 8H FROZEN 38" in page.text
    assert page.fields["line"] == "8H FROZEN 38"
    assert page.row("1").startswith("1 8H ZONE")
    assert page.fields["seen"] == str(sheet(game).fingerprint)
    assert len(entries(game)) == 1


def test_resubmission_after_a_lost_response_records_the_turn_once(director_client):
    game = opened()
    seen = pad(director_client, game).fields["seen"]
    enter(director_client, game, "8H ZONE 26")
    page = enter(director_client, game, "8H ZONE 26", seen=seen)
    assert "This turn is already recorded." in page.text
    assert "Turn 1 is now: Ann: 8H ZONE. 26." in page.text
    assert len(entries(game)) == 1


def test_typing_slip_revealed_by_the_announced_score_is_questioned(
    director_client,
):
    game = opened("wespa", ("Ann", "Ben"))
    page = enter(director_client, game, "g8 hex 26")
    assert "In the other direction, 8G HEX scores 26: 8G runs across, G8 down." in page.text
    assert entries(game) == []


def test_wrong_player_at_the_first_turn_is_asked_about_who_begins(director_client):
    game = opened("wespa", ("Ann", "Ben"))
    page = enter(director_client, game, "2: -ABC")
    assert "It was another player's turn. On this sheet, Ann goes first." in page.text
    assert entries(game) == []


def test_unconnected_play_asks_for_a_forgotten_turn(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    page = enter(director_client, game, "1A TOT 9")
    assert "TOT at 1A touches no tile on the board." in page.text
    assert "If an earlier turn is missing, enter that one first." in page.text
    assert len(entries(game)) == 1
