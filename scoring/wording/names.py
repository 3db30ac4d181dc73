"""What rule sets, tile sets, boards and word lists are called, in the language of whoever reads.

Their files say the name in plain English; what kind of thing it is stands as the context of the
translation, for "German" names rules and tiles. A word list that a director loaded is called what the
director called it.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import pgettext

from scoring import catalogue
from scoring.engine.board.layouts import Layout
from scoring.engine.board.tiles import TileSet
from scoring.engine.rules.rulesets import RuleSet
from scoring.lexicon import Lexicon, lexicons

RULES, TILES, BOARD, WORDS = "rule set", "tile set", "board layout", "word list"

CONTEXTS = {RuleSet: RULES, TileSet: TILES, Layout: BOARD, Lexicon: WORDS}


def name_of(item: RuleSet | TileSet | Layout | Lexicon) -> str:
    """The name of a rule set, tile set, board or word list."""
    if isinstance(item, Lexicon) and not item.shipped:
        return item.name
    return pgettext(CONTEXTS[type(item)], item.name)


def tile_set_named(name: str) -> str:
    """The name of a tile set of which only the English name is at hand, as in a message of the engine."""
    return pgettext(TILES, name)


def rule_set_named(name: str) -> str:
    """The same of a rule set."""
    return pgettext(RULES, name)


def texts_of_data() -> Iterator[tuple[str, str]]:
    """Every name that `name_of` translates, as (context, name): `makemessages` collects them."""
    shipped = (words for words in lexicons().values() if words.shipped)
    things = (
        catalogue.rule_sets().values(), catalogue.tile_sets().values(),
        catalogue.layouts().values(), shipped,
    )  # fmt: skip
    for items in things:
        for item in items:
            yield CONTEXTS[type(item)], item.name
