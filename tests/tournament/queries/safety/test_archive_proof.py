"""Verifying an archive: its rows against its own log, explained before anything is stored."""

import gzip
import json
import re

import pytest
from django.core.management import CommandError, call_command

from scoring.actions.turns import record_turn
from scoring.models import Activity
from tests.shown import text
from tests.tournament.commands import run
from tests.tournament.exchange.test_archive import archive_of, contents, opened
from tests.tournament.queries.safety.test_recheck_games import FROZEN
from tests.tournament.web.files.test_event_files import upload
from tournament.actions.act import ConfirmationRequired
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.people.persons import merge_persons
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.engine.interchange import UnreadableEvent
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.exchange.formats.archive import _digest
from tournament.models import Entry, Event, Player, ResultEntry
from tournament.queries.safety.recheck import recheck

pytestmark = pytest.mark.django_db
ALL_AGREE = r"The log in the archive has \d+ entries, and all \d+ rows agree with it\."


@pytest.fixture
def played(desk, event, board):
    """Return the event with a corrected result and a game in progress."""
    enter_result(desk, board(1), 400, 380)
    correct_result(desk, board(1), 390, 400, reason="the slip said so")
    record_turn(start_game(desk, board(2)), FROZEN, desk, confirmed=True)
    return event


def proof_of(sent):
    return read_bundle([sent]).archive_content["proof"]


def changed(event, change, *, digest=True):
    """Return the archive of an event with a modified document."""
    whole = contents(archive_of(event))
    change(whole)
    if digest:
        whole["sha256"] = _digest(whole["rows"])
    return NamedFile("x.ninetimer", gzip.compress(json.dumps(whole).encode()))


def without_numbers(proof):
    return [re.sub(r"entry \d+", "entry N", text) for text in proof.differences]


def set_score(whole):
    whole["rows"]["tournament.ResultEntry"][1]["first_score"] = 490


def test_archive_agrees_with_its_log_before_and_after_import(played):
    counts = []
    for event in (played, opened(archive_of(played))):
        proof = proof_of(archive_of(event))
        counts.append(proof.entries)
        assert (proof.differences, proof.is_doubtful) == ((), False)
        assert re.fullmatch(ALL_AGREE, proof.sentences[-1])
    assert f"Autumn Open has complete rows from entry {counts[1]} (" in proof.sentences[0]


def test_archive_with_renamed_or_merged_players_agrees_with_its_log(desk, played):
    other = create_event(desk, name="Spring Open", preset="club")
    add_players(desk, create_division(desk, other, name="A"), "Anna Lopez")
    anna, ana = (Player.objects.get(name=name) for name in ("Anna Lopez", "Ana Lopez"))
    merge_persons(desk, anna, ana)
    assert Entry.objects.filter(player__name="Anna Lopez").exists()
    assert proof_of(archive_of(played)).differences == ()


def test_changed_rows_are_named_by_board_round_and_name(played):
    def change(whole):
        rows = whole["rows"]
        set_score(whole)
        next(r for r in rows["tournament.Player"] if r["name"] == "Ana Lopez")["name"] = "X"
        pairing = next(r for r in rows["tournament.Pairing"] if r["board"] == 2)
        pairing["first"], pairing["second"] = pairing["second"], pairing["first"]
        rows["scoring.TurnEntry"][0]["announced"] = 99

    proof = proof_of(changed(played, change))
    assert re.fullmatch(
        r"Of \d+ rows in the archive, 4 differ from its log: they were changed outside the program\.",
        proof.sentences[-1],
    )
    shown = "\n".join(without_numbers(proof))
    assert "the person Ana Lopez: name is X, but was entered as Ana Lopez" in shown
    assert (
        "Division A, round 1, board 1: the result: first score is 490, but was entered as 390 "
        "(entry N of the log, by director)."
    ) in shown
    assert "Division A, round 1, board 2: the players differ from those published: " in shown
    assert (
        "Division A, round 1, board 2: turn 1: announced score is 99, but was entered as" in shown
    )


def test_doubtful_archive_is_imported_on_acceptance_and_logged(played):
    sent = changed(played, set_score)
    with pytest.raises(ConfirmationRequired, match="first score is 490"):
        opened(sent)
    assert Event.objects.count() == 1
    event = opened(sent, accepted=True)
    assert ResultEntry.objects.filter(
        pairing__round__division__event=event, first_score=490
    ).exists()
    entry = Activity.objects.get(verb="import_event", scope=f"event:{event.slug}")
    assert entry.summary == (
        "Event Autumn Open opened from an archive. The rows and the activity log in the "
        "archive did not agree; the archive was imported anyway."
    )
    assert "first score is 490" in entry.after["differences"][0]
    assert list(recheck(event)) == []


def test_wrong_checksum_alone_makes_an_archive_doubtful(played):
    def change(whole):
        whole["rows"]["tournament.Event"][0]["slots"] = {"x": 1}

    proof = proof_of(changed(played, change, digest=False))
    assert proof.sentences[0].startswith("The archive was changed after it was written")
    assert (proof.differences, proof.is_doubtful) == ((), True)


def test_broken_log_is_compared_and_imported_up_to_the_break(played):
    verbs = Activity.objects.filter(chain=f"event:{played.slug}").order_by("pk")
    place = list(verbs.values_list("verb", flat=True)).index("correct_result")

    def change(whole):
        whole["log"][place]["reason"] = "another"

    sent = changed(played, change)
    proof = proof_of(sent)
    assert proof.sentences[0].startswith(
        f"Entry {place + 1} of the log in the archive was changed after"
    )
    assert (proof.entries, proof.is_doubtful) == (place, True)
    assert any("the result (390-400) is stored, but not in" in row for row in proof.differences)
    event = opened(sent, accepted=True)
    carried = Activity.objects.filter(chain=f"event:{event.slug}", carried=True)
    assert carried.count() == place < verbs.count()
    assert list(recheck(event)) == []


def test_older_archive_is_not_compared_and_a_changed_one_refused(played):
    def older(whole):
        del whole["origin"]

    proof = proof_of(changed(played, older))
    (sentence,) = proof.sentences
    assert sentence.startswith("The archive was written by an earlier version of Ninetimer, so its")
    assert not proof.is_doubtful
    with pytest.raises(UnreadableEvent, match="damaged or was changed"):
        proof_of(changed(played, lambda whole: (older(whole), set_score(whole)), digest=False))


def test_import_page_lists_differences_before_storing_anything(director_client, played):
    sent = changed(played, set_score)
    shown = upload(director_client, (sent.name, sent.content))
    assert "1 differs from its log: it was changed outside the program." in text(shown)
    assert "first score is 490, but was entered as 390" in text(shown)
    address = shown.redirect_chain[-1][0]
    refused = director_client.post(address, {"name": "Copy"})
    assert (refused.status_code, Event.objects.count()) == (422, 1)
    assert "Read the differences first, then select this box to import the event." in text(refused)
    director_client.post(address, {"name": "Copy", "accepted": "on"})
    assert Event.objects.filter(name="Copy").exists()


def test_import_command_lists_differences_and_imports_with_accept(played, tmp_path):
    path = tmp_path / "x.ninetimer"
    path.write_bytes(changed(played, set_score).content)
    with pytest.raises(CommandError, match=r"With --accept, it is imported anyway\.\nOf 19 rows"):
        call_command("import_event", str(path))
    printed, _status = run("import_event", str(path), "--accept")
    assert "first score is 490, but was entered as 390" in printed
    path.write_bytes(archive_of(played).content)
    assert re.search(ALL_AGREE, run("import_event", str(path))[0])
