"""Letters for the outcomes of a game: distinct in every language."""

import pytest
from django.conf import settings
from django.utils import translation

from tournament.wording.letters import (
    OUTCOME_CODES,
    outcome_letter,
    outcome_letters,
    outcome_letters_by_name,
)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_six_letters_differ_in_every_language(language):
    with translation.override(language):
        assert [len(shown) for shown in outcome_letters().values()] == [1] * 6
        assert len(set(outcome_letters().values())) == 6


def test_english_letters_are_the_codes_and_a_missing_result_has_none():
    assert "".join(map(outcome_letter, OUTCOME_CODES)) == OUTCOME_CODES
    assert outcome_letter("") == ""
    letters = {"won": "W", "lost": "L", "tied": "T", "bye": "B", "forfeit": "F", "void": "V"}
    assert outcome_letters_by_name() == letters
