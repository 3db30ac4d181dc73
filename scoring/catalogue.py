"""The available tile sets, boards and rule sets: every TOML file in the data folder, read once.

To add a set, add its file; nothing else needs to change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scoring.engine.board.layouts import Layout
from scoring.engine.board.tiles import TileSet
from scoring.engine.rules.rulesets import RuleSet

T = TypeVar("T")
DATA = Path(__file__).parent / "data"


class NotInCatalogue(LookupError):
    """An unknown tile set, board or rule set. The message lists the known ones.

    `what` is the text of the message in English, with ``{key}`` and ``{known}`` to be filled in.
    """

    def __init__(self, what: str, key: str, known: Iterable[str]) -> None:
        super().__init__(gettext(what).format(key=key, known=", ".join(known)))
        self.key = key


@cache
def tile_sets() -> dict[str, TileSet]:
    """Return every tile set by key. Raise `DataFileError` for an invalid file."""
    return {key: TileSet.from_toml(text, key) for key, text in _data_files("tilesets")}


@cache
def layouts() -> dict[str, Layout]:
    """Return every board by key. Raise `DataFileError` for an invalid file."""
    return {key: Layout.from_toml(text, key) for key, text in _data_files("layouts")}


@cache
def rule_sets() -> dict[str, RuleSet]:
    """Return every rule set by key. Raise `DataFileError` for an invalid file."""
    return {key: RuleSet.from_toml(text, key) for key, text in _data_files("rules")}


def tile_set(key: str) -> TileSet:
    """Return the tile set with that key. Raise `NotInCatalogue` if it is unknown."""
    return _look_up(
        _("There is no tile set “{key}”. Available tile sets: {known}."), key, tile_sets()
    )


def layout(key: str) -> Layout:
    """Return the board with that key. Raise `NotInCatalogue` if it is unknown."""
    return _look_up(
        _("There is no board layout “{key}”. Available board layouts: {known}."), key, layouts()
    )


def rule_set(key: str) -> RuleSet:
    """Return the rule set with that key. Raise `NotInCatalogue` if it is unknown."""
    return _look_up(
        _("There is no rule set “{key}”. Available rule sets: {known}."), key, rule_sets()
    )


def _look_up(what: str, key: str, known: Mapping[str, T]) -> T:
    try:
        return known[key]
    except KeyError:
        raise NotInCatalogue(what, key, known) from None


def _data_files(folder: str) -> list[tuple[str, str]]:
    return [(path.stem, path.read_text("utf-8")) for path in sorted((DATA / folder).glob("*.toml"))]
