"""How a round is paired, as people say it: `Swiss on the standings after round 4, repeats 1`."""

from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any

from django.utils.translation import gettext as _

from scoring.wording.phrases import comma_list
from tournament.engine.pairing.method import Method, all_methods


def label_of(key: str) -> str:
    """The method's name; the key itself for a method that is no longer there."""
    method = all_methods().get(key)
    return _(method.label) if method else key


def shown_options(method: Method) -> list[Field[Any]]:
    """The options a director is asked for."""
    return [item for item in fields(method.Options) if not item.metadata.get("hidden")]


def option_label(item: Field[Any]) -> str:
    """What an option is called on a form."""
    label = item.metadata.get("label")
    return _(label) if label else item.name.replace("_", " ").capitalize()


def options_in_words(key: str, options: Mapping[str, Any]) -> str:
    """The options that are not as usual: `factor 3, top meets last`; empty when there are none."""
    method = all_methods().get(key)
    phrases = []
    for item in shown_options(method) if method else []:
        value = options.get(item.name, item.default)
        if value == item.default:
            continue
        label = option_label(item).lower()
        if isinstance(value, bool):
            phrases.append(label if value else _("not {option}").format(option=label))
            continue
        if isinstance(value, list | tuple):
            shown = comma_list(value)
        else:
            choices = dict(item.metadata.get("choices", ()))
            shown = _(choices[value]) if value in choices else str(value)
        phrases.append(_("{option} {value}").format(option=label, value=shown))
    return comma_list(phrases)


def how_in_words(key: str, options: Mapping[str, Any], source_round: int | None) -> str:
    """The method, the standings it goes by where it does, and what is unusual."""
    method = all_methods().get(key)
    how = label_of(key)
    if method and method.uses_standings and source_round:
        how = _("{method} on the standings after round {round}").format(
            method=how, round=source_round
        )
    elif method and method.uses_standings and source_round == 0:
        how = _("{method} by the order of seeds").format(method=how)
    return comma_list(filter(None, [how, options_in_words(key, options)]))
