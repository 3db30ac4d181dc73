"""Replacing names with initials: whole names in any case and spacing, and no word of a game."""

import pytest

from tournament.federation.engine.erasure import Initials, free_initials

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
        ("Ann Li, division A, checked in.", "A. L., division A, checked in."),
        ("ANN  LI was late", "A. L. was late"),
        ("Li, Ann and Ann_Li", "A. L. and A. L."),
        ("Joann Li and Ann Lindt", "Joann Li and Ann Lindt"),
        ("Ann Li Chen beat Ann Li", "Ann Li Chen beat A. L."),
        ("The Ann Li Cup", "The Ann Li Cup"),
        ("Ann alone", "Ann alone"),
        ("", ""),
    ],
)  # fmt: skip
def test_name_is_replaced_as_a_whole_and_never_within_a_longer_name(text, shown):
    assert ANN.replace_in_text(text) == shown


def test_json_is_redacted_at_every_depth_except_words_on_the_board():
    stored = {
        "players": ["Ann Li", {"name_key": "ann li"}],
        "Ann Li": 3,
        "member": "7",
        "other": "AT-77",
        "tiles": "Ann Li",
        "round": 7,
    }
    assert ANN.replace_in_value(stored) == {
        "players": ["A. L.", {"name_key": "a. l."}],
        "A. L.": 3,
        "member": "",
        "other": "",
        "tiles": "Ann Li",
        "round": 7,
    }


def test_only_text_columns_of_facts_are_redacted():
    facts = {"turn:4": [1, "Ann Li", "says Ann Li"], "turn:5": None, "result:1": ["Ann Li"]}
    assert ANN.replace_in_facts(facts, {"turn": (2,)}) == {
        "turn:4": [1, "Ann Li", "says A. L."],
        "turn:5": None,
        "result:1": ["Ann Li"],
    }


def test_name_of_one_word_is_matched_case_sensitively():
    ana = Initials(("Ana",), (), "A.", "a.")
    assert ana.replace_in_text("Ana plays ANA and Anatole") == "A. plays ANA and Anatole"


def test_nickname_in_a_gcg_file_is_redacted_with_the_name():
    text = "#title Ann Li against Bo\n#player1 al Ann Li\n#player2 bo Bo Al\n>al: AL 8H AL +4 4\n>bo: ANN I8 ANN +3 3"
    assert ANN.replace_in_gcg(text).splitlines() == [
        "#title A. L. against Bo",
        "#player1 A.L. A. L.",
        "#player2 bo Bo Al",
        ">A.L.: AL 8H AL +4 4",
        ">bo: ANN I8 ANN +3 3",
    ]


def test_initials_already_in_use_get_a_number():
    assert free_initials("J. D.", ()) == "J. D."
    assert free_initials("J. D.", ("J. D.",)) == "J. D. 2"
    assert free_initials("J. D.", ("J. D.", "J. D. 2")) == "J. D. 3"


def test_long_name_parts_narrow_the_search_and_short_ones_do_not():
    assert Initials(("Zoë Müller",), (), "Z. M.", "z. m.").search_terms == {("ller",)}
    assert Initials(("Li Na",), (), "L. N.", "l. n.").search_terms == frozenset()


def test_name_is_suspected_in_any_encoding_and_in_every_packed_file():
    names = Initials(("Zoë Müller", "Müller, Zoë"), (), "Z. M.", "z. m.")
    for text in ("ZOË MÜLLER 1500", "Mueller, Zoe"):
        for code in ("utf-8", "latin-1", "utf-16"):
            assert names.may_occur_in(text.encode(code)), (text, code)
    assert not names.may_occur_in(b"Ana Lopez 1800\nBen Okafor 1700")
    assert names.may_occur_in(b"PK\x03\x04 whatever")
    assert Initials(("Li Na",), (), "L. N.", "l. n.").may_occur_in(b"anything")
