"""A pasted roster: everything people paste, and what is said where a line is not understood."""

import pytest

from tests.tournament.engine.in_words import in_words
from tournament.engine.message import Message
from tournament.engine.roster import family_begins, read_name, read_rating, read_roster

ANOTHER = "Another person of that name needs something that tells them apart, such as “{} (Leeds)”."
"""What is said to a name that is there already."""


def understood(text):
    (row,) = read_roster(text)
    return row.name, row.sort_name, row.rating, in_words(row.problem)


@pytest.mark.parametrize(
    ("line", "name", "sort_name", "rating"),
    [
        ("Ana Lopez", "Ana Lopez", "Lopez, Ana", None),
        ("Lopez, Ana", "Ana Lopez", "Lopez, Ana", None),
        ("Lopez, Ana 1623", "Ana Lopez", "Lopez, Ana", 1623),
        ("Lopez, Ana, 1623", "Ana Lopez", "Lopez, Ana", 1623),
        ("Ana Lopez, 1623", "Ana Lopez", "Lopez, Ana", 1623),
        ("Ana Lopez\t1623", "Ana Lopez", "Lopez, Ana", 1623),
        ("Lopez\tAna\t1623", "Ana Lopez", "Lopez, Ana", 1623),
        ('"Lopez, Ana",1623', "Ana Lopez", "Lopez, Ana", 1623),
        ("  Ana\u00a0\u00a0  Lopez   (1623) ", "Ana Lopez", "Lopez, Ana", 1623),
        ("Ana Lopez 1500+", "Ana Lopez", "Lopez, Ana", 1500),
        ("Ana Lopez 1,650", "Ana Lopez", "Lopez, Ana", 1650),
        ("Lopez, Ana, 1,650", "Ana Lopez", "Lopez, Ana", 1650),
        ("Lopez, Ana 1.650", "Ana Lopez", "Lopez, Ana", 1650),
        ("Ana Lopez\t1 650", "Ana Lopez", "Lopez, Ana", 1650),
        ('"Lopez, Ana","1,650"', "Ana Lopez", "Lopez, Ana", 1650),
        ("Ana Lopez 0", "Ana Lopez", "Lopez, Ana", None),
        ("Ana Lopez unrated", "Ana Lopez", "Lopez, Ana", None),
        ("12. Ana Lopez 1623", "Ana Lopez", "Lopez, Ana", 1623),
        ("Sean O\u2019Brien", "Sean O'Brien", "O'Brien, Sean", None),
        ("van der Berg, Kees", "Kees van der Berg", "van der Berg, Kees", None),
        ("Zoe\u0308 Mu\u0308ller", "Zo\u00eb M\u00fcller", "M\u00fcller, Zo\u00eb", None),
        ("Petra de Vries", "Petra de Vries", "de Vries, Petra", None),
        ("Dick Dyke Jr. 1500", "Dick Dyke Jr.", "Dyke Jr., Dick", 1500),
        ("Dick Dyke, Jr., 1500", "Dick Dyke Jr.", "Dyke Jr., Dick", 1500),
        ("King, Martin, Jr.", "Martin King Jr.", "King Jr., Martin", None),
        ("King, Jr., Martin", "Martin King Jr.", "King Jr., Martin", None),
        ("King, Martin III", "Martin King III", "King III, Martin", None),
        ("ana lopez", "ana lopez", "lopez, ana", None),
        ("Teller", "Teller", "Teller", None),
        ("Ana\u200f \u202eLopez\x07", "Ana Lopez", "Lopez, Ana", None),
        ("\ufeffAna Lopez", "Ana Lopez", "Lopez, Ana", None),
    ],
)
def test_a_name_is_read_as_people_write_it(line, name, sort_name, rating):
    assert understood(line) == (name, sort_name, rating, "")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1623", "There is a rating but no name."),
        ("Ana L0pez", "There are digits in the name. Write the name, then the rating."),
        ("Lopez, Ana, Maria", "There are too many commas. Write “Last, First” or “First Last”."),
        ("???", "This is not a name."),
        ("Ana Lopez 9999", "A rating of 9999 is too high; the maximum is 4000."),
        ("Ana Lopez 20000", "A rating of 20000 is too high; the maximum is 4000."),
        ("Ana Lopez, 20,000", "A rating of 20000 is too high; the maximum is 4000."),
        (
            "Ana Lopez -5",
            "A rating of −5 is below 0: leave it out for somebody unrated, or write it without the sign.",
        ),
        ("x" * 81, "The name has 81 letters; the maximum is 80."),
    ],
)
def test_a_line_that_is_no_player_says_why(line, reason):
    assert understood(line)[3] == reason


def test_a_player_pasted_twice_is_taken_once_and_the_line_is_named():
    rows = read_roster("Ana Lopez\n\nLOPEZ, ANA 1500")
    assert [(row.line, row.taken, in_words(row.problem)) for row in rows] == [
        (1, True, ""),
        (
            3,
            False,
            f"ANA LOPEZ is already on line 1. {ANOTHER.format('ANA LOPEZ')}",
        ),
    ]


def test_who_is_in_the_division_already_is_not_taken_again():
    (row,) = read_roster("Lopez, Ana", ["Ana Lopez"])
    assert in_words(row.problem) == (
        f"Ana Lopez is already in this division. {ANOTHER.format('Ana Lopez')}"
    )


def test_a_name_that_differs_in_accents_only_is_taken_with_a_note():
    rows = read_roster("Zoë Müller\nZoe Muller")
    assert [(row.taken, in_words(*row.notes)) for row in rows] == [
        (True, ""),
        (True, "Looks like Zoë Müller: the same person?"),
    ]


def test_brackets_and_signs_in_a_new_name_are_taken_and_asked_about():
    pasted = "Ana Lopez (late)\n<b>Ben Okafor</b>\nSean O’Brien-Ó Sé, Jr.\nZoë Müller (Leeds)"
    rows = read_roster(pasted, known=["Zoë Müller (Leeds)"])
    assert [(row.name, in_words(*row.notes)) for row in rows] == [
        (
            "Ana Lopez (late)",
            "“(late)” becomes part of the name. If it is only a remark, take it out.",
        ),
        (
            "<b>Ben Okafor</b>",
            "“<>/” is unusual in a name. If it is not part of it, take it out.",
        ),
        ("Sean O'Brien-Ó Sé Jr.", ""),
        ("Zoë Müller (Leeds)", ""),
    ]


def test_a_heading_is_passed_over_and_said_to_be():
    rows = read_roster("Name, Rating\nAna Lopez, 1500")
    assert [(row.taken, in_words(*row.notes)) for row in rows] == [
        (False, "Read as a heading."),
        (True, ""),
    ]


def test_an_empty_paste_has_no_lines():
    assert read_roster(" \n\t\n") == []


def test_a_rating_of_0_is_said_to_be_taken_as_unrated():
    (row,) = read_roster("Ana Lopez 0")
    assert (row.taken, row.rating, in_words(*row.notes)) == (True, None, "0 is taken as unrated.")


@pytest.mark.parametrize(
    ("typed", "rating", "problem"),
    [
        ("1,650", 1650, ""),
        (" 1 650 ", 1650, ""),
        ("", None, ""),
        ("0", None, ""),
        ("new", None, ""),
        ("20000", None, "A rating of 20000 is too high; the maximum is 4000."),
        (
            "#12",
            None,
            "“#12” is a member number, not a rating. Write the rating without “#”.",
        ),
        (
            "about 12",
            None,
            "“about 12” is not a rating. Write a whole number such as 1650, or nothing for somebody unrated.",
        ),
    ],
)
def test_a_rating_by_itself_is_read_or_told_what_is_wrong(typed, rating, problem):
    number, reason = read_rating(typed)
    assert (number, in_words(reason)) == (rating, problem)


def test_what_tells_two_of_one_name_apart_goes_with_the_family_name():
    one, two = read_roster("Ana Lopez\nAna Lopez (Leeds) 1500")
    assert (one.taken, two.taken) == (True, True)
    assert (two.name, two.sort_name, two.rating) == (
        "Ana Lopez (Leeds)",
        "Lopez (Leeds), Ana",
        1500,
    )


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("Ana Lopez", 1),
        ("Cher", 0),
        ("Jan de Boer", 1),
        ("Jan van der Berg", 1),
        ("Jan Piet van der Berg", 2),
        ("Jan Piet Marie van der Berg III", 3),
        ("Ana Lopez (Leeds)", 1),
        ("Ana Maria Lopez Jr.", 2),
        ("de Boer", 1),
        ("Ana Jr.", 1),
    ],
)
def test_the_family_name_begins_with_the_small_words_in_front_of_it(name, begins):
    assert family_begins(name.split()) == begins


def test_where_the_family_name_stands_first_it_is_listed_under_as_it_is_said():
    rows = read_roster("Nagy Péter 1500\nKim, Min-jun 1400\nCher", family_first=True)
    assert [(row.name, row.sort_name, row.rating) for row in rows] == [
        ("Nagy Péter", "Nagy Péter", 1500),
        ("Kim Min-jun", "Kim Min-jun", 1400),
        ("Cher", "Cher", None),
    ]
    assert read_name("Nagy, Péter", family_first=True).name == "Nagy Péter"
    (usual,) = read_roster("Nagy, Péter 1500")
    assert (usual.name, usual.sort_name) == ("Péter Nagy", "Nagy, Péter")


@pytest.mark.parametrize("typed", ["Ana Lopez 1500", "Ana Lopez #1234", "Ana Lopez\nBen Okafor"])
def test_a_field_for_a_name_takes_nothing_but_one_name(typed):
    assert read_name(typed).problem == Message("more_than_name")
    assert read_name("Ana Lopez").problem is None


def test_a_class_may_be_as_long_as_there_is_room_for():
    (row,) = read_roster(f"Ana Lopez, class: {'B' * 20}")
    assert (row.rating_class, row.problem) == ("B" * 20, None)
    (row,) = read_roster(f"Ana Lopez, class: {'B' * 21}")
    assert row.problem == Message("long_class", letters=21, most=20)


@pytest.mark.parametrize("before", ["3. ", "3) ", "- ", "– ", "• ", "* ", "· "])
def test_what_a_list_puts_before_a_name_is_no_part_of_it(before):
    (line,) = read_roster(f"{before}Henry Hall 1200")
    assert (line.name, line.sort_name, line.rating) == ("Henry Hall", "Hall, Henry", 1200)
    (own,) = read_roster("-Henry Hall")
    assert own.name == "-Henry Hall"
