"""Whether the values given for a method's options are such as it takes."""

import types
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args, get_type_hints

MOST = 10_000_000
"""No option is a larger number."""


def wrong_values(options: type[Any], values: Mapping[str, Any]) -> list[str]:
    """A sentence for each value its option does not take; unknown names are not looked at."""
    hints = get_type_hints(options)
    found = []
    for item in fields(options):
        if item.name not in values:
            continue
        value, kind = values[item.name], hints[item.name]
        choices = [key for key, _ in item.metadata.get("choices", ())]
        if choices and value not in choices:
            found.append(f"“{item.name}” is one of {', '.join(choices)}, not {_shown(value)}.")
        elif wanted := _wanted(value, kind):
            found.append(f"“{item.name}” is {wanted}, not {_shown(value)}.")
    return found


def _wanted(value: Any, kind: Any) -> str:
    """What should stand there instead; empty when the value will do."""
    if isinstance(kind, types.UnionType):
        return "" if any(not _wanted(value, each) for each in get_args(kind)) else "a whole number"
    if kind is type(None):
        return "" if value is None else "nothing"
    if kind is bool:
        return "" if isinstance(value, bool) else "true or false"
    if kind is int:
        return "" if _is_figure(value) else f"a whole number from 0 to {MOST:,}"
    if kind is str:
        return "" if isinstance(value, str) else "a text"
    if kind == tuple[int, ...]:
        is_list = isinstance(value, list | tuple) and all(map(_is_figure, value))
        return "" if is_list else "a list of whole numbers"
    pairs = isinstance(value, list | tuple) and all(
        isinstance(each, list | tuple) and len(each) == 2 and all(map(_is_figure, each))
        for each in value
    )
    return "" if pairs else "a list of pairs of numbers"


def _is_figure(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
