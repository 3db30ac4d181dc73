"""Days as people write them: which day, and when it may be either of two."""

import pytest

from tournament.engine.dates import date_in, day_in_front, days_in


@pytest.mark.parametrize(
    ("written", "days"),
    [
        ("4 Jan 2025", ["2025-01-04"]),
        ("4-5 Jan 2025", ["2025-01-04"]),
        ("4 and 5 January 2025", ["2025-01-04"]),
        ("4th & 5th of May 2024", ["2024-05-04"]),
        ("30 Dec 2024 - 2 Jan 2025", ["2024-12-30"]),
        ("31 May - 2 June 2025", ["2025-05-31"]),
        ("Dec 30 - Jan 2, 2025", ["2024-12-30"]),
        ("December 30th to January 2nd 2025", ["2024-12-30"]),
        ("30 Dec - 2 Jan 2025", ["2024-12-30"]),
        ("Dec 30, 2024 - Jan 2, 2025", ["2024-12-30"]),
        ("May 31 - June 2, 2025", ["2025-05-31"]),
        ("January 4th, 2025", ["2025-01-04"]),
        ("Jan. 4 2025", ["2025-01-04"]),
        ("February 14-16, 2026", ["2026-02-14"]),
        ("Sat 4 January, 2025", ["2025-01-04"]),
        ("4-Jan-2025", ["2025-01-04"]),
        ("4.1.2025", ["2025-01-04"]),
        ("25.05.2020", ["2020-05-25"]),
        ("2025-01-04", ["2025-01-04"]),
        ("2025/01/04", ["2025-01-04"]),
        ("20250104", ["2025-01-04"]),
        ("13/04/2025", ["2025-04-13"]),
        ("4/13/2025", ["2025-04-13"]),
        ("1/1/2025", ["2025-01-01"]),
        ("04/01/2025", ["2025-01-04", "2025-04-01"]),
        ("04-01-2025", ["2025-01-04", "2025-04-01"]),
        ("February 30, 2026", []),
        ("31.02.2020", []),
        ("May 2025", []),
        ("soon", []),
        ("4 Ma 2025", []),
        ("Dec 30 - Ja 2, 2025", ["2025-12-30"]),
        ("4 Mat 2025", []),
    ],
)
def test_a_day_is_read_however_it_is_written(written, days):
    assert list(days_in(written)) == days


def test_a_day_that_may_be_either_of_two_is_none_by_itself():
    assert date_in("04/01/2025") == ""
    assert date_in("4 Jan 2025") == "2025-01-04"


def test_a_day_in_front_is_told_from_the_name_behind_it():
    written, days, rest = day_in_front("4-5 Jan 2025 2nd City Open")
    assert (written, days, rest) == (
        "4-5 Jan 2025", ("2025-01-04",), "2nd City Open",
    )  # fmt: skip
    assert day_in_front("Open of 4 Jan 2025") == ("", (), "Open of 4 Jan 2025")
