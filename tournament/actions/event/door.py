"""Opening and closing the door of the hall, and what is written down of it."""

from __future__ import annotations

import json
from dataclasses import asdict

from tournament.queries.event.door import Door, door_file


def remember_door(state: Door) -> None:
    """Write down how the door stands, so that every process and the next start of the program know it."""
    file = door_file()
    new = file.with_suffix(".new")
    new.write_text(json.dumps(asdict(state)), encoding="utf-8")
    new.replace(file)
