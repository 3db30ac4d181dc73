"""A room is added as a folder, without any name in the core."""

import json
import subprocess
import sys
from pathlib import Path

from tests.installation import SOURCE

FOLDER = Path(__file__).parent / "new_room"


def test_room_in_another_folder_is_on_every_page_that_shows_rooms(installation):
    walk = [sys.executable, str(FOLDER / "walk.py"), str(FOLDER)]
    variables = {
        **installation.environment(),
        "PYTHONPATH": str(SOURCE),
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "NINETIMER_SNAPSHOTS": "0",
    }
    ended = subprocess.run(
        walk, env=variables, cwd=SOURCE, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    walked = json.loads(ended.stdout.splitlines()[-1])
    assert walked.pop("work")[-1] == "keep_warm"
    assert walked == {
        "page": True, "tab": True, "setting": True, "link": True, "card": True, "report": True, "help": True,
        "table": True, "middleware": "served", "command": "2 cups", "differences": [],
        "log": "Ana Lopez takes 2 lumps of sugar.", "verb": "Sweeten",
        "archive": [{"entry": 1, "sugar": 2}, {"entry": 2, "sugar": 0}],
    }  # fmt: skip
