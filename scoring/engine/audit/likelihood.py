"""Rank by likelihood the slips that explain a figure equally well."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.engine.message import Message, Messages

MAX_SLIPS = 3
"""Maximum number of slips shown for a figure."""
_LIKELIHOOD = (
    "blank_frees",
    "multiplied_once",
    "premium_missed",
    "premium_again",
    "bonus_forgotten",
    "bonus_given",
    "word_left_out",
    "blank_counted",
    "premium_missed_in",
    "blank_counted_in",
    "digits_swapped",
    "blank_as_tile",
    "factors_added",
    "challenge_bonus_folded",
)
"""Codes of slips, the most frequent first. Codes that are not listed are less frequent."""


def most_likely_slips(borne_out: Iterable[Message], others: Iterable[Message]) -> Messages:
    """Return at most `MAX_SLIPS` slips without repeated causes: confirmed ones first, then by likelihood."""
    ranked = [*borne_out, *sorted(others, key=_rank)]
    return _without_repeated_causes(tuple(dict.fromkeys(ranked)))[:MAX_SLIPS]


def _rank(message: Message) -> tuple[int, int]:
    """Return the sort key of a slip. Smaller errors come first among miscounted letters."""
    code, params = message.code, message.params
    place = _LIKELIHOOD.index(code) if code in _LIKELIHOOD else len(_LIKELIHOOD)
    return place, abs(params["other"] - params["worth"]) if code == "misvalued" else 0


def _without_repeated_causes(messages: Messages) -> Messages:
    """Return the explanations without those that repeat another one.

    If a product of word premiums may have been multiplied only once, no missed word premium is listed.
    Of the explanations that concern the same square and word, only the first is kept.
    """
    if any(message.code == "multiplied_once" for message in messages):
        premiums = [message.params.get("premium") for message in messages]
        pairs = zip(messages, premiums, strict=True)
        messages = tuple(m for m, premium in pairs if not premium or premium.applies_to != "word")
    by_place = {(m.params.get("square", m), m.params.get("word")): m for m in reversed(messages)}
    return tuple(message for message in messages if message in by_place.values())
