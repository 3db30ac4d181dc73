"""Translated names of rule sets, tile sets, boards and word lists.

Their files contain the English names. The kind of item is the translation context, because "German"
names both rules and tiles. A word list loaded by a director keeps the name given to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import pgettext

from scoring import catalogue
from scoring.engine.board.layouts import Layout
from scoring.engine.board.tiles import TileSet
from scoring.engine.rules.rulesets import RuleSet
from scoring.lexicon import Lexicon, lexicons

RULES, TILES, BOARD, WORD_LIST = "rule set", "tile set", "board layout", "word list"

CONTEXTS = {RuleSet: RULES, TileSet: TILES, Layout: BOARD, Lexicon: WORD_LIST}


def name_of(item: RuleSet | TileSet | Layout | Lexicon) -> str:
    """Return the translated name of a rule set, tile set or board; a loaded word list keeps its given name."""
    if isinstance(item, Lexicon) and not item.shipped:
        return item.name
    return pgettext(CONTEXTS[type(item)], item.name)


def translated_tile_set_name(name: str) -> str:
    """Return the name of a tile set from its English name, as in messages of the engine."""
    return pgettext(TILES, name)


def translated_rule_set_name(name: str) -> str:
    """Return the name of a rule set from its English name."""
    return pgettext(RULES, name)


def names_to_translate() -> Iterator[tuple[str, str]]:
    """Yield every name that `name_of` translates, as (context, name), for `makemessages`."""
    shipped = (words for words in lexicons().values() if words.shipped)
    things = (
        catalogue.rule_sets().values(), catalogue.tile_sets().values(),
        catalogue.layouts().values(), shipped,
    )  # fmt: skip
    for items in things:
        for item in items:
            yield CONTEXTS[type(item)], item.name
