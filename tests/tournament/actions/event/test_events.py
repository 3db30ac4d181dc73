"""Setting up an event and adding players."""

import datetime as dt

import pytest
from django.utils import timezone

from tournament.actions.act import Questionable, Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.first_round import begin_event
from tournament.actions.event.housekeeping import rename_event
from tournament.actions.people.entries import add_players
from tournament.catalogue import preset
from tournament.models import Entry, Event

pytestmark = pytest.mark.django_db


def test_an_event_copies_its_preset_and_keeps_the_copy(desk, event):
    assert event.rules == preset("naspa_nwl")
    assert event.rules_copy["bye_spread"] == 50
    event.rules_copy["bye_spread"] = 30
    event.save()
    assert Event.objects.get().rules.bye_spread == 30
    assert preset("naspa_nwl").bye_spread == 50


def test_a_second_event_of_the_same_name_gets_an_address_of_its_own(desk, event):
    again = create_event(desk, name="Autumn  Open", preset="club")
    assert (event.slug, again.slug) == ("autumn-open", "autumn-open-2")
    assert create_event(desk, name="New", preset="club").slug == "new-2"
    assert create_event(desk, name="Турнир", preset="club").slug == "event"


def test_an_event_needs_a_name_and_a_preset_there_is(desk):
    with pytest.raises(
        Refused, match=r"The event has no name\. Give it a name that players will recognise"
    ):
        create_event(desk, name="  ", preset="club")
    with pytest.raises(Refused, match="Presets: absp, club"):
        create_event(desk, name="Open", preset="village")
    assert not Event.objects.exists()


def test_two_divisions_of_one_event_differ_in_name(desk, event, division):
    with pytest.raises(Refused, match="has a division a"):
        create_division(desk, event, name="a")
    assert create_division(desk, event, name="B").position == 2
    with pytest.raises(Refused, match="already has a division B!"):  # the address would be the same
        create_division(desk, event, name="B!")


def test_pasted_players_are_numbered_from_the_highest_rating_down(desk, division):
    added = add_players(desk, division, "Dai Jones\nLopez, Ana 1500\nBen Okafor 1700")
    assert [(e.number, e.name, e.rating) for e in added.entries] == [
        (1, "Ben Okafor", 1700),
        (2, "Ana Lopez", 1500),
        (3, "Dai Jones", None),
    ]


def test_a_list_in_which_nobody_can_be_added_is_refused(desk, four):
    with pytest.raises(
        Refused, match=r"ana lopez is already in this division\..*There is a rating but"
    ):
        add_players(desk, four, "ana lopez\n1500")
    assert Entry.objects.count() == 4


@pytest.mark.parametrize(
    ("year", "question"),
    [
        (1926, "3 October 1926 is 100 years ago. Is that the correct day?"),
        (2062, "3 October 2062 is 36 years from now. Is that the correct day?"),
    ],
)
def test_a_day_of_a_year_far_off_is_asked_about_once(desk, event, year, question, monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda: dt.date(2026, 11, 27))
    day = dt.date(year, 10, 3)
    new = {"name": "Spring", "preset": "club", "date": day}
    for attempt in (
        lambda: create_event(desk, **new),
        lambda: rename_event(desk, event, name="Spring", date=day),
        lambda: begin_event(desk, rosters=[("", "Ana Lopez\nBen Okafor")], rounds=3, **new),
    ):
        with pytest.raises(Questionable) as raised:
            attempt()
        assert raised.value.questions == [question]
    assert rename_event(desk, event, name="Spring", date=day, accepted=True).date == day
    assert rename_event(desk, event, name="Summer", date=day).name == "Summer"
