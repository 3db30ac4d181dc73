"""Right-to-left text is printed in visual order, with joined Arabic letters."""

import pytest

from tournament.reports.renderers.paper.pen import shape_arabic, visual_order


@pytest.mark.parametrize(
    ("line", "drawn"),
    [
        *((line, line) for line in ("Ana Lopez", "Zoë (Müller)", "山田", "412–389", "")),
        ("דוד בן", "ןב דוד"),
        ("4 Ana and דוד בן", "4 Ana and ןב דוד"),
        ("דוד plays Ana", "plays Ana דוד"),
        ("דוד 412", "412 דוד"),
        ("דוד (בן)", "(ןב) דוד"),
        ("שָׁ לום", "םול שָׁ"),
        ("علي", shape_arabic("علي")[::-1]),
    ],
)
def test_hebrew_and_arabic_are_drawn_in_visual_order(line, drawn):
    """Figures are read from the left, brackets turn round, and vowel points stay with their letter."""
    assert visual_order(line) == drawn


@pytest.mark.parametrize(
    ("word", "signs"),
    [
        # meem initial, hah medial, meem medial, dal final: Unicode chart "Arabic Presentation Forms-B"
        ("محمد", "\ufee3\ufea4\ufee4\ufeaa"),
        # isolated dal, alef and reh: none of them joins to the next letter
        ("دار", "\ufea9\ufe8d\ufead"),
        # lam and alef are one sign
        ("لا", "\ufefb"),
        ("سلام", "\ufeb3\ufefc\ufee1"),
    ],
)
def test_arabic_letters_take_contextual_forms(word, signs):
    assert shape_arabic(word) == signs
