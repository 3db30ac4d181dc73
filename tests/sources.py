"""The files of the program that tests read."""

from functools import cache
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1]


@cache
def templates() -> tuple[Path, ...]:
    """Return every template, those of the rooms included."""
    folders = [SOURCE / "templates", *(SOURCE / "tournament").glob("*/templates")]
    return tuple(sorted(path for folder in folders for path in folder.rglob("*.html")))
