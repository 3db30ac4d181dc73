"""`import_event` and `export_event`: their output is read by other programs."""

import json

import pytest
from django.core.management import CommandError, call_command

from scoring.models import Activity
from tests.tournament.exchange.fixtures import FOLDER
from tournament.exchange.event_files import NamedFile, read_bundle, writable_formats
from tournament.exchange.upload import unpack_files
from tournament.models import Entry, Event, ResultEntry

pytestmark = pytest.mark.django_db

FILES = [str(FOLDER / name) for name in ("a.t", "b.t", "config.tsh")]


def run(capsys, *arguments, **options):
    call_command(*arguments, **options)
    return capsys.readouterr()


def test_import_event_prints_the_created_event_as_json(capsys):
    printed = json.loads(run(capsys, "import_event", *FILES, "--slug", "harbour", "--json").out)
    assert list(printed) == ["event", "divisions", "warnings"]
    assert printed["event"] == "harbour"
    assert printed["divisions"] == [
        {"name": "A", "players": 9, "rounds": 5},
        {"name": "B", "players": 6, "rounds": 4},
    ]
    assert printed["warnings"][0] == (
        "config.tsh, line 12: “config gibson = 1” is kept for export and has no effect here."
    )
    assert len(printed["warnings"]) == 9


def test_event_that_already_exists_is_a_warning(capsys):
    run(capsys, "import_event", *FILES, "--json")
    printed = json.loads(run(capsys, "import_event", *FILES, "--json").out)
    assert printed["event"] == "harbour-open-2"
    assert printed["warnings"][9:] == [
        "An event with this name and date already existed: harbour-open. The imported event is a second copy."
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
    ("content", "sentence"),
    [
        (b"Ana 0 2; 400\nBen\n", "a.t, line 2: “Ben” is not the line of a player"),
        (b"", "a.t: The file is empty"),
    ],
)
def test_bad_file_is_reported_by_line_and_nothing_is_imported(capsys, tmp_path, content, sentence):
    path = tmp_path / "a.t"
    path.write_bytes(content)
    with pytest.raises(CommandError) as refused:
        run(capsys, "import_event", str(path))
    assert str(refused.value).startswith("Nothing was imported.\n")
    assert sentence in str(refused.value)
    assert Event.objects.count() == 0


def test_json_errors_list_the_reasons_without_preserved_lines(capsys, tmp_path):
    path = tmp_path / "config.tsh"
    path.write_text("config no_boards = 1\ndivision A a.t\n")
    with pytest.raises(SystemExit) as ended:
        run(capsys, "import_event", str(path), "--json")
    assert ended.value.code == 1
    errors = json.loads(capsys.readouterr().out)["error"].splitlines()
    assert errors == [
        "Nothing was imported.",
        "config.tsh, line 2: a.t is the file of division A but is missing. Send it too.",
    ]


def test_missing_file_is_named(capsys, tmp_path):
    with pytest.raises(CommandError, match=r"none\.t cannot be read: No such file"):
        run(capsys, "import_event", str(tmp_path / "none.t"))


def test_export_event_writes_a_file_or_all_files_into_a_folder(capsys, tmp_path):
    run(capsys, "import_event", *FILES, "--slug", "harbour")
    archive = tmp_path / "harbour.ninetimer"
    printed = run(capsys, "export_event", "harbour", "--format", "archive", "--to", str(archive))
    assert printed.out == f"Wrote {archive} ({archive.stat().st_size:,} bytes).\n"
    assert read_bundle([NamedFile(archive.name, archive.read_bytes())]).name == "Harbour Open"
    run(capsys, "export_event", "harbour", "--format", "tsh_config", "--to", str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "a.t",
        "b.t",
        "config.tsh",
        "harbour.ninetimer",
    ]


def test_several_files_in_a_single_path_are_announced_as_a_zip(capsys, tmp_path):
    run(capsys, "import_event", *FILES, "--slug", "harbour")
    path = tmp_path / "two.t"
    printed = run(capsys, "export_event", "harbour", "--format", "tsh_t", "--to", str(path)).err
    assert printed.splitlines()[-1:] == [
        "The file is a zip of a.t, b.t. If PATH is a folder, each file is written separately."
    ]
    assert [file.name for file in unpack_files([NamedFile("x.zip", path.read_bytes())]).files] == [
        "a.t",
        "b.t",
    ]


def test_losses_are_announced_and_an_unwritable_format_is_refused(capsys, tmp_path):
    run(capsys, "import_event", *FILES, "--slug", "harbour")
    path = tmp_path / "harbour.TOU"
    sentence = "Division B, round 4: board 3, Bruno Zinnober and Arlo Thimble have no result."
    options = ["export_event", "harbour", "--format", "tou"]
    assert sentence in run(capsys, *options, "--check").err
    with pytest.raises(CommandError, match="--to PATH is missing"):
        run(capsys, *options)
    with pytest.raises(CommandError, match="Nothing was written"):
        run(capsys, *options, "--to", str(path))
    assert not path.exists()


def test_unknown_event_or_format_is_answered_with_the_known(capsys, tmp_path):
    with pytest.raises(CommandError, match="There is no event “x”"):
        run(capsys, "export_event", "x", "--format", "tou", "--to", str(tmp_path / "x"))
    run(capsys, "import_event", FILES[0])
    with pytest.raises(
        CommandError, match=f"There is no format “word”. Formats: {', '.join(writable_formats())}"
    ):
        run(capsys, "export_event", "a", "--format", "word", "--to", str(tmp_path / "x"))


RESULTS = (
    "Rd;Player A;Points A;Player B;Points B\n"
    "1;Ana Lopez;412;Ben Okafor;380\n"
    "1;Cem Aydin;390;Dai Jones;3x0\n"
    "2;Ana Lopez;444;Dai Jones;310\n"
)


@pytest.fixture
def results(tmp_path):
    path = tmp_path / "spring.csv"
    path.write_text(RESULTS)
    return str(path)


def test_odd_row_of_a_results_table_is_named_with_the_options(capsys, results):
    with pytest.raises(CommandError) as refused:
        run(capsys, "import_event", results, "--name", "Spring Open")
    assert str(refused.value).splitlines() == [
        "Nothing was imported.",
        "spring.csv, line 3: “3x0” is not a score. Write a whole number.",
        "Correct a cell with --mend ROW:COLUMN=TEXT, or leave these rows out with --leave-out.",
    ]
    assert not Event.objects.exists()


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
    printed = run(
        capsys, "import_event", results, "--name", "Spring", "--mend", "3:other_score=391", "--json"
    ).out
    assert json.loads(printed)["divisions"] == [{"name": "A", "players": 4, "rounds": 2}]
    cem = Entry.objects.get(player__name="Cem Aydin")
    dai = Entry.objects.get(player__name="Dai Jones")
    scores = ResultEntry.objects.filter(pairing__first=dai, pairing__second=cem)
    assert scores.values_list("first_score", "second_score").get() == (391, 390)


@pytest.mark.parametrize("mend", ["3=391", "9:other_score=391", "3:colour=1"])
def test_mend_that_names_no_cell_is_refused(capsys, results, mend):
    with pytest.raises(CommandError, match=f"“{mend}” does not name a cell"):
        run(capsys, "import_event", results, "--mend", mend)


def test_mend_works_only_with_a_results_table(capsys):
    with pytest.raises(CommandError, match="--mend works only with a single table of results"):
        run(capsys, "import_event", *FILES, "--mend", "3:one=Ana")
