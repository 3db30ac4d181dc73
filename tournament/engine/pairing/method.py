"""What a pairing method is, and whether the values given for its options are valid."""

import types
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar, get_args, get_type_hints

from tournament.engine.message import Message, Messages
from tournament.engine.pairing import methods
from tournament.engine.pairing.lookahead import PlayerLookahead
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.repeat_price import AVOIDED, EVERY_REPEAT_FREE, RepeatPrice
from tournament.engine.pairing.request import Request
from tournament.engine.plugins import Plugin, Plugins


class Method(Plugin, ABC):
    """A way of pairing a round. The file's name is its key, the docstring the director's help."""

    label: ClassVar[str]
    uses_standings: ClassVar[bool] = True
    """Whether the order of the standings decides; otherwise the seeds, a draw or a list does."""
    field_by_standing: ClassVar[bool] = False
    """Whether the option `field` is filled with the standings before the first round, not the seeds."""
    reads_no_results: ClassVar[bool] = False
    """Whether the method looks at the standings alone and never at `Request.results`, so that how a game after them
    ended cannot change what it proposes.
    """
    is_list: ClassVar[bool] = False
    """Whether the pairs are the director's own list, shown with its problems and not refused."""

    sentences: ClassVar[Mapping[str, str]] = {}
    """The sentences of its own codes, so that a new method is one new file; see `wording.pairing`."""

    @abstractmethod
    def propose(self, request: Request, options: Any) -> Proposal:
        """Pairs and byes for the present. Raises `CannotPair` with what would make it possible."""

    looks_ahead: ClassVar[bool] = False
    """Whether the method sees something for every player that is worth a page: `lookahead`."""

    def lookahead(self, request: Request, options: Any) -> tuple[PlayerLookahead, ...]:
        """What the method saw for every player, best first; empty unless it looks ahead."""
        del request, options
        return ()

    def means_repeats(self, options: Any) -> bool:
        """Whether the method itself lets players meet again, so that no repeat is to be avoided."""
        del options
        return False

    def repeat_price(self, options: Any) -> RepeatPrice:
        """What a repeat costs in a round paired with these options."""
        return EVERY_REPEAT_FREE if self.means_repeats(options) else RepeatPrice.of(options)

    @classmethod
    def options_from(cls, values: Mapping[str, Any]) -> Any:
        """The options with `values` set. Raises `CannotPair` for a name or a value it has not."""
        known = tuple(sorted(cls.option_names()))
        if unknown := tuple(sorted(set(values) - set(known))):
            raise CannotPair(
                Message("no_such_option", method=cls.label, options=unknown, known=known)
                if known
                else Message("no_options", method=cls.label, options=unknown)
            )
        if wrong := wrong_values(cls.Options, values):
            raise CannotPair(Message("wrong_options", method=cls.label, wrong=wrong))
        return cls.Options(**values)


_METHODS = Plugins(methods, Method)  # type: ignore[type-abstract]


def all_methods() -> Mapping[str, Method]:
    """Every pairing method by key, in key order."""
    return _METHODS


def repeat_price(method: str, options: Mapping[str, Any]) -> RepeatPrice:
    """The price in a round paired so; the usual one for a method or option nobody knows any more."""
    known = all_methods().get(method)
    if known is None:
        return AVOIDED
    try:
        values = known.options_from(options)
    except CannotPair:
        return AVOIDED
    return known.repeat_price(values)


class CannotPair(Exception):
    """The round cannot be paired as asked: why, and what would make it possible.

    `names` are the entries' names by number, for the sentences; `plan_round` fills them in.
    """

    def __init__(self, *messages: Message, names: Mapping[int, str] | None = None) -> None:
        super().__init__(*messages)
        self.messages = messages
        self.names: Mapping[int, str] = names or {}


MOST = 10_000_000
"""No option is a larger number."""


def wrong_values(options: type[Any], values: Mapping[str, Any]) -> Messages:
    """A message for each value its option does not take; unknown names are not looked at."""
    hints = get_type_hints(options)
    wrong = []
    for item in fields(options):
        if item.name not in values:
            continue
        value, kind = values[item.name], hints[item.name]
        choices = tuple(key for key, _ in item.metadata.get("choices", ()))
        if choices and value not in choices:
            wrong.append(
                Message("wrong_choice", option=item.name, choices=choices, value=_shown(value))
            )
        elif wanted := _wanted(value, kind):
            wrong.append(
                Message("wrong_value", option=item.name, wanted=wanted, value=_shown(value))
            )
    return tuple(wrong)


def _wanted(value: Any, kind: Any) -> Message | None:
    """What should stand there instead; None when the value will do."""
    if isinstance(kind, types.UnionType):
        will_do = any(_wanted(value, part) is None for part in get_args(kind))
        return None if will_do else Message("a_number")
    if kind is type(None):
        return None if value is None else Message("nothing")
    if kind is bool:
        return None if isinstance(value, bool) else Message("true_or_false")
    if kind is int:
        return None if _is_figure(value) else Message("a_number_to", most=MOST)
    if kind is str:
        return None if isinstance(value, str) else Message("a_text")
    if kind == tuple[int, ...]:
        is_list = isinstance(value, list | tuple) and all(map(_is_figure, value))
        return None if is_list else Message("a_list_of_numbers")
    pairs = isinstance(value, list | tuple) and all(
        isinstance(pair, list | tuple) and len(pair) == 2 and all(map(_is_figure, pair))
        for pair in value
    )
    return None if pairs else Message("a_list_of_pairs")


def _is_figure(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
