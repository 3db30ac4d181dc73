"""`manage.py export_report EVENT --all`: the whole folder, or an error message."""

import gc
import io

import pytest
from django.core.management import CommandError, call_command

from tournament.actions.standings.display import change_standings_settings
from tournament.reports.definition import all_papers
from tournament.reports.event_folder import GC_THRESHOLDS, infrequent_gc

pytestmark = pytest.mark.django_db


def export(*arguments):
    out, err = io.StringIO(), io.StringIO()
    call_command("export_report", "autumn-open", *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def names(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_folder_contains_every_report_the_event_has(event, whole_robin, tmp_path):
    out, err = export("--all", "--to", str(tmp_path / "new"), "--format", "json")
    files = names(tmp_path / "new")
    assert out == f"Wrote {len(files)} files into {tmp_path / 'new'}.\n"
    assert "3-standings-and-records/autumn-open-standings-division-a-round-3.json" in files
    assert [name for name in files if "pairings-division" in name] == [
        f"2-for-the-round/autumn-open-pairings-division-a-round-{n}.json" for n in (1, 2, 3)
    ]
    assert "Left out: Season: Autumn Open is not a session of any club." in err
    there_is_none = {key for key in all_papers() if not all_papers()[key].folder_options(event)}
    left_out = {key for key in all_papers() if f"Left out: {all_papers()[key].title}: " in err}
    written = {
        key
        for key in all_papers()
        if any(f"/autumn-open-{key.replace('_', '-')}" in name for name in files)
    }
    assert set(all_papers()) - there_is_none - left_out == written - left_out
    assert {"score_sheet", "round_papers"} <= there_is_none


@pytest.mark.full
def test_default_formats_are_pdf_and_workbooks_for_figures(event, whole_robin, tmp_path):
    export("--all", "--to", str(tmp_path))
    slips = [path.suffix for path in tmp_path.rglob("*result-slips*round-1.*")]
    standings = [path.suffix for path in tmp_path.rglob("autumn-open-standings-division*")]
    assert (slips, sorted(standings)) == ([".pdf"], [".pdf", ".xlsx"])
    assert {path.suffix for path in tmp_path.rglob("*") if path.is_file()} == {".pdf", ".xlsx"}


def test_public_export_contains_nothing_private_or_held_back(desk, event, whole_robin, tmp_path):
    change_standings_settings(desk, event.divisions.get(), rounds_planned=3, held_back_from=3)
    export("--all", "--to", str(tmp_path), "--format", "csv", "--audience", "everybody")
    written = " ".join(names(tmp_path))
    assert "activity-log" not in written
    assert "treasurer" not in written
    assert "standings-division-a-round-2.csv" in written


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Name one report, or use --all."),
        (["standings", "--all"], "Name one report, or use --all."),
        (["--all"], "--all needs a folder. Add --to DIR."),
        (["standings"], "Add --format: one of csv, "),
        (["--all", "--to", "x", "--round", "1"], "Leave out --round."),
        (["--all", "--to", "x", "--format", "doc"], "There is no format “doc”."),
        (["--all", "--to", "x", "--jobs", "65"], "--jobs 65: choose 1 to 64"),
        (["--all", "--to", "taken", "--format", "json"], "was not written"),
    ],
)
def test_impossible_request_is_answered_with_the_possible_choices(
    event, whole_robin, arguments, sentence, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(CommandError) as refused:
        export(*arguments)
    assert sentence in str(refused.value)
    assert names(tmp_path) == ["taken"]


def test_full_disk_reports_progress_and_leaves_no_partial_file(
    event, whole_robin, tmp_path, monkeypatch
):
    written = []

    def fills(descriptor):
        written.append(descriptor)
        if len(written) > 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("tournament.atomic_files.os.fsync", fills)
    with pytest.raises(CommandError, match=r"No space left on device\. Files already written: 3"):
        export("--all", "--to", str(tmp_path), "--format", "json")
    assert len(names(tmp_path)) == 3


@pytest.mark.full
def test_two_processes_write_the_same_folder_as_one(event, whole_robin, tmp_path):
    for jobs in ("1", "2"):
        export("--all", "--to", str(tmp_path / jobs), "--format", "csv", "--jobs", jobs)
    one, two = names(tmp_path / "1"), names(tmp_path / "2")
    assert one == two
    assert [
        name
        for name in one
        if (tmp_path / "1" / name).read_bytes() != (tmp_path / "2" / name).read_bytes()
    ] == []


def test_garbage_collection_thresholds_are_restored_afterwards():
    of_the_tests = gc.get_threshold()
    usual = (700, 10, 10)
    gc.set_threshold(*usual)
    try:
        with infrequent_gc():
            assert gc.get_threshold() == GC_THRESHOLDS != usual
        assert gc.get_threshold() == usual
    finally:
        gc.set_threshold(*of_the_tests)
