"""Names are sorted by the alphabet of the reader."""

import pytest
from django.utils import translation

from tournament.wording.alphabet import alphabetical_key

NAMES = "Nuñez|Nuzzo|Ñandú|Oz|Örn|Łoś|Lynx|Nadal|de Boer|Éluard|Zoll|Ørsted"


@pytest.mark.parametrize(
    ("language", "order"),
    [
        ("en-gb", "de Boer|Éluard|Łoś|Lynx|Nadal|Ñandú|Nuñez|Nuzzo|Örn|Ørsted|Oz|Zoll"),
        ("de", "de Boer|Éluard|Łoś|Lynx|Nadal|Ñandú|Nuñez|Nuzzo|Örn|Ørsted|Oz|Zoll"),
        ("es", "de Boer|Éluard|Łoś|Lynx|Nadal|Nuñez|Nuzzo|Ñandú|Örn|Ørsted|Oz|Zoll"),
        ("pl", "de Boer|Éluard|Lynx|Łoś|Nadal|Ñandú|Nuñez|Nuzzo|Örn|Ørsted|Oz|Zoll"),
        ("sv", "de Boer|Éluard|Łoś|Lynx|Nadal|Ñandú|Nuñez|Nuzzo|Ørsted|Oz|Zoll|Örn"),
        ("nb", "de Boer|Éluard|Łoś|Lynx|Nadal|Ñandú|Nuñez|Nuzzo|Örn|Oz|Zoll|Ørsted"),
    ],
)
def test_names_are_sorted_by_the_language(language, order):
    with translation.override(language):
        assert "|".join(sorted(NAMES.split("|"), key=alphabetical_key)) == order


def test_names_differing_only_in_accents_have_a_stable_order():
    one, other = (sorted(names, key=alphabetical_key) for names in (["é", "e"], ["e", "é"]))
    assert one == other
