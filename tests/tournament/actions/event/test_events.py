"""Setting up an event and adding players."""

import datetime as dt

import pytest
from django.utils import timezone

from tournament.actions.act import ConfirmationRequired, Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.first_round import create_event_with_first_round
from tournament.actions.event.housekeeping import change_event_details
from tournament.catalogue import preset
from tournament.models import Event

pytestmark = pytest.mark.django_db


def test_event_keeps_its_own_copy_of_the_preset(desk, event):
    assert event.rules == preset("naspa_nwl")
    assert event.rules_copy["bye_spread"] == 50
    event.rules_copy["bye_spread"] = 30
    event.save()
    assert Event.objects.get().rules.bye_spread == 30
    assert preset("naspa_nwl").bye_spread == 50


def test_second_event_with_the_same_name_gets_its_own_address(desk, event):
    again = create_event(desk, name="Autumn  Open", preset="club")
    assert (event.slug, again.slug) == ("autumn-open", "autumn-open-2")
    assert create_event(desk, name="New", preset="club").slug == "new-2"
    assert create_event(desk, name="Турнир", preset="club").slug == "event"


def test_event_without_a_name_or_with_an_unknown_preset_is_refused(desk):
    with pytest.raises(
        Refused, match=r"The event has no name\. Give it a name that players will recognise"
    ):
        create_event(desk, name="  ", preset="club")
    with pytest.raises(Refused, match="Presets: absp, club"):
        create_event(desk, name="Open", preset="village")
    assert not Event.objects.exists()


def test_divisions_of_an_event_need_different_names(desk, event, division):
    with pytest.raises(Refused, match="has a division called a"):
        create_division(desk, event, name="a")
    assert create_division(desk, event, name="B").position == 2
    with pytest.raises(
        Refused, match="already has a division called B!"
    ):  # the address would be the same
        create_division(desk, event, name="B!")


@pytest.mark.parametrize(
    ("year", "question"),
    [
        (1926, "3 October 1926 was 100 years ago. Is that the correct day?"),
        (2062, "3 October 2062 is 36 years from now. Is that the correct day?"),
    ],
)
def test_distant_year_is_questioned_once(desk, event, year, question, monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda: dt.date(2026, 11, 27))
    day = dt.date(year, 10, 3)
    new = {"name": "Spring", "preset": "club", "date": day}
    for attempt in (
        lambda: create_event(desk, **new),
        lambda: change_event_details(desk, event, name="Spring", date=day),
        lambda: create_event_with_first_round(
            desk, rosters=[("", "Ana Lopez\nBen Okafor")], rounds=3, **new
        ),
    ):
        with pytest.raises(ConfirmationRequired) as raised:
            attempt()
        assert raised.value.questions == [question]
    assert change_event_details(desk, event, name="Spring", date=day, accepted=True).date == day
    assert change_event_details(desk, event, name="Summer", date=day).name == "Summer"
