"""`manage.py export_report`: every report in every format, or an error message."""

import datetime as dt
import io
import json
import os
import stat

import pytest
from django.core.management import CommandError, call_command
from pypdf import PdfReader

from scoring.queries.chain import chain_head
from tests.tournament.commands import run
from tournament.actions.people.entries import add_players

pytestmark = pytest.mark.django_db


def export(*arguments):
    return run("export_report", *arguments)[0]


@pytest.mark.parametrize(("chosen", "number"), [([], 3), (["--round", "1"], 1)])
def test_standings_are_printed_as_json(event, whole_robin, chosen, number):
    document = json.loads(export(event.slug, "standings", "--format", "json", *chosen))
    assert document["round"] == number
    assert [row["wins"] + row["losses"] for row in document["rows"]] == [number] * 4


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere", "standings"], "There is no event “nowhere”. Events: autumn-open."),
        (["autumn-open", "standing"], "There is no report “standing”. Reports: "),
        (["autumn-open", "standings", "--round", "9"], "has results up to round 3; round 9"),
        (["autumn-open", "standings", "--board", "1"], "has no option board. Options: "),
        (["autumn-open", "score_sheet", "--round", "8", "--board", "1"], "Rounds: 1, 2, 3."),
        (["autumn-open", "score_sheet", "--round", "1", "--board", "8"], "Boards: 1, 2."),
        (
            ["autumn-open", "score_sheet", "--round", "1", "--board", "1"],
            "Board 1 of round 1 has a result but was not recorded turn by turn",
        ),
        (
            ["autumn-open", "standings", "--format", "pdf"],
            "The format pdf cannot be shown on the screen. Add --to FILE.",
        ),
        (["autumn-open", "standings", "--to", "no/x.json"], "there is no folder"),
    ],
)
def test_impossible_report_is_answered_with_the_possible_choices(
    whole_robin, tmp_path, monkeypatch, arguments, sentence
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError) as refused:
        export("--format", "json", *arguments)
    assert sentence in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_event_without_results_has_no_standings_after_a_round(event, four):
    with pytest.raises(CommandError, match="A has no results yet; round 1 has not been played"):
        export(event.slug, "standings", "--round", "1", "--format", "json")


def test_record_is_chosen_by_option_or_by_its_own_key_and_describes_itself(event, whole_robin):
    chosen = export(event.slug, "records", "--which", "high_losses", "--format", "csv")
    assert chosen == export(event.slug, "high_losses", "--format", "csv")
    assert chosen != export(event.slug, "records", "--format", "csv")
    text = export(event.slug, "lucky", "--about")
    assert text.startswith("Lucky and unlucky\n\nLucky players have the smallest total margin")
    assert "the number of closest games whose margins are added up. Default: 3." in text
    about_all = export(event.slug, "records", "--about")
    assert "\n  high_wins      The highest winning scores.\n" in about_all


def test_file_ending_chooses_the_format_and_the_paper_may_be_large(event, whole_robin, tmp_path):
    file = tmp_path / "standings.PDF"
    words = ("--paper", "letter", "--way", "landscape", "--large", "--black")
    export(event.slug, "standings", *words, "--to", str(file))
    box = PdfReader(file).pages[0].mediabox
    assert (float(box.width), float(box.height)) == (792, 612)
    with pytest.raises(CommandError, match=r"Add --format: one of"):
        export(event.slug, "standings", "--to", str(tmp_path / "standings"))


def test_letter_the_typeface_lacks_is_replaced_and_reported(event, desk, division, tmp_path):
    add_players(desk, division, "Zoë 🤖 Müller\nBen Okafor")
    output = io.StringIO()
    chosen = (event.slug, "roster", "--format", "pdf", "--to", str(tmp_path))
    call_command("export_report", *chosen, stdout=io.StringIO(), stderr=output)
    assert output.getvalue() == (
        "“Zoë 🤖 Müller” is printed as “Zoë [robot face] Müller”: "
        "the typeface has no U+1F916 robot face.\n"
    )
    assert len(list(tmp_path.iterdir())) == 1


def test_same_data_gives_the_same_bytes_at_any_time(
    desk, event, whole_robin, tmp_path, monkeypatch
):
    papers = [tmp_path / f"{name}.pdf" for name in ("one", "other", "later")]
    export(event.slug, "standings", "--to", str(papers[0]))
    monkeypatch.setattr("django.utils.timezone.now", lambda: dt.datetime(2031, 5, 1, tzinfo=dt.UTC))
    export(event.slug, "standings", "--to", str(papers[1]))
    assert papers[0].read_bytes() == papers[1].read_bytes()
    add_players(desk, event.divisions.get(), "Eve Ito")
    export(event.slug, "standings", "--to", str(papers[2]))
    assert papers[2].read_bytes() != papers[1].read_bytes()
    words = " ".join(PdfReader(papers[2]).pages[0].extract_text().split())
    assert f"As of 1 May 2031, 00:00, log entry {chain_head(f'event:{event.slug}')}" in words


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator may write anywhere")
def test_read_only_folder_is_named(event, whole_robin, tmp_path):
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    with pytest.raises(CommandError, match="is not writable"):
        export(event.slug, "standings", "--format", "json", "--to", str(tmp_path / "x.json"))


def test_full_disk_leaves_the_old_file_intact(event, whole_robin, tmp_path, monkeypatch):
    file = tmp_path / "standings.json"
    file.write_text("old")

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tournament.atomic_files.os.fsync", full)
    with pytest.raises(CommandError, match=r"was not written: No space left on device\."):
        export(event.slug, "standings", "--format", "json", "--to", str(file))
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [
        ("standings.json", "old")
    ]


def test_standings_take_a_fixed_number_of_queries(event, whole_robin, django_assert_num_queries):
    with django_assert_num_queries(8):
        export(event.slug, "standings", "--round", "2", "--format", "json")


@pytest.mark.parametrize(("umask", "mode"), [(0o077, 0o600), (0o022, 0o644)])
def test_new_file_follows_the_umask_and_an_existing_file_keeps_its_mode(
    event, whole_robin, tmp_path, umask, mode
):
    before = os.umask(umask)
    try:
        for name in ("new.pdf", "earlier.pdf"):
            if name == "earlier.pdf":
                (tmp_path / name).touch(0o640)
                (tmp_path / name).chmod(0o640)
            export(event.slug, "standings", "--to", str(tmp_path / name))
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"new.pdf": mode, "earlier.pdf": 0o640}


def test_dash_writes_only_the_file_to_standard_output(
    event, whole_robin, tmp_path, capsysbinary, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    call_command("export_report", event.slug, "standings", "--format", "pdf", "--to", "-")
    content = capsysbinary.readouterr().out
    assert len(PdfReader(io.BytesIO(content)).pages) == 1
    call_command("export_event", event.slug, "--format", "tsh_t", "--to", "-")
    assert capsysbinary.readouterr().out.startswith(b"Lopez, Ana")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(CommandError, match="--all needs a folder"):
        call_command("export_report", event.slug, "--all", "--to", "-")
