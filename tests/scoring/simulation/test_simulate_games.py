"""``manage.py simulate_games``: output, repeatability and refusals."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from scoring import catalogue
from scoring.engine import gcg
from scoring.engine.audit.audit import AuditStatus, audit
from scoring.simulation.games import SimulationRequest
from tests.scoring.engine.positions import ENGLISH, STANDARD


def written(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def checked(data: bytes, rules="naspa_nwl"):
    text, odd = gcg.decode(data)
    assert odd == ()
    return audit(gcg.read(text), catalogue.rule_set(rules), ENGLISH, STANDARD)


def test_games_are_written_one_per_file_or_printed_and_are_verified(tmp_path, capsys):
    call_command("simulate_games", "3", seed="5", to=tmp_path / "games")
    assert capsys.readouterr().out == f"3 games written to {tmp_path / 'games'}.\n"
    files = written(tmp_path / "games")
    assert list(files) == ["game_00001.gcg", "game_00002.gcg", "game_00003.gcg"]
    for data in files.values():
        assert data.startswith(b"#character-encoding UTF-8\n")
        assert (checked(data).status, checked(data).findings) == (AuditStatus.VERIFIED, ())
    call_command("simulate_games", "1", seed="5")
    printed = capsys.readouterr().out
    assert printed.rstrip("\n") == next(SimulationRequest(seed="5").play_games(1)).text.rstrip("\n")
    assert printed.count("#player1 ") == 1


@pytest.mark.full
def test_same_seed_gives_the_same_bytes_in_one_process_or_two(tmp_path):
    def simulated(name, number="4", seed="5", **more):
        call_command("simulate_games", number, seed=seed, mistakes=0.2, to=tmp_path / name, **more)
        return written(tmp_path / name)

    one, two = (simulated(f"in {jobs}", jobs=jobs, verbosity=0) for jobs in (1, 2))
    fewer = simulated("fewer", "2")
    assert one == two
    assert fewer == dict(list(one.items())[:2])
    assert fewer != simulated("other", "2", "6")


def test_truth_file_lists_the_findings_of_an_audit(tmp_path):
    truth = tmp_path / "truth.jsonl"
    games = tmp_path / "games"
    call_command("simulate_games", "4", seed="5", mistakes=0.2, to=games, truth=truth)
    listed = [json.loads(line) for line in truth.read_text("utf-8").splitlines()]
    differences = [
        (name, finding.turn, finding.announced, finding.correct)
        for name, data in written(games).items()
        for finding in checked(data).findings
    ]
    assert len(listed) > 5
    assert [(m["file"], m["turn"], m["announced"], m["correct"]) for m in listed] == differences


@pytest.mark.full
def test_game_on_the_large_board_names_its_board(tmp_path):
    call_command("simulate_games", "1", tileset="english_super", layout="super", to=tmp_path / "g")
    (data,) = written(tmp_path / "g").values()
    record = gcg.read(data.decode())
    assert record.pragma("tile-set") == "english_super"
    assert record.pragma("board-layout") == "super"
    tiles, board = catalogue.tile_set("english_super"), catalogue.layout("super")
    checked = audit(record, catalogue.rule_set("naspa_nwl"), tiles, board)
    assert (checked.status, checked.findings) == (AuditStatus.VERIFIED, ())


def test_progress_bar_is_drawn_on_a_terminal(tmp_path):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    watched = Terminal()
    call_command("simulate_games", "2", to=tmp_path / "games", stderr=watched)
    assert "] 2/2" in watched.getvalue()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"number": "0"}, "0 games: choose 1 to 100000"),
        ({"jobs": 0}, "--jobs 0: choose 1 to 64"),
        ({"mistakes": 1.5}, r"mistakes is 1\.5, but a share must be between 0 and 1"),
        ({"rules": "chess"}, "There is no rule set “chess”. Available rule sets: absp"),
        ({"tileset": "runes"}, "There is no tile set “runes”"),
        ({"layout": "round"}, "There is no board layout “round”"),
        ({"players": 3}, "NASPA, NWL is for 2 players, not 3"),
        ({"rules": "spanish"}, "Simulated games need tiles of one letter each"),
    ],
)
def test_impossible_request_is_refused_before_writing(tmp_path, options, sentence):
    number = options.pop("number", "2")
    with pytest.raises(CommandError, match=sentence):
        call_command("simulate_games", number, to=tmp_path / "games", **options)
    assert not (tmp_path / "games").exists()


def test_non_empty_folder_is_left_alone_and_a_file_in_its_place_named(tmp_path):
    (tmp_path / "mine.gcg").write_text("mine", encoding="utf-8")
    with pytest.raises(CommandError, match="is not empty"):
        call_command("simulate_games", "1", to=tmp_path)
    assert list(written(tmp_path)) == ["mine.gcg"]
    (tmp_path / "games").write_text("mine", encoding="utf-8")
    with pytest.raises(CommandError, match="games: File exists"):
        call_command("simulate_games", "1", to=tmp_path / "games")
