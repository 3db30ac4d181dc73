"""What a plug-in says of itself, in the language of whoever reads: its name, its help, its options.

A report, metric, pairing method, rating system, kind of prize or file format says all that in plain
English in its one file: in its docstring, in the attributes of `NAMES` and `SHORT`, and in the texts of
its options. Engines import no Django, so nothing is marked there. Whoever shows such a text asks a
function of this module for it; the command `makemessages` asks `texts_of` for all of them, so that
translators find each one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import Field, dataclass, fields
from typing import Any

from django.utils.translation import gettext, pgettext

from tournament.engine.plugins import Plugin
from tournament.engine.ratings.system import RatingSystem, system_label

NAMES = ("title", "label", "group", "level_on")
"""The attributes that hold a name or a phrase, as far as the kind of plug-in has them."""
SHORT = "short"
"""The attribute that holds an abbreviation; its name is the context in which it is translated."""


@dataclass(frozen=True, slots=True)
class OptionTexts:
    """What a form says of one option."""

    label: str
    help: str
    choices: tuple[tuple[str, str], ...]
    """The values it may have, each with its label; nothing where it is typed."""


def translate_text(text: str) -> str:
    """The text in the language of whoever reads; empty where it is."""
    return gettext(text) if text else ""


def name_of(plugin: Plugin | type[Plugin]) -> str:
    """What the plug-in is called: its title or label. Raises `AttributeError` where it has neither."""
    return translate_text(_name(plugin))


def short_name_of(plugin: Plugin | type[Plugin]) -> str:
    """The abbreviation of its name, as it stands over a column."""
    short: str = getattr(plugin, SHORT)
    return pgettext(_name(plugin), short) if short else ""


def system_name(key: str) -> str:
    """What people call the rating system of that key; the key itself where there is none such."""
    return translate_text(system_label(key))


def guess_of(system: RatingSystem, need: str) -> str:
    """What the rating system takes where that figure of a player is not known."""
    return translate_text(system.guesses[need])


def help_of(plugin: Plugin | type[Plugin]) -> tuple[str, ...]:
    """Its help, paragraph by paragraph, each in one line; the first says what it is."""
    return tuple(map(translate_text, paragraphs_of(plugin.explanation())))


def summary_of(plugin: Plugin | type[Plugin]) -> str:
    """The first paragraph of its help."""
    return help_of(plugin)[0]


def option_texts(item: Field[Any]) -> OptionTexts:
    """What a form says of one field of `Plugin.Options`, or of another form made of a dataclass."""
    return OptionTexts(
        translate_text(english_label(item)),
        translate_text(item.metadata.get("help", "")),
        tuple((value, translate_text(label)) for value, label in item.metadata.get("choices", ())),
    )


def texts_of(plugin: Plugin | type[Plugin]) -> Iterator[tuple[str, str]]:
    """Every text that the functions above translate, as (context, text); most have no context."""
    for attribute in NAMES:
        yield "", str(getattr(plugin, attribute, ""))
    if short := getattr(plugin, SHORT, ""):
        yield _name(plugin), short
    for paragraph in paragraphs_of(plugin.explanation()):
        yield "", paragraph
    for variant in getattr(plugin, "variants", {}).values():
        yield "", variant.title
        for paragraph in paragraphs_of(variant.help):
            yield "", paragraph
    for guess in getattr(plugin, "guesses", {}).values():
        yield "", guess
    for item in fields(plugin.Options):
        yield from texts_of_option(item)


def texts_of_option(item: Field[Any]) -> Iterator[tuple[str, str]]:
    """Every text that `option_texts` translates, as (context, text)."""
    yield "", english_label(item)
    yield "", item.metadata.get("help", "")
    for _, label in item.metadata.get("choices", ()):
        yield "", label


def english_label(item: Field[Any]) -> str:
    """What the option is called in the program's own English: its label, else its name as words."""
    return str(item.metadata.get("label") or item.name.replace("_", " ").capitalize())


def _name(plugin: Plugin | type[Plugin]) -> str:
    name = getattr(plugin, "title", "") or plugin.label  # type: ignore[union-attr]
    return str(name)


def paragraphs_of(text: str) -> list[str]:
    """Return each paragraph of a help text in one line."""
    return [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]
