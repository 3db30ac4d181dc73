"""Erasing a person: the name is gone everywhere, results stay under initials, and the log stays valid."""

import gzip
import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, models, transaction
from django.utils import timezone

from scoring.actions.notes import annotate
from scoring.models import Activity, Organisation, TurnEntry
from scoring.models.guard import allow_redaction
from scoring.queries.chain import chain_head, check_log, compare_head
from scoring.tenancy import FIRST_TENANT, tenant
from tests.database_tool import change_past_the_program
from tests.scoring.views.pads import put
from tests.tournament.exchange.test_archive import archive_of, contents, opened
from tournament import jobs
from tournament.actions.act import Refused
from tournament.actions.files.importing import store_uploads
from tournament.actions.people.details import update_entry
from tournament.actions.people.persons import correct_person
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.exchange.event_files import NamedFile
from tournament.federation.actions.contacts import change_contacts
from tournament.federation.actions.erasure import erase_person
from tournament.models import Entry, IncomingFile, Player
from tournament.models.tables import program_models
from tournament.queries.safety.recheck import recheck

pytestmark = pytest.mark.django_db

ZOE = (
    "Zoë Müller",
    "Zoe Muller",
    "Müller, Zoë",
    "zoë müller",
    "Zoe Mueller",
    "secret.example",
    "AT-77",
)


@pytest.fixture
def zoe(desk, event, four, board, round_one):
    """Return a person with a recorded board, a note, a penalty and contact details."""
    player = Player.objects.get(name="Zoë Müller")
    entry = four.entries.get(player=player)
    update_entry(desk, entry, rating=1600, member="AT-77", owes="12", team="Zoë Müller’s friends")
    change_contacts(desk, player, {"email": "zoe@secret.example"})
    game = start_game(desk, board(2))
    put(game, "8H ZONE 26")
    annotate(TurnEntry.objects.get(game=game), "well found by Zoë Müller", desk)
    enter_result(desk, board(2), 410, 300, accepted=True)
    give_penalty(desk, entry, round_number=1, spread=-10, reason="ZOË  MÜLLER was late")
    return player


def places_with(*texts):
    """Return every table and column that contains one of the strings."""
    places = []
    for model in program_models():
        for field in model._meta.concrete_fields:
            if not isinstance(field, models.CharField | models.TextField | models.JSONField):
                continue
            for value in models.QuerySet(model).values_list(field.name, flat=True):
                text = json.dumps(value, ensure_ascii=False, default=str).casefold()
                places += [
                    f"{model.__name__}.{field.name}: {part}"
                    for part in texts
                    if part.casefold() in text
                ]
    return places


def test_erasing_is_logged_in_each_chain_and_printed_hashes_stay_valid(desk, event, zoe):
    heads = {
        chain: str(chain_head(chain)) for chain in (None, "event:autumn-open", "organisation:1")
    }
    erase_person(desk, zoe, typed="Zoë Müller", reason="letter of Zoë Müller, 3 May")
    entries = Activity.objects.filter(verb="erase_person").order_by("id")
    assert {row.chain for row in entries} == {"event:autumn-open", "organisation:1", None}
    assert {row.reason for row in entries} == {"letter of Z. M., 3 May"}
    assert entries[0].summary.startswith(
        "A person was erased on request and is now shown as Z. M.;"
    )
    report = check_log()
    assert report.is_intact, (report.fault_message, report.guard_message)
    assert report.redacted == Activity.objects.exclude(redacted_at=None).count() > 8
    for chain, head in heads.items():
        if head != "0 ":
            assert compare_head(chain, head) == ""
    shown = io.StringIO()
    call_command("verify_audit", stdout=shown)
    assert f"{report.redacted} entries were redacted on request" in shown.getvalue()
    assert [*recheck(event)] == []


def test_erased_name_cannot_be_guessed_from_hashes_in_the_log(desk, zoe):
    """The salt hashed with the name is deleted, so a correct guess does not match the hash in the log."""
    row = Activity.objects.filter(verb="give_penalty").get()
    written = {
        name: getattr(row, name)
        for name in ("summary", "message", "before", "after", "reason", "facts", "salt")
    }
    erase_person(desk, zoe, typed="Zoë Müller", reason="asked")
    now = Activity.objects.get(pk=row.pk)
    assert (now.hash, now.content_hash) == (row.hash, row.content_hash)
    stored = json.dumps([*Activity.objects.values_list("salt", "redacts", "hash", "content_hash")])
    assert written["salt"] not in stored
    guess = Activity.objects.get(pk=row.pk)
    for name in ("summary", "message", "before", "after", "reason", "facts"):
        setattr(guess, name, written[name])
    guess.redacted_at = None
    assert guess.digest() not in stored
    guess.salt = written["salt"]
    assert guess.digest() == row.content_hash


@pytest.mark.parametrize(
    ("is_erased", "change", "sentence"),
    [
        (False, "redacted_at = at", "is marked as redacted"),
        (True, "actor = actor", "no later entry of its chain confirms its present text"),
    ],
)
def test_redacted_entry_that_was_changed_is_detected(desk, zoe, is_erased, change, sentence):
    if is_erased:
        erase_person(desk, zoe, typed="Zoë Müller", reason="asked")
    row = Activity.objects.filter(verb="give_penalty").get()
    change_past_the_program(
        f"UPDATE scoring_activity SET reason = 'invented', {change} WHERE id = %s", row.pk
    )
    assert f"Entry {row.pk} " in check_log().fault_message
    assert sentence in check_log().fault_message


@pytest.mark.parametrize(
    "change",
    ["hash = 'x'", "actor = 'x'", "verb = 'x'", "scope = 'x'", "previous_hash = 'x'", "redacted_at = NULL",
     "content_hash = 'x'", "chain = 'x'"],
)  # fmt: skip
def test_database_allows_no_other_change_to_an_entry_during_redaction(desk, zoe, change):
    row = Activity.objects.filter(verb="give_penalty").get()
    redaction = "UPDATE scoring_activity SET reason = 'x', redacted_at = at"
    more = redaction.replace("redacted_at = at", change)
    if not change.startswith("redacted_at"):
        more = f"{redaction}, {change}"
    with transaction.atomic(), allow_redaction(connection), connection.cursor() as cursor:
        with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
            cursor.execute(f"{more} WHERE id = %s", [row.pk])
        cursor.execute(f"{redaction} WHERE id = %s", [row.pk])


def test_database_refuses_redaction_outside_an_erasure(zoe):
    with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
        Activity.objects.update(reason="x", redacted_at=timezone.now())
    with pytest.raises(DatabaseError), transaction.atomic():
        TurnEntry.objects.update(remark="x")
    with transaction.atomic(), allow_redaction(connection):
        with pytest.raises(DatabaseError), transaction.atomic():
            Activity.objects.all().delete()
        with pytest.raises(DatabaseError), transaction.atomic():
            TurnEntry.objects.update(announced=99)


def test_redacted_entries_of_earlier_versions_are_verified_by_the_chain(desk, zoe, event):
    """Hashes of earlier versions include the name and no salt; the test builds such a chain."""
    previous = ""
    for row in Activity.objects.filter(chain="event:autumn-open").order_by("pk"):
        row.salt = row.content_hash = ""
        row.previous_hash = previous
        row.hash = previous = row.computed_hash()
        change_past_the_program(
            "UPDATE scoring_activity SET salt = '', content_hash = '', previous_hash = %s, hash = %s WHERE id = %s",
            row.previous_hash, row.hash, row.pk,
        )  # fmt: skip
    assert check_log().is_intact
    head = str(chain_head("event:autumn-open"))
    erase_person(desk, zoe, typed="Zoë Müller", reason="asked")
    assert check_log().is_intact
    assert compare_head("event:autumn-open", head) == ""
    assert places_with(*ZOE) == []
    assert [*recheck(event)] == []
    row = Activity.objects.filter(verb="give_penalty").get()
    change_past_the_program("UPDATE scoring_activity SET reason = 'invented' WHERE id = %s", row.pk)
    assert "is marked as redacted" in check_log().fault_message


def test_name_of_an_erased_person_cannot_be_corrected(desk, zoe):
    erase_person(desk, zoe, typed="Zoë Müller", reason="asked")
    with pytest.raises(Refused, match="was erased"):
        correct_person(desk, zoe, name="Zoë Muller", is_minor=False, reason="misspelt")
    assert places_with(*ZOE) == []


def test_waiting_files_that_may_contain_the_name_are_deleted(desk, zoe):
    """The rest of the batch is deleted too; files of other batches and organisations stay."""
    north = Organisation.objects.create(name="North", created_at=timezone.now())
    with tenant(FIRST_TENANT):
        hers = store_uploads(desk, [("a.t", b"Ana Lopez 1800"), ("b.t", b"Mueller, Zoe 1600")])
        packed = store_uploads(desk, [("c.xlsx", b"PK\x03\x04")])
        others = store_uploads(desk, [("d.t", b"Ben Okafor 1700")])
    with tenant(north.pk):
        theirs = store_uploads(desk, [("e.t", "Zoë Müller 1600".encode())])
    erase_person(desk, zoe, typed="Zoë Müller", reason="asked")
    waiting = IncomingFile.everywhere.values_list("batch", flat=True)
    assert {*waiting} == {others, theirs}
    assert not {*waiting} & {hers, packed}


def test_generated_files_that_may_contain_the_name_are_deleted(
    desk, event, zoe, settings, tmp_path, django_capture_on_commit_callbacks
):
    settings.NINETIMER_DATA_DIR = tmp_path
    of_hers = [
        f"sites/{event.slug}",
        f"whole-events/{event.slug}",
        f"rating-runs/{FIRST_TENANT}",
        f"backups/{FIRST_TENANT}",
        f"pairings/{event.divisions.get().pk}",
        f"imports/{FIRST_TENANT}-{store_uploads(desk, [('a.txt', 'Zoë Müller 1600'.encode())])}",
    ]
    of_others = [
        "sites/another", "whole-events/another", "rating-runs/99", "backups/99", "pairings/99",
    ]  # fmt: skip
    for place in of_hers + of_others:
        (jobs.folder_of(place) / "made.zip").write_bytes(b"with the name")
        (jobs.folder_of(place) / "inside").mkdir()
        jobs.write_state(place, jobs.JobState(result={"zip": "made.zip"}, is_over=True))
    with django_capture_on_commit_callbacks(execute=True):
        erase_person(desk, zoe, typed="Zoë Müller", reason="asked")
    left = {str(path.relative_to(tmp_path).parent) for path in tmp_path.rglob("made.zip")}
    assert left == set(of_others)
    assert [place for place in of_hers + of_others if jobs.state_of(place)] == of_others


def test_archive_written_after_erasing_opens_with_its_log(desk, event, zoe):
    erase_person(desk, zoe, typed="Zoë Müller", reason="asked")
    sent = archive_of(event)
    assert not [text for text in ZOE if text in json.dumps(contents(sent), ensure_ascii=False)]
    copy = opened(sent)
    assert check_log().is_intact
    assert [*recheck(copy)] == []
    assert Activity.objects.filter(chain=f"event:{copy.slug}").exclude(redacted_at=None).exists()


@pytest.mark.full
def test_archive_written_before_erasing_does_not_restore_the_name(desk, event, four, zoe):
    sent = archive_of(event)
    assert "Zoë Müller" in json.dumps(contents(sent), ensure_ascii=False)
    erase_person(desk, zoe, typed="Zoë Müller", reason="asked")
    copy = opened(sent)
    assert places_with(*ZOE) == []
    assert Entry.objects.get(division__event=copy, number=3).player == zoe
    assert check_log().is_intact
    assert [*recheck(copy)] == []
    again = Activity.objects.filter(verb="erase_again", chain=f"event:{copy.slug}").get()
    assert again.summary.startswith("Z. M., who had been erased, reappeared when an older copy")


def test_archive_with_changed_redacted_entries_is_refused(desk, event, zoe):
    erase_person(desk, zoe, typed="Zoë Müller", reason="asked")
    sent = archive_of(event)
    whole = contents(sent)
    row = next(entry for entry in whole["log"] if entry["redacted_at"])
    row["summary"] = "invented"
    changed = NamedFile(sent.name, gzip.compress(json.dumps(whole).encode()))
    with pytest.raises(
        Refused, match="Entry 3 of the log in the archive was changed after it was written"
    ):
        opened(changed)


def test_erase_command_lists_the_remaining_data_and_asks_for_the_name(desk, zoe, monkeypatch):
    shown = io.StringIO()
    monkeypatch.setattr("builtins.input", lambda _question: "somebody else")
    with pytest.raises(CommandError, match="To erase Zoë Müller, type the name"):
        call_command("erase_person", "zoë müller", "--reason", "asked", stdout=shown)
    assert shown.getvalue().startswith(
        "Zoë Müller: 1 entries, 1 results and 1 recorded games are kept under initials; the "
        "name is removed from them, from "
    )
    monkeypatch.setattr("builtins.input", lambda _question: "Zoë Müller")
    shown = io.StringIO()
    call_command("erase_person", "zoë müller", "--reason", "asked", stdout=shown)
    assert "The name has been erased: Z. M. is now shown instead.\n" in shown.getvalue()
    with pytest.raises(CommandError, match="No person called zoë müller has ever been entered"):
        call_command("erase_person", "zoë müller", "--reason", "asked", "--yes")
    Organisation.objects.create(name="North", created_at=timezone.now())
    with pytest.raises(CommandError, match="Name an organisation with --organisation"):
        call_command("erase_person", "Dai Jones", "--reason", "asked", "--yes")
