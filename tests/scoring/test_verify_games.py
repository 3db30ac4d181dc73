"""``manage.py verify_games`` on the command line: output and exit status."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.scoring.engine.gcg.sheets import PLAYS, sheet

SOURCE = Path(__file__).resolve().parents[2]
RIGHT = sheet(*PLAYS)
WRONG = sheet(PLAYS[0].replace("30 30", "15 15"))
KEYS = [
    "file", "status", "rules", "tileset", "layout", "lexicon", "players", "turns",
    "announced_final", "correct_final", "winner", "findings",
]  # fmt: skip


def run(*arguments) -> tuple[int, list[str]]:
    """Return the exit status and the printed lines."""
    out = StringIO()
    try:
        call_command("verify_games", *map(str, arguments), stdout=out)
    except SystemExit as ended:
        return ended.code, out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def refused(*arguments) -> str:
    with pytest.raises(CommandError) as refusal:
        run(*arguments)
    assert refusal.value.returncode == 2
    return str(refusal.value)


@pytest.fixture
def folder(tmp_path):
    """Return a folder with a correct game, a wrong one, and a file without a game."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.gcg").write_text(RIGHT)
    (tmp_path / "deep" / "b.txt").write_text(WRONG)
    (tmp_path / "c.gcg").write_text("")
    (tmp_path / "letter.txt").write_text("Dear Ann\n")
    return tmp_path


def test_exit_status_is_that_of_the_worst_file_and_each_has_a_line(folder):
    code, (wrong, total) = run(folder / "a.gcg", folder / "deep")
    assert code == 1
    assert wrong.startswith(f"{folder}/deep/b.txt: line 3: ")
    proof = "LOFTY: L 1 + O 1 + F 4 + T 1 + Y 4 ×2 (L8) = 15, ×2 (H8) = 30"
    assert f"15 announced, 30 correct. {proof}" in wrong
    assert "Likely: " in wrong
    assert total == "2 files: 1 with differences, 1 unfinished."
    code, lines = run(folder)
    assert code == 2
    assert lines[0] == f"{folder}/c.gcg cannot be read. The file is empty: it contains no game."
    assert lines[-1] == "3 files: 1 with differences, 1 unfinished, 1 unreadable."
    assert run(folder / "none.gcg")[0] == 2


def test_json_output_is_one_object_per_file(folder):
    code, lines = run(folder, "--json")
    items = [json.loads(line) for line in lines]
    assert code == 2
    assert [list(item) for item in items] == [KEYS] * 3
    assert [item["status"] for item in items] == ["unfinished", "unreadable", "differs"]
    assert [Path(item["file"]).name for item in items] == ["a.gcg", "c.gcg", "b.txt"]


def test_options_supply_rules_tiles_and_board(folder):
    options = ("--rules", "absp", "--tileset", "dutch", "--layout", "super")
    item = json.loads(run(folder / "a.gcg", "--json", *options)[1][0])
    assert (item["rules"], item["tileset"], item["layout"]) == ("absp", "dutch", "super")


def test_tile_set_that_resolves_all_differences_is_reported(tmp_path):
    german = sheet(">ann: HEBENDE 8D HEBEN +20 20", ">bob: WEIN - +0 0")
    for name in ("a.gcg", "b.gcg"):
        (tmp_path / name).write_text(german)
    code, lines = run(tmp_path)
    assert code == 1
    assert (
        "With --tileset german, all differences disappear in 2 of the files that differ." in lines
    )
    assert run(tmp_path, "--tileset", "german") == (0, ["2 files: 2 unfinished."])


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (("--rules", "fide"), "There is no rule set “fide”. Available rule sets: absp, "),
        (("--tileset", "klingon"), "There is no tile set “klingon”. Available tile sets: "),
        (("--layout", "round"), "There is no board layout “round”. Available board layouts: "),
        (("--jobs", "0"), "--jobs 0: choose 1 to 64."),
        (("--jobs", "65"), "--jobs 65: choose 1 to 64."),
    ],
)
def test_unknown_option_value_is_refused_with_the_valid_ones(folder, option, sentence):
    assert refused(folder, *option).startswith(sentence)


def test_folder_without_games_is_refused(tmp_path):
    assert refused(tmp_path) == f"There are no recorded games (.gcg or .txt files) in {tmp_path}."


def command(*arguments, **environment) -> subprocess.CompletedProcess:
    """Run the command as a separate process."""
    return subprocess.run(
        [sys.executable, str(SOURCE / "manage.py"), "verify_games", *map(os.fsdecode, arguments)],
        cwd=SOURCE,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_unprintable_names_and_letters_cause_no_traceback(tmp_path):
    path = tmp_path / os.fsdecode(b"caf\xe9.gcg")
    try:
        path.write_text(WRONG)
    except OSError:
        pytest.skip("this file system knows no such names")
    for options in ((), ("--json",)):
        ended = command(tmp_path, *options, PYTHONIOENCODING="ascii")
        assert ended.stderr == b""
        assert ended.returncode == 1
        assert b"\\udce9.gcg" in ended.stdout


def test_closed_output_pipe_causes_no_traceback(tmp_path):
    for number in range(300):
        (tmp_path / f"{number}.gcg").write_text(WRONG)
    program = f"{sys.executable} manage.py verify_games {tmp_path} --json --jobs 2 | head -n 1"
    ended = subprocess.run(
        program, shell=True, cwd=SOURCE, capture_output=True, check=False, timeout=120
    )
    assert ended.stderr == b""
    assert json.loads(ended.stdout)["status"] == "differs"
