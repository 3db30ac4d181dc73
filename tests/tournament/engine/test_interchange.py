"""Names in files and on screen, and the text of remarks."""

import pytest

from tournament.engine.interchange import (
    MAX_MEMBER_LENGTH,
    MEMBER_TAG,
    PortableDivision,
    PortableEntrant,
    Remark,
    member_number_in,
    spoken_and_sort_name,
)


@pytest.mark.parametrize(
    ("written", "spoken", "listed"),
    [
        ("Lopez, Ana", "Ana Lopez", "Lopez, Ana"),
        ("Ana Lopez", "Ana Lopez", "Lopez, Ana"),
        ("Player01, Blake", "Blake Player01", "Player01, Blake"),
        ("Jan van der Berg", "Jan van der Berg", "van der Berg, Jan"),
        ("King, Martin Jr.", "Martin King Jr.", "King Jr., Martin"),
        ("Dick Dyke Jr.", "Dick Dyke Jr.", "Dyke Jr., Dick"),
        ("Jan van der Berg III", "Jan van der Berg III", "van der Berg III, Jan"),
        ("Cher", "Cher", "Cher"),
        ("Lopez,", "Lopez,", "Lopez,"),
        ("Smith, John, Jr", "John, Jr Smith", "Smith, John, Jr"),
        ("  O\u2019Hare,  Declan ", "Declan O'Hare", "O'Hare, Declan"),
    ],
)
def test_name_is_read_with_its_spoken_and_sort_forms(written, spoken, listed):
    assert spoken_and_sort_name(written) == (spoken, listed)


def test_remark_names_its_file_and_line_and_an_unknown_entrant_its_number():
    assert str(Remark("a.t", 3, "Mend it.")) == "a.t, line 3: Mend it."
    assert str(Remark("a.t", 0, "Mend it.")) == "a.t: Mend it."
    assert str(Remark("", 0, "Mend it.")) == "Mend it."
    division = PortableDivision("A", (PortableEntrant(3, "Ana Lopez"),))
    assert [division.name_of(3), division.name_of(4)] == ["Ana Lopez", "number 4"]


def test_member_number_comes_from_the_tags_unless_too_long():
    longest = "1" * MAX_MEMBER_LENGTH
    for written, read in [
        ("  AB  12 ", "AB 12"), ("7", "7"), (longest, longest), (longest + "1", ""), (None, ""),
    ]:  # fmt: skip
        assert member_number_in({"tags": [("other", "9"), (MEMBER_TAG, written)]}) == read
    assert member_number_in({}) == ""
