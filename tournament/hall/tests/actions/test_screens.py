"""Screens get their number automatically and their content from the desk."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError

from scoring.models import Activity
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import remove_division, remove_event
from tournament.hall.actions.clock import post_notice
from tournament.hall.actions.screens import (
    MAX_WAITING_SCREENS,
    add_screen,
    remove_screen,
    set_screen,
    show_on_screens,
)
from tournament.hall.models import Notice, Screen

pytestmark = pytest.mark.django_db


def last_sentence():
    return Activity.objects.order_by("-id").first().summary


def test_new_screen_gets_the_smallest_free_number(desk, event):
    assert [add_screen().number for _ in range(3)] == [1, 2, 3]
    set_screen(desk, event, Screen.objects.get(number=2), name="Door", shows=["standings"])
    remove_screen(desk, event, Screen.objects.get(number=2))
    assert add_screen().number == 2


def test_screen_rejected_by_the_database_is_not_retried_forever(event, monkeypatch):
    monkeypatch.setattr(Screen._meta.get_field("pace"), "_get_default", lambda: 1)
    with pytest.raises(IntegrityError, match="screen_can_be_read"):
        add_screen()


def test_flood_of_new_screens_is_limited_to_the_waiting_maximum(desk, event):
    taken = set_screen(desk, event, add_screen(), shows=["clock"])
    for _ in range(MAX_WAITING_SCREENS + 10):
        add_screen()
    assert Screen.objects.filter(event=None).count() == MAX_WAITING_SCREENS
    assert Screen.objects.filter(pk=taken.pk).exists()


def test_active_screens_keep_their_numbers_in_a_flood(desk, event):
    asking = [add_screen().number for _ in range(3)]
    for _ in range(MAX_WAITING_SCREENS + 10):
        add_screen(asking=asking)
    assert set(asking) <= set(Screen.objects.values_list("number", flat=True))
    everybody = list(Screen.objects.values_list("number", flat=True))
    with pytest.raises(
        Refused,
        match=f"{MAX_WAITING_SCREENS} screens, the maximum, are already waiting for an event",
    ):
        add_screen(asking=everybody)
    assert list(Screen.objects.values_list("number", flat=True)) == everybody


def test_desk_sets_the_content_of_a_screen(desk, event, division):
    screen = set_screen(
        desk, event, add_screen(), name="  Main   door ", shows=["standings", "pairings"],
        divisions=["a", "nonsense"], pace=20, is_dark=False,
    )  # fmt: skip
    assert (str(screen), screen.shows, screen.divisions) == (
        "Main door",
        ["pairings", "standings"],
        ["a"],
    )
    assert last_sentence() == "Main door set up."
    before = Activity.objects.count()
    set_screen(
        desk, event, screen, name="Main door", shows=["pairings", "standings"], divisions=["a"],
        pace=20, is_dark=False,
    )  # fmt: skip
    assert Activity.objects.count() == before


def test_empty_list_unreadable_pace_and_foreign_screen_are_refused(desk, event):
    screen = add_screen()
    with pytest.raises(Refused, match="would show nothing"):
        set_screen(desk, event, screen, shows=["weather"])
    with pytest.raises(Refused, match="for 3 to 120 seconds"):
        set_screen(desk, event, screen, pace=2)
    set_screen(desk, event, screen)
    other = create_event(desk, name="Spring Open", preset="club")
    with pytest.raises(Refused, match="Screen 1 belongs to another event"):
        set_screen(desk, other, screen)


def test_screens_show_one_list_each_or_together(desk, event):
    door, stage = (set_screen(desk, event, add_screen(), name=name) for name in ("Door", "Stage"))
    assert show_on_screens(desk, event, "pairings") == 2
    before = Activity.objects.count()
    show_on_screens(desk, event, "pairings")
    assert Activity.objects.count() == before
    show_on_screens(desk, event, "standings", only=stage)
    assert list(Screen.objects.order_by("number").values_list("name", "shows_now")) == [
        (door.name, "pairings"),
        (stage.name, "standings"),
    ]
    with pytest.raises(Refused, match="cannot show this item"):
        show_on_screens(desk, event, "weather")


def test_screens_of_a_removed_event_are_released(desk, event):
    screen = set_screen(desk, event, add_screen())
    create_division(desk, event, name="A")
    remove_event(desk, event)
    screen.refresh_from_db()
    assert screen.event is None


def test_removing_a_division_updates_its_screens_and_deletes_its_notices(desk, four):
    second = create_division(desk, four.event, name="B")
    screen = set_screen(desk, four.event, add_screen(), shows=["clock"], divisions=["a", "b"])
    for division in (four, second):
        post_notice(desk, four.event, kind="text", text="Lunch is late.", division=division)
    remove_division(desk, second)
    screen.refresh_from_db()
    assert screen.divisions == ["a"]
    assert [notice.division for notice in Notice.objects.all()] == [four]


@pytest.mark.full
def test_demo_has_a_screen_that_follows_its_event(db):
    call_command("load_demo", stdout=StringIO())
    (screen,) = Screen.everywhere.all()
    assert (screen.event.slug, screen.shows) == ("demo-open", ["follow"])
