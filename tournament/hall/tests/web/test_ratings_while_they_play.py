"""Live ratings on the player's own page, on phones and on the screen equal those of `rate`."""

import io
import json
import re

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.shown import words_shown
from tournament.actions.event.rules import change_rules
from tournament.actions.results.results import enter_result
from tournament.actions.standings.display import change_standings_settings
from tournament.engine.ratings.performance import round_half_up
from tournament.hall.models import PlayerCode
from tournament.hall.queries.versions import public_version, version_of_my_page
from tournament.models import Event, RatingList
from tournament.queries.standings.rating_preview import own_rating, projected_ratings

pytestmark = pytest.mark.django_db
STANDINGS = "/hall/autumn-open/a/standings/"


def say(desk, **rules):
    event = Event.objects.get()
    if event.rules.as_dict().items() >= rules.items():
        return event
    return change_rules(desk, event, event.rules.as_dict() | rules, reason="before the start")


def rated():
    """Return everybody's new rating by number, as the command `rate` computes it, rounded."""
    out = io.StringIO()
    call_command("rate", "autumn-open", "--division", "A", "--json", stdout=out)
    players = json.loads(out.getvalue())["players"]
    return {row["number"]: round_half_up(row["new"]) for row in players}


def page_of(number):
    code = PlayerCode.objects.get(entry__number=number)
    return words_shown(Client().get(f"/me/{code.token}/"))


@pytest.mark.parametrize("system", ["naspa", "wespa", "absp", "aspa", "german", "glicko"])
def test_live_rating_changes_equal_those_of_rate(desk, round_one, board, system):
    division = say(desk, rating_system=system).divisions.get()
    enter_result(desk, board(2), 420, 400)
    own = own_rating(division, 1, 2, opponent=1, round_=1)
    assert own.now.new == rated()[2]
    by = own.margin or 1
    enter_result(desk, board(1), 400, 400 + by, accepted=True)
    assert rated()[2] == own.win
    assert own_rating(division, 1, 2).now.new == own.win
    assert own.loss < own.win


def test_example_names_the_spread_if_the_rating_system_counts_it(desk, round_one):
    say(desk, rating_system="wespa")
    assert re.search(
        r"If you win by 50, your rating will be \d+; if you lose by 50, \d+\.", page_of(2)
    )


def test_unrated_event_shows_no_ratings(desk, round_one, board):
    say(desk, rating_system="none", live_ratings=True)
    enter_result(desk, board(1), 380, 400)
    assert "rating" not in page_of(2)
    assert "your rating will be" not in page_of(4)
    assert "Rating" not in words_shown(Client().get(STANDINGS))


def test_public_standings_have_live_ratings_if_the_event_allows(client, desk, round_one, board):
    enter_result(desk, board(1), 380, 400)
    new = rated()[2]
    shown = f"Ben Okafor 1 0 +20 {new} (+{new - 1700})"
    assert shown not in words_shown(client.get(STANDINGS))
    say(desk, live_ratings=True)
    page = words_shown(client.get(STANDINGS))
    assert shown in page
    assert (
        "The ratings are those that NASPA would give if the event ended with these results. "
        "They are not official." in page
    )


def test_held_back_result_changes_no_public_rating(client, desk, round_one, board):
    say(desk, live_ratings=True)
    change_standings_settings(desk, round_one.division, rounds_planned=3, held_back_from=1)
    sentence = r"If you win, your rating will be \d+; if you lose, \d+"
    before = re.search(sentence, page_of(4))[0]
    enter_result(desk, board(1), 380, 400)
    assert "If the event ended now" not in page_of(2)
    assert re.search(sentence, page_of(4))[0] == before
    assert "not official" not in words_shown(client.get(STANDINGS))


def test_ratings_take_a_fixed_number_of_queries(
    desk, round_one, board, django_assert_max_num_queries
):
    enter_result(desk, board(1), 380, 400)
    with django_assert_max_num_queries(7):
        projected_ratings(round_one.division, 1)


def test_rating_list_changed_by_another_event_updates_the_pages(desk, round_one, board):
    event = say(desk, rating_system="naspa", live_ratings=True)
    entry = event.divisions.get().entries.get(number=2)
    before = public_version(event.slug), version_of_my_page(entry)
    assert (public_version(event.slug), version_of_my_page(entry)) == before
    RatingList.objects.create(
        system="naspa",
        name="Club",
        as_of=event.date or timezone.localdate(),
        added_at=timezone.now(),
    )
    after = public_version(event.slug), version_of_my_page(entry)
    assert all(was != now for was, now in zip(before, after, strict=True))
