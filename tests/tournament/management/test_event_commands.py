"""`import_event` and `export_event`: their output is read by other programs."""

import json

import pytest
from django.core.management import CommandError, call_command

from scoring.models import Activity
from tests.tournament.exchange.fixtures import FOLDER
from tournament.exchange.event_files import NamedFile, read_bundle, writable_formats
from tournament.exchange.upload import unpack_files
from tournament.models import Event, ResultEntry

pytestmark = pytest.mark.django_db

FILES = [str(FOLDER / name) for name in ("a.t", "b.t", "config.tsh")]
RESULTS = (
    "Rd;Player A;Points A;Player B;Points B\n"
    "1;Ana Lopez;412;Ben Okafor;380\n"
    "1;Cem Aydin;390;Dai Jones;3x0\n"
    "2;Ana Lopez;444;Dai Jones;310\n"
)


def run(capsys, *arguments, **options):
    call_command(*arguments, **options)
    return capsys.readouterr()


@pytest.fixture
def harbour(capsys):
    return run(capsys, "import_event", *FILES, "--slug", "harbour", "--json")


def test_import_event_prints_the_created_event_as_json(capsys, harbour):
    printed = json.loads(harbour.out)
    assert list(printed) == ["event", "divisions", "warnings"]
    assert printed["event"] == "harbour"
    assert printed["divisions"] == [
        {"name": "A", "players": 9, "rounds": 5},
        {"name": "B", "players": 6, "rounds": 4},
    ]
    assert printed["warnings"][0] == (
        "config.tsh, line 12: “config gibson = 1” is kept for export and has no effect here."
    )
    again = json.loads(run(capsys, "import_event", *FILES, "--json").out)
    assert again["event"] == "harbour-open"
    assert again["warnings"] == [
        *printed["warnings"],
        "An event with this name and date already existed: harbour. The imported event is a second copy.",
    ]


def test_single_player_and_round_are_counted_in_the_singular(capsys, tmp_path):
    path = tmp_path / "a.t"
    path.write_text("Lopez, Ana 900 0; 50\n")
    assert "Division A: 1 player, 1 round." in run(capsys, "import_event", str(path)).out
    (entry,) = Activity.objects.filter(verb="import_division")
    assert entry.summary == "Division A: 1 player, 1 round and 0 results imported."


def test_unrelated_files_in_a_folder_are_omitted_and_reported(capsys, tmp_path):
    for name in ("a.t", "b.t", "config.tsh"):
        (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
    (tmp_path / "notes.doc").write_text("words")
    (tmp_path / ".hidden").write_text("words")
    (tmp_path / "html").mkdir()
    printed = run(capsys, "import_event", str(tmp_path)).out.splitlines()
    assert f"{tmp_path}: Not needed for the event and left out: notes.doc." in printed
    assert printed[-2:] == ["Harbour Open has been imported.", "harbour-open"]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.t", "Ana 0 2; 400\nBen\n", "a.t, line 2: “Ben” is not the line of a player"),
        ("a.t", "", "a.t: The file is empty"),
        (
            "config.tsh",
            "config no_boards = 1\ndivision A a.t\n",
            "config.tsh, line 2: a.t is the file of division A but is missing. Send it too.",
        ),
        ("spring.csv", RESULTS, "spring.csv, line 3: “3x0” is not a score."),
    ],
)
def test_bad_file_is_reported_by_line_and_nothing_is_imported(
    capsys, tmp_path, name, content, sentence
):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(CommandError) as refused:
        run(capsys, "import_event", str(path))
    with pytest.raises(SystemExit):
        run(capsys, "import_event", str(path), "--json")
    assert json.loads(capsys.readouterr().out)["error"] == str(refused.value)
    first, reason, *_options = str(refused.value).splitlines()
    assert (first, reason.startswith(sentence)) == ("Nothing was imported.", True)
    assert Event.objects.count() == 0


def test_missing_file_is_named(capsys, tmp_path):
    with pytest.raises(CommandError, match=r"none\.t cannot be read: No such file"):
        run(capsys, "import_event", str(tmp_path / "none.t"))


def test_export_event_writes_a_file_or_all_files_into_a_folder(capsys, harbour, tmp_path):
    archive = tmp_path / "harbour.ninetimer"
    printed = run(capsys, "export_event", "harbour", "--format", "archive", "--to", str(archive))
    assert printed.out == f"Wrote {archive} ({archive.stat().st_size:,} bytes).\n"
    assert read_bundle([NamedFile(archive.name, archive.read_bytes())]).name == "Harbour Open"
    archive.unlink()
    run(capsys, "export_event", "harbour", "--format", "tsh_config", "--to", str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.t", "b.t", "config.tsh"]


def test_several_files_in_a_single_path_are_announced_as_a_zip(capsys, harbour, tmp_path):
    path = tmp_path / "two.t"
    printed = run(capsys, "export_event", "harbour", "--format", "tsh_t", "--to", str(path)).err
    assert printed.splitlines()[-1:] == [
        "The file is a zip of a.t, b.t. If PATH is a folder, each file is written separately."
    ]
    files = unpack_files([NamedFile("x.zip", path.read_bytes())]).files
    assert [file.name for file in files] == ["a.t", "b.t"]


def test_losses_are_announced_and_impossible_exports_refused(capsys, harbour, tmp_path):
    path = str(tmp_path / "harbour.TOU")
    sentence = "Division B, round 4: board 3, Bruno Zinnober and Arlo Thimble have no result."
    assert sentence in run(capsys, "export_event", "harbour", "--format", "tou", "--check").err
    formats = ", ".join(writable_formats())
    for event, options, refusal in (
        ("harbour", ("tou",), "--to PATH is missing"),
        ("harbour", ("tou", "--to", path), "Nothing was written"),
        ("harbour", ("word", "--to", path), f"There is no format “word”. Formats: {formats}"),
        ("x", ("tou", "--to", path), "There is no event “x”"),
    ):
        with pytest.raises(CommandError, match=refusal):
            run(capsys, "export_event", event, "--format", *options)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def results(tmp_path):
    path = tmp_path / "spring.csv"
    path.write_text(RESULTS)
    return str(path)


def test_odd_row_of_a_results_table_is_named_with_the_options(capsys, results):
    with pytest.raises(CommandError, match=r"--mend ROW:COLUMN=TEXT, or leave .* with --leave-out"):
        run(capsys, "import_event", results, "--name", "Spring Open")


def test_odd_row_is_omitted_on_request_and_printed(capsys, results):
    printed = run(
        capsys, "import_event", results, "--name", "Spring Open", "--leave-out", "--json"
    ).out
    made = json.loads(printed)
    assert made["warnings"][0] == (
        "Left out: spring.csv, line 3: “3x0” is not a score. Write a whole number."
    )
    assert made["divisions"] == [{"name": "A", "players": 3, "rounds": 2}]


def test_mended_odd_row_is_imported(capsys, results):
    mended = ("--mend", "3:other_score=391", "--json")
    printed = run(capsys, "import_event", results, "--name", "Spring", *mended).out
    assert json.loads(printed)["divisions"] == [{"name": "A", "players": 4, "rounds": 2}]
    result = ResultEntry.objects.get(
        pairing__first__player__name="Dai Jones", pairing__second__player__name="Cem Aydin"
    )
    assert (result.first_score, result.second_score) == (391, 390)


@pytest.mark.parametrize("mend", ["3=391", "9:other_score=391", "3:colour=1"])
def test_mend_that_names_no_cell_is_refused(capsys, results, mend):
    with pytest.raises(CommandError, match=f"“{mend}” does not name a cell"):
        run(capsys, "import_event", results, "--mend", mend)
    with pytest.raises(CommandError, match="--mend works only with a single table of results"):
        run(capsys, "import_event", *FILES, "--mend", mend)
