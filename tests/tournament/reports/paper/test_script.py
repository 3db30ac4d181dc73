"""Right-to-left text is printed in visual order, with joined Arabic letters."""

import pytest

from tournament.reports.renderers.paper.pen import in_drawing_order, joined_letters


@pytest.mark.parametrize("line", ["Ana Lopez", "Zoë (Müller)", "山田", "412–389", ""])
def test_what_is_read_from_the_left_stays(line):
    assert in_drawing_order(line) == line


def test_a_hebrew_name_is_drawn_from_its_end():
    assert in_drawing_order("דוד בן") == "ןב דוד"


def test_a_hebrew_name_after_latin_keeps_its_place():
    assert in_drawing_order("4 Ana and דוד בן") == "4 Ana and ןב דוד"
    assert in_drawing_order("דוד plays Ana") == "plays Ana דוד"


def test_figures_in_hebrew_are_read_from_the_left():
    assert in_drawing_order("דוד 412") == "412 דוד"


def test_brackets_turn_round():
    assert in_drawing_order("דוד (בן)") == "(ןב) דוד"


def test_vowel_points_stay_with_their_letter():
    assert in_drawing_order("שָׁ לום") == "םול שָׁ"


def test_arabic_letters_take_the_forms_their_neighbours_ask_for():
    # meem initial, hah medial, meem medial, dal final: Unicode chart "Arabic Presentation Forms-B"
    assert joined_letters("محمد") == "\ufee3\ufea4\ufee4\ufeaa"


def test_a_letter_that_does_not_join_ahead_breaks_the_word():
    # isolated dal, alef and reh: none of them joins to the next letter
    assert joined_letters("دار") == "\ufea9\ufe8d\ufead"


def test_lam_and_alef_are_one_sign():
    assert joined_letters("لا") == "\ufefb"
    assert joined_letters("سلام") == "\ufeb3\ufefc\ufee1"


def test_an_arabic_name_is_drawn_from_its_end():
    assert in_drawing_order("علي") == joined_letters("علي")[::-1]
