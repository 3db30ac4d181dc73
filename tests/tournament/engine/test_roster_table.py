"""Rosters in tables: columns found by heading, and everything ignored is reported."""

import pytest

from tests.tournament.engine.in_words import in_words
from tests.tournament.engine.test_roster import CASES
from tournament.engine.columns import table_of
from tournament.engine.roster import MAX_MEMBER_LENGTH, read_roster
from tournament.engine.roster_table import PLAYERS, pasted_table, proposed_columns
from tournament.engine.roster_table import roster_from_table as read_cells
from tournament.wording.sentences import sentences

NO_NAMES = (
    "No column contains the names. Choose the column of names above the table, then choose "
    "“Read again”."
)


def read_table(rows, columns=()):
    return read_cells(table_of(rows, PLAYERS), columns)


def members(rows):
    """Return name, rating and member number of the players in a table."""
    roster = read_roster(read_table(rows).text)
    return [(row.name, row.rating, row.member) for row in roster if row.is_valid]


def understood(rows):
    table = read_table(rows)
    return [(row.line, row.name, row.rating) for row in read_roster(table.text) if row.is_valid]


@pytest.mark.parametrize(("rows", "players"), CASES["tables"])
def test_columns_are_found(rows, players):
    assert understood(rows) == [(line, name, rating or None) for line, name, rating in players]


def test_omitted_columns_and_rows_are_named():
    rows = [["Autumn Open"], ["Name", "Paid", "Rating"], ["Ana Lopez", "no", "soon"]]
    table = read_table(rows)
    assert sentences(table.notes) == (
        "Row 2 is the heading: Name, Rating.",
        "Left out: Paid.",
        "Left out above the heading: row 1.",
    )
    (row,) = read_roster(table.text)
    assert (row.line, row.name, row.rating) == (3, "Ana Lopez", None)
    assert sentences(row.notes) == ("“soon” is not a rating; the player is read as unrated.",)


def test_meaningful_heading_names_a_column_regardless_of_its_cells():
    rows = [["Name", "", "Rating", "Member"], ["Last", "First", "", "No."]]
    rows.append(["Lopez", "Ana", "1500", "77"])
    heading = "Rows 1 to 2 are the heading: First, Last, Rating, Member."
    assert sentences(read_table(rows).notes) == (heading,)
    assert members(rows) == [("Ana Lopez", 1500, "77")]


def test_first_names_under_a_merged_heading_are_read_and_noted():
    rows = [["Player", "", "Rating"], ["Lopez", "Ana", "1500"], ["De Vega", "Béla", "1400"]]
    rows.append(["Okafor", "Ben", "900"])
    names = [(2, "Ana Lopez", 1500), (3, "Béla De Vega", 1400), (4, "Ben Okafor", 900)]
    assert understood(rows) == names
    assert sentences(read_table(rows).notes) == (
        "Row 1 is the heading: Player, Rating.",
        (
            "Column B has no heading and is read as the first name, column A as the last name. "
            "If it is the other way round, give each a heading."
        ),
    )


def test_short_or_known_name_is_not_questioned():
    assert read_roster("Ann Li")[0].notes == ()
    assert [row.notes for row in read_roster("Al Li\nAl Lo")] == [(), ()]
    assert read_roster("Ana Lopez", (), ["Ana Lopez", "Anna Lopez"])[0].notes == ()


def test_member_number_has_its_own_column():
    rows = [
        ["Name", "Rating", "Member No."],
        ["Lopez, Ana", "1623", "AA 0123"],
        ["Ben Okafor", "", "77.0"],
        ["Zoë Müller", "1500", "#12,5"],
        ["Dai Jones", "1400", ""],
        ["Eve Hall", "1400", "1" * MAX_MEMBER_LENGTH],
        ["Finn Roy", "1400", "1" * (MAX_MEMBER_LENGTH + 1)],
    ]
    roster = read_roster(read_table(rows).text)
    assert sentences(roster[2].notes) == ("“#12,5” is not a member number; it is left out.",)
    assert [note.code for row in roster for note in row.notes] == ["no_member_number"] * 2
    assert members(rows) == [
        ("Ana Lopez", 1623, "AA0123"),
        ("Ben Okafor", None, "77"),
        ("Zoë Müller", 1500, ""),
        ("Dai Jones", 1400, ""),
        ("Eve Hall", 1400, "1" * MAX_MEMBER_LENGTH),
        ("Finn Roy", 1400, ""),
    ]


def test_class_and_team_have_their_own_columns():
    rows = [["Name", "Rating", "Class", "Team", "Member"]]
    rows.append(["Lopez, Ana", "1623", "B", "Rosas, East", "77"])
    rows.append(["Dai Jones", "900", "C", "x" * 41, ""])
    ana, dai = read_roster(read_table(rows).text)
    assert (ana.name, ana.rating, ana.member) == ("Ana Lopez", 1623, "77")
    assert (ana.rating_class, ana.team) == ("B", "Rosas, East")
    assert in_words(dai.problem) == "The team name has 41 characters; the maximum is 40."


@pytest.mark.parametrize(
    ("typed", "rating", "member", "rating_class", "team"),
    [
        ("Ana Lopez 1623 class: B team: North East", 1623, "", "B", "North East"),
        ("Ana Lopez, 1623, team: North East, class: B", 1623, "", "B", "North East"),
        ("Lopez, Ana 1623 Class: B\tteam: North East #77", 1623, "77", "B", "North East"),
        ("Ana Lopez 1623 #AA0123", 1623, "AA0123", "", ""),
        ("Lopez, Ana, 1623, #77", 1623, "77", "", ""),
        ("Ana Lopez #77 1623", 1623, "77", "", ""),
        ("Ana Lopez\t# 77", None, "77", "", ""),
        ("Ana Lopez 1623", 1623, "", "", ""),
    ],
)
def test_class_team_and_member_number_may_be_typed_after_the_name(
    typed, rating, member, rating_class, team
):
    (row,) = read_roster(typed)
    assert (row.name, row.rating, row.member) == ("Ana Lopez", rating, member)
    assert (row.rating_class, row.team) == (rating_class, team)


def test_cell_is_read_whole_with_any_punctuation():
    rows = [["Name", "Club", "Team"], ["3. Ana Lopez", "SC #1; Köln", 'The "A", team: B']]
    (row,) = read_roster(read_table(rows).text)
    assert (row.name, row.member) == ("Ana Lopez", "")
    assert (row.club, row.team) == ("SC #1; Köln", "The 'A', team: B")
    rows = [["Name", "Rating"], ['Team "44", East', "1100"], ["Ana L0pez 1500", ""]]
    team, ana = read_roster(read_table(rows).text)
    assert (team.name, team.rating) == ('East Team "44"', 1100)
    assert in_words(ana.problem) == "There are digits in the name. Write the name, then the rating."


@pytest.mark.parametrize(
    "pasted",
    [
        "",
        "Ana Lopez, 1623\nBen",
        "Name\nAna Lopez",
        "Name, Rating\nLopez, Ana, 1623",
        "Name Rating\nAna 1",
        f'"{"x" * 200_000}',
        "Ana Lopez\t1500 paid\nBen Okafor\t1400",
        "Ana Lopez\t1500\t#77\tclass: B",
        # Last and first names under a short heading are plain lines.
        "Name, Rating\nLindqvist, Zoë 1700\nKask, Ülle\nSobol, Marek 1500\n",
    ],
)
def test_lines_that_are_no_table_stay_unchanged(pasted):
    assert pasted_table(pasted) is None
    assert pasted_table("Name, Rating\nZoë Lindqvist, 1700\nÜlle Kask,\n") is not None


@pytest.mark.parametrize(("rows", "roles"), CASES["columns"])
def test_columns_are_proposed_by_heading_or_content(rows, roles):
    assert list(proposed_columns(table_of(rows, PLAYERS))) == roles


def test_columns_are_read_as_chosen():
    rows = [["Ana Lopez", "Lund", "1500"], ["Ben Okafor", "Köln", "1400"]]
    (ana, _) = read_roster(read_table(rows, ("name", "team", "rating")).text)
    assert (ana.team, ana.club, ana.rating) == ("Lund", "", 1500)
    (ana, _) = read_roster(read_table(rows, ("family", "given", "")).text)
    assert (ana.name, ana.family, ana.rating) == ("Lund Ana Lopez", "Ana Lopez", None)
    twice = read_table(rows, ("name", "name", "rating"))
    assert sentences(twice.notes) == ("Columns A and B have the same meaning; only A is read.",)
    nameless = read_table(rows, ("", "club", "rating"))
    assert (nameless.text, sentences(nameless.notes)) == ("", (NO_NAMES,))
