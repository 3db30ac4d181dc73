"""Prize places from the event's prizes, and gibsonized players in the standings."""

import pytest

from tournament.actions.rounds.plans import set_plan
from tournament.models import Division, Prize
from tournament.queries.standings.prizes import prize_bands
from tournament.queries.standings.prospects import gibsonized_after, prospects_of
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db


def prize(division, place, value="", kind="place", **options):
    Prize.objects.create(
        event=division.event,
        division=division,
        kind=kind,
        place=place,
        value=value,
        options=options,
        position=place,
        added_at=division.event.created_at,
    )


def test_a_prize_off_the_list_is_no_band(four):
    prize(four, 1, "200")
    Prize.objects.update(removed_at=four.event.created_at)
    assert prize_bands(four) == ()


def test_a_part_of_the_standings_says_the_same_of_its_players_as_the_whole(desk, whole_robin):
    division = Division.objects.select_related("event").get()
    set_plan(desk, division, [], rounds=5)
    shown = division_standings(division)
    whole = prospects_of(shown)
    part = prospects_of(shown, [2, 4])
    assert len(whole.of) == 4
    assert dict(part.of) == {number: whole.of[number] for number in (2, 4)}
    assert part.left == whole.left > 0


@pytest.mark.full
def test_who_cannot_be_caught_is_gibsonized_and_the_standings_say_why(
    keeper_client, desk, whole_robin, django_assert_num_queries
):
    division = Division.objects.select_related("event").get()
    shown = division_standings(division)
    with django_assert_num_queries(0):
        assert gibsonized_after(shown) == ()
    division.entries.exclude(number=1).update(withdrawn_after=2)
    set_plan(desk, division, [], rounds=4)
    shown = division_standings(division)
    with django_assert_num_queries(2):
        (first,) = gibsonized_after(shown)
    assert first == (
        "Ana Lopez is gibsonized for 1st place: nobody is left to take it with 1 round left."
    )
    page = keeper_client.get("/events/autumn-open/a/standings/").content.decode()
    assert first in page
