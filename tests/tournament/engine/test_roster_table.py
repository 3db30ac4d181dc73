"""Rosters in tables: columns found by heading, and everything ignored is reported."""

import pytest

from tests.tournament.engine.in_words import in_words
from tests.tournament.engine.test_roster import CASES
from tournament.engine.columns import table_of
from tournament.engine.roster import MAX_MEMBER_LENGTH, read_roster
from tournament.engine.roster_table import PLAYERS, pasted_table, proposed_columns
from tournament.engine.roster_table import roster_from_table as read_cells
from tournament.wording.sentences import sentences


def read_table(rows, columns=()):
    return read_cells(table_of(rows, PLAYERS), columns)


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
    rows = [
        ["Name", "", "Rating", "Member"],
        ["Last", "First", "", "No."],
        ["Lopez", "Ana", "1500", "77"],
    ]
    table = read_table(rows)
    assert sentences(table.notes) == ("Rows 1 to 2 are the heading: First, Last, Rating, Member.",)
    assert [row.member for row in read_roster(table.text)] == ["77"]


def test_first_names_under_a_merged_heading_are_read_and_noted():
    rows = [["Player", "", "Rating"], ["Lopez", "Ana", "1500"], ["De Vega", "Béla", "1400"]]
    rows.append(["Okafor", "Ben", "900"])
    table = read_table(rows)
    assert understood(rows) == [
        (2, "Ana Lopez", 1500),
        (3, "Béla De Vega", 1400),
        (4, "Ben Okafor", 900),
    ]
    assert sentences(table.notes) == (
        "Row 1 is the heading: Player, Rating.",
        (
            "Column B has no heading and is read as the first name, column A as the last name. "
            "If it is the other way round, give each a heading."
        ),
    )


@pytest.mark.parametrize(
    "row", [["Ana Lopez", "paid"], ["Lopez, Ana", "Rosas"], ["Lopez", "15"], ["Ana De Vega", "x"]]
)
def test_other_column_without_a_heading_is_omitted_and_noted(row):
    table = read_table([["Name", ""], row])
    assert table.text.strip() == row[0]
    assert sentences(table.notes[1:]) == (
        "Column B has no heading and is left out. If you need it, give it a heading.",
    )


@pytest.mark.parametrize(
    ("known", "typed"),
    [("Ana Lopez", "Anna Lopez"), ("Ana Lopez", "Lopez Ana"), ("Zoë Müller", "Zoe Muler")],
)
def test_name_close_to_a_known_name_is_noted(known, typed):
    (row,) = read_roster(typed, (), [known])
    assert (row.is_valid, in_words(*row.notes)) == (
        True,
        f"This looks like {known}. Is it the same person?",
    )


def test_short_names_and_known_players_are_not_questioned():
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
    ]
    table = read_table(rows)
    roster = read_roster(table.text)
    assert sentences(roster[2].notes) == ("“#12,5” is not a member number; it is left out.",)
    assert [(row.name, row.rating, row.member) for row in roster if row.is_valid] == [
        ("Ana Lopez", 1623, "AA0123"),
        ("Ben Okafor", None, "77"),
        ("Zoë Müller", 1500, ""),
        ("Dai Jones", 1400, ""),
    ]


def test_class_and_team_have_their_own_columns():
    table = read_table(
        [
            ["Name", "Rating", "Class", "Team", "Member"],
            ["Lopez, Ana", "1623", "B", "Rosas, East", "77"],
            ["Ben Okafor", "", "", "North", ""],
            ["Dai Jones", "900", "C", "x" * 41, ""],
        ]
    )
    assert sentences(table.notes) == ("Row 1 is the heading: Name, Rating, Member, Class, Team.",)
    ana, ben, dai = (row for row in read_roster(table.text) if row.line > 1)
    assert (ana.name, ana.rating, ana.member) == ("Ana Lopez", 1623, "77")
    assert (ana.rating_class, ana.team) == ("B", "Rosas, East")
    assert (ben.name, ben.rating_class, ben.team) == ("Ben Okafor", "", "North")
    assert in_words(dai.problem) == "The team name has 41 characters; the maximum is 40."


@pytest.mark.parametrize(
    "typed",
    [
        "Ana Lopez 1623 class: B team: North East",
        "Ana Lopez, 1623, team: North East, class: B",
        "Lopez, Ana 1623 Class: B\tteam: North East #77",
    ],
)
def test_class_and_team_may_be_typed_after_the_name(typed):
    (row,) = read_roster(typed)
    assert (row.name, row.rating, row.rating_class, row.team) == (
        "Ana Lopez",
        1623,
        "B",
        "North East",
    )


@pytest.mark.parametrize(
    ("typed", "rating", "member"),
    [
        ("Ana Lopez 1623 #AA0123", 1623, "AA0123"),
        ("Lopez, Ana, 1623, #77", 1623, "77"),
        ("Ana Lopez #77 1623", 1623, "77"),
        ("Ana Lopez\t# 77", None, "77"),
        ("Ana Lopez 1623", 1623, ""),
    ],
)
def test_typed_member_number_is_marked(typed, rating, member):
    (row,) = read_roster(typed)
    assert (row.name, row.rating, row.member) == ("Ana Lopez", rating, member)


def test_cell_is_read_whole_with_any_punctuation():
    table = read_table(
        [["Name", "Club", "Team"], ["3. Ana Lopez", "SC #1; Köln", 'The "A", team: B']]
    )
    (row,) = read_roster(table.text)
    assert (row.name, row.member) == ("Ana Lopez", "")
    assert (row.club, row.team) == ("SC #1; Köln", "The 'A', team: B")


def test_overlong_member_number_is_a_problem():
    (row,) = read_roster(f"Ana Lopez #{'9' * 41}")
    assert in_words(row.problem) == "The member number has 41 characters; the maximum is 40."


@pytest.mark.parametrize(
    "pasted",
    [
        "Name\tClub\tRating\tMember\n\nLopez, Ana\tRosas\t1623\t77\nBen Okafor\n",
        "Name;Club;Rating;Member\n\nLopez, Ana;Rosas;1623;77\nBen Okafor;;;\n",
        'Name,Club,Rating,Member\n\n"Lopez, Ana",Rosas,1623,77\nBen Okafor,,,\n',
    ],
)
def test_pasted_cells_under_a_heading_are_read_as_columns(pasted):
    table = read_cells(pasted_table(pasted))
    assert sentences(table.notes) == ("Row 1 is the heading: Name, Rating, Member, Club.",)
    players = [
        (row.line, row.name, row.rating, row.member, row.club) for row in read_roster(table.text)
    ]
    assert players == [(3, "Ana Lopez", 1623, "77", "Rosas"), (4, "Ben Okafor", None, "", "")]


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
    ],
)
def test_lines_that_are_no_table_stay_unchanged(pasted):
    assert pasted_table(pasted) is None


def test_last_and_first_names_under_a_short_heading_are_plain_lines():
    pasted = "Name, Rating\nLindqvist, Zoë 1700\nKask, Ülle\nSobol, Marek 1500\n"
    assert pasted_table(pasted) is None
    assert pasted_table("Name, Rating\nZoë Lindqvist, 1700\nÜlle Kask,\n") is not None


def test_rating_with_a_thousands_separator_is_read_in_a_table():
    table = read_table([["Name", "Rating"], ["Ana Lopez", "1,650"], ["Ben Okafor", "1623.4"]])
    ana, ben = read_roster(table.text)
    assert (ana.rating, sentences(ana.notes)) == (1650, ("The rating 1,650 is read as 1650.",))
    assert (ben.rating, sentences(ben.notes)) == (1623, ("The rating 1623.4 is rounded to 1623.",))


def test_member_number_is_accepted_up_to_its_limit():
    for number, member in [
        ("1" * MAX_MEMBER_LENGTH, "1" * MAX_MEMBER_LENGTH),
        ("1" * (MAX_MEMBER_LENGTH + 1), ""),
    ]:
        table = read_table([["Name", "Rating", "Member number"], ["Ana Lopez", "1500", number]])
        (row,) = read_roster(table.text)
        assert row.member == member
        assert [note.code for note in row.notes] == ["no_member_number"] * (not member)


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
    assert (nameless.text, sentences(nameless.notes)) == (
        "",
        (
            (
                "No column contains the names. Choose the column of names above the table, then "
                "choose “Read again”."
            ),
        ),
    )


def test_name_column_accepts_quotation_marks_and_questions_digits():
    rows = [["Name", "Rating"], ['Team "44", East', "1100"], ["Ana L0pez 1500", ""]]
    team, ana = read_roster(read_table(rows).text)
    assert (team.name, team.rating) == ('East Team "44"', 1100)
    assert in_words(ana.problem) == "There are digits in the name. Write the name, then the rating."
