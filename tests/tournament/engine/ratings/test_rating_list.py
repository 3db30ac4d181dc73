"""Reading a rating list from a table: columns without a heading are used or reported."""

import pytest

from tournament.engine.ratings.rating_list import MAX_GAMES, MAX_RATING, parse_rating_list
from tournament.engine.roster import MAX_NAME_LENGTH
from tournament.wording.sentences import sentences


def people(read):
    return [(person.name, person.rating) for person in read.people]


def test_first_names_under_a_merged_heading_are_read_and_noted():
    rows = [["Player", "", "Rating"], ["Lopez", "Ana", "1500"], ["Okafor", "Ben", "900"]]
    read = parse_rating_list(rows)
    assert people(read) == [("Ana Lopez", 1500), ("Ben Okafor", 900)]
    assert sentences(read.notes) == (
        "Row 1 is the heading; the columns read are Player, Rating.",
        (
            "Column B has no heading and is read as the first name, column A as the last name. "
            "If it is the other way round, give each a heading."
        ),
    )
    read = parse_rating_list([["Name", "Rating", ""], ["Ana Lopez", "1500", "paid"]])
    assert people(read) == [("Ana Lopez", 1500)]
    assert sentences(read.notes[1:]) == (
        "Column C has no heading and is left out. If you need it, give it a heading.",
    )


@pytest.mark.parametrize(
    ("typed", "rating"),
    [
        ("1,650", 1650),
        ("1.650", 1650),
        ("(1'650)*", 1650),
        ("950.123", 950.123),
        ("1500,5", 1500.5),
    ],
)
def test_thousands_are_told_from_decimals(typed, rating):
    assert people(parse_rating_list([["Name", "Elo"], ["Ana", typed]])) == [("Ana", rating)]
    assert people(parse_rating_list([[f"Ana Lopez {typed}"]])) == [("Ana Lopez", rating)]
    (problem,) = parse_rating_list([["Ana", "20,000"]]).problems
    assert sentences([problem]) == ("Row 1: “20,000” is not a rating.",)


def test_names_are_read_from_one_or_two_columns():
    read = parse_rating_list([["Name", "Rating"], ["Lopez, Ana", "1500"], ["Ben  Okafor", "900"]])
    assert people(read) == [("Ana Lopez", 1500), ("Ben Okafor", 900)]
    read = parse_rating_list([["King, Martin, Jr.", "1500"], ["MÜLLER Jürgen", "900"], ["A1", "9"]])
    assert people(read) == [("Martin King Jr.", 1500), ("Jürgen MÜLLER", 900), ("A1", 9)]
    for heading in (["Given name", "Family name", "Rating"], ["Rating", "First name", "Surname"]):
        person = {"Given name": "Ana", "First name": "Ana", "Rating": "1500"}
        read = parse_rating_list([heading, [person.get(head, "Lopez") for head in heading]])
        assert people(read) == [("Ana Lopez", 1500)]
        assert [note.code for note in read.notes] == ["list_heading"]
    read = parse_rating_list(
        [["Given name", "Surname", "Elo"], ["ANNA", "Berg", "9"], ["", "Ek", "8"]]
    )
    assert people(read) == [("ANNA Berg", 9), ("Ek", 8)]  # the columns say which name is which
    half = parse_rating_list([["First name", "Rating"], ["Ana", "1500"]])
    assert half.notes == ()  # no heading: a row without figures
    assert [problem.params["row"] for problem in half.problems] == [1]


@pytest.mark.parametrize(
    ("column", "text", "read"),
    [
        ("rating", "0", None),
        ("rating", "0.5", 0.5),
        ("rating", "1499,5", 1499.5),
        ("rating", f"{MAX_RATING:.0f}", MAX_RATING),
        ("rating", f"{MAX_RATING + 1:.0f}", None),
        ("games", "", 0),
        ("games", f"{MAX_GAMES}", MAX_GAMES),
        ("games", f"{MAX_GAMES + 1}", None),
        ("games", "12.0", 12),
        ("name", "A" * MAX_NAME_LENGTH, "A" * MAX_NAME_LENGTH),
        ("name", "A" * (MAX_NAME_LENGTH + 1), None),
    ],
)
def test_figure_or_name_is_accepted_up_to_its_limit(column, text, read):
    row = {"name": "Ana Lopez", "rating": "1500", "games": "10"} | {column: text}
    people = parse_rating_list([["Name", "Rating", "Games"], [*row.values()]]).people
    assert [getattr(person, column) or 0 for person in people] == ([] if read is None else [read])
