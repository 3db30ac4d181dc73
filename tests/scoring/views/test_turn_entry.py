"""Typed lines at the score pad without scripts: every kind of turn, and corrections."""

import pytest

from scoring.models import Activity, TurnEntry
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import Page, at, enter, entries, opened, pad

pytestmark = pytest.mark.django_db


def test_typed_play_is_recorded_and_confirmed(director_client):
    game = opened()
    page = enter(director_client, game, "8h frozen 38 38")
    assert entries(game) == [("play", 1, "8H", "FROZEN", None, 38, 38)]
    assert "Turn 1, Ann: 8H FROZEN 38 , total 38." in page.text
    assert page.row("1") == "1 8H FROZEN ✓ 38 , announced and correct agree 38"
    assert "Turn 2: Ben to move" in page.text
    assert page.fields["line"] == ""
    assert TurnEntry.objects.get().entered_by.get_username() == "director"
    assert Activity.objects.first().summary == f"Game {game.pk}, turn 1: Ann 8H FROZEN 38"


EVERY_KIND = [
    ("wespa", [], "-ABC", ("exchange", 1, "", "ABC", None, 0, None), "exchanged ABC"),
    ("wespa", [], "-3", ("exchange", 1, "", "", 3, 0, None), "exchanged 3"),
    ("wespa", [], "-", ("pass", 1, "", "", None, 0, None), "pass"),
    ("wespa", ["8H ZONE 26"], "--", ("withdrawn", 1, "", "", None, -26, None), "phony"),
    ("wespa", ["8H ZONE 26"], "+", ("challenge_bonus", 1, "", "", None, 5, None), "challenge"),
    ("naspa_nwl", ["8H ZONE 26"], "ch", ("pass", 2, "", "", None, 0, None), "turn lost"),
    (
        "wespa",
        ["8H ZONE 26", *["-"] * 6],
        "1: time 10",
        ("overtime", 1, "", "", None, -10, None),
        "overtime",
    ),
    ("box_hasbro", [], "2: rack QE", ("end_rack", 2, "", "QE", None, None, None), "rack QE"),
    ("wespa", [], "2: adjust -5 late", ("adjustment", 2, "", "", None, -5, None), "late"),
]


@pytest.mark.parametrize(("rules", "before", "line", "saved", "shown"), EVERY_KIND)
def test_every_kind_of_turn_is_entered_through_the_page(
    director_client, rules, before, line, saved, shown
):
    game = opened(rules, ("Ann", "Ben"), *before)
    page = enter(director_client, game, line)
    assert entries(game)[-1] == saved
    assert page.status == 200
    assert shown in page.text


def test_preview_shows_words_sums_and_total_and_records_nothing(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H LOFTY 30")
    page = Page(director_client.post(at("preview", game), {"line": "7I LOAM 20"}))
    assert "Ben: 7I LOAM. 20 24 −4: 20 announced, 24 correct Total 24" in page.text
    sums = [
        "LOAM: L 1 ×2 (I7) + O 1 + A 1 + M 3 = 7",
        "LO: L 1 ×2 (I7) + O 1 = 3",
        "OF: O 1 + F 4 = 5",
    ]
    assert [text for text in sums if text in page.text] == sums
    assert page.fields["line"] == "7I LOAM 20"
    assert len(entries(game)) == 1


def test_preview_reports_errors_before_the_score(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    doubtful = Page(director_client.post(at("preview", game), {"line": "H6 ABC 5"})).text
    assert doubtful.index("H8 holds Z; the word has C there.") < doubtful.index("17 correct")
    cannot = Page(director_client.post(at("preview", game), {"line": "8H FROZEN 52"})).text
    assert cannot.count("This cannot be recorded.") == 1
    assert "This cannot be recorded. H8 holds Z; the word has F there. I8 holds O;" in cannot


def test_preview_of_an_incomplete_line_names_the_missing_part(director_client):
    game = opened()
    while_typing = {"headers": {"HX-Request": "true"}}
    answers = {
        line: Page(director_client.post(at("preview", game), {"line": line}, **while_typing)).text
        for line in ("8", "8H", "8H QI", "8H Q1")
    }
    assert answers == {
        "8": "“8” is not a square. Write 8H for across or H8 for down. "
        "A line begins with the square, followed by the word and the score: 8H FROZEN 38.",
        "8H": "The word at 8H is missing. Type it after the square: 8H FROZEN 38.",
        "8H QI": "Ann: 8H QI. 22 Total 22 QI: Q 10 + I 1 = 11, ×2 (H8) = 22",
        "8H Q1": "“1” in “Q1” is not a tile of the English set.",
    }


def test_play_without_a_score_is_recorded_by_a_second_enter(director_client):
    game = opened()
    page = enter(director_client, game, "8H QI")
    assert page.status == 422
    assert "No score was typed; 22 is correct." in page.text
    assert entries(game) == []
    enter(director_client, game, page.fields["line"], confirmed=page.fields["confirmed"])
    assert entries(game) == [("play", 1, "8H", "QI", None, None, None)]


def test_turn_returns_to_the_entry_line_and_is_corrected(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H FROZEN 38", "-ABC")
    first = sheet(game).entries[0]
    page = pad(director_client, game, f"?correct={first.pk}")
    assert page.fields["line"] == "8H FROZEN 38"
    assert "Correct turn 1, Ann" in page.text
    page = enter(
        director_client, game, "8G FROZEN 38", address=at("correct", game, first.pk),
        reason="wrong square",
    )  # fmt: skip
    assert "Turn 1 has been corrected." in page.text
    assert [saved[2] for saved in entries(game)] == ["8G", ""]
    first.refresh_from_db()
    assert (first.superseded_why, first.superseded_by.coordinate) == ("wrong square", "8G")


def test_correction_shows_later_turns_that_no_longer_fit_with_the_reason(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26", "8L S 15", "-ABC")
    first = sheet(game).entries[0]
    address = at("correct", game, first.pk)
    page = Page(
        director_client.post(at("preview", game), {"line": "H8 ZONE 26", "correct": str(first.pk)})
    )
    assert "Turn 2 will no longer fit. There is no tile on I8 to play through." in page.text
    page = enter(director_client, game, "H8 ZONE 26", address=address)
    assert "Some later turns no longer fit: 2. The sheet says why." in page.text
    assert "No longer fits. There is no tile on I8 to play through." in page.text
    assert len(entries(game)) == 3


def test_correcting_a_turn_withdrawn_meanwhile_is_refused(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    first = sheet(game).entries[0]
    director_client.post(at("take_back", game), {"seen": str(sheet(game).fingerprint)})
    page = enter(director_client, game, "8H FROZEN 38", address=at("correct", game, first.pk))
    assert page.status == 409
    assert "Someone else has changed this game in the meantime." in page.text
    page = pad(director_client, game, f"?correct={first.pk}")
    assert "That turn was corrected or taken back in the meantime." in page.text


def test_last_turn_is_withdrawn(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    page = Page(
        director_client.post(
            at("take_back", game), {"seen": str(sheet(game).fingerprint)}, follow=True
        )
    )
    assert "Turn 1 has been taken back. Ann: 8H ZONE. You can type it again." in page.text
    assert entries(game) == []
    page = Page(director_client.post(at("take_back", game), {"seen": "0"}, follow=True))
    assert "There is no turn to take back." in page.text
