"""Translated words that may be typed instead of signs. The English words are always accepted too.

The catalogues translate each English word in the context "typed". Several translations of a word
are separated by commas, the usual one first.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from typing import Any

from django.utils.translation import get_language, pgettext_lazy

from scoring.engine.game.replay import Replay
from scoring.engine.typing.lines import KIND_WORDS
from scoring.engine.typing.typed_turn import LineNotUnderstood, UnderstoodTurn
from scoring.engine.typing.typed_turn import parse_turn as understand_english


class AmbiguousWord(ValueError):
    """A word with two meanings in the current language, or one that has another meaning in English."""

    def __init__(self, word: str, meanings: tuple[str, ...]) -> None:
        super().__init__(word, meanings)
        self.word, self.meanings = word, meanings


class TypedWords:
    """A table of words: the meaning of each English word, and translations of some of them.

    `pattern` is a regular expression that finds a word in a text as the group `word`; it contains
    `{words}` in place of the alternatives. A word that follows one of `before_names` is a name and
    is not translated.
    """

    def __init__(
        self,
        english: Mapping[str, Hashable],
        translated: Mapping[str, Any],
        pattern: str = r"(?<!\w)(?P<word>{words})(?!\w)",
        before_names: frozenset[str] = frozenset(),
    ) -> None:
        self.english, self.translated, self.pattern = english, translated, pattern
        self.before_names = before_names
        self._read: dict[str, tuple[dict[str, list[str]], re.Pattern[str]]] = {}

    def local_words(self, english: str) -> list[str]:
        """Return the words of the current language for an English word, the usual one first."""
        return [word.strip() for word in str(self.translated[english]).split(",") if word.strip()]

    def words_by_meaning(self) -> list[tuple[list[str], list[str]]]:
        """Return, for each meaning, the words of the current language and all English words."""
        return [
            (
                self.local_words(word),
                [other for other, meaning in self.english.items() if meaning == self.english[word]],
            )
            for word in self.translated
        ]

    def to_english(self, text: str) -> str:
        """Return the text with words of the current language translated into English.

        Raise `AmbiguousWord` for a word with several meanings.
        """
        words, pattern = self._words_of_language(get_language() or "")
        is_name = False

        def english(match: re.Match[str]) -> str:
            nonlocal is_name
            if is_name:
                return match.group()
            meanings = words[match["word"].casefold()]
            if len(meanings) > 1:
                plain = tuple(self._unambiguous_word(word, words) for word in meanings)
                raise AmbiguousWord(match["word"], plain)
            is_name = meanings[0] in self.before_names
            whole, at = match.group(), match.start()
            return whole[: match.start("word") - at] + meanings[0] + whole[match.end("word") - at :]

        return pattern.sub(english, text)

    def _unambiguous_word(self, english: str, words: dict[str, list[str]]) -> str:
        """Return an unambiguous word for the English word, or the English word itself if there is none."""
        typed = self.local_words(english) if english in self.translated else []
        return next(
            (w for w in (*typed, english) if len(words.get(w.casefold(), "_")) == 1), english
        )

    def _words_of_language(self, language: str) -> tuple[dict[str, list[str]], re.Pattern[str]]:
        if language not in self._read:
            words: dict[str, list[str]] = {}
            for english in self.translated:
                for typed in self.local_words(english):
                    words.setdefault(typed.casefold(), []).append(english)
            for typed, meanings in words.items():
                own = self.english.get(typed)
                if own is not None and own not in [self.english[word] for word in meanings]:
                    meanings.append(self._longest_word(own))
            spellings = {
                typed for english in self.translated for typed in self.local_words(english)
            }
            longest = sorted(spellings | words.keys(), key=len, reverse=True)
            any_word = "|".join(map(re.escape, longest))
            pattern = self.pattern.replace("{words}", any_word)
            self._read[language] = words, re.compile(pattern, re.IGNORECASE)
        return self._read[language]

    def _longest_word(self, meaning: Hashable) -> str:
        return max((word for word, other in self.english.items() if other == meaning), key=len)


PAD_WORDS = TypedWords(
    KIND_WORDS,
    {
        "exchange": pgettext_lazy("typed", "exchange"),
        "pass": pgettext_lazy("typed", "pass"),
        "challenge": pgettext_lazy("typed", "challenge"),
        "time": pgettext_lazy("typed", "time"),
        "rack": pgettext_lazy("typed", "rack"),
        "adjust": pgettext_lazy("typed", "adjust"),
    },
    r"^(?:\d+\s*:\s*)?(?P<word>{words})(?=\s|$)",
)
"""The words that may begin a line on the pad that is not a play, after an optional seat."""


def parse_localized_turn(
    line: str, position: Replay, **options: Any
) -> UnderstoodTurn | LineNotUnderstood:
    """Read a line as `typed_turn.parse_turn` does, with words in the current language or English."""
    try:
        line = PAD_WORDS.to_english(line.strip())
    except AmbiguousWord as ambiguous:
        return LineNotUnderstood.ambiguous(ambiguous.word, ambiguous.meanings)
    return understand_english(line, position, **options)


def typed_example(line: str) -> str:
    """Return an English line as typed in the current language: `Zeit 10` for `time 10`.

    A line without a translated word is unchanged.
    """
    head, blank, rest = line.partition(" ")
    known = PAD_WORDS.translated
    word = next((word for word in known if KIND_WORDS[word] == KIND_WORDS.get(head)), "")
    local = PAD_WORDS.local_words(word)[0] if word else head
    return line if local == word else f"{local}{blank}{rest}"
