"""Lines that the score pad refuses or questions, and changes from outdated pages."""

import pytest

from scoring.queries.sheets import sheet
from tests.scoring.views.pads import at, enter, entries, opened, pad

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("8H FR1 3", "“1” in “FR1” is not a tile of the English set."),
        ("8H " + "A" * 400, "The line has 403 characters; the maximum for a turn is 300."),
        ("2: -ABC", "It was another player's turn. On this sheet, Ann goes first."),
    ],
)
def test_refused_line_is_kept_with_the_reason(director_client, line, sentence):
    game = opened()
    page = enter(director_client, game, line)
    assert page.status == 422
    assert sentence in page.text
    assert page.fields["line"] == line
    assert entries(game) == []


@pytest.mark.parametrize(
    ("before", "line", "question"),
    [
        ([], "8H QI", "No score was typed; 22 is correct."),
        (["8H ZONE 26"], "H7 AX 12", "H8 holds Z; the word has X there. Read as A(Z)X"),
    ],
)
def test_questioned_turn_takes_a_second_enter_of_the_same_line(
    director_client, before, line, question
):
    game = opened("wespa", ("Ann", "Ben"), *before)
    page = enter(director_client, game, line)
    assert page.status == 422
    assert question in page.text
    confirmed = page.fields["confirmed"]
    enter(director_client, game, f"{line} 99999", confirmed=confirmed)
    assert len(entries(game)) == len(before)
    enter(director_client, game, page.fields["line"], confirmed=confirmed)
    assert len(entries(game)) == len(before) + 1


def test_two_tabs_never_overwrite_each_other(director_client):
    game = opened()
    seen_by_both = pad(director_client, game).fields["seen"]
    enter(director_client, game, "8H ZONE 26")
    again = enter(director_client, game, "8H ZONE 26", seen=seen_by_both)
    assert "This turn is already recorded." in again.text
    page = enter(director_client, game, "8H FROZEN 38", seen=seen_by_both)
    assert page.status == 409
    assert "Entered by director, " in page.text
    assert "Turn 1 is now: Ann: 8H ZONE. 26." in page.text
    assert "Typed here, as turn 2 8H FROZEN 38" in page.text
    assert page.fields["line"] == "8H FROZEN 38"
    assert page.fields["seen"] == str(sheet(game).fingerprint)
    assert len(entries(game)) == 1


@pytest.mark.parametrize("change", ["correct", "insert", "take_out"])
def test_change_of_a_turn_removed_meanwhile_is_refused(director_client, change):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    first = sheet(game).entries[0]
    director_client.post(at("undo", game))
    page = enter(director_client, game, "8H FROZEN 38", address=at(change, game, first.pk))
    assert page.status == 409
    assert "Someone else has changed this game in the meantime." in page.text
    assert entries(game) == []
