"""Undo, redo and forgotten turns at the score pad, without scripts."""

import pytest

from scoring.queries.sheets import sheet
from tests.scoring.views.pads import Page, at, enter, entries, opened, pad

pytestmark = pytest.mark.django_db


def press(client, game, name, **fields) -> Page:
    data = {"seen": pad(client, game).fields["seen"], **fields}
    return Page(client.post(at(name, game), data, follow=True))


def words(game) -> list[str]:
    return [row.word for row in sheet(game).rows]


@pytest.mark.full
def test_last_turn_is_undone_and_redone(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26", "-ABC")
    page = press(director_client, game, "undo")
    assert "Undone. Removed from the sheet: Ben exchanges ABC." in page.text
    assert words(game) == ["ZONE"]
    page = press(director_client, game, "undo")
    assert "Undone. Removed from the sheet: Ann: 8H ZONE. 26." in page.text
    assert words(game) == []
    assert "There is nothing to undo in this game." in press(director_client, game, "undo").text
    page = press(director_client, game, "redo")
    assert "Redone. Restored to the sheet: Ann: 8H ZONE. 26." in page.text
    assert words(game) == ["ZONE"]
    press(director_client, game, "redo")
    assert "There is nothing to redo" in press(director_client, game, "redo").text


def test_undoing_a_correction_names_both_turns(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    first = sheet(game).entries[0]
    enter(director_client, game, "8H FROZEN 38", address=at("correct", game, first.pk))
    page = press(director_client, game, "undo")
    assert (
        "Undone. Removed from the sheet: Ann: 8H FROZEN. 38. Restored to the sheet: Ann: 8H ZONE. 26."
        in page.text
    )
    assert words(game) == ["ZONE"]


def test_undo_from_an_outdated_page_is_refused(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    page = press(director_client, game, "undo", seen="1")
    assert page.status == 409
    assert "Someone else has changed this game in the meantime." in page.text
    assert words(game) == ["ZONE"]


def test_withdrawing_is_offered_only_if_it_differs_from_undo(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26", "-ABC")
    first = sheet(game).entries[0]
    assert at("take_back", game) not in pad(director_client, game).forms
    assert at("undo", game) in pad(director_client, game).forms
    enter(director_client, game, "8G ZONE 26", address=at("correct", game, first.pk))
    assert at("take_back", game) in pad(director_client, game).forms


@pytest.mark.full
def test_entry_after_a_withdrawal_elsewhere_is_refused(director_client):
    """The newest entry is unchanged when an older one is undone, but the page is outdated."""
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26", "-ABC")
    first = sheet(game).entries[0]
    enter(director_client, game, "8G ZONE 26", address=at("correct", game, first.pk))
    seen = pad(director_client, game).fields["seen"]
    press(director_client, game, "take_back")
    page = enter(director_client, game, "-", seen=seen)
    assert page.status == 409
    assert words(game) == ["ZONE"]


def test_forgotten_turn_is_inserted_before_another(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26", "1: -ABC")
    last = sheet(game).entries[1]
    assert "Insert a turn before this one" in pad(director_client, game, "?turn=2").text
    page = pad(director_client, game, f"?before={last.pk}")
    assert "Insert a turn before turn 2, Ann: exchanged ABC" in page.text
    assert (page.fields["line"], page.fields["before"]) == ("", str(last.pk))
    assert page.links["Leave unchanged"] == at("pad", game)
    page = enter(director_client, game, "9G EAR 19", address=at("insert", game, last.pk))
    assert "Turn 2 has been inserted." in page.text
    assert [(entry[0], entry[1]) for entry in entries(game)] == [
        ("play", 1), ("play", 2), ("exchange", 1),
    ]  # fmt: skip
    assert sheet(game).replay.faults == {}


def test_insertion_preview_names_turns_that_no_longer_fit(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26", "-ABC", "9H AX 40")
    last = sheet(game).entries[2]
    line = {"line": "9H OXY 40", "before": str(last.pk)}
    page = Page(director_client.post(at("preview", game), line))
    assert "Turn 4 will no longer fit." in page.text


def test_refused_insertion_keeps_line_and_mode(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26", "-ABC")
    last = sheet(game).entries[1]
    page = enter(director_client, game, "9H QQQ", address=at("insert", game, last.pk))
    assert page.status == 422
    assert "Insert a turn before turn 2" in page.text
    assert (page.fields["line"], page.fields["before"]) == ("9H QQQ", str(last.pk))


def test_inserting_before_a_removed_turn_is_refused(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    first = sheet(game).entries[0]
    press(director_client, game, "undo")
    page = pad(director_client, game, f"?before={first.pk}")
    assert "That turn was corrected or taken back in the meantime." in page.text
    page = enter(director_client, game, "-", address=at("insert", game, first.pk))
    assert page.status == 409
    assert words(game) == []


@pytest.mark.full
def test_insertion_reassigns_later_turns_and_says_so(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26", "9G EAR 19", "-ABC")
    late = sheet(game).entries[1]
    line = {"line": "pass", "before": str(late.pk)}
    page = Page(director_client.post(at("preview", game), line))
    assert "From turn 3 on, each turn moves to the next player." in page.text
    assert "will no longer fit" not in page.text
    page = enter(director_client, game, "pass", address=at("insert", game, late.pk))
    assert "Turn 2 has been inserted." in page.text
    assert (
        "From turn 3 on, each turn now belongs to the next player. Undo reverses the whole change"
        in page.text
    )
    assert [entry[1] for entry in entries(game)] == [1, 2, 1, 2]
    press(director_client, game, "undo")
    assert [entry[:2] for entry in entries(game)] == [("play", 1), ("play", 2), ("exchange", 1)]


def test_duplicate_turn_is_removed_from_the_middle(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26", "pass", "-ABC")
    extra = sheet(game).entries[1]
    page = pad(director_client, game, "?turn=2")
    assert at("take_out", game, extra.pk) in page.forms
    data = {"seen": page.fields["seen"]}
    page = Page(director_client.post(at("take_out", game, extra.pk), data, follow=True))
    assert "Turn 2 has been removed. Ben passes. Undo brings it back." in page.text
    assert [entry[:2] for entry in entries(game)] == [("play", 1), ("exchange", 2)]
    again = Page(director_client.post(at("take_out", game, extra.pk), data, follow=True))
    assert again.status == 409
    assert "Someone else has changed this game in the meantime." in again.text
