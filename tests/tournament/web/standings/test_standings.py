"""The standings page: possible final places, and withheld last rounds."""

import csv
import io

import pytest

from tests.shown import stripped
from tests.tournament.fixtures import play_round
from tournament.actions.results.results import enter_result
from tournament.actions.standings.ratings import rate_division
from tournament.exchange.event_files import event_formats
from tournament.models import Division, Event
from tournament.queries.files.interchange import portable_event
from tournament.queries.standings.standings import (
    StandingsRowDetails,
    division_standings,
    standings_row_details,
)

pytestmark = pytest.mark.django_db

PAGE = "/events/autumn-open/a/standings/"
SHOW = f"{PAGE}show/"
REPORT = "/events/autumn-open/reports/standings/?division=a&format=csv"
PAGE_REPORT = "/events/autumn-open/reports/standings/?division=a&format=html"


def test_held_back_rounds_are_visible_only_to_directors_and_readers(
    keeper_client, director_client, four, whole_robin
):
    director_client.post(SHOW, {"rounds_planned": "3", "held_back_from": "3"})
    assert "After round 3" in stripped(director_client.get(PAGE))
    assert "1,1,Ana Lopez,1800,2,1,0,20" in director_client.get(REPORT).text
    for query in ("", "?round=3", "?round=junk"):
        page_text = stripped(keeper_client.get(PAGE + query))
        assert "After round 2" in page_text
        assert "The director holds back the standings of later rounds" in page_text
    assert "1,1,Ana Lopez,1800,2,0,0,40" in keeper_client.get(REPORT).text
    assert "later rounds are held back until the end" in stripped(keeper_client.get(PAGE_REPORT))
    assert "round 3 has not been played" in stripped(
        keeper_client.get(f"{REPORT}&round=3&audience=")
    )


RATED = f"{PAGE}?ratings=1"


def test_ratings_after_held_back_rounds_are_hidden(
    keeper_client, director_client, four, whole_robin
):
    director_client.post(SHOW, {"rounds_planned": "3", "held_back_from": "2"})
    shown = keeper_client.get(f"{PAGE}?round=3&ratings=1").context
    assert {rating.games for _, _, rating, _ in shown["rows"]} == {1}
    assert "New rating" not in stripped(keeper_client.get(f"{PAGE_REPORT}&round=2&ratings=yes"))


def test_missing_rating_system_is_explained_to_the_director_until_rated(
    director_client, desk, event, four, whole_robin, django_assert_num_queries
):
    event.rules_copy = event.rules_copy | {"rating_system": "none"}
    event.save()
    assert director_client.get(RATED).context["rated"] is None
    sentence = "There are no ratings to show: the rules of this event name no rating system"
    page = stripped(director_client.get(PAGE))
    assert [words in page for words in (sentence, "With ratings")] == [True, False]
    rating = rate_division(desk, four, "wespa")
    page = stripped(director_client.get(PAGE))
    assert [words in page for words in (sentence, "With ratings")] == [False, True]
    with django_assert_num_queries(17):
        rated = director_client.get(RATED)
    stored = {change.entry.number: change.new for change in rating.changes.all()}
    shown = rated.context["rows"]
    assert {row.person.number: row_rating.new for row, _, row_rating, _ in shown} == stored
    assert "New rating" in director_client.get(f"{REPORT}&ratings=yes").text


def test_spread_before_and_after_the_cap_has_the_same_name_everywhere(
    director_client, event, four, desk
):
    capped = {"spread_caps": [100], "precedence": ["wins", "losses", "capped_spread"]}
    event.rules_copy = event.rules_copy | capped
    event.save()
    play_round(desk, four, [(1, 2), (3, 4)], [(600, 300), (410, 400)])
    page = director_client.get(PAGE).text
    assert '<abbr title="Counted spread">Counted</abbr>' in page
    assert ">Spread<" not in page
    report = director_client.get(REPORT).text.splitlines()
    assert report[0].endswith("Ties,Spread,Counted spread")
    assert "1,1,Ana Lopez,1800,1,0,0,300,100" in report
    (file,) = event_formats()["standings_csv"].write(portable_event(Event.objects.get()))
    first = next(csv.DictReader(io.StringIO(file.content.decode("utf-8-sig"))))
    row = director_client.get(REPORT.replace("csv", "json")).json()["rows"][0]
    for figures in (first, row):
        assert [int(figures[key]) for key in ("spread", "capped_spread")] == [300, 100]


def two_rounds(desk, division):
    """Play two rounds: the order is 3, 1, 2, 4 after round 1, and 1, 3, 2, 4 after round 2."""
    play_round(desk, division, [(1, 2), (3, 4)], [(402, 380), (410, 300)])
    play_round(desk, division, [(3, 1), (4, 2)], [(300, 420), (350, 360)])


def test_movement_form_and_distance_to_first_place_are_shown(director_client, desk, four):
    two_rounds(desk, four)
    assert standings_row_details(division_standings(four)) == {
        1: StandingsRowDetails(1, ("won", "won"), 0, 0),
        3: StandingsRowDetails(-1, ("won", "lost"), 1, 152),
        2: StandingsRowDetails(0, ("lost", "won"), 1, 154),
        4: StandingsRowDetails(0, ("lost", "lost"), 2, 262),
    }
    page = stripped(director_client.get(PAGE))
    assert "+1 WW" in page
    assert "−1 WL 1 win, 152 points" in page
    assert "LL 2 wins, 262 points" in page


def test_first_round_shows_no_movement_and_no_ratings_before_results(
    director_client, desk, four, board
):
    assert "With ratings" not in stripped(director_client.get(PAGE))
    assert director_client.get(RATED).context["rated"] is None
    enter_result(desk, board(1), 402, 380)
    recent = standings_row_details(division_standings(four))
    assert recent[1] == StandingsRowDetails(None, ("won",), 0, 0)
    assert recent[3].form == ()


def test_recent_form_excludes_held_back_rounds(director_client, keeper_client, desk, four):
    two_rounds(desk, four)
    Division.objects.update(held_back_from=2)
    assert "+1 WW" in stripped(director_client.get(PAGE))
    helped = stripped(keeper_client.get(PAGE))
    assert "Autumn Open" in helped
    assert "WW" not in helped
