"""Typed words on the pad: the page's language, English and signs give the same turn."""

import tomllib
from pathlib import Path

import pytest
from django.utils import translation

from scoring.engine.typing.lines import KIND_WORDS
from scoring.engine.typing.typed_turn import LineNotUnderstood, UnderstoodTurn
from scoring.wording.engine import sentence
from scoring.wording.typed_words import PAD_WORDS, TypedWords, parse_localized_turn, typed_example
from tests.scoring.engine.typed_games import NAMES, game

PLAYED = "8H ZONE 26", "9H AX 30"
LINES = tomllib.loads((Path(__file__).parent / "typed_words.toml").read_text(encoding="utf-8"))
IN_ENGLISH = LINES.pop("en")


@pytest.mark.parametrize("language", LINES)
def test_translated_words_signs_and_english_words_give_the_same_turn(language):
    position = game(*PLAYED)
    with translation.override(language):
        for typed, signs in LINES[language].items():
            expected = parse_localized_turn(signs, position, names=NAMES)
            assert isinstance(expected, UnderstoodTurn), (signs, sentence(expected.message))
            assert parse_localized_turn(typed, position, names=NAMES) == expected, typed
        for typed, signs in IN_ENGLISH.items():
            assert parse_localized_turn(typed, position) == parse_localized_turn(signs, position), (
                typed
            )


@pytest.mark.parametrize(
    ("language", "example"), [("de", "Zeit 10"), ("es", "tiempo 10"), ("fr", "temps 10")]
)
def test_typing_hint_uses_the_language_of_the_page(language, example):
    with translation.override(language):
        read = parse_localized_turn("time 10", game(*PLAYED), names=NAMES)
        assert isinstance(read, LineNotUnderstood)
        assert f"1: {example} (Ann)" in sentence(read.message)
        assert typed_example("ch") != "ch"
    assert typed_example("ch") == "ch"


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_pad_words_are_unambiguous(language):
    with translation.override(language):
        for english in PAD_WORDS.translated:
            for typed in PAD_WORDS.local_words(english):
                assert KIND_WORDS[PAD_WORDS.to_english(typed)] == KIND_WORDS[english], typed


def test_ambiguous_word_is_refused_with_what_to_type(monkeypatch):
    words = TypedWords(KIND_WORDS, {"pass": "p, weiter", "time": "p, zeit"}, PAD_WORDS.pattern)
    monkeypatch.setattr("scoring.wording.typed_words.PAD_WORDS", words)
    read = parse_localized_turn("P", game())
    assert isinstance(read, LineNotUnderstood)
    assert sentence(read.message) == (
        "“P” can mean several things here. Type weiter or zeit instead."
    )
