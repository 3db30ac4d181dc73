"""Names, help and options of plug-ins in the reader's language.

The single file of a report, metric, pairing method, rating system, kind of prize or file format
contains these texts in English: in its docstring, in the attributes of `NAME_ATTRIBUTES` and
`SHORT_NAME_ATTRIBUTE`, and in its options. Engines do not import Django, so the texts are
not marked there. Views get the translations from the functions of this module; the command
`makemessages` collects all texts through `texts_of` for the translators.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import Field, dataclass, fields
from typing import Any

from django.utils.translation import gettext, pgettext

from tournament.engine.plugins import Plugin
from tournament.engine.ratings.system import RatingSystem, system_label

NAME_ATTRIBUTES = ("title", "label", "group", "level_on")
"""Attributes with a name or a phrase, for the kinds of plug-ins that have them."""
SHORT_NAME_ATTRIBUTE = "short"
"""The attribute with an abbreviation; the plug-in's name is its translation context."""


@dataclass(frozen=True, slots=True)
class OptionTexts:
    """The texts of an option on a form."""

    label: str
    help: str
    choices: tuple[tuple[str, str], ...]
    """The possible values with their labels; empty for free text."""


def translate_text(text: str) -> str:
    """Return the text in the reader's language; an empty string stays empty."""
    return gettext(text) if text else ""


def name_of(plugin: Plugin | type[Plugin]) -> str:
    """Return the title or label of the plug-in. Raise `AttributeError` if it has neither."""
    return translate_text(_english_name(plugin))


def short_name_of(plugin: Plugin | type[Plugin]) -> str:
    """Return the abbreviation of the plug-in's name, as used in column headings; empty if it has none."""
    short: str = getattr(plugin, SHORT_NAME_ATTRIBUTE)
    return pgettext(_english_name(plugin), short) if short else ""


def system_name(key: str) -> str:
    """Return the name of a rating system, or the key if no system has it."""
    return translate_text(system_label(key))


def assumption_sentence(system: RatingSystem, need: str) -> str:
    """Return the sentence about what the rating system assumes if the figure `need` of a player is unknown."""
    return translate_text(system.guesses[need])


def help_of(plugin: Plugin | type[Plugin]) -> tuple[str, ...]:
    """Return the plug-in's help as one line per paragraph; the first describes the plug-in."""
    return tuple(map(translate_text, paragraphs_of(plugin.explanation())))


def summary_of(plugin: Plugin | type[Plugin]) -> str:
    """Return the first paragraph of the plug-in's help."""
    return help_of(plugin)[0]


def option_texts(item: Field[Any]) -> OptionTexts:
    """Return the texts of a field of `Plugin.Options`, or of another form made from a dataclass."""
    return OptionTexts(
        translate_text(english_label(item)),
        translate_text(item.metadata.get("help", "")),
        tuple((value, translate_text(label)) for value, label in item.metadata.get("choices", ())),
    )


def texts_of(plugin: Plugin | type[Plugin]) -> Iterator[tuple[str, str]]:
    """Yield every text that the functions above translate, as (context, text); most have no context."""
    for attribute in NAME_ATTRIBUTES:
        yield "", str(getattr(plugin, attribute, ""))
    if short := getattr(plugin, SHORT_NAME_ATTRIBUTE, ""):
        yield _english_name(plugin), short
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
    """Yield every text that `option_texts` translates, as (context, text)."""
    yield "", english_label(item)
    yield "", item.metadata.get("help", "")
    for _, label in item.metadata.get("choices", ()):
        yield "", label


def english_label(item: Field[Any]) -> str:
    """Return the English label of the option; by default, its name as words."""
    return str(item.metadata.get("label") or item.name.replace("_", " ").capitalize())


def _english_name(plugin: Plugin | type[Plugin]) -> str:
    name = getattr(plugin, "title", "") or plugin.label  # type: ignore[union-attr]
    return str(name)


def paragraphs_of(text: str) -> list[str]:
    """Return each paragraph of a help text as one line."""
    return [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]
