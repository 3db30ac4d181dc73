"""Who of an event stands on a list of ratings: by member number, else by a name that one row has."""

import datetime as dt

import pytest

from tournament.actions.rating_lists import add_rating_list
from tournament.engine.ratings.listed import read_list
from tournament.models import Entry
from tournament.queries.rating_lists import latest_list, listed, member_on_list, members_on_list

pytestmark = pytest.mark.django_db

HEAD = ["Name", "Rating", "Member"]


@pytest.fixture
def bring(desk):
    def add(*rows):
        return add_rating_list(
            desk,
            key="naspa",
            name="October",
            as_of=dt.date(2026, 10, 1),
            source="typed",
            read=read_list([HEAD, *rows]),
        )

    return add


def test_a_number_goes_before_a_name_and_two_of_one_name_are_told_apart_by_it(bring, four):
    there = bring(
        ["Ana Lopez", "1810", "11"],
        ["Ben Okafor", "1690", "21"],
        ["Ben Okafor", "1200", "22"],
        ["Zoe Mueller", "1611", "33"],
        ["Dai Jones", "1490", ""],
    )
    people = [
        ("Ana Lopez", ""),
        ("Ben Okafor", ""),
        ("Ben Okafor", "22"),
        ("Zoë Müller", "33"),
        ("Dai Jones", "44"),
        ("Ana Lopez", "99"),
        ("Eve Stone", ""),
    ]
    found = {who: row.rating for who, row in listed(there, people).items()}
    assert found == {
        ("Ana Lopez", ""): 1810,
        ("Ben Okafor", "22"): 1200,
        ("Zoë Müller", "33"): 1611,
        ("Dai Jones", "44"): 1490,
    }


def test_the_list_tells_the_numbers_nobody_has_typed(bring, four, event, django_assert_num_queries):
    assert members_on_list(event, ["Ana Lopez"]) == {}
    made = bring(["Ana Lopez", "1810", "#AA 11"], ["Ben Okafor", "1690", ""])
    with django_assert_num_queries(2):
        assert members_on_list(event, ["Ana Lopez", "Ben Okafor"]) == {"Ana Lopez": "AA 11"}
    ana = Entry.objects.select_related("player").get(number=1)
    ana.division = four
    assert member_on_list(ana) == "AA 11"
    ana.member = "12"
    assert member_on_list(ana) == ""
    assert latest_list(event, "naspa") == made
    assert latest_list(event, "wespa") is None
