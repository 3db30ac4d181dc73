"""Erased people whose names return: who is erased again, and log entries written from older data."""

import datetime as dt

import pytest
from django.utils import timezone

from scoring.models import Activity
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.federation.actions.erasure import erase_person
from tournament.federation.models import Erasure
from tournament.federation.queries.erasure import (
    MAX_WRITE_DELAY,
    SearchedLog,
    consequences_of_erasing,
    digest_of,
    people_to_erase_again,
    redact_recently_erased,
    search_log,
)
from tournament.federation.queries.erasure import names_of as names_of_person
from tournament.models import Entry, Player

pytestmark = pytest.mark.django_db
SECOND = dt.timedelta(seconds=1)


@pytest.fixture
def people(desk):
    """Three people, the third without an entry."""
    event = create_event(desk, name="Old", preset="club")
    add_players(desk, create_division(desk, event, name="A"), "Ana Lopez 1300\nBen Okafor 1200")
    Player.objects.create(
        name="Cy Young", sort_name="Young, Cy", name_key="cy young", created_at=timezone.now()
    )
    return {player.name: player for player in Player.objects.order_by("pk")}


def erased(person=None, name="", shown="A. L.", at=None):
    digests = [digest_of(name)] if name else []
    return Erasure.objects.create(
        person=person, shown=shown, digests=digests, at=at or timezone.now()
    )


@pytest.mark.parametrize(
    ("by_key", "name", "shown", "after_entry", "returned"),
    [
        ("", "", "A. L.", 1, []),
        ("Ana Lopez", "", "A. L.", 1, ["Ana Lopez"]),
        ("Ana Lopez", "", "A. L.", -1, ["Ana Lopez"]),
        ("Ana Lopez", "", "Ana Lopez", 1, []),
        ("Ana Lopez", "ben okafor", "A. L.", 1, ["Ana Lopez", "Ben Okafor"]),
        ("", "ben okafor", "B. O.", 1, ["Ben Okafor"]),
        ("", "ben okafor", "B. O.", 0, []),
        ("", "ben okafor", "B. O.", -1, []),
        ("", "ben okafor", "Ben Okafor", 1, []),
        ("", "cy young", "C. Y.", 1, []),
        ("Cy Young", "", "C. Y.", 1, ["Cy Young"]),
    ],
)  # fmt: skip
def test_only_people_from_before_their_erasure_are_erased_again(
    people, by_key, name, shown, after_entry, returned
):
    entry = Entry.objects.latest("added_at")
    Entry.objects.update(added_at=entry.added_at)
    person = people[by_key].pk if by_key else None
    erasure = erased(person, name, shown, at=entry.added_at + after_entry * SECOND)
    matches = people_to_erase_again(Player.objects.all())
    assert [(player.name, row) for player, row in matches] == [(who, erasure) for who in returned]


def test_without_erasures_and_for_merged_people_nobody_is_erased_again(people):
    assert people_to_erase_again(Player.objects.all()) == []
    erased(people["Ana Lopez"].pk)
    Player.objects.filter(name="Ana Lopez").update(merged_into=people["Ben Okafor"])
    assert people_to_erase_again(Player.objects.all()) == []


@pytest.mark.parametrize(
    ("name", "age", "message", "after", "facts"),
    [
        ("Dee Ray", 0 * SECOND, "D. R. of Leeds", "D. R.", [1, "D. R."]),
        ("Dee Ray", MAX_WRITE_DELAY - 60 * SECOND, "D. R. of Leeds", "D. R.", [1, "D. R."]),
        ("Dee Ray", MAX_WRITE_DELAY + 60 * SECOND, "Dee Ray of Leeds", "Dee Ray", [1, "Dee Ray"]),
        ("Cy Young", 0 * SECOND, "Cy Young of Leeds", "Cy Young", [1, "Cy Young"]),
    ],
)  # fmt: skip
def test_name_of_somebody_erased_within_the_hour_is_not_logged(
    people, name, age, message, after, facts
):
    erased(None, name.casefold(), "D. R.", at=timezone.now() - age)
    entry = Activity(
        message={"code": "x", "params": {"player": name, "rows": [f"{name} of Leeds"]}},
        summary=f"{name} of Leeds",
        after={"rows": [{"name": name}], "of": {"a": [1, name]}},
        facts={"@player:7": [1, name], "unknown:7": [name]},
    )
    redact_recently_erased(entry)
    assert entry.summary == message
    assert entry.message["params"]["rows"] == [message]
    assert entry.after == {"rows": [{"name": after}], "of": {"a": [1, after]}}
    assert entry.facts == {"@player:7": facts, "unknown:7": [name]}


def test_consequences_count_open_events_entries_and_contacts_of_the_person_alone(desk, people):
    other = create_event(desk, name="New", preset="club")
    add_players(desk, create_division(desk, other, name="B"), "Ana Lopez 1300")
    ana, ben, cy = (consequences_of_erasing(people[name]) for name in people)
    assert {event.name for event in ana.open_events} == {"Old", "New"}
    assert [event.name for event in ben.open_events] == ["Old"]
    assert [(row.entries, len(row.open_events)) for row in (ana, ben, cy)] == [
        (2, 2),
        (1, 1),
        (0, 0),
    ]


def test_log_that_got_an_earlier_entry_since_the_search_is_searched_again(desk, people):
    names = names_of_person(people["Ana Lopez"], "A. L.")
    searched = search_log(people["Ana Lopez"].organisation_id, names)
    last = Activity.objects.latest("pk").pk
    assert (searched.through, searched.total) == (last, Activity.objects.count())
    assert len(searched.entries) == 1
    assert searched.is_whole()
    create_event(desk, name="Later", preset="club")
    assert searched.is_whole()
    assert not SearchedLog(frozenset(), (), last, searched.total - 1).is_whole()
    assert not SearchedLog(frozenset(), (), last - 1, searched.total).is_whole()


def test_people_with_the_same_initials_get_numbers(desk, people):
    add_players(desk, Entry.objects.first().division, "Aldo Luz\nAbe Lutz")
    shown = []
    for name in ("Ana Lopez", "Aldo Luz", "Ben Okafor", "Abe Lutz"):
        person = Player.objects.get(name=name)
        shown.append(erase_person(desk, person, typed=name, reason="asked").shown)
    assert shown == ["A. L.", "A. L. 2", "B. O.", "A. L. 3"]
    names = Player.objects.order_by("pk").values_list("name", flat=True)
    assert list(names) == ["A. L.", "B. O.", "Cy Young", "A. L. 2", "A. L. 3"]
