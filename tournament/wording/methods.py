"""Descriptions of pairings: `Swiss on the standings after round 4, repeats 1`."""

from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wording.phrases import comma_list, label_within_sentence
from tournament.engine.pairing.event_plan import StandingsSource
from tournament.engine.pairing.method import Method, all_methods
from tournament.engine.pairing.repeat_price import FREE_REPEATS, NO_FREE_REPEATS
from tournament.wording.plugins import name_of, option_texts


def source_label(source: StandingsSource) -> str:
    """Return in words which standings a source refers to.

    Examples are `the start, in order of seeds`, `round 4`, `the previous round` and `2 rounds earlier`.
    """
    if source.fixed_round is not None:
        if not source.fixed_round:
            return _("the start, in order of seeds")
        return _("round {number}").format(number=source.fixed_round)
    if source.rounds_back == 1:
        return _("the previous round")
    return ngettext("one round earlier", "{count} rounds earlier", source.rounds_back - 1).format(
        count=source.rounds_back - 1
    )


def method_label(key: str) -> str:
    """Return the method's name, or the key itself for a method that no longer exists."""
    method = all_methods().get(key)
    return name_of(method) if method else key


def shown_options(method: Method) -> list[Field[Any]]:
    """Return the options of a pairing method that are offered to the director."""
    return [item for item in fields(method.Options) if not item.metadata.get("hidden")]


def option_label(item: Field[Any]) -> str:
    """Return the label of an option on a form."""
    return option_texts(item).label


def options_in_words(key: str, options: Mapping[str, Any]) -> str:
    """Return the options that differ from their defaults: `factor 3, top meets last`.

    Return an empty string if all are defaults or the method no longer exists.
    """
    method = all_methods().get(key)
    phrases = []
    for item in shown_options(method) if method else []:
        value = options.get(item.name, item.default)
        if value == item.default:
            continue
        label = label_within_sentence(option_label(item))
        if isinstance(value, bool):
            phrases.append(label if value else _("not {option}").format(option=label))
            continue
        if isinstance(value, list | tuple):
            shown = comma_list(value)
        else:
            shown = dict(option_texts(item).choices).get(value, str(value))
        phrases.append(_("{option} {value}").format(option=label, value=shown))
    return comma_list(phrases)


def repeats_in_words(key: str, options: Mapping[str, Any]) -> str:
    """Return how repeats are treated: "avoided", "free" or "3 free"; empty for a method without that option."""
    method = all_methods().get(key)
    item = (
        next((row for row in shown_options(method) if row.name == "again"), None)
        if method
        else None
    )
    if item is None:
        return ""
    again = options.get("again", item.default)
    return {NO_FREE_REPEATS: _("avoided"), FREE_REPEATS: _("free")}.get(again) or _(
        "{count} free"
    ).format(count=again)


def pairing_in_words(key: str, options: Mapping[str, Any], source_round: int | None) -> str:
    """Return the method, the standings it uses if any, and the options that differ from their defaults."""
    method = all_methods().get(key)
    how = method_label(key)
    if method and method.uses_standings and source_round:
        how = _("{method} on the standings after round {round}").format(
            method=how, round=source_round
        )
    elif method and method.uses_standings and source_round == 0:
        how = _("{method} in order of seeds").format(method=how)
    return comma_list(filter(None, [how, options_in_words(key, options)]))
