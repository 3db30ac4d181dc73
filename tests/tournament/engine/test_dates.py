"""Parsing dates, including ambiguous ones."""

import tomllib
from pathlib import Path

import pytest

from tournament.engine.dates import leading_date, possible_dates, unambiguous_date

CASES = tomllib.loads((Path(__file__).parent / "dates.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("written", "days"), CASES["days"])
def test_date_is_read_in_every_spelling(written, days):
    assert list(possible_dates(written)) == days


def test_ambiguous_date_is_not_accepted_as_unambiguous():
    assert unambiguous_date("04/01/2025") == ""
    assert unambiguous_date("4 Jan 2025") == "2025-01-04"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("4-5 Jan 2025 2nd City Open", ("4-5 Jan 2025", ("2025-01-04",), "2nd City Open")),
        ("Open of 4 Jan 2025", ("", (), "Open of 4 Jan 2025")),
        ("4.1.2025 Berlin Open 3 2025", ("4.1.2025", ("2025-01-04",), "Berlin Open 3 2025")),
        ("31.2.2025 Open of 4 Jan 2025", ("31.2.2025", (), "Open of 4 Jan 2025")),
    ],
)
def test_leading_date_is_separated_from_the_name(text, parts):
    assert leading_date(text) == parts
