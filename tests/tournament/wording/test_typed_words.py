"""Typed words for results, prizes and players: the English ones work in every language."""

import tomllib
from operator import attrgetter
from pathlib import Path

import pytest
from django.utils import translation

from tournament.engine.message import MessageError
from tournament.engine.prizes.kind import all_kinds
from tournament.engine.prizes.pasted_prizes import read_prizes
from tournament.engine.roster import read_roster
from tournament.engine.typed_result import OUTCOMES_BY_WORD, parse_typed_result
from tournament.queries.event.desk import STEPS_BY_PHASE
from tournament.wording.sentences import sentence
from tournament.wording.typed_words import (
    PRIZE_WORDS,
    RESULT_WORDS,
    player_in_english,
    prize_in_english,
    result_in_english,
)

CASES = tomllib.loads(
    (Path(__file__).parent / "cases/typed_words.toml").read_text(encoding="utf-8")
)
STATIONS_ALIKE = 5
"""Length of the beginning, in characters, in which two stations of a round must differ."""


@pytest.mark.parametrize("language", CASES)
def test_words_for_unplayed_boards_are_read_in_every_language(language):
    with translation.override(language):
        for typed, english in CASES[language]["results"]:
            assert parse_typed_result(typed, in_english=result_in_english) == parse_typed_result(
                english
            ), typed


def test_word_ambiguous_with_english_is_refused():
    with translation.override("es"), pytest.raises(MessageError) as refused:
        parse_typed_result("4 v", in_english=result_in_english)
    with translation.override("es"):
        assert sentence(refused.value.message) == (
            "«v» puede significar aquí varias cosas. Escribe victoria o anulada."
        )
    assert parse_typed_result("4 v", in_english=result_in_english) == parse_typed_result("4 void")


@pytest.mark.parametrize("language", CASES)
def test_kinds_of_prizes_are_read_in_every_language(language):
    with translation.override(language):
        for typed, english in CASES[language]["prizes"]:
            (mine,) = read_prizes(typed, ["A"], {"A": ["B"]}, in_english=prize_in_english)
            (due,) = read_prizes(english, ["A"], {"A": ["B"]})
            assert due.is_valid, english
            assert mine.text == typed
            read = attrgetter("kind", "options", "division", "places", "name", "value")
            assert read(mine) == read(due), typed


@pytest.mark.parametrize("language", CASES)
def test_marks_in_player_lists_are_read_in_every_language(language):
    typed, english = ("\n".join(lines) for lines in zip(*CASES[language]["players"], strict=True))
    with translation.override(language):
        lines = read_roster(typed, in_english=player_in_english)
    due = read_roster(english)
    assert "\n".join(line.text for line in lines) == typed
    read = attrgetter("name", "rating", "rating_class", "team", "problem")
    assert [*map(read, lines)] == [*map(read, due)]


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_every_kind_of_prize_can_be_typed_with_at_most_one_ambiguity(language):
    known = {word for kind in all_kinds().values() for word in kind.words if word}
    assert {key for key in PRIZE_WORDS.translated if key in known} >= {
        kind.words[0] or "place" for kind in all_kinds().values() if kind.words
    }
    with translation.override(language):
        for english in PRIZE_WORDS.translated:
            for typed in PRIZE_WORDS.local_words(english):
                assert PRIZE_WORDS.to_english(typed) == english, typed
        ambiguous = []
        for english in RESULT_WORDS.translated:
            for typed in RESULT_WORDS.local_words(english):
                try:
                    assert OUTCOMES_BY_WORD[result_in_english(typed)] == OUTCOMES_BY_WORD[english]
                except MessageError:
                    ambiguous.append(typed)
        assert ambiguous == (["v"] if language == "es" else [])


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_stages_of_a_round_do_not_sound_alike(language):
    with translation.override(language):
        beginnings = [str(label)[:STATIONS_ALIKE].casefold() for label, _ in STEPS_BY_PHASE]
    assert len(set(beginnings)) == len(STEPS_BY_PHASE), beginnings
