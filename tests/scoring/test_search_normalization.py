"""Text is normalised for searches in the same way by the program and every database."""

import pytest
from django.db import connection

from scoring.search_normalization import NORMALIZING_FUNCTION, normalized_text

pytestmark = pytest.mark.django_db
LETTERS = [*range(0x20, 0x530), *range(0x1E00, 0x2100)]
"""Characters of Latin, Greek and Cyrillic, with accents and punctuation."""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Óscar  NÚÑEZ", "oscar nunez"),
        ("Seán O’Brien-Łuczak", "sean o brien luczak"),
        ("Straße, Æsop & Þór", "strasse aesop thor"),
        ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
        ("ﬁnal Ⅳ", "final iv"),
        (" - ", ""),
    ],
)
def test_text_is_normalised_to_words_of_plain_letters(text, words):
    assert normalized_text(text) == words


def test_database_normalises_every_letter_like_the_program():
    texts = [f"a{chr(code)}b" for code in LETTERS]
    with connection.cursor() as cursor:
        for text in texts:
            cursor.execute(f"SELECT {NORMALIZING_FUNCTION}(%s)", [text])
            assert cursor.fetchone() == (normalized_text(text),), (text, hex(ord(text[1])))
        cursor.execute(f"SELECT {NORMALIZING_FUNCTION}(NULL)")
        assert cursor.fetchone() == (None,)
