"""Identify the rules, tiles and board of a record.

The tiles and the board are taken from the record if it states them, otherwise from the caller's
choice, otherwise from the rule set. If the record states no tiles and has letters that the chosen
tile set does not have, a tile set with all of them is taken, and a finding reports it.

The rule set is the one the caller named. Otherwise the record determines it: by its lexicon, its
tiles, a challenge bonus and the form of the rack settlement. The default is the English standard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.engine.audit.findings import Code, Finding
from scoring.engine.board.layouts import Layout
from scoring.engine.board.tiles import BLANK, TileSet, UnknownTile
from scoring.engine.game.record import Record
from scoring.engine.game.turns import CHALLENGE_BONUS, END_RACK
from scoring.engine.message import Message
from scoring.engine.rules.rulesets import RackSettlement, RuleSet

DEFAULT_RULES = "naspa_nwl"
BONUS_RULES = "wespa"
"""Key of the rule set for English records with challenge bonuses."""


@dataclass(frozen=True)
class AvailableRules:
    """All available rule sets, tile sets and layouts, by key."""

    rule_sets: Mapping[str, RuleSet]
    tile_sets: Mapping[str, TileSet]
    layouts: Mapping[str, Layout]


@dataclass(frozen=True)
class RequestedKeys:
    """Keys chosen by the caller. None leaves the choice open."""

    rules: str | None = None
    tile_set: str | None = None
    layout: str | None = None


_TILE_SET_PRAGMAS = ("tile-set", "tile-distribution")
_STANDARD_LAYOUT_ALIASES = ("crosswordgame", "standard15", "standard_15")
"""Names that other programs use for the standard layout."""
_SUFFIXES = ("set", "tiles", "distribution")
"""Words that may follow the name of a tile set, as in `english set`."""
GAME_TYPES = ("classic", "wordsmog", "classic_super", "wordsmog_super")
"""Game types defined by the format and by the programs that write it."""


class Setting(NamedTuple):
    """The rules, tiles and board of a record. `findings` reports any guesses and unknown names."""

    rules: RuleSet
    tile_set: TileSet
    layout: Layout
    findings: tuple[Finding, ...] = ()


def identify(
    record: Record, available: AvailableRules, wanted: RequestedKeys = RequestedKeys()
) -> Setting:
    """Return the rules, tile set and layout of a record, chosen as the module's docstring describes.

    The tile set is not checked against the letters; see `with_tile_set_from_letters`. Raise `KeyError` if an
    unknown key of `wanted` is needed.
    """
    lexicon, tiles, layout = "", None, None
    unknown: list[Finding] = []
    if record.pragmas:
        lexicon = (record.pragma("lexicon") or "").lower()
        tiles = _stated_tiles(record, lexicon, available)
        layout = _stated_layout(record, available)
        unknown = list(_unknown_names(record, available))
    if tiles is None and wanted.tile_set:
        tiles = available.tile_sets[wanted.tile_set]
    rules, named = _identify_rules(record, lexicon, tiles, available, wanted)
    layout = layout or available.layouts[wanted.layout or rules.layout]
    if tiles is None:
        tiles = available.tile_sets["english_super" if layout.key == "super" else rules.tile_set]
    if not named:
        rules = _rules_with_recorded_settlement(record, rules)
    return Setting(rules, tiles, layout, tuple(unknown))


def with_tile_set_from_letters(
    record: Record, setting: Setting, available: AvailableRules, wanted: RequestedKeys
) -> Setting:
    """Return the setting with the tile set that the letters of the record require, and a finding about it.

    This is called after a replay has met letters that the tile set does not have. The rules change
    with the tile set unless the caller named them. The setting is returned unchanged if no set has
    all of the letters, or if the record states its tile set, for example by its lexicon.
    """
    lexicon = (record.pragma("lexicon") or "").lower()
    if _stated_tiles(record, lexicon, available) is not None:
        return setting
    texts = [
        "".join(turn.rack or "") + "".join(turn.tiles).replace(".", "") for turn in record.turns
    ]
    fitting = [tiles for tiles in available.tile_sets.values() if _has_all_letters(tiles, texts)]
    if not fitting:
        return setting
    tiles = max(fitting, key=lambda tiles: tiles.confirmed)
    units = setting.tile_set.units
    odd = sorted({letter for text in texts for letter in text if letter not in units})
    message = Message(
        "tile_set_guessed", letters=tuple(odd), tile_set=setting.tile_set.name, taken=tiles.name
    )
    rules = setting.rules
    if wanted.rules is None:
        rules = next(
            (rules for rules in available.rule_sets.values() if rules.tile_set == tiles.key), rules
        )
        rules = _rules_with_recorded_settlement(record, rules)
    guess = Finding(Code.TILE_SET_GUESSED, message)
    return setting._replace(tile_set=tiles, rules=rules, findings=(*setting.findings, guess))


def _stated_tiles(record: Record, lexicon: str, available: AvailableRules) -> TileSet | None:
    for name in _TILE_SET_PRAGMAS:
        value = record.pragma(name)
        if value and (tiles := _tile_set_named(value, available)):
            return tiles
    if "super" in (record.pragma("game-type") or "").lower():
        return available.tile_sets["english_super"]
    if lexicon:
        for tiles in available.tile_sets.values():
            if lexicon.startswith(tiles.lexicons):
                return tiles
    return None


def _stated_layout(record: Record, available: AvailableRules) -> Layout | None:
    value = record.pragma("board-layout")
    if value and (layout := _layout_named(value, available)):
        return layout
    if "super" in (record.pragma("game-type") or "").lower():
        return available.layouts["super"]
    return None


def _tile_set_named(name: str, available: AvailableRules) -> TileSet | None:
    """Return the tile set with that key or name, or None if it is unknown.

    The name may be followed by a word such as `set`.
    """
    words = name.lower().split()
    if len(words) > 1 and words[-1] in _SUFFIXES:
        words = words[:-1]
    plain = " ".join(words)
    for tiles in available.tile_sets.values():
        if plain in (tiles.key, tiles.name.lower()) or plain.replace(" ", "_") == tiles.key:
            return tiles
    return None


def _layout_named(name: str, available: AvailableRules) -> Layout | None:
    """Return the layout with that key or name, or with that name in another program; None if it is unknown.

    Any name that contains `super` denotes the super layout.
    """
    wanted = name.lower()
    for layout in available.layouts.values():
        if wanted in (layout.key, layout.name.lower()):
            return layout
    if "super" in wanted:
        return available.layouts["super"]
    plain = wanted.replace(" ", "_")
    return available.layouts["standard"] if plain in _STANDARD_LAYOUT_ALIASES else None


def _unknown_names(record: Record, available: AvailableRules) -> Iterator[Finding]:
    """Yield findings for unknown names of tile sets, boards and game types in the record."""
    for pragma in record.pragmas:
        if pragma.name == "game-type":
            kind = pragma.value.strip().lower()
            if kind and kind not in GAME_TYPES:
                message = Message("game_type_unknown", value=pragma.value[:40], known=GAME_TYPES)
                yield Finding(Code.SETTING_UNKNOWN, message, pragma.line)
            continue
        if pragma.name in _TILE_SET_PRAGMAS:
            code, known = "tile_set_unknown", sorted(available.tile_sets)
            match: TileSet | Layout | None = _tile_set_named(pragma.value, available)
        elif pragma.name == "board-layout":
            code, known = "layout_unknown", sorted(available.layouts)
            match = _layout_named(pragma.value, available)
        else:
            continue
        if pragma.value and match is None:
            message = Message(code, pragma=pragma.name, value=pragma.value[:40], known=tuple(known))
            yield Finding(Code.SETTING_UNKNOWN, message, pragma.line)


def _identify_rules(
    record: Record,
    lexicon: str,
    tiles: TileSet | None,
    available: AvailableRules,
    wanted: RequestedKeys,
) -> tuple[RuleSet, bool]:
    """Return the rule set, and whether the caller named it.

    If the caller named none, it is determined by the lexicon, the tile set or a challenge bonus in
    the record. Failing these, the default applies.
    """
    if wanted.rules:
        return available.rule_sets[wanted.rules], True
    if lexicon:
        for rules in available.rule_sets.values():
            if lexicon.startswith(rules.lexicons):
                return rules, False
    if tiles is not None and tiles.key not in ("english", "english_super"):
        for rules in available.rule_sets.values():
            if rules.tile_set == tiles.key:
                return rules, False
    for turn in record.turns:
        if turn[0] is CHALLENGE_BONUS:
            return available.rule_sets[BONUS_RULES], False
    return available.rule_sets[DEFAULT_RULES], False


def _rules_with_recorded_settlement(record: Record, rules: RuleSet) -> RuleSet:
    """Return the rules with the rack settlement that the record uses, if it is recognizable.

    A bonus without any deduction indicates the double form. A bonus with the same deduction for
    another player indicates the transfer form. In all other cases, and for more than two players,
    the rules are unchanged.
    """
    bonus, losses = None, []
    for turn in record.turns[-6:]:
        if turn.kind is END_RACK:
            if turn.rack is not None:
                losses.append(turn.announced)
            elif bonus is None:
                bonus = turn.announced
            else:
                return rules
    if not bonus or bonus < 0:
        return rules
    form = (
        RackSettlement.TRANSFER
        if -bonus in losses
        else rules.out_form
        if losses
        else RackSettlement.DOUBLE
    )
    return (
        rules if form is rules.out_form or rules.players_max > 2 else replace(rules, out_form=form)
    )


def _has_all_letters(tiles: TileSet, texts: list[str]) -> bool:
    for text in texts:
        try:
            tiles.split_into_tiles(text.replace(BLANK, ""))
        except UnknownTile:
            return False
    return True
