"""The origin of starting ratings, and the display of final ratings, here and on another laptop."""

import datetime as dt
import json

import pytest

from scoring.actions.activity import Actor
from tournament.actions.files.importing import import_event
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.rating_lists import add_rating_list, withdraw_rating_list
from tournament.actions.results.results import correct_result
from tournament.actions.standings.ratings import rate_division, undo_rating
from tournament.engine.ratings.rating_list import parse_rating_list
from tournament.exchange.event_exchange import prepare_event
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.exchange.formats.archive import _digest
from tournament.models import Division, Entry, Event, Pairing, Rating, RatingChange
from tournament.queries.standings.ratings import Agreement, rated_division

pytestmark = pytest.mark.django_db
GLICKO = [
    ["Name", "Rating", "Games", "Deviation", "Last played"],
    ["Ana Lopez", "1650", "12", "80", "2026-09-20"],
    ["Dai Jones", "1490.5", "300", "61.5", ""],
]


@pytest.fixture
def add_list(desk):
    """Return a function that adds a NASPA rating list of a given day with Ana on it."""

    def add(day, rating=1850, *, club=None, key="naspa", rows=None):
        rows = rows or [["Name", "Rating", "Games"], ["Lopez, Ana", str(rating), "12"]]
        return add_rating_list(
            desk,
            key=key,
            name="NWL",
            as_of=day,
            source="a file",
            read=parse_rating_list(rows),
            club=club,
        )

    return add


def figures(done):
    return [(row.person.number, row.old, row.new, row.games, row.performance) for row in done.rows]


def elsewhere(event, *, change=None):
    """Return division A after importing the event's archive on a laptop without lists."""
    archive = prepare_event(event, "archive").single_file(event.slug)
    read = read_bundle([archive])
    if change:
        change(read.archive_content["rows"])
        whole = {
            "kind": "ninetimer event",
            "version": 1,
            "program": "0.1",
            "rows": read.archive_content["rows"],
        }
        whole["sha256"] = _digest(whole["rows"])
        read = read_bundle([NamedFile("older.ninetimer", json.dumps(whole).encode())])
    again = import_event(Actor("test"), read)
    return Division.objects.select_related("event").get(event=again)


def older(rows):
    """Remove the columns that archives did not have before the origin of ratings was stored."""
    for row in rows["tournament.Rating"]:
        del row["list_called"]
    for row in rows["tournament.RatingChange"]:
        del row["came_with"]


def wrong_way_round(desk, division):
    pairing = Pairing.objects.filter(round__division=division, replaced_at=None).first()
    correct_result(desk, pairing, 300, 400, reason="read the wrong way round", accepted=True)


@pytest.mark.parametrize("key", ["naspa", "glicko"])
def test_another_laptop_shows_the_stored_ratings_until_a_result_is_corrected(
    desk, add_list, four, whole_robin, key
):
    add_list(dt.date(2026, 9, 1), key=key, rows=GLICKO)
    rate_division(desk, four, key)
    copy = elsewhere(four.event)
    there = rated_division(copy, key)
    assert figures(there) == figures(rated_division(four, key))
    assert there.rows[0].old == 1650
    assert (there.agreement, there.stood_on) == (Agreement.SAME, None)
    assert there.source_sentence == (
        "The ratings before the event are those saved when it was rated with the list NWL, "
        "2026-09-01, which is not on this laptop."
    )
    wrong_way_round(desk, copy)
    wrong_way_round(desk, four)
    here, there = rated_division(four, key), rated_division(copy, key)
    assert figures(there) == figures(here)
    assert (there.agreement, here.agreement) == (Agreement.SINCE, Agreement.SINCE)
    undo_rating(desk, Rating.objects.get(division=copy), reason="a result was corrected")
    again = rate_division(desk, copy, key)
    assert figures(rated_division(copy, key)) == figures(here)
    assert (again.stood_on, again.list_called) == (None, "NWL, 2026-09-01")


def test_older_archive_shows_the_stored_ratings_and_names_unknown_sources(
    desk, add_list, four, whole_robin
):
    add_list(dt.date(2026, 9, 1))
    rate_division(desk, four)
    here = rated_division(four)
    copy = elsewhere(four.event, change=older)
    there = rated_division(copy)
    assert figures(there) == figures(here)
    assert there.agreement is Agreement.SAME
    assert "The list they came from was not saved" in there.source_sentence
    wrong_way_round(desk, copy)
    there = rated_division(copy)
    assert figures(there) == figures(here)
    assert there.agreement is Agreement.UNSURE
    assert "on the laptop that has the rating list" in there.agreement.note


def test_older_archive_without_a_list_uses_the_entered_ratings(desk, four, whole_robin):
    rate_division(desk, four)
    there = rated_division(elsewhere(four.event, change=older))
    assert figures(there) == figures(rated_division(four))
    assert there.source_sentence == (
        "The ratings entered with the players are used: no list had them when the event was rated."
    )


def test_changed_starting_rating_is_not_reported_as_a_changed_result(desk, four, whole_robin):
    rate_division(desk, four)
    here = figures(rated_division(four))
    Entry.objects.filter(division=four, number=1).update(rating=1200)
    done = rated_division(four)
    assert figures(done) == here
    assert done.agreement is Agreement.OTHERWISE
    assert "no result has changed" in done.agreement.note


EVERYBODY = ("Ana Lopez", "Ben Okafor", "Zoë Müller", "Dai Jones")
FROM_LIST = "The ratings before the event come from the list NWL, 2026-10-03. "
SOME = "1 of 4 players in the division is on the list; the others keep the ratings entered."
LATER = "The list NWL, 2026-10-04 is later than this event and is not used."
NOT_USED = (
    "The ratings entered with the players are used: the list NWL, 2026-10-04 is later than this "
    "event, which was on 2026-10-03."
)


@pytest.mark.parametrize(
    ("days", "people", "old", "sentence"),
    [
        ((2, 3, 4), EVERYBODY[:1], 1703, f"{FROM_LIST}{SOME} {LATER}"),
        ((4,), EVERYBODY[:1], 1800, NOT_USED),
        ((3,), EVERYBODY, 1703, f"{FROM_LIST}All players in the division are on the list."),
        ((3,), ["Eve Stone"], 1800, (
            f"{FROM_LIST}No player in the division is on the list, so the ratings entered are used."
        )),
    ],
)  # fmt: skip
def test_latest_list_not_after_the_event_is_used(
    add_list, four, whole_robin, days, people, old, sentence
):
    for day in days:
        rows = [[name, str(1700 + day)] for name in people]
        add_list(dt.date(2026, 10, day), rows=[["Name", "Rating"], *rows])
    done = rated_division(four)
    assert (done.rows[0].old, done.source_sentence) == (old, sentence)


def test_event_without_a_day_uses_the_latest_list(add_list, four, whole_robin):
    add_list(dt.date(2026, 10, 3), 1700)
    later = add_list(dt.date(2026, 10, 4), 1900)
    Event.objects.update(date=None)
    undated = rated_division(Division.objects.select_related("event").get())
    assert (undated.stood_on, undated.rows[0].old) == (later, 1900)


def test_club_list_later_than_the_session_is_ignored_with_a_note(desk, add_list, four, whole_robin):
    club = create_club(desk, name="Hall Club")
    assign_to_club(desk, four.event, club)
    add_list(dt.date(2026, 9, 1), 1650)
    add_list(dt.date(2026, 10, 10), 1700, club=club)
    done = rated_division(four)
    assert done.rows[0].old == 1650
    assert done.source_sentence.endswith("The results of this session are not in it.")


def test_repeated_rating_keeps_its_list_unless_withdrawn(desk, add_list, four, whole_robin):
    first = add_list(dt.date(2026, 9, 1), 1650)
    rating = rate_division(desk, four)
    newer = add_list(dt.date(2026, 10, 1), 1700)
    assert rated_division(four).stood_on == first
    undo_rating(desk, rating, reason="a slip")
    done = rated_division(four)
    assert done.stood_on == first
    assert (
        "To rate with NWL, 2026-10-01, first withdraw the list used so far" in done.source_sentence
    )
    withdraw_rating_list(desk, first, reason="an old one")
    assert rated_division(four).stood_on == newer


def test_rating_without_a_list_stays_without_one(desk, add_list, four, whole_robin):
    rate_division(desk, four)
    add_list(dt.date(2026, 9, 2))
    done = rated_division(four)
    assert (done.stood_on, done.agreement) == (None, Agreement.SAME)
    assert "no list had them when the event was rated" in done.source_sentence


@pytest.mark.parametrize("people", [1, 3])
def test_number_of_queries_is_constant(
    desk, add_list, four, whole_robin, people, django_assert_num_queries
):
    rows = [[name, "1500"] for name in EVERYBODY[:people]]
    add_list(dt.date(2026, 9, 1), rows=[["Name", "Rating"], *rows])
    with django_assert_num_queries(7):
        rated_division(four)
    rate_division(desk, four)
    assert RatingChange.objects.exclude(came_with=None).count() == 4
    with django_assert_num_queries(7):
        rated_division(four)
    wrong_way_round(desk, four)
    with django_assert_num_queries(8):
        rated_division(four)
