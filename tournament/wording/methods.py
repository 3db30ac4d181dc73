"""How a round is paired, as people say it: `Swiss on the standings after round 4, repeats 1`."""

from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any

from tournament.engine.pairing.method import Method, all_methods


def label_of(key: str) -> str:
    """The method's name; the key itself for a method that is no longer there."""
    method = all_methods().get(key)
    return method.label if method else key


def shown_options(method: Method) -> list[Field[Any]]:
    """The options a director is asked for."""
    return [item for item in fields(method.Options) if not item.metadata.get("hidden")]


def option_label(item: Field[Any]) -> str:
    """What an option is called on a form."""
    return str(item.metadata.get("label") or item.name.replace("_", " ").capitalize())


def options_in_words(key: str, options: Mapping[str, Any]) -> str:
    """The options that are not as usual: `factor 3, top meets last`; empty when there are none."""
    method = all_methods().get(key)
    told = []
    for item in shown_options(method) if method else []:
        value = options.get(item.name, item.default)
        label = option_label(item).lower()
        if isinstance(value, list | tuple):
            value = ", ".join(map(str, value))
        if options.get(item.name, item.default) == item.default:
            continue
        if isinstance(value, bool):
            told.append(label if value else f"not {label}")
        else:
            told.append(f"{label} {dict(item.metadata.get('choices', ())).get(value, value)}")
    return ", ".join(told)


def how_in_words(key: str, options: Mapping[str, Any], source_round: int | None) -> str:
    """The method, the standings it goes by where it does, and what is unusual."""
    method = all_methods().get(key)
    told = label_of(key)
    if method and method.uses_standings and source_round is not None:
        told += (
            f" on the standings after round {source_round}"
            if source_round
            else " by the order of seeds"
        )
    return ", ".join(filter(None, [told, options_in_words(key, options)]))
