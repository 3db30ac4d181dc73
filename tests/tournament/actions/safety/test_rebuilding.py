"""Rebuilding an event from its log into an empty database: equal rows, or the row changed behind the log."""

import re
from dataclasses import replace
from shutil import copytree

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.actions.rulings import rule_on_entry
from scoring.actions.turns import record_turn
from scoring.models import Activity
from scoring.models.facts import FACT_KINDS, UNLOGGED_COLUMNS
from tests.database_tool import change_past_the_program
from tests.tournament.commands import run
from tests.tournament.queries.safety.test_recheck_games import FROZEN
from tournament.actions.event.housekeeping import change_event_details
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.safety.log_baseline import log_new_columns, write_shared_baseline
from tournament.management import new_data_folder
from tournament.models import Club, Player, PlayerReport
from tournament.models.tables import archived_table_name
from tournament.queries.safety.rebuild import rebuilt_kinds

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(empty_folder, tmp_path, monkeypatch):
    """Return a new folder in which the database is created from a copy."""
    folder = tmp_path / "rebuilt"
    monkeypatch.setattr(
        new_data_folder,
        "call_command",
        lambda *_migrate, **_options: copytree(empty_folder, folder, dirs_exist_ok=True),
    )
    return folder


@pytest.fixture
def corrected(desk, event, board):
    """Return the event with a corrected result and a game in progress with a ruling."""
    enter_result(desk, board(1), 400, 380)
    correct_result(desk, board(1), 390, 400, reason="the slip said so")
    turn = record_turn(start_game(desk, board(2)), FROZEN, desk, confirmed=True)
    rule_on_entry(turn, "correct", desk)
    write_shared_baseline(desk)
    return event


def rebuilt(event, folder):
    """Return the output and the exit status of the command."""
    printed, status = run("rebuild", event.slug, to=str(folder))
    return printed.splitlines(), status


def test_every_column_is_logged_or_left_out_with_a_reason():
    kinds = [
        *map(FACT_KINDS.get, rebuilt_kinds()),
        *(k for k in FACT_KINDS.values() if k.model in (Club, Player)),
    ]
    carried = {
        f"{archived_table_name(kind.model)}.{kind.model._meta.get_field(column).name}"
        for kind in kinds
        for column in kind.columns
    }
    columns = {
        f"{archived_table_name(kind.model)}.{field.name}"
        for kind in kinds
        for field in kind.model._meta.concrete_fields
        if not field.primary_key
    }
    assert columns - carried == set(UNLOGGED_COLUMNS) & columns
    assert all(UNLOGGED_COLUMNS.values())


def test_player_with_two_reports_is_rebuilt(desk, corrected, board, folder):
    """The log does not contain the unique keys of the submitted forms."""
    sent = {"pairing": board(1), "entry": board(1).first, "first_score": 390, "second_score": 400}
    now = timezone.now()
    PlayerReport.objects.create(**sent, at=now, key="a", replaced_at=now)
    PlayerReport.objects.create(**sent, at=now, key="b")
    change_event_details(desk, corrected, name="Autumn Open", place="Here")
    (line,), status = rebuilt(corrected, folder)
    assert (line.endswith("no differences."), status) == (True, 0)


def test_row_changed_outside_the_log_is_named_with_column_and_values(corrected, folder):
    change_past_the_program("UPDATE tournament_resultentry SET reason = 'so' WHERE reason <> ''")
    change_past_the_program("UPDATE tournament_player SET name = 'X' WHERE name_key = 'ana lopez'")
    change_past_the_program("UPDATE tournament_pairing SET game_id = NULL WHERE board = 2")
    lines, status = rebuilt(corrected, folder)
    text = "\n".join(lines)
    assert status == 1
    assert re.search(
        r"^result:\d+: Division A, round \d, board \d: the result: reason is so, but was entered as "
        r"the slip said so \(entry \d+ of the log, by director\)\.$",
        text,
        re.MULTILINE,
    ), text
    assert re.search(
        r"^@player:\d+: the person Ana Lopez: name is X, but was entered as", text, re.MULTILINE
    )
    assert re.search(
        r"^pairing:\d+: .*: game is nothing, but was entered as \d+ ", text, re.MULTILINE
    ), text
    assert re.search(r"^turn:\d+: turn .* is missing; it is in entry \d+", text, re.MULTILINE), text


def test_broken_log_is_rebuilt_up_to_the_break(corrected, folder):
    entry = Activity.objects.filter(verb="correct_result").latest("pk")
    change_past_the_program("UPDATE scoring_activity SET reason = 'so' WHERE id = %s", entry.pk)
    lines, status = rebuilt(corrected, folder)
    assert status == 1
    assert str(entry.pk) in lines[0]
    assert lines[1] == "The event was rebuilt up to that point."
    differing = [line.partition(":")[0] for line in lines[2:-1]]
    assert differing.count("result") == 2, "the one that was corrected, and the correction"
    assert not {"event", "division", "entry", "round"} & set(differing)


def test_older_log_names_the_entry_where_complete_rows_begin(
    desk, event, board, folder, monkeypatch
):
    write_shared_baseline(desk)
    with monkeypatch.context() as earlier:
        earlier.setitem(
            FACT_KINDS,
            "result",
            replace(FACT_KINDS["result"], stored=FACT_KINDS["result"].stored[:8]),
        )
        enter_result(desk, board(1), 400, 380)
    with pytest.raises(
        CommandError, match="1 row in the log lacks some of its columns because an earlier version"
    ):
        rebuilt(event, folder)
    assert not folder.exists()
    log_new_columns(desk)
    last = Activity.objects.filter(verb="hold_more").latest("pk")
    lines, status = rebuilt(event, folder)
    assert (lines[0].partition(" (")[0], status) == (
        f"The log of Autumn Open has complete rows from entry {last.pk}",
        0,
    )


def test_full_target_folder_and_unknown_event_are_refused(event, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(CommandError, match=f"{tmp_path} already exists and is not empty"):
        rebuilt(event, tmp_path)
    with pytest.raises(CommandError, match=f"{tmp_path}/mine.txt already exists"):
        rebuilt(event, tmp_path / "mine.txt")
    assert (tmp_path / "mine.txt").read_text() == "mine"
    with pytest.raises(CommandError, match=r"no event “nowhere”.*autumn-open"):
        call_command("rebuild", "nowhere", to=str(tmp_path / "x"))
