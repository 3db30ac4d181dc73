"""Pasted rosters: all kinds of input, and explanations of lines not understood."""

import tomllib
from pathlib import Path

import pytest

from tests.tournament.engine.in_words import in_words
from tournament.engine.message import Message
from tournament.engine.roster import read_name, read_rating, read_roster
from tournament.engine.roster_name import family_name_index

CASES = tomllib.loads((Path(__file__).parent / "roster.toml").read_text(encoding="utf-8"))
BELOW_0 = (
    "A rating of −5 is below 0. Leave it out for an unrated player, or write it without the minus "
    "sign."
)


def understood(text):
    (row,) = read_roster(text)
    return row.name, row.sort_name, row.rating, in_words(row.problem)


def noted(*given, **more):
    """Return whether each line is valid, and its notes."""
    return [(row.is_valid, in_words(*row.notes)) for row in read_roster(*given, **more)]


@pytest.mark.parametrize(("line", "name", "sort_name", "rating"), CASES["names"])
def test_name_is_read_in_the_usual_spellings(line, name, sort_name, rating):
    assert understood(line) == (name, sort_name, rating or None, "")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1623", "There is a rating but no name."),
        ("???", "This is not a name."),
        ("Ana Lopez 9999", "A rating of 9999 is too high; the maximum is 4000."),
        ("Ana Lopez, 20,000", "A rating of 20000 is too high; the maximum is 4000."),
        ("Ana Lopez -5", BELOW_0),
        ("x" * 81, "The name has 81 characters; the maximum is 80."),
        (f"Ana Lopez #{'9' * 41}", "The member number has 41 characters; the maximum is 40."),
    ],
)
def test_line_without_a_player_is_explained(line, reason):
    assert understood(line)[3] == reason


def test_accents_a_heading_a_rating_of_0_and_a_long_class_are_noted():
    assert noted("Zoë Müller\nZoe Muller") == [
        (True, ""),
        (True, "This looks like Zoë Müller. Is it the same person?"),
    ]
    assert noted("Name, Rating\nAna Lopez, 1500") == [(False, "Read as a heading."), (True, "")]
    assert noted(" \n\t\n") == []
    assert noted("Ana Lopez 0") == [(True, "A rating of 0 is read as unrated.")]
    assert read_roster("Ana Lopez 0")[0].rating is None
    (row,) = read_roster(f"Ana Lopez, class: {'B' * 20}")
    assert (row.rating_class, row.problem) == ("B" * 20, None)
    (row,) = read_roster(f"Ana Lopez, class: {'B' * 21}")
    assert row.problem == Message("long_class", letters=21, most=20)


def test_brackets_and_signs_in_a_new_name_are_accepted_and_questioned():
    pasted = "Ana Lopez (late)\n<b>Ben Okafor</b>\nSean O’Brien-Ó Sé, Jr.\nZoë Müller (Leeds)"
    known = ["Zoë Müller (Leeds)"]
    names = [row.name for row in read_roster(pasted, known=known)]
    assert names == ["Ana Lopez (late)", "<b>Ben Okafor</b>", "Sean O'Brien-Ó Sé Jr.", *known]
    assert [note for _, note in noted(pasted, known=known)] == [
        "“(late)” becomes part of the name. If it is only a remark, remove it.",
        "“<>/” is unusual in a name. If it does not belong there, remove it.",
        "",
        "",
    ]
    one, two = read_roster("Ana Lopez\nAna Lopez (Leeds) 1500")  # which distinguishes her
    assert (one.is_valid, two.is_valid) == (True, True)
    assert (two.name, two.sort_name) == ("Ana Lopez (Leeds)", "Lopez (Leeds), Ana")
    assert two.rating == 1500


@pytest.mark.parametrize(("typed", "rating", "problem"), CASES["ratings"])
def test_typed_rating_is_read_or_its_fault_explained(typed, rating, problem):
    number, reason = read_rating(typed)
    assert (number or 0, in_words(reason)) == (rating, problem)


@pytest.mark.parametrize(("name", "begins"), CASES["family_names"])
def test_family_name_begins_with_its_particles(name, begins):
    assert family_name_index(name.split()) == begins


def test_family_name_first_is_listed_as_spoken():
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
def test_name_field_accepts_only_a_single_name(typed):
    assert read_name(typed).problem == Message("more_than_name")
    assert read_name("Ana Lopez").problem is None


@pytest.mark.parametrize("before", ["3. ", "3) ", "- ", "– ", "• ", "* ", "· "])
def test_list_marker_before_a_name_is_dropped(before):
    (line,) = read_roster(f"{before}Henry Hall 1200")
    assert (line.name, line.sort_name, line.rating) == ("Henry Hall", "Hall, Henry", 1200)
    (own,) = read_roster("-Henry Hall")
    assert own.name == "-Henry Hall"
