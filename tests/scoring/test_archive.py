"""Recognising game files, and the verification of many."""

import json
import os
import time

import pytest

from scoring.archive import (
    MAX_FILE_BYTES,
    Tally,
    Verdict,
    game_files_of,
    iter_verdicts,
    verify_files,
)
from scoring.engine.audit.identify import RequestedKeys
from tests.scoring.engine.gcg.sheets import PLAYS, sheet

RIGHT, WRONG = sheet(*PLAYS), sheet(PLAYS[0].replace("30 30", "15 15"))


def judged(path, as_json=False, **wanted) -> Verdict:
    (verdict,) = verify_files([path], RequestedKeys(**wanted), as_json=as_json)
    return verdict


def wrote(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_folders_are_searched_recursively_in_order_and_each_path_once(tmp_path):
    for name in ("b.gcg", "a.GCG", "deep/er/c.gcg", "deep/d.txt"):
        wrote(tmp_path / name, RIGHT)
    for name in ("notes.txt", "deep/table.csv", "readme.md", "gcg"):
        wrote(tmp_path / name, "Round 1\n")
    missing, first = tmp_path / "none.gcg", tmp_path / "b.gcg"
    matches = game_files_of([missing, first, tmp_path, first])
    names = [str(path.relative_to(tmp_path)) for path in matches]
    assert names == ["none.gcg", "b.gcg", "a.GCG", "deep/d.txt", "deep/er/c.gcg"]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("\ufeff#Player2 ann Ann\n", True),
        ("#character-encoding UTF-8\n", True),
        (">ann: AT 8H AT +4\r\n", True),
        ("\n\n#note late\n#player1 ann Ann\n", True),
        ("> Ann wrote: the score was 4\n", False),
        ("#players are late\n", False),
        ("Hello\n", False),
        ("", False),
    ],
)
def test_text_file_counts_if_it_contains_a_game(tmp_path, text, counts):
    path = wrote(tmp_path / "x.txt", text)
    assert (game_files_of([tmp_path]) == [path]) is counts
    assert game_files_of([path]) == [path]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b"\xef\xbb\xbf", "empty_file"),
        (b"\x00" * 5000, "not_a_game"),
        (b"PK\x03\x04" + bytes(range(256)) * 20, "not_a_game"),
        (b"x" * (MAX_FILE_BYTES + 1), "not_a_game"),
    ],
)
def test_file_other_than_a_game_is_unreadable_with_its_reason(tmp_path, data, code):
    path = wrote(tmp_path / "x.gcg", data)
    item = json.loads(judged(path, as_json=True).text)
    assert (item["status"], item["findings"][0]["code"]) == ("unreadable", code)
    assert judged(path).text.startswith(f"{path} cannot be read. ")


def test_huge_file_is_refused_at_once(tmp_path):
    path = tmp_path / "x.gcg"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    started = time.monotonic()
    assert "larger than" in judged(path).text
    assert time.monotonic() - started < 2


def test_missing_path_or_folder_is_unreadable_with_its_reason(tmp_path):
    (tmp_path / "folder.gcg").mkdir()
    for name, reason in (("no.gcg", "no such file"), ("folder.gcg", "directory")):
        result = judged(tmp_path / name)
        assert (result.status, reason in result.text) == ("unreadable", True)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read it all")
def test_file_without_permission_is_unreadable_with_its_reason(tmp_path):
    path = wrote(tmp_path / "x.gcg", RIGHT)
    closed = wrote(tmp_path / "closed" / "y.gcg", RIGHT).parent
    path.chmod(0)
    closed.chmod(0)
    try:
        result = [judged(path) for path in game_files_of([tmp_path])]
    finally:
        closed.chmod(0o700)
    assert [verdict.status for verdict in result] == ["unreadable"] * 2
    assert all("permission denied" in verdict.text for verdict in result)


def test_json_is_one_line_of_ascii(tmp_path):
    path = wrote(tmp_path / "ä\n.gcg", "#player1 ä Ä\n#player2 b B\n>ä: ÄH 8H ÄH +16 16\n")
    text = judged(path, as_json=True).text
    assert text.isascii()
    assert "\n" not in text
    assert json.loads(text)["players"][0] == {"nick": "ä", "name": "Ä"}


def test_several_processes_give_the_same_output_in_the_same_order(tmp_path):
    for number in range(120):
        wrote(tmp_path / f"{number:03}.gcg", (RIGHT, WRONG, "")[number % 3])
    files = game_files_of([tmp_path])
    alone = list(iter_verdicts(files, RequestedKeys(), 1, as_json=True))
    assert [result.file for result in alone] == [str(path) for path in files]
    assert list(iter_verdicts(files, RequestedKeys(), 2, as_json=True)) == alone


@pytest.mark.parametrize(
    ("statuses", "code", "summary"),
    [
        ([], 0, "0 files: nothing to verify."),
        (["verified"], 0, "1 file: 1 correct."),
        (["verified", "unfinished"], 0, "2 files: 1 correct, 1 unfinished."),
        (["differs", "verified"], 1, "2 files: 1 correct, 1 with differences."),
        (["unreadable", "differs"], 2, "2 files: 1 with differences, 1 unreadable."),
    ],
)
def test_verdicts_determine_an_exit_code_and_a_sentence(statuses, code, summary):
    tally = Tally()
    for status in statuses:
        tally.add(Verdict("x", status, ""))
    assert tally.exit_code == code
    assert list(tally.sentences()) == [summary]
