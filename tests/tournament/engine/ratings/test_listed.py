"""A list of ratings out of a table: columns without a heading are taken or said to be left out."""

from tournament.engine.ratings.listed import read_list
from tournament.wording.sentences import sentences


def test_first_names_below_a_head_merged_over_two_columns_are_taken_and_said():
    read = read_list([["Player", "", "Rating"], ["Lopez", "Ana", "1500"], ["Okafor", "Ben", "900"]])
    assert [(person.name, person.rating) for person in read.people] == [
        ("Ana Lopez", 1500),
        ("Ben Okafor", 900),
    ]
    assert sentences(read.notes) == (
        "Row 1 is the heading; taken are Player, Rating.",
        (
            "Column B has no heading and is taken as the first name, column A as the last. Give each a "
            "heading if it is the other way round."
        ),
    )


def test_another_column_without_a_heading_is_left_out_and_said():
    read = read_list([["Name", "Rating", ""], ["Ana Lopez", "1500", "paid"]])
    assert [(person.name, person.rating) for person in read.people] == [("Ana Lopez", 1500)]
    assert sentences(read.notes[1:]) == (
        "Column C has no heading and is left out. Give it one if it is needed.",
    )
