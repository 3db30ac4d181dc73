"""The standings page: possible final places, and withheld last rounds."""

import csv
import io
import re

import pytest

from scoring.models import Activity
from tests.shown import stripped
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.ratings import rate_division
from tournament.exchange.event_files import event_formats
from tournament.models import Division, Event, Pairing
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


def test_possible_places_are_shown_once_the_number_of_rounds_is_set(
    director_client, four, whole_robin
):
    director_client.post(SHOW, {"rounds_planned": "4", "held_back_from": ""})
    page_text = stripped(director_client.get(PAGE))
    assert "1 round remains. The table shows the best and the worst place" in page_text
    assert "Possible places" in page_text
    assert "1 1 Ana Lopez 21+20 1 to 4" in page_text
    assert Activity.objects.order_by("-id").first().verb == "show_standings"


def test_possible_places_disappear_after_the_last_round(director_client, four, whole_robin):
    director_client.post(SHOW, {"rounds_planned": "3", "held_back_from": ""})
    page = stripped(director_client.get(PAGE))
    assert "Possible places" not in page
    assert "Behind leader" in page
    assert "To catch the leader" not in page


@pytest.mark.full
def test_possible_places_follow_the_published_pairings(director_client, desk, four, whole_robin):
    director_client.post(SHOW, {"rounds_planned": "4", "held_back_from": ""})

    def ends():
        return re.findall(r"\d to \d", stripped(director_client.get(PAGE)))

    assert ends() == ["1 to 4"] * 4
    assert "whatever the pairings" in stripped(director_client.get(PAGE))
    publish_round(desk, pair_by_hand(desk, four, [(1, 2), (3, 4)]))
    assert "The last round is paired. The table shows the best" in stripped(
        director_client.get(PAGE)
    )
    assert "whatever the pairings" not in stripped(director_client.get(PAGE))
    assert ends() == ["1 to 3", "1 to 3", "2 to 4", "2 to 4"]


@pytest.mark.full
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


def test_standings_report_includes_best_and_worst_places(
    client, director_client, four, whole_robin
):
    director_client.post(SHOW, {"rounds_planned": "4", "held_back_from": ""})
    assert "1,1,Ana Lopez,1800,2,1,0,20,1,4" in client.get(REPORT).text
    assert "whatever the pairings" in stripped(client.get(PAGE_REPORT))


def test_impossible_number_of_rounds_is_refused_on_the_form(director_client, four, whole_robin):
    response = director_client.post(SHOW, {"rounds_planned": "2", "held_back_from": ""})
    assert "Round 3 is already published" in stripped(response)
    assert Division.objects.get().rounds_planned is None


RATED = f"{PAGE}?ratings=1"


@pytest.mark.full
def test_scorekeeper_sees_provisional_ratings(keeper_client, four, whole_robin):
    assert "With ratings as if the event ended now" in stripped(keeper_client.get(PAGE))
    response = keeper_client.get(f"{PAGE}?round=1&ratings=1")
    page_text = stripped(response)
    assert (
        "The rating is what NASPA would give if the event ended after round 1. Ratings before the event: "
        "as entered."
    ) in page_text
    rows = {
        row.person.name: rating.rounded_figures for row, _, rating, _ in response.context["rows"]
    }
    assert rows == {
        "Ana Lopez": (1800, 1804, 4),
        "Ben Okafor": (1700, 1712, 12),
        "Zoë Müller": (1600, 1592, -8),
        "Dai Jones": (1500, 1494, -6),
    }
    assert "1804 +4" in page_text
    assert "1592 −8" in page_text
    assert "?round=2&amp;ratings=1" in response.text


@pytest.mark.full
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
    assert "has no rating system" in stripped(director_client.get(f"{PAGE_REPORT}&ratings=yes"))
    sentence = "There are no ratings to show: the rules of this event name no rating system"
    page = director_client.get(PAGE)
    assert sentence in stripped(page)
    assert "With ratings" not in stripped(page)
    rating = rate_division(desk, four, "wespa")
    assert sentence not in stripped(director_client.get(PAGE))
    assert "With ratings as if the event ended now" in stripped(director_client.get(PAGE))
    with django_assert_num_queries(17):
        rated = director_client.get(RATED)
    stored = {change.entry.number: change.new for change in rating.changes.all()}
    assert {
        row.person.number: rated_row.new for row, _, rated_row, _ in rated.context["rows"]
    } == stored
    assert "The rating is what WESPA would give" in stripped(rated)
    report = director_client.get(f"{REPORT}&ratings=yes").text
    assert "New rating" in report


def test_report_includes_new_ratings_and_changes_on_request(director_client, four, whole_robin):
    data = director_client.get(f"{REPORT}&round=1&ratings=yes").text.splitlines()
    assert data[0].lstrip("\ufeff") == (
        "Rank,Number,Name,Rating,Wins; a tie counts as half a win,Losses; a tie counts as half a loss,Ties,Spread,"
        "New rating,Change of rating"
    )
    assert "1,1,Ana Lopez,1800,1,0,0,20,1804,4" in data
    assert "New rating" not in director_client.get(REPORT).text
    assert "“ratings” must be “yes” or “no”" in stripped(
        director_client.get(f"{PAGE_REPORT}&ratings=maybe")
    )


def test_spread_before_and_after_the_cap_has_the_same_name_everywhere(
    director_client, event, four, desk, round_one, board
):
    event.rules_copy = event.rules_copy | {
        "spread_caps": [100],
        "precedence": ["wins", "losses", "capped_spread"],
    }
    event.save()
    enter_result(desk, board(1), 600, 300)
    enter_result(desk, board(2), 410, 400)
    page = director_client.get(PAGE).text
    assert '<abbr title="Counted spread">Counted</abbr>' in page
    assert ">Spread<" not in page
    report = director_client.get(REPORT).text.splitlines()
    assert report[0].endswith("Ties,Spread,Counted spread")
    assert "1,1,Ana Lopez,1800,1,0,0,300,100" in report
    report_row = director_client.get(REPORT.replace("csv", "json")).json()["rows"][0]
    assert (report_row["spread"], report_row["capped_spread"]) == (300, 100)
    (file,) = event_formats()["standings_csv"].write(portable_event(Event.objects.get()))
    first = next(csv.DictReader(io.StringIO(file.content.decode("utf-8-sig"))))
    assert (first["spread"], first["capped_spread"]) == ("300", "100")


@pytest.mark.full
def test_round_with_missing_results_is_labelled(director_client, desk, four, round_one, board):
    enter_result(desk, board(1), 402, 380)
    assert "Round 1, 1 result missing" in stripped(director_client.get(PAGE))
    hall = stripped(director_client.get("/hall/autumn-open/a/"))
    assert "Standings, round 1 under way" in hall
    enter_result(desk, board(2), 402, 380)
    assert "After round 1" in stripped(director_client.get(PAGE))
    assert "Standings after round 1" in stripped(director_client.get("/hall/autumn-open/a/"))


def test_round_with_only_a_bye_result_is_being_played(director_client, desk, four):
    round_ = publish_round(desk, pair_by_hand(desk, four, [(1, 2)], [3, 4]))
    four.rounds_planned = 3
    four.save()
    page_text = stripped(director_client.get(PAGE))
    assert "Round 1 is being played · Autumn Open" in page_text
    assert "remain. The table shows" not in page_text
    enter_result(desk, Pairing.objects.get(round=round_, board=1), 400, 380)
    page_text = stripped(director_client.get(PAGE))
    assert "After round 1 · Autumn Open" in page_text
    assert "remain. The table shows" in page_text


def two_rounds(desk, division, board):
    """Play two rounds: the order is 3, 1, 2, 4 after round 1, and 1, 3, 2, 4 after round 2."""
    enter_result(desk, board(1), 402, 380)
    enter_result(desk, board(2), 410, 300)
    publish_round(desk, pair_by_hand(desk, division, [(3, 1), (4, 2)], firsts_as_listed=True))
    scores = {3: (300, 420), 4: (350, 360)}
    for pairing in Pairing.objects.filter(round__number=2, replaced_at=None):
        enter_result(desk, pairing, *scores[pairing.first.number])


def test_movement_form_and_distance_to_first_place_are_shown(director_client, desk, four, board):
    two_rounds(desk, four, board)
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


def test_recent_form_excludes_held_back_rounds(director_client, keeper_client, desk, four, board):
    two_rounds(desk, four, board)
    Division.objects.update(held_back_from=2)
    assert "+1 WW" in stripped(director_client.get(PAGE))
    helped = stripped(keeper_client.get(PAGE))
    assert "Autumn Open" in helped
    assert "WW" not in helped
