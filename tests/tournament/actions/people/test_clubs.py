"""Clubs: the roster contains all past players, a new session copies the last one, and a logo is checked."""

import datetime as dt
import io

import pytest
from PIL import Image

from scoring.models import Activity
from tests.remembered import remembered
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division
from tournament.actions.people.clubs import (
    MAX_LOGO_BYTES,
    assign_to_club,
    create_club,
    create_next_session,
    set_logo,
)
from tournament.actions.people.entries import add_players
from tournament.actions.rounds.plans import set_plan, set_seating
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.engine.pairing.seating import Seating
from tournament.models import Club
from tournament.queries.people.clubs import all_clubs, roster_of, sessions_of
from tournament.queries.rounds.pairing import plan_of

pytestmark = pytest.mark.django_db


TODAY = dt.date(2026, 10, 5)


@pytest.fixture
@remembered
def club(desk, four):
    club = create_club(desk, name="Thursdays")
    assign_to_club(desk, four.event, club)
    return club


def test_roster_lists_all_past_players_with_their_last_rating(
    desk, four, club, django_assert_num_queries
):
    week = create_next_session(desk, four.event, today=TODAY)
    add_players(desk, week.divisions.get(), "Ana Lopez 1850\nEve Stone")
    with django_assert_num_queries(2):  # no rating list: its rows are not read
        roster = roster_of(club)
    assert [(m.entry.player.sort_name, m.entry.rating, m.sessions) for m in roster] == [
        ("Jones, Dai", 1500, 1),
        ("Lopez, Ana", 1850, 2),
        ("Müller, Zoë", 1600, 1),
        ("Okafor, Ben", 1700, 1),
        ("Stone, Eve", None, 1),
    ]
    left = roster_of(club, without=week.divisions.get())
    assert [m.entry.player.sort_name for m in left] == ["Jones, Dai", "Müller, Zoë", "Okafor, Ben"]


@pytest.mark.parametrize("day", ["3 October", "3 October 2026", "3 Oct", "3 Oct 2026"])
def test_date_in_the_session_name_is_updated(desk, four, day):
    four.event.name = f"Thursday Club, {day}"
    assert create_next_session(desk, four.event, today=TODAY).name == "Thursday Club, 10 Oct 2026"


def test_next_session_copies_rules_divisions_and_plans_without_players(desk, four, club):
    create_division(desk, four.event, name="B")
    plan = (PlannedRounds(1, 3, "swiss", {"repeats": 2}), PlannedRounds(4, 4, "king_of_the_hill"))
    set_plan(desk, four, plan, rounds=4)
    set_seating(desk, four, Seating(first_board=5))
    four.event.rules_copy["bye_spread"] = 33
    four.event.save()
    week = create_next_session(desk, four.event, today=TODAY)
    assert (week.slug, week.name) == ("autumn-open-10-oct-2026", "Autumn Open, 10 Oct 2026")
    assert (week.date, week.rules.bye_spread, week.club) == (dt.date(2026, 10, 10), 33, club)
    assert list(week.divisions.values_list("name", "slug")) == [("A", "a"), ("B", "b")]
    assert not week.divisions.filter(entries__isnull=False).exists()
    division = week.divisions.get(name="A")
    assert plan_of(division) == plan
    assert (division.rounds_planned, division.seating["first_board"]) == (4, 5)
    assert Activity.objects.filter(verb="next_session").count() == 1
    assert list(sessions_of(club)) == [week, four.event]
    assert all_clubs().get().session_count == 2


@pytest.mark.parametrize(
    ("last", "today", "then"),
    [
        (dt.date(2026, 10, 3), dt.date(2026, 10, 3), dt.date(2026, 10, 10)),
        (dt.date(2026, 10, 3), dt.date(2026, 10, 10), dt.date(2026, 10, 10)),
        (dt.date(2026, 10, 3), dt.date(2026, 10, 11), dt.date(2026, 10, 17)),
        (dt.date(2026, 10, 3), dt.date(2026, 12, 31), dt.date(2027, 1, 2)),
        (None, dt.date(2026, 10, 11), dt.date(2026, 10, 11)),
    ],
)
def test_next_session_is_on_the_same_weekday_and_not_in_the_past(desk, event, last, today, then):
    event.date = last
    assert create_next_session(desk, event, today=today).date == then


def test_session_after_next_is_named_by_its_own_date_only(desk, four):
    week = create_next_session(
        desk, create_next_session(desk, four.event, today=TODAY), today=TODAY
    )
    assert week.name == "Autumn Open, 17 Oct 2026"


@pytest.fixture
def thursdays(desk):
    return create_club(desk, name="Thursdays")


def picture(size=(300, 120), kind="PNG", mode="RGB", **more):
    buffer = io.BytesIO()
    Image.new(mode, size, "teal").save(buffer, kind, **more)
    return buffer.getvalue()


def test_large_logo_is_shrunk_and_stripped_of_other_content(desk, thursdays):
    set_logo(desk, thursdays, picture((3000, 1000), "JPEG", comment=b"<script>alert(1)</script>"))
    stored = bytes(Club.objects.get().logo)
    shown = Image.open(io.BytesIO(stored))
    assert (shown.format, shown.size) == ("PNG", (800, 267))
    assert b"script" not in stored


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty"),
        (b"no picture", "picture cannot be printed"),
        (picture()[:200], "picture cannot be printed"),
        (picture(kind="GIF"), "picture cannot be printed"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "picture cannot be printed"),
        (b"x" * (MAX_LOGO_BYTES + 1), "The picture is 2.0 MB. Send one of at most 2 MB"),
        (
            picture((14000, 14000), mode="1"),
            "The picture is 14000 by 14000 pixels. Send a smaller one",
        ),
    ],
)
def test_unreadable_logo_is_refused_and_the_old_logo_remains(desk, thursdays, content, sentence):
    set_logo(desk, thursdays, picture())
    before = bytes(Club.objects.get().logo)
    with pytest.raises(Refused, match=sentence):
        set_logo(desk, thursdays, content)
    assert bytes(Club.objects.get().logo) == before
