"""The ratings of a club from session to session: systems and dates. The figures are in `cases`."""

import datetime as dt

import pytest
from django.utils import timezone

from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.rating_lists import add_rating_list
from tournament.engine.ratings.rating_list import parse_rating_list
from tournament.models import Event, RatingList
from tournament.reports.definitions.rating_history import RatingHistory
from tournament.reports.drawing import TextLine
from tournament.reports.report_options import CannotReport

pytestmark = pytest.mark.django_db


@pytest.fixture
def history(desk, event):
    """Return a function that builds the report of a club with a list of each of these days."""
    club = create_club(desk, name="Thursdays")
    joined = assign_to_club(desk, event, club)

    def built(*days):
        for day in days:
            read = parse_rating_list([["Name", "Rating"], ["Ana Lopez", "1500.4"]])
            listed = {"key": "naspa", "name": "Thursdays", "as_of": day, "source": "typed"}
            add_rating_list(desk, **listed, read=read, club=club)
        picture, table = (
            RatingHistory().build(joined, RatingHistory.Options(), timezone.now()).sections
        )
        foot = [
            shape.text
            for shape in picture.drawing.shapes
            if isinstance(shape, TextLine) and any(letter.isalpha() for letter in shape.text)
        ]
        return foot, table

    return built


def test_club_without_a_rating_system_uses_its_own_list(history, event):
    event.rules_copy = event.rules_copy | {"rating_system": "none"}
    event.save()
    _, table = history(dt.date(2026, 9, 3))
    assert [column.head for column in table.columns] == ["Rank", "Name", "3 Sep", "Games"]
    RatingList.objects.all().update(withdrawn_at=timezone.now())
    with pytest.raises(CannotReport, match="Choose the system"):
        RatingHistory().build(Event.objects.get(), RatingHistory.Options(), timezone.now())


def test_two_lists_of_the_same_day_are_distinguished_in_a_workbook(history):
    _, table = history(dt.date(2026, 9, 3), dt.date(2026, 9, 3))
    assert [column.full_name for column in table.columns][2:4] == ["List 1, 3 Sep", "List 2, 3 Sep"]


def test_history_over_two_years_names_the_year_without_overlapping_dates(history):
    start = dt.date(2025, 12, 1)
    foot, table = history(*[start + dt.timedelta(7 * week) for week in range(14)])
    assert table.columns[2].head == "1 Dec 2025"
    days = ["8 Dec 2025", "29 Dec 2025", "19 Jan 2026", "9 Feb 2026", "2 Mar 2026"]
    assert foot == [*days, "Ana Lopez"]
