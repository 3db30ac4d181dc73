"""Migrating data folders of earlier versions completely, with any enabled rooms."""

import gzip
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.installation import Installation
from tournament.environment import ROOMS

FOLDERS = Path(__file__).resolve().parents[2] / "fixtures" / "data-folders"
COUNTED = (
    "tournament_entry", "tournament_resultentry", "scoring_turnentry", "tournament_playercode", "tournament_screen",
)  # fmt: skip


def counts(installation):
    with closing(sqlite3.connect(installation.database)) as database:
        return [
            database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in COUNTED
        ]


CASES = [  # in the gate only the latest folder, with all rooms
    pytest.param(
        packed,
        rooms,
        id=f"{packed.name[:10]} {'all rooms' if rooms else 'no room'}",
        marks=[] if rooms and number == 1 else [pytest.mark.full],
    )
    for number, packed in enumerate(sorted(FOLDERS.glob("*.gz")))
    for rooms in (ROOMS, ())
]


PRACTICE = "practice-6-players-3-rounds"


@pytest.mark.parametrize(("packed", "rooms"), CASES)
def test_earlier_data_folder_is_migrated_and_matches_its_log(packed, rooms, tmp_path):
    installation = Installation(tmp_path / "data")
    installation.folder.mkdir()
    with gzip.open(packed) as source, installation.database.open("wb") as target:
        shutil.copyfileobj(source, target)
    (installation.folder / "rooms").write_text(",".join(rooms), encoding="utf-8")
    before = counts(installation)
    assert min(before) > 0
    printed = installation.manage_in_turn(
        ["migrate", "--verbosity", "0"],
        ["recheck", "--all"],
        ["check"],
        ["rebuild", PRACTICE, "--to", str(tmp_path / "rebuilt")],
    )
    assert counts(installation) == before
    assert "No differences in the installation; 2 events, 4 results and 5 recorded" in printed
    assert printed.endswith(" rows, no differences.\n")
    if rooms:  # a room that is enabled later finds its tables
        return
    (installation.folder / "rooms").unlink()
    assert "0001_initial" in installation.manage("migrate", "--verbosity", "1")
    assert counts(installation) == before
