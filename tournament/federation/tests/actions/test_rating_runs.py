"""Rating runs: events in order, each based on the list before; exact undo; detection of corrections."""

import datetime as dt
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scoring.tenancy import tenant
from tests.remembered import remembered
from tournament.actions.act import EditConflict, Refused
from tournament.actions.event.events import create_event
from tournament.actions.event.housekeeping import close_event, reopen_event
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.rating_lists import add_rating_list, withdraw_rating_list
from tournament.actions.results.results import correct_result
from tournament.actions.safety.organisations import create_organisation
from tournament.actions.standings.ratings import rate_division, undo_rating
from tournament.engine.ratings.rating_list import parse_rating_list, rows_in
from tournament.federation.actions.rating_runs import checked_outcome, run_ratings, undo_run
from tournament.federation.queries.rating_runs import (
    events_corrected_since,
    rating_run_outcome,
    run_differences,
    stored_outcome,
)
from tournament.federation.queries.run_candidates import Eligibility, run_candidates
from tournament.federation.tests.stories import play
from tournament.jobs import JobStopped
from tournament.models import Event, Pairing, Rating, RatingList, RatingRun
from tournament.queries.safety.recheck import recheck
from tournament.queries.standings.ratings import Agreement, rated_division

pytestmark = pytest.mark.django_db


def a_list(desk, day=dt.date(2026, 1, 1), name="NASPA", club=None):
    text = "Name\tRating\tGames\tMember\nAna Lopez\t1800\t100\tAA1\nBen Okafor\t1700\t100\t"
    read = parse_rating_list(rows_in(text))
    return add_rating_list(
        desk, key="naspa", name=name, as_of=day, source="a test", read=read, club=club
    )


@pytest.fixture
@remembered
def base(desk):
    return a_list(desk)


@pytest.fixture
@remembered
def year(desk, base):
    """Return three events created out of order: Ana loses twice, Cy is new."""
    third = play(desk, "Third", (3, 1), ("Ana Lopez #AA1", "Cy Young", 300, 400))
    first = play(desk, "First", (2, 1), ("Ana Lopez #AA1", "Ben Okafor", 300, 400))
    second = play(desk, "Second", (2, 20), ("Ben Okafor", "Cy Young", 400, 300))
    return [first, second, third]


def figures(rating_list):
    rows = rating_list.rows.order_by("name")
    return [(row.name, row.member, row.rating, row.games, row.last_played) for row in rows]


@pytest.mark.full
def test_rating_run_is_logged_in_every_event_and_can_be_undone_and_repeated(desk, base, year):
    before = figures(base)
    run = run_ratings(desk, base, year)
    first = figures(run.made)
    outcome = rating_run_outcome(base, year)
    assert [(row.name, row.new) for row in stored_outcome(run).people] == [
        (row.name, row.new) for row in outcome.people
    ]
    assert [row[3:] for row in first if row[0] == "Ana Lopez"] == [(102, dt.date(2026, 3, 1))]
    for event in year:
        assert list(recheck(event)) == []
        assert rated_division(event.divisions.get()).agreement is Agreement.SAME
    undo_run(desk, run, reason="wrong list")
    run.refresh_from_db()
    assert (run.undone_why, run.made.withdrawn_why) == ("wrong list", "wrong list")
    assert not Rating.objects.filter(undone_at=None).exists()
    assert [row.eligibility for row in run_candidates(base)] == [Eligibility.READY] * 3
    again = run_ratings(desk, base, year)
    assert (figures(base), figures(again.made)) == (before, first)
    for event in year:
        assert list(recheck(event)) == []


def test_rating_run_stopped_while_writing_stores_nothing(desk, base, year):
    heard = []

    def stopped(done, number, phase=""):
        heard.append((done, number, phase))
        if (done, phase) == (5, "writing"):
            raise JobStopped

    with pytest.raises(JobStopped):
        run_ratings(desk, base, year, progress=stopped)
    assert heard == [
        (0, 6, "rating"), (1, 6, "rating"), (2, 6, "rating"),
        (3, 6, "writing"), (4, 6, "writing"), (5, 6, "writing"),
    ]  # fmt: skip
    assert not RatingRun.objects.exists()
    assert not Rating.objects.exists()
    assert RatingList.objects.count() == 1


def test_result_corrected_during_a_run_is_included(desk, base, year):
    """An outdated run is rated again; if the director previewed different ratings, it is refused."""
    pairing = Pairing.objects.get(round__division__event=year[0])
    seen = rating_run_outcome(base, year).version

    def correct_once(_done, _number, phase=""):
        if phase == "rating" and not pairing.results.filter(first_score=500).exists():
            reopen_event(desk, year[0], reason="a slip")
            correct_result(desk, pairing, 500, 400, reason="slip", accepted=True)
            close_event(desk, Event.objects.get(pk=year[0].pk), accepted=True)

    with pytest.raises(EditConflict, match="The preview of the run from"):
        run_ratings(desk, base, year, seen=seen, progress=correct_once)
    run = run_ratings(desk, base, year)
    assert stored_outcome(run).people == rating_run_outcome(base, year).people


def test_candidates_for_a_run_exclude_unsuitable_events_with_a_reason(desk, base, year):
    play(desk, "Open", (4, 1), ("Ana Lopez", "Ben Okafor", 400, 300), closed=False)
    play(desk, "Early", (1, 1), ("Ana Lopez", "Ben Okafor", 400, 300))
    Event.objects.filter(name="Early").update(date=dt.date(2025, 12, 31))
    other = create_event(desk, name="No games", preset="naspa_nwl", date=dt.date(2026, 4, 2))
    rate_division(desk, year[1].divisions.get())
    fits = {row.event.name: row.eligibility for row in run_candidates(base)}
    assert fits == {
        "Early": Eligibility.EARLIER,
        "First": Eligibility.READY,
        "Second": Eligibility.RATED,
        "Third": Eligibility.READY,
        "Open": Eligibility.OPEN,
        "No games": Eligibility.NO_GAMES,
    }
    assert [row.event.name for row in run_candidates(base, dt.date(2026, 3, 1))] == [
        "Third", "Open", "No games",
    ]  # fmt: skip
    with pytest.raises(Refused, match="No games: no rated games"):
        checked_outcome(base, {other.pk, year[0].pk})
    with pytest.raises(Refused, match="Choose the events"):
        run_ratings(desk, base, [])


def test_only_the_newest_run_can_be_undone(desk, base, year):
    one = run_ratings(desk, base, year[:1])
    with pytest.raises(Refused, match="is no longer the newest list"):
        run_ratings(desk, base, year[1:])
    two = run_ratings(desk, one.made, year[1:])
    with pytest.raises(Refused, match="used the list"):
        undo_run(desk, one, reason="x")
    undo_run(desk, two, reason="x")
    undo_run(desk, RatingRun.objects.get(pk=one.pk), reason="x")
    assert RatingList.objects.filter(withdrawn_at=None).get() == base


def test_lists_and_ratings_used_by_a_run_cannot_be_withdrawn(desk, base, year):
    run = run_ratings(desk, base, year)
    for one in (base, run.made):
        with pytest.raises(Refused, match="Undo the run"):
            withdraw_rating_list(desk, one, reason="x")
    with pytest.raises(Refused, match="part of a rating run"):
        undo_rating(desk, run.ratings.first(), reason="x")
    with pytest.raises(Refused, match="already been rated by NASPA"):
        rate_division(desk, year[0].divisions.get())
    late = play(desk, "Late", (5, 1), ("Ana Lopez", "Ben Okafor", 400, 300))
    rate_division(desk, late.divisions.get())
    with pytest.raises(Refused, match="Late has been rated with the list of this run"):
        undo_run(desk, run, reason="x")


def test_correction_after_a_run_is_reported_with_its_effect(desk, base, year):
    run = run_ratings(desk, base, year)
    assert events_corrected_since(run) == []
    assert run_differences(run) == []
    reopen_event(desk, year[1], reason="a slip")
    pairing = Pairing.objects.get(round__division__event=year[1])
    correct_result(desk, pairing, 300, 400, reason="slip", accepted=True)
    assert [event.name for event in events_corrected_since(run)] == ["Second"]
    assert rated_division(year[1].divisions.get()).agreement is Agreement.SINCE
    names = {row.name for row in run_differences(run)}
    assert {"Ben Okafor", "Cy Young"} <= names


def test_rating_list_offers_only_events_of_its_club_or_organisation(desk, year):
    club = create_club(desk, name="Thursdays")
    assign_to_club(desk, year[0], club)
    own = a_list(desk, name="Thursdays", club=club)
    assert [row.event.name for row in run_candidates(own)] == ["First"]
    north = create_organisation(desk, name="Northern Lights")
    with tenant(north.pk):
        theirs = a_list(desk)
        play(desk, "Northern Open", (2, 2), ("Quillon Quay", "Rafe Roe", 400, 300))
        assert [row.event.name for row in run_candidates(theirs)] == ["Northern Open"]
    assert [row.event.name for row in run_candidates(theirs)] == ["Northern Open"]
    with tenant(year[0].organisation_id):
        assert "Northern Open" not in [row.event.name for row in run_candidates(own)]


def test_rating_run_command_prints_changes_and_saves_on_request(desk, base, year):
    out = StringIO()
    call_command("rating_run", "--json", "--until", "2026-02-28", stdout=out)
    printed = json.loads(out.getvalue())
    assert printed["events"] == ["first", "second"]
    assert not RatingRun.objects.exists()
    out = StringIO()
    call_command("rating_run", "--save", "--list", str(base.pk), stdout=out)
    assert "2026-02-20 Second\n" in out.getvalue()
    assert "Without a member number, identified by name only:" in out.getvalue()
    assert "Ana Lopez: 1800 to " in out.getvalue()
    assert RatingRun.objects.get().ratings.count() == 3
    with pytest.raises(CommandError, match="not a date"):
        call_command("rating_run", "--since", "spring")
    with pytest.raises(CommandError, match="newest lists"):
        call_command("rating_run", "--list", str(base.pk))
    with pytest.raises(CommandError, match="Some of these events"):
        call_command("rating_run", "--events", "nowhere")


@pytest.mark.parametrize(
    ("second", "people"),
    [
        ("Cy Yung #C7", [("Cy Young", "C7", 2), ("Ana Lopez", "AA1", 2)]),
        ("Cy Yung #C8", [("Cy Young", "C7", 1), ("Cy Yung", "C8", 1), ("Ana Lopez", "AA1", 2)]),
        ("Cy Young", [("Cy Young", "C7", 2), ("Ana Lopez", "AA1", 2)]),
    ],
)
def test_number_given_at_the_first_event_of_a_run_identifies_the_person_at_the_next(
    desk, base, second, people
):
    events = [
        play(desk, name, (2, day), (who, "Ana Lopez #AA1", 400, 300))
        for name, day, who in (("First", 3, "Cy Young #C7"), ("Second", 5, second))
    ]
    outcome = rating_run_outcome(base, events)
    shown = [(person.name, person.member, person.games) for person in outcome.people]
    assert sorted(shown) == sorted(people)
    assert len(outcome.rows) == len({name for name, *_ in people} | {"Ben Okafor"})
