"""The words typed for results, prizes and players, in the language of the page or in English."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.utils.translation import pgettext_lazy

from scoring.wording.typed_words import AmbiguousWord, TypedWords
from tournament.engine.message import Message, MessageError
from tournament.engine.prizes.kind import all_kinds
from tournament.engine.prizes.pasted_prizes import ORDINALS
from tournament.engine.typed_result import OUTCOMES_BY_WORD

RESULT_WORDS = TypedWords(
    OUTCOMES_BY_WORD,
    {
        "forfeit": pgettext_lazy("typed", "forfeit"),
        "win": pgettext_lazy("typed", "win"),
        "ff": pgettext_lazy("typed", "ff"),
        "void": pgettext_lazy("typed", "void"),
        "bye": pgettext_lazy("typed", "bye"),
        "half": pgettext_lazy("typed", "half"),
    },
)
"""Words that may be typed instead of scores on the results line."""

PLAYER_WORDS = TypedWords(
    {"class": "class", "team": "team", "unrated": "unrated"},
    {
        "class": pgettext_lazy("typed", "class"),
        "team": pgettext_lazy("typed", "team"),
        "unrated": pgettext_lazy("typed", "unrated"),
    },
    r"(?<=[\s,;])(?P<word>{words})(?=:|\s*$)",
)
"""Words that may follow a name in a list of players."""

PRIZE_WORDS = TypedWords(
    {
        **{word: key for key, kind in all_kinds().items() for word in kind.words if word},
        **{word: word for word in (*ORDINALS, "class", "division", "to")},
    },
    {
        "first": pgettext_lazy("typed", "first"),
        "second": pgettext_lazy("typed", "second"),
        "third": pgettext_lazy("typed", "third"),
        "place": pgettext_lazy("typed", "place"),
        "to": pgettext_lazy("typed", "to"),
        "division": pgettext_lazy("typed", "division"),
        "class": pgettext_lazy("typed", "class"),
        "team": pgettext_lazy("typed", "team"),
        "rounds": pgettext_lazy("typed", "rounds"),
        "by hand": pgettext_lazy("typed", "by hand"),
        "high win": pgettext_lazy("typed", "high win"),
        "low win": pgettext_lazy("typed", "low win"),
        "high loss": pgettext_lazy("typed", "high loss"),
        "high play": pgettext_lazy("typed", "high play"),
        "high combined": pgettext_lazy("typed", "high combined"),
        "high spread": pgettext_lazy("typed", "high spread"),
        "cumulative spread": pgettext_lazy("typed", "cumulative spread"),
        "upset": pgettext_lazy("typed", "upset"),
        "over seed": pgettext_lazy("typed", "over seed"),
        "lower half": pgettext_lazy("typed", "lower half"),
        "comeback": pgettext_lazy("typed", "comeback"),
        "accuracy": pgettext_lazy("typed", "accuracy"),
        "lucky": pgettext_lazy("typed", "lucky"),
        "tough luck": pgettext_lazy("typed", "tough luck"),
        "nine-timer": pgettext_lazy("typed", "nine-timer"),
    },
    before_names=frozenset({"class", "team"}),
)
"""Words that may precede the value of a prize and name its kind or condition."""


def _translate_to_english(words: TypedWords, text: str) -> str:
    """Return the text with its words in English. Raise `MessageError` for an ambiguous word."""
    try:
        return words.to_english(text)
    except AmbiguousWord as ambiguous:
        message = Message("ambiguous_word", word=ambiguous.word, meanings=ambiguous.meanings)
        raise MessageError(message) from ambiguous


result_in_english: Callable[[str], str] = partial(_translate_to_english, RESULT_WORDS)
player_in_english: Callable[[str], str] = partial(_translate_to_english, PLAYER_WORDS)
prize_in_english: Callable[[str], str] = partial(_translate_to_english, PRIZE_WORDS)


def prize_example(english: str) -> str:
    """Return the local form of an English example of a prize, such as `Klasse B` for `class B`.

    An example that does not begin with a known word is returned unchanged.
    """
    known = sorted(PRIZE_WORDS.translated, key=len, reverse=True)
    word = next((word for word in known if f"{english} ".startswith(f"{word} ")), "")
    return f"{PRIZE_WORDS.local_words(word)[0]}{english[len(word) :]}" if word else english
