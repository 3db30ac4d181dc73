"""A roster in a table: columns found by their heading, and everything left out is said."""

import pytest

from tournament.engine.roster import read_roster
from tournament.engine.roster_table import read_table


def understood(rows):
    table = read_table(rows)
    return [(row.line, row.name, row.rating) for row in read_roster(table.text) if row.taken]


@pytest.mark.parametrize(
    ("rows", "players"),
    [
        ([["Name", "Rating"], ["Lopez, Ana", "1623"]], [(2, "Ana Lopez", 1623)]),
        ([["First", "Last", "RTG."], ["Ana", "Lopez", "1500+"]], [(2, "Ana Lopez", 1500)]),
        (
            [["Last Name", "Club", "First Name"], ["Lopez", "Rosas", "Ana"]],
            [(2, "Ana Lopez", None)],
        ),
        (
            [["Autumn Open"], [], ["Player", "Elo"], ["Ana Lopez", "1623.0"]],
            [(4, "Ana Lopez", 1623)],
        ),
        (
            [["Ana Lopez", "1623"], ["", ""], ["Ben Okafor", ""]],
            [(1, "Ana Lopez", 1623), (3, "Ben Okafor", None)],
        ),
        (
            [["1", "Ana Lopez", "1623"], ["2", "Ben Okafor"]],
            [(1, "Ana Lopez", 1623), (2, "Ben Okafor", None)],
        ),
        ([["Lopez", "Ana", "1623"]], [(1, "Ana Lopez", 1623)]),
        (  # a head merged over all columns, the columns below it
            [["Players", "", ""], ["Name", "Club", "Rating"], ["Ana Lopez", "Rosas", "1500"]],
            [(3, "Ana Lopez", 1500)],
        ),
        (  # a head merged over two columns that are named below it
            [["Name", "", "Rating"], ["Last", "First", ""], ["Lopez", "Ana", "1500"]],
            [(3, "Ana Lopez", 1500)],
        ),
        ([], []),
    ],
)
def test_the_columns_are_found(rows, players):
    assert understood(rows) == players


def test_what_is_left_out_is_said():
    rows = [["Autumn Open"], ["Name", "Club", "Rating"], ["Ana Lopez", "Rosas", "n/a"]]
    table = read_table(rows)
    assert table.notes == (
        "Row 2 is the heading: Name, Rating.",
        "Left out: Club.",
        "Left out above the heading: row 1.",
        "Row 3: “n/a” is no rating; read as unrated.",
    )
    assert understood(rows) == [(3, "Ana Lopez", None)]


def test_a_heading_of_two_rows_is_said():
    table = read_table([["Name", "", "Rating"], ["Last", "First", ""], ["Lopez", "Ana", "1500"]])
    assert table.notes == ("Rows 1 to 2 are the heading: First, Last, Rating.",)


@pytest.mark.parametrize(
    ("known", "typed"),
    [("Ana Lopez", "Anna Lopez"), ("Ana Lopez", "Lopez Ana"), ("Zoë Müller", "Zoe Muler")],
)
def test_a_name_that_is_nearly_a_known_one_is_remarked_on(known, typed):
    (row,) = read_roster(typed, (), [known])
    assert (row.taken, row.note) == (True, f"Looks like {known}: the same person?")


def test_short_names_and_known_people_are_left_in_peace():
    assert read_roster("Ann Li")[0].note == ""
    assert [row.note for row in read_roster("Al Li\nAl Lo")] == ["", ""]
    assert read_roster("Ana Lopez", (), ["Ana Lopez", "Anna Lopez"])[0].note == ""
