"""What the README says of everything that is found by walking a folder, and what it leaves out."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields

from tests.architecture.modules import SOURCE
from tournament.engine.pairing.method import all_methods
from tournament.engine.plugins import Plugin
from tournament.engine.ratings.system import all_systems
from tournament.engine.standings import all_metrics
from tournament.exchange.event_files import event_formats
from tournament.reports.definition import all_reports
from tournament.reports.renderer import all_renderers

README = (SOURCE / "README.md").read_text(encoding="utf-8")


def row_of(first_cell: str) -> str:
    """Return the table row whose first cell begins with this name in code type, or an empty text."""
    row = re.search(rf"^\| `{re.escape(first_cell)}\b[^`]*` \|.*$", README, re.MULTILINE)
    return row.group() if row else ""


def left_out(kind: str) -> list[str]:
    """Return a sentence for everything of this kind that the README does not tell, or tells wrongly."""
    return [sentence for sentences in _CHECKS[kind]() for sentence in sentences]


def _rows(plugins: Mapping[str, Plugin], *, options: bool) -> Iterator[list[str]]:
    """A row for each key; with `options` it names them, or says that there are none."""
    for key, plugin in plugins.items():
        row = row_of(key)
        if not row:
            yield [f"no row for {key}"]
        elif options:
            named = [
                item.name for item in fields(plugin.Options) if not item.metadata.get("hidden")
            ]
            yield [f"{key}: {name} is missing" for name in named if f"`{name}`" not in row]
            yield [f"{key}: say that it has no options"] if not named and "none" not in row else []


def _renderers() -> Iterator[list[str]]:
    yield [f"{key} is missing" for key in all_renderers() if f"`{key}`" not in README]


def _file_formats() -> Iterator[list[str]]:
    for key, known in event_formats().items():
        ways = [cell.strip() == "yes" for cell in row_of(key).split("|")[2:4]]
        if ways != [known.reads, known.writes]:
            yield [f"{key}: say whether it is read and whether it is written"]


_CHECKS: Mapping[str, Callable[[], Iterator[list[str]]]] = {
    "metric": lambda: _rows(all_metrics(), options=False),
    "pairing method": lambda: _rows(all_methods(), options=True),
    "rating system": lambda: _rows(all_systems(), options=True),
    "report": lambda: _rows(all_reports(), options=False),
    "format of reports": _renderers,
    "file format": _file_formats,
}
KINDS = tuple(_CHECKS)
