"""Rosters that were once parsed wrongly, with the correct values (fixtures/cases)."""

from pathlib import Path

import pytest

from tournament.engine.roster import read_roster
from tournament.engine.roster_table import pasted_table, roster_from_table
from tournament.web.people.roster import roster_table_in
from tournament.wording.sentences import sentence, sentences

CASES = Path(__file__).parents[4] / "fixtures" / "cases"


def read(name):
    """Return the parsed lines of a case, and the remarks on the table."""
    (path,) = CASES.glob(f"{name}_*")
    table, notes = roster_table_in(path.name, path.read_bytes(), "A")
    return read_roster(roster_from_table(table).text), notes


def people(lines):
    return [(line.name, line.rating) for line in lines if line.is_valid]


def refused(lines):
    return [sentence(line.problem) for line in lines if line.problem]


def test_r01_german_headings_and_decimals_are_read_and_reported():
    lines, _ = read("r01")
    assert people(lines) == [
        ("Jörg Süseköpper", 1450),
        ("Anna Müller", 1320),
        ("Seán O'Brien", None),
    ]
    assert [sentences(line.notes) for line in lines[:2]] == [
        ("The rating 1450,5 is rounded to 1450.",),
        ("The rating 1.320 is read as 1320.",),
    ]
    assert [line.club for line in lines] == ["SC Köln", "SC Köln", "Dublin"]


def test_r03_names_of_every_script_are_complete():
    assert people(read("r03")[0]) == [("Tēst Žagars", 1400), ("李 明", 1800)]


def test_r04_truncated_or_reversed_names_are_questioned_and_byes_refused():
    lines, _ = read("r04")
    assert refused(lines) == ["“Bye A	0” is a bye, not a player. Leave the line out."]
    notes = {line.name: sentences(line.notes) for line in lines}
    assert notes["Patricia Hamilton-Dr"] == (
        "This looks like Patricia Hamilton-Draper. Is it the same person?",
    )
    assert notes["Tanawat Rungsak"] == ("This looks like Rungsak Tanawat. Is it the same person?",)
    assert notes["Zan Byers"] == ()


def test_r05_duplicates_after_trimming_are_refused_and_formulas_stay_text():
    lines, _ = read("r05")
    assert [name for name, _ in people(lines)] == [
        '=HYPERLINK("http://x.example")',
        "+44 Team",
        "-Dash Lee",
        "@nn Poe",
        "Ann Poe",
    ]
    assert refused(lines)[-1].startswith("Ann Poe is already on line 6.")


def test_r08_pasted_table_with_mixed_lines_is_read_correctly():
    lines, _ = read("r08")
    assert people(lines) == [
        ("Åsa Öberg", 1350),
        ("Jürgen MÜLLER", 1510),
        ("Carl van den Berg", 1320),
        ("Ana Lopez", 1600),
        ("Ann-Marie St. John-Smith", 1450),
        ("John Smith", 1450),
        ("Eve Unrated", None),
        ("Renée Côté", 1411),
        ("Eva-Lotta Krüger", 745),
    ]
    assert refused(lines) == [
        "There are two numbers, 2093 and 0233. Keep the rating, and write the member number as #0233.",
        "“Bye 0” is a bye, not a player. Leave the line out.",
    ]
    remarks = {line.name: sentences(line.notes) for line in lines}
    assert remarks["John Smith"] == ("The rating 1450.5 is rounded to 1450.",)
    assert [line.country for line in lines if line.country] == ["SWE", "GER", "NED"]
    assert [line.line for line in lines if line.is_bye] == [12]
    pasted = (CASES / "r08_pasted_columns.txt").read_text()
    assert read_roster(roster_from_table(pasted_table(pasted)).text) == lines
    assert next(line.family for line in lines if line.rating == 1510) == "MÜLLER"


@pytest.mark.parametrize(
    ("line", "name", "family"),
    [
        ("McDONALD Ann 1500", "McDONALD Ann", "Ann"),
        ("JP Smith", "JP Smith", "Smith"),
        ("VAN DEN BERG Carl", "Carl VAN DEN BERG", "VAN DEN BERG"),
        ("ANN LEE 1500", "ANN LEE", "LEE"),
        ("Jan VAN DEN BERG", "Jan VAN DEN BERG", "VAN DEN BERG"),
        ("DE LA CRUZ Ana", "Ana DE LA CRUZ", "DE LA CRUZ"),
    ],
)
def test_capitals_mark_the_family_name_if_the_first_name_has_none(line, name, family):
    (row,) = read_roster(line)
    assert (row.name, row.family) == (name, family)
