"""What a pairing method is, and whether the values given for its options are valid."""

import types
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, get_args, get_type_hints

from tournament.engine.pairing import methods
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import Request
from tournament.engine.plugins import Plugin, Plugins


class Method(Plugin, ABC):
    """A way of pairing a round. The file's name is its key, the docstring the director's help."""

    label: ClassVar[str]
    uses_standings: ClassVar[bool] = True
    """Whether the order of the standings decides; otherwise the seeds, a draw or a list does."""
    is_list: ClassVar[bool] = False
    """Whether the pairs are the director's own list, shown with its problems and not refused."""

    @abstractmethod
    def propose(self, request: Request, options: Any) -> Proposal:
        """Pairs and byes for the present. Raises `CannotPair` with what would make it possible."""

    def means_repeats(self, options: Any) -> bool:
        """Whether the method itself lets players meet again, so that no repeat is to be avoided."""
        del options
        return False

    def repeats_allowed(self, options: Any) -> int | None:
        """How many earlier meetings two may have and meet again; None where there is no limit."""
        return getattr(options, "repeats", None)

    @classmethod
    def options_from(cls, values: Mapping[str, Any]) -> Any:
        """The options with `values` set. Raises `CannotPair` for a name or a value it has not."""
        if unknown := cls.unknown_options(values):
            raise CannotPair(f"{cls.label} {unknown}")
        if wrong := wrong_values(cls.Options, values):
            raise CannotPair(f"{cls.label}: {' '.join(wrong)}")
        return cls.Options(**values)


_METHODS = Plugins(methods, Method)  # type: ignore[type-abstract]


def all_methods() -> Mapping[str, Method]:
    """Every pairing method by key, in key order."""
    return _METHODS


@dataclass(frozen=True, slots=True)
class RepeatRule:
    """What a round's method says of two who meet again: see `Plan`."""

    repeats_meant: bool = False
    repeats_allowed: int | None = None


def repeat_rule(method: str, options: Mapping[str, Any]) -> RepeatRule:
    """The rule of a round paired so; no rule for a method or option nobody knows any more."""
    known = all_methods().get(method)
    if known is None:
        return RepeatRule()
    try:
        values = known.options_from(options)
    except CannotPair:
        return RepeatRule()
    return RepeatRule(known.means_repeats(values), known.repeats_allowed(values))


class CannotPair(Exception):
    """The round cannot be paired as asked; the sentence says what would make it possible."""


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
