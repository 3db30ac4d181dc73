"""The presets shipped with the program: one TOML file per rating body, read once."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from scoring import catalogue
from scoring.engine.board.layouts import Layout
from scoring.engine.board.tiles import TileSet
from tournament.engine.event_rules import BadEventRules, EventRules, event_rules
from tournament.engine.message import Message

PRESETS_DIR = Path(__file__).parent / "presets"


@cache
def presets() -> Mapping[str, EventRules]:
    """Return every preset by key (the file name), in key order. Raise `BadEventRules` for an invalid file."""
    return MappingProxyType(
        {path.stem: read_preset(path) for path in sorted(PRESETS_DIR.glob("*.toml"))}
    )


def preset(key: str) -> EventRules:
    """Return the preset with this key. Raise `KeyError` with the existing keys if there is none."""
    try:
        return presets()[key]
    except KeyError:
        raise KeyError(f'there is no preset "{key}"; there are {", ".join(presets())}') from None


def tile_set_of(rules: EventRules) -> TileSet:
    """Return the tile set of the event: its own, or else its rule set's.

    Raise `NotInCatalogue` for an unknown key.
    """
    return catalogue.tile_set(rules.tile_set or catalogue.rule_set(rules.rules).tile_set)


def layout_of(rules: EventRules) -> Layout:
    """Return the board of the event: its own, or else its rule set's.

    Raise `NotInCatalogue` for an unknown key.
    """
    return catalogue.layout(rules.layout or catalogue.rule_set(rules.rules).layout)


def read_preset(path: Path) -> EventRules:
    """Return the preset in a file. Raise `BadEventRules` naming the file and the problem."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as broken:
        reason = Message("bad_toml", source=path.name, reason=str(broken))
        raise BadEventRules(reason) from broken
    return event_rules(values, path.name)
