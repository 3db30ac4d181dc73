"""Replacing names by initials: whole names in any case and spacing, and no word of a game."""

import pytest

from tournament.federation.engine.erasing import Initials, free_initials

ANN = Initials(
    ("Ann Li", "Li, Ann"),
    ("ann li",),
    "A. L.",
    "a. l.",
    ("Ann Li Chen", "Ann Li Cup"),
    ("AT-77", "7"),
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann Li, division A, is checked in.", "A. L., division A, is checked in."),
        ("ANN  LI was late", "A. L. was late"),
        ("Li, Ann and Ann_Li", "A. L. and A. L."),
        ("Joann Li and Ann Lindt", "Joann Li and Ann Lindt"),
        ("Ann Li Chen beat Ann Li", "Ann Li Chen beat A. L."),
        ("The Ann Li Cup", "The Ann Li Cup"),
        ("Ann alone", "Ann alone"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_name_is_replaced_as_a_whole_and_never_within_a_longer_one(text, shown):
    assert ANN.in_text(text) == shown


def test_what_json_holds_is_replaced_at_every_depth_and_words_on_the_board_stay():
    stored = {
        "players": ["Ann Li", {"name_key": "ann li"}],
        "Ann Li": 3,
        "member": "7",
        "other": "AT-77",
        "tiles": "Ann Li",
        "round": 7,
    }
    assert ANN.in_value(stored) == {
        "players": ["A. L.", {"name_key": "a. l."}],
        "A. L.": 3,
        "member": "",
        "other": "",
        "tiles": "Ann Li",
        "round": 7,
    }


def test_of_facts_only_the_texts_are_looked_at():
    facts = {"turn:4": [1, "Ann Li", "says Ann Li"], "turn:5": None, "result:1": ["Ann Li"]}
    assert ANN.in_facts(facts, {"turn": (2,)}) == {
        "turn:4": [1, "Ann Li", "says A. L."],
        "turn:5": None,
        "result:1": ["Ann Li"],
    }


def test_a_name_of_one_word_is_found_only_as_it_is_written():
    ana = Initials(("Ana",), (), "A.", "a.")
    assert ana.in_text("Ana plays ANA and Anatole") == "A. plays ANA and Anatole"


def test_the_nick_of_a_gcg_file_goes_with_the_name():
    text = "#title Ann Li against Bo\n#player1 al Ann Li\n#player2 bo Bo Al\n>al: AL 8H AL +4 4\n>bo: ANN I8 ANN +3 3"
    assert ANN.in_gcg(text).splitlines() == [
        "#title A. L. against Bo",
        "#player1 A.L. A. L.",
        "#player2 bo Bo Al",
        ">A.L.: AL 8H AL +4 4",
        ">bo: ANN I8 ANN +3 3",
    ]


def test_initials_that_somebody_has_get_a_number():
    assert free_initials("J. D.", ()) == "J. D."
    assert free_initials("J. D.", ("J. D.", "J. D. 2")) == "J. D. 3"


def test_a_part_of_every_name_narrows_what_is_read_and_short_names_do_not():
    assert Initials(("Zoë Müller",), (), "Z. M.", "z. m.").parts == {("ller",)}
    assert Initials(("Li Na",), (), "L. N.", "l. n.").parts == frozenset()


def test_a_file_may_hold_a_name_in_any_code_and_a_packed_one_any_name():
    names = Initials(("Zoë Müller", "Müller, Zoë"), (), "Z. M.", "z. m.")
    for text in ("ZOË MÜLLER 1500", "Mueller, Zoe"):
        for code in ("utf-8", "latin-1", "utf-16"):
            assert names.may_stand_in(text.encode(code)), (text, code)
    assert not names.may_stand_in(b"Ana Lopez 1800\nBen Okafor 1700")
    assert names.may_stand_in(b"PK\x03\x04 whatever")
    assert Initials(("Li Na",), (), "L. N.", "l. n.").may_stand_in(b"anything")
