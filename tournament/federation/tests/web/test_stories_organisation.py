"""Members, runs, championships and people by their forms; see `tournament/federation/tests/stories.py`."""

import datetime as dt

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from scoring.models import Organisation
from scoring.tenancy import FIRST_TENANT, tenant
from tests.remembered import remembered
from tests.stories import WITH_ALL_ROOMS
from tournament import jobs
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import close_event, reopen_event
from tournament.actions.people.clubs import create_club
from tournament.actions.people.entries import add_players
from tournament.actions.people.rating_lists import add_rating_list
from tournament.actions.results.results import correct_result
from tournament.actions.safety.organisations import create_organisation
from tournament.engine.ratings.rating_list import parse_rating_list
from tournament.federation.exchange.organisation_jobs import backup_job_name
from tournament.federation.queries import calendar, members
from tournament.federation.tests.stories import play, send
from tournament.models import Event, Pairing, Player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("story_clock"), WITH_ALL_ROOMS]
A_LIST = [
    ["Name", "Rating", "Games", "Member"],
    ["Zoë Müller", "1811", "120", "A12"],
    ["Łukasz Żak", "1702.4", "41", ""],
    ["Ana O’Brien", "1655", "7", "Q3"],
    ["Hana Sato", "1499", "", ""],
]
OF_THE_CLUB = [
    ["Name", "Rating", "Games"],
    ["Ben Stone", "1333", "260"],
    ["Ana O’Brien", "1502.5", "99"],
]


def typed_list(desk, rows, name, day, club=None):
    read = parse_rating_list(rows)
    day = dt.date(2026, *day)
    return add_rating_list(
        desk, key="naspa", name=name, as_of=day, source="typed", read=read, club=club
    )


@pytest.fixture
@remembered
def season(desk):
    season_events(desk)


def season_events(desk):
    """Three closed events out of order, one open, one without games, and one of two divisions."""
    zoe, zak, ana, ben = "Zoë Müller #A12", "Łukasz Żak", "Ana O’Brien #Q3", "Ben Stone"
    play(desk, "Third", (3, 14), (zoe, zak, 410, 377), (ana, ben, 350, 350))
    play(desk, "First", (2, 7), (zak, zoe, 455, 301), (ben, "Finn Larsen", 322, 401))
    second = (ana, zak, 388, 401), ("Dai Jones", ben, 290, 466)
    play(desk, "Second", (2, 21), *second, divisions=("A", "B"))
    play(desk, "Open", (4, 4), ("Eva Bold", "Gus", 333, 444), closed=False)


EVENTS = {"event": ["1", "2", "3"]}
LATER = {"best": "", "qualify": "2", "by_division": "on", "event": ["2", "3", "4", "9"]}
SERIES = "/championships/series/"
TABLE = "/championship/series/"
CHAMPIONSHIPS = [
    ("/championships/", "Create championship", {"name": " "}),
    ("/championships/", "Create championship", {"name": "Series"}),
    (TABLE, ""),
    ("/championships/", "Create championship", {"name": "series "}),
    ("/championships/", "Create championship", {"name": "Séries"}),
    ("/championships/series-2/", "Save", {"name": "SERIES"}),
    (SERIES, "Save", {"name": "Series", **EVENTS}),
    (f"{TABLE}table.csv", ""),
    (f"{TABLE}table.doc", ""),
    (SERIES, "Save", {"scoring": "wins", "best": "1"}),
    (SERIES, "Save", {"scoring": "table"}),
    (SERIES, "Save", {"scoring": "table", "table": "25 x"}),
    (SERIES, "Save", {"scoring": "table", "table": "10000, 18;15", "best": "2", "qualify": "1", "qualify_each": "1"}),
    (f"{TABLE}table.csv", ""),
    (SERIES, "Save", {"best": "0", "qualify": "1000"}),
    (SERIES, "Save", LATER | {"seen": "old"}),
    (SERIES, "Save", LATER | {"qualify_each": ""}),
    (SERIES, "Save", {}),
    (f"{TABLE}table.csv", ""),
    ("/championships/", ""),
    ("/championship/nothing/", ""),
    ("/activity/?file=csv&text=championship", ""),
]  # fmt: skip


@pytest.fixture
@remembered
def with_lists(desk):
    club = create_club(desk, name="Thursdays")
    typed_list(desk, A_LIST, "NASPA", (1, 1))
    season_events(desk)
    Player.objects.create(
        name="Hana Sato", sort_name="Sato, Hana", name_key="hana sato", created_at=timezone.now()
    )
    typed_list(desk, OF_THE_CLUB, "Thursdays", (2, 10), club)
    typed_list(desk, [["Ben Stone", "1301"], ["Zoë Müller", "1250"]], "Thursdays", (1, 31), club)


RUNS = "/ratings/runs/"
LIST_1 = f"{RUNS}?list=1&since="


def correct_a_result(desk):
    event = Event.objects.get(name="First")
    reopen_event(desk, event, reason="a slip")
    pairing = Pairing.objects.filter(round__division__event=event).order_by("board").first()
    correct_result(desk, pairing, 311, 455, reason="swapped", accepted=True)
    close_event(desk, Event.objects.get(pk=event.pk), accepted=True)


@pytest.fixture
@remembered
def more_events(desk, with_lists):
    play(desk, "Undated", None, ("Eva Bold", "Gus", 333, 444))
    create_event(desk, name="Empty", preset="naspa_nwl", date=dt.date(2026, 5, 2))
    play(desk, "Abroad", (5, 9), ("Eva Bold", "Gus", 333, 444), preset="wespa")
    play(desk, "Early", (1, 1), ("Eva Bold", "Gus", 333, 441))
    play(
        desk,
        "Earlier",
        (1, 2),
        ("Eva Bold", "Gus", 333, 444),
        ("Dai Jones", "Hana Sato"),
        closed=False,
    )


RATING_RUNS = [
    (RUNS, ""),
    (LIST_1, ""),
    (f"{RUNS}?list=1&since=2026-02-08&until=2026-03-14", ""),
    (f"{RUNS}?list=1&since=2026-02-07&until=2026-03-13", ""),
    (f"{RUNS}?list=2&since=never", ""),
    (f"{RUNS}?list=9", ""),
    (LIST_1, "Preview", {"event": None}),
    (LIST_1, "Preview", {"event": ["1", "4", "5", "6"]}),
    send(RUNS, list="1", event=["1", "2"], step="rate", seen="old"),
    (LIST_1, "Preview", {"event": ["1", "2", "3", "x"]}),
    (f"{RUNS}?list=1&since=&work=1", "Rate the events", EVENTS),
    (f"{RUNS}1/report.csv", ""),
    (f"{RUNS}1/report.doc", ""),
    (LIST_1, ""),
    (f"{RUNS}9/", ""),
    ("/members/", ""),
    ("/members/?file=csv&sort=-members", ""),
    ("/members/1/", ""),
    correct_a_result,
    (f"{RUNS}1/", ""),
    (f"{RUNS}1/", "Undo the run", {"reason": " "}),
    (f"{RUNS}1/", "Undo the run", {"reason": "First was  wrong"}),
    (RUNS, ""),
    (LIST_1, "Preview", {"event": ["2", "3"]}),
    ("/members/1/", ""),
    ("/activity/?file=csv&text=run", ""),
]
MEMBERS = [
    ("/members/", ""),
    ("/members/?file=csv", ""),
    ("/members/?file=csv&sort=-name", ""),
    ("/members/?file=csv&sort=list_1", ""),
    ("/members/?file=csv&sort=-list_2", ""),
    ("/members/?file=csv&sort=-games", ""),
    ("/members/?file=csv&sort=games", ""),
    ("/members/?file=csv&sort=events", ""),
    ("/members/?file=csv&sort=-latest", ""),
    ("/members/?file=csv&sort=members", ""),
    ("/members/?find=q3", ""),
    ("/members/?find=ana+a12", ""),
    ("/members/1/", ""),
    ("/members/3/", ""),
    ("/members/4/", ""),
    ("/members/7/", ""),
    ("/members/99/", ""),
    ("/members/2/", ""),
]


@pytest.fixture
@remembered
def two_organisations(desk, season):
    """A person is known in both, and another only here."""
    north = create_organisation(desk, name="Northern Lights")
    with tenant(north.pk):
        event = create_event(desk, name="Northern", preset="naspa_nwl", date=dt.date(2026, 6, 6))
        add_players(desk, create_division(desk, event, name="N"), "Zoë Müller 1500\nHana Sato")


CHOOSE = "/organisations/"
SHARING = [
    ("/people/1/share/", "Offer", {"to": " ", "how": "by letter"}),
    ("/people/1/share/", "Offer", {"to": "Southern Lights", "how": "by letter"}),
    ("/people/1/share/", "Offer", {"to": "Club", "how": "by letter"}),
    ("/people/1/share/", "Offer", {"to": "Northern Lights", "how": " "}),
    ("/people/1/share/", "Offer", {"to": "northern  lights", "how": "by  letter"}),
    ("/people/1/share/", "Offer", {"to": "Northern Lights", "how": "again"}),
    ("/people/2/share/", "Offer", {"to": "Northern Lights", "how": "at the desk"}),
    ("/people/4/share/", "Offer", {"to": "Northern Lights", "how": "by mail"}),
    ("/people/offered/", ""),
    send("/people/offered/1/", accept="1"),
    (CHOOSE, "Work for Northern Lights"),
    ("/people/offered/", ""),
    ("/people/offered/", "Accept Zoë Müller"),
    ("/people/offered/", "Accept Łukasz Żak"),
    ("/people/offered/", "Decline Ben Stone"),
    send("/people/offered/1/", accept="1"),
    send("/people/offered/3/", accept="1"),
    ("/people/", ""),
    ("/people/offered/", "Stop sharing Łukasz Żak"),
    send("/people/shared/2/end/"),
    ("/people/", ""),
    ("/organisation/activity/?file=csv&text=accepted", ""),
    send("/organisations/1/choose/"),
    ("/people/1/share/", "Stop sharing with Northern Lights"),
    ("/people/2/share/", ""),
    ("/activity/?file=csv&text=shared", ""),
    ("/organisation/activity/?file=csv&text=accepted", ""),
]
ORGANISATIONS = [
    (CHOOSE, ""),
    (CHOOSE, "Create organisation", {"name": " "}),
    (CHOOSE, "Create organisation", {"name": "Northern  Lights"}),
    (CHOOSE, "Create organisation", {"name": "northern lights"}),
    (CHOOSE, "Create organisation", {"name": "n" * 121}),
    send("/organisations/99/choose/"),
    send("/organisations/1/choose/"),
    send("/organisations/1/leave/"),
    send("/organisations/99/leave/"),
    (CHOOSE, ""),
]


def last_backup():
    """Return the last backup as an uploaded file."""
    place = backup_job_name(FIRST_TENANT)
    path = jobs.folder_of(place) / jobs.result_of(place)["file"]
    return SimpleUploadedFile(path.name, path.read_bytes())


BACKUPS = [
    ("/organisation/backup/", ""),
    ("/organisation/backup/file/", ""),
    ("/organisation/backup/", "Create the backup"),
    ("/organisation/backup/", ""),
    ("/organisation/backup/file/", ""),
    ("/organisations/backup/", "Import the backup", {"name": "Other"}),
    send("/organisations/backup/", file=last_backup, name="Other"),
    send("/organisations/backup/", file=last_backup, name="Other", copy="on"),
    send("/organisations/backup/", file=last_backup, name="Other", copy="on"),
    ("/organisations/backup/", ""),
    (CHOOSE, ""),
    (CHOOSE, "Work for Other"),
    ("/members/?file=csv", ""),
]


PERSON = "/people/1/"
CONTACTS = [
    (f"{PERSON}contacts/", ""),
    (f"{PERSON}contacts/", "Save", {"email": "zoe"}),
    (f"{PERSON}contacts/", "Save", {"telephone": "5" * 41}),
    (
        f"{PERSON}contacts/",
        "Save",
        {"email": " zoe@example.org ", "telephone": "555  1234", "call_whom": "Gus 7"},
    ),
    (PERSON, ""),
    (f"{PERSON}contacts/", "Save", {}),
    (f"{PERSON}contacts/", "Save", {"telephone": "", "call_whom": "Eva"}),
    ("/people/2/contacts/", "Save", {"email": "two@example.org"}),
    ("/people/7/contacts/", "Save", {"email": "seven@example.org"}),
    ("/people/99/contacts/", ""),
    ("/organisation/contacts/", ""),
    ("/organisation/contacts/", "Save", {"days": ""}),
    ("/organisation/contacts/", "Save", {"days": "3651"}),
    ("/organisation/contacts/", "Save", {"days": "3650"}),
    ("/organisation/contacts/", "Save", {"days": "203"}),
    (f"{PERSON}contacts/", ""),
    ("/organisation/contacts/", "Save", {"days": "202"}),
    ("/people/7/contacts/", ""),
    ("/organisation/contacts/", "Save", {"days": "0"}),
    (f"{PERSON}contacts/", ""),
    ("/people/7/contacts/", "Save", {"email": ""}),
    ("/activity/?file=csv&text=contact", ""),
]
ERASING = [
    ("/people/2/erase/", ""),
    (f"{PERSON}erase/", ""),
    (f"{PERSON}erase/", "Erase Zoë Müller", {"typed": "", "reason": ""}),
    (f"{PERSON}erase/", "Erase Zoë Müller", {"typed": "Zoë", "reason": "asked"}),
    (
        f"{PERSON}erase/",
        "Erase Zoë Müller",
        {"typed": "zoë  müller", "reason": "asked by Zoë Müller"},
    ),
    (f"{PERSON}erase/", ""),
    send(f"{PERSON}erase/", typed="Z. M.", reason="again"),
    send(f"{PERSON}contacts/", email="z@example.org"),
    (PERSON, ""),
    ("/members/?file=csv", ""),
    ("/people/99/erase/", ""),
    ("/activity/?file=csv&text=erase", ""),
]


@pytest.fixture
@remembered
def a_calendar(desk):
    club = create_club(desk, name="Thursdays")
    for name, day, of in (
        ("Today", (10, 3), None), ("Yesterday", (10, 2), club), ("Next", (12, 5), club), ("Long ago", (1, 4), None),
        ("Hidden", (11, 1), None), ("Undated", None, None), ("Older", (1, 5), None),
    ):  # fmt: skip
        play(desk, name, day, ("Eva Bold", "Gus", 333, 444), closed=False, club=of)
    Event.objects.filter(name="Hidden").update(in_calendar=False)
    Event.objects.filter(name="Long ago").update(date=dt.date(2025, 10, 2))
    Event.objects.filter(name="Older").update(date=dt.date(2025, 10, 1))


CALENDAR = [
    ("/calendar/", ""),
    ("/calendar/1/?club=thursdays", ""),
    ("/calendar/1/?club=nobody", ""),
    ("/calendar/1/?month=2026-10", ""),
    ("/calendar/1/?month=2026-13", ""),
    ("/calendar/1/?month=2026-12&club=thursdays", ""),
    ("/calendar/1/events.ics", ""),
    ("/calendar/1/events.ics?club=thursdays", ""),
    ("/calendar/1/events.ics?club=nobody", ""),
    ("/calendar/9/", ""),
]
STORIES = {
    "championships": ("season", CHAMPIONSHIPS),
    "runs": ("more_events", RATING_RUNS),
    "members": ("with_lists", MEMBERS),
    "sharing": ("two_organisations", SHARING),
    "organisations": ("season", ORGANISATIONS),
    "backups": ("season", BACKUPS),
    "contacts": ("season", CONTACTS),
    "erasing": ("season", ERASING),
    "calendar": ("a_calendar", CALENDAR),
}  # fmt: skip


@pytest.mark.parametrize("name", STORIES)
def test_answers_are_those_approved(story, name):
    story(name, *STORIES[name])


def test_members_are_the_same_if_the_rows_of_everybody_are_read(story, monkeypatch):
    monkeypatch.setattr(members, "READ_ALL_ABOVE", 3)
    story("members", "with_lists", MEMBERS)


@pytest.mark.parametrize(
    ("coming", "past", "shown", "has_more"),
    [
        (2, 3, ["Today", "Next", "Yesterday", "Long ago", "Older"], False),
        (1, 3, ["Today", "Yesterday", "Long ago", "Older"], True),
        (2, 2, ["Today", "Next", "Yesterday", "Long ago"], True),
        (3, 4, ["Today", "Next", "Yesterday", "Long ago", "Older"], False),
    ],
)
def test_next_and_latest_events_are_in_the_calendar(
    story_clock, a_calendar, monkeypatch, coming, past, shown, has_more
):
    assert (calendar.MAX_COMING_EVENTS, calendar.MAX_PAST_EVENTS) == (100, 30)
    monkeypatch.setattr(calendar, "MAX_COMING_EVENTS", coming)
    monkeypatch.setattr(calendar, "MAX_PAST_EVENTS", past)
    whose = Organisation.objects.get(pk=FIRST_TENANT)
    made = calendar.calendar_of(whose, dt.date(2026, 10, 3))
    assert [event.name for event in (*made.coming, *made.past)] == shown
    assert made.has_more == has_more
    october = calendar.calendar_of(whose, dt.date(2026, 10, 3), month=dt.date(2025, 10, 1))
    assert [event.name for event in october.past] == ["Long ago", "Older"]
    assert not october.has_more
