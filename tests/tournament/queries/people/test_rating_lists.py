"""Finding players in a rating list: by member number, otherwise by a unique name."""

import datetime as dt

import pytest

from tournament.actions.people.clubs import assign_to_club, create_club, create_next_session
from tournament.actions.people.entries import add_players
from tournament.actions.people.rating_lists import add_rating_list
from tournament.engine.ratings.rating_list import parse_rating_list
from tournament.models import Entry
from tournament.queries.people.check_in import check_in_overview
from tournament.queries.people.clubs import roster_of
from tournament.queries.people.rating_lists import (
    current_ratings,
    listed_member_number,
    listed_member_numbers,
    listed_ratings,
    rating_lists_for,
)
from tournament.queries.people.rosters import earlier_roster, roster_text

pytestmark = pytest.mark.django_db

HEAD = ["Name", "Rating", "Member"]


@pytest.fixture
def add_list(desk):
    def add(*rows):
        return add_rating_list(
            desk,
            key="naspa",
            name="October",
            as_of=dt.date(2026, 10, 1),
            source="typed",
            read=parse_rating_list([HEAD, *rows]),
        )

    return add


@pytest.fixture
def club(desk, event):
    """Return the club of the event."""
    club = create_club(desk, name="Thursdays")
    assign_to_club(desk, event, club)
    return club


def test_member_number_takes_precedence_and_distinguishes_namesakes(add_list, four):
    there = add_list(
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
    ratings = {who: row.rating for who, row in listed_ratings(there, people).items()}
    assert ratings == {
        ("Ana Lopez", ""): 1810,
        ("Ben Okafor", "22"): 1200,
        ("Zoë Müller", "33"): 1611,
        ("Dai Jones", "44"): 1490,
    }


def test_member_numbers_are_read_from_the_list(add_list, four, event, django_assert_num_queries):
    assert listed_member_numbers(event, ["Ana Lopez"]) == {}
    made = add_list(["Ana Lopez", "1810", "#AA 11"], ["Ben Okafor", "1690", ""])
    with django_assert_num_queries(2):
        assert listed_member_numbers(event, ["Ana Lopez", "Ben Okafor"]) == {"Ana Lopez": "AA 11"}
    ana = Entry.objects.select_related("player").get(number=1)
    ana.division = four
    assert listed_member_number(ana) == "AA 11"
    ana.member = "12"
    assert listed_member_number(ana) == ""
    assert rating_lists_for(event, "naspa").in_force == made
    assert rating_lists_for(event, "wespa").in_force is None


@pytest.mark.parametrize("people", [1, 3])
def test_next_session_takes_the_ratings_of_the_latest_list(
    desk, add_list, four, club, django_assert_num_queries, people
):
    names = ["Ana Lopez", "Ben Okafor", "Dai Jones"][:people]
    add_list(*[[name, str(1111 + at), ""] for at, name in enumerate(names)])
    week = create_next_session(desk, four.event, today=dt.date(2026, 10, 5)).divisions.get()
    wanted = {"Ana Lopez": 1800, "Ben Okafor": 1700, "Zoë Müller": 1600, "Dai Jones": 1500}
    wanted |= {name: 1111 + at for at, name in enumerate(names)}
    for read_roster in (lambda: roster_of(club, without=week), lambda: roster_of(club)):
        with django_assert_num_queries(3):
            again = read_roster()
        assert {person.entry.name: person.rating for person in again} == wanted
    with django_assert_num_queries(3):
        again = earlier_roster(week, four.pk)
    assert {person.entry.name: person.rating for person in again} == wanted
    with django_assert_num_queries(3):
        typed = roster_text(week, [person.entry.pk for person in again])
    assert typed.splitlines()[1] == "Lopez, Ana\t1111"


def test_club_list_takes_precedence_over_the_federations(add_list, four, club):
    add_list(["Ana Lopez", "1111", ""])
    own = add_list(["Ana Lopez", "2222", ""])
    own.club = club
    own.as_of = dt.date(2026, 9, 1)
    own.save()
    assert next(person.rating for person in roster_of(club) if person.entry.number == 1) == 2222


def test_club_without_a_rating_system_uses_its_own_list(desk, add_list, four, club):
    """It does not use a federation's list, because the club has not chosen the federation's system."""
    event = four.event
    event.rules_copy = event.rules_copy | {"rating_system": "none"}
    event.save()
    own = add_list(["Ana Lopez", "2222", ""])
    assert next(person.rating for person in roster_of(club) if person.entry.number == 1) == 1800
    own.club = club
    own.save()
    week = create_next_session(desk, event, today=dt.date(2026, 10, 5)).divisions.get()
    for again in (roster_of(club), earlier_roster(week, four.pk)):
        assert {person.entry.name: person.rating for person in again} == {
            "Ana Lopez": 2222,
            "Ben Okafor": 1700,
            "Zoë Müller": 1600,
            "Dai Jones": 1500,
        }


def test_session_ignores_ratings_of_a_later_list_but_reads_its_numbers(add_list, four, event):
    add_list(["Ana Lopez", "1810", "11"])
    later = add_list(["Ana Lopez", "1999", "12"])
    later.as_of = dt.date(2026, 11, 1)
    later.save()
    people = list(Entry.objects.select_related("player", "division__event"))
    assert current_ratings(event, people)[people[0].pk] == 1810
    assert current_ratings(event, people, newest=True)[people[0].pk] == 1999
    assert listed_member_numbers(event, ["Ana Lopez"]) == {"Ana Lopez": "12"}


def test_names_are_sorted_regardless_of_case(desk, division, club):
    add_players(desk, division, "adams, Zed\nBaker, Al\nde Boer, Jan\nCole, Bo\nDunn, Cy")
    ordered = ["adams, Zed", "Baker, Al", "Cole, Bo", "de Boer, Jan", "Dunn, Cy"]
    week = create_next_session(desk, division.event, today=dt.date(2026, 10, 5)).divisions.get()
    again = earlier_roster(week, division.pk)
    assert [person.entry.player.sort_name for person in again] == ordered
    assert [person.entry.player.sort_name for person in roster_of(club)] == ordered
    here = check_in_overview(division.event).entries
    assert [entry.player.sort_name for entry in here] == ordered
