"""The interface of a pairing method, and the validation of its option values."""

import types
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar, get_args, get_type_hints

from tournament.engine.message import Message, Messages
from tournament.engine.pairing import methods
from tournament.engine.pairing.lookahead import PlayerLookahead
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.repeat_price import EVERY_REPEAT_FREE, REPEATS_AVOIDED, RepeatPrice
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.plugins import Plugin, Plugins


class Method(Plugin, ABC):
    """A way of pairing a round. The file name is its key, and the docstring is the director's help."""

    label: ClassVar[str]
    uses_standings: ClassVar[bool] = True
    """Whether the standings decide, rather than seeds, a draw or a list."""
    field_by_standing: ClassVar[bool] = False
    """Whether the option `field` is filled from the standings before the method's first round, not from the seeds."""
    reads_no_results: ClassVar[bool] = False
    """Whether the method reads the standings, meetings and starts, but never `Request.results`.

    Scores of a round after the source round then cannot change its proposal.
    """
    is_list: ClassVar[bool] = False
    """Whether the pairs are the director's own list, which is shown with its problems instead of refused."""

    sentences: ClassVar[Mapping[str, str]] = {}
    """The sentences of the method's own message codes, so that a new method needs one file; see `wording.pairing`."""

    @abstractmethod
    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return pairs and byes for the present entries. Raise `CannotPair`, naming the remedies, if impossible."""

    looks_ahead: ClassVar[bool] = False
    """Whether the method implements `lookahead`, whose figures are shown on a page of their own."""

    def lookahead(self, request: PairingRequest, options: Any) -> tuple[PlayerLookahead, ...]:
        """Return the figures of each player, best first; () for a method that does not look ahead."""
        del request, options
        return ()

    def repeats_intentionally(self, options: Any) -> bool:
        """Return whether the method itself repeats pairings, so that repeats need not be avoided."""
        del options
        return False

    def repeat_price(self, options: Any) -> RepeatPrice:
        """Return the price of a repeat in a round paired with these options."""
        return (
            EVERY_REPEAT_FREE
            if self.repeats_intentionally(options)
            else RepeatPrice.from_options(options)
        )

    @classmethod
    def options_from(cls, values: Mapping[str, Any]) -> Any:
        """Return the options with the given `values`. Raise `CannotPair` for an unknown name or an invalid value."""
        known = tuple(sorted(cls.option_names()))
        if unknown := tuple(sorted(set(values) - set(known))):
            raise CannotPair(
                Message("no_such_option", method=cls.label, options=unknown, known=known)
                if known
                else Message("no_options", method=cls.label, options=unknown)
            )
        if wrong := invalid_value_messages(cls.Options, values):
            raise CannotPair(Message("wrong_options", method=cls.label, wrong=wrong))
        return cls.Options(**values)


_METHODS = Plugins(methods, Method)  # type: ignore[type-abstract]


def all_methods() -> Mapping[str, Method]:
    """Return every pairing method by key, in key order."""
    return _METHODS


def repeat_price(method: str, options: Mapping[str, Any]) -> RepeatPrice:
    """Return the price of repeats for a method; the default for an unknown method or invalid options."""
    known = all_methods().get(method)
    if known is None:
        return REPEATS_AVOIDED
    try:
        values = known.options_from(options)
    except CannotPair:
        return REPEATS_AVOIDED
    return known.repeat_price(values)


class CannotPair(Exception):
    """The round cannot be paired as requested; the messages give the reason and the remedies.

    `names` are the entries' names by number, for the sentences; `plan_round` sets them.
    """

    def __init__(self, *messages: Message, names: Mapping[int, str] | None = None) -> None:
        super().__init__(*messages)
        self.messages = messages
        self.names: Mapping[int, str] = names or {}


MAX_OPTION_VALUE = 10_000_000
"""The largest number an option accepts."""


def invalid_value_messages(options: type[Any], values: Mapping[str, Any]) -> Messages:
    """Return a message for each value that its option does not accept; unknown names are ignored."""
    hints = get_type_hints(options)
    wrong = []
    for item in fields(options):
        if item.name not in values:
            continue
        value, kind = values[item.name], hints[item.name]
        choices = tuple(key for key, _ in item.metadata.get("choices", ()))
        if choices and value not in choices:
            wrong.append(
                Message(
                    "wrong_choice", option=item.name, choices=choices, value=_format_value(value)
                )
            )
        elif wanted := _expected_value_message(value, kind):
            wrong.append(
                Message("wrong_value", option=item.name, wanted=wanted, value=_format_value(value))
            )
    return tuple(wrong)


def _expected_value_message(value: Any, kind: Any) -> Message | None:
    """Return the message that says what kind of value is expected, or None if the value is valid."""
    if isinstance(kind, types.UnionType):
        will_do = any(_expected_value_message(value, part) is None for part in get_args(kind))
        return None if will_do else Message("a_number")
    if kind is type(None):
        return None if value is None else Message("nothing")
    if kind is bool:
        return None if isinstance(value, bool) else Message("true_or_false")
    if kind is int:
        return None if _is_figure(value) else Message("a_number_to", most=MAX_OPTION_VALUE)
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
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_OPTION_VALUE


def _format_value(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
