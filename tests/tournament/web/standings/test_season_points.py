"""Seasons with points: configured by the club, shown on page, paper and player pages, kept in archives."""

import pytest

from tests.shown import words_shown
from tests.tournament.web.standings.test_season import PAGE, evenings  # noqa: F401
from tournament.actions.people.clubs import create_club, merge_clubs
from tournament.actions.people.entries import add_players
from tournament.actions.people.season_rule import set_season_rule
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.engine.season import SeasonRule
from tournament.models import Club

pytestmark = pytest.mark.django_db
CLUB = "/clubs/thursdays/"


@pytest.fixture
def points(director_client, evenings):  # noqa: F811
    """Configure half a point for attendance, 2 for a win, 1 for a tie; the best session counts."""
    sent = {"coming": "½", "win": "2", "tie": "1", "best": "1", "seen": ""}
    return director_client.post(f"{CLUB}season/", sent, follow=True)


def test_points_rank_before_wins_and_a_bye_counts_as_a_win(desk, client, evenings):  # noqa: F811
    """Dai attends twice with only a bye, Ben has one win; attendance is worth more."""
    club = Club.objects.get()
    set_season_rule(desk, club, SeasonRule(coming=20, win=2))
    for division in evenings:
        add_players(desk, division, "Dai Jones 1200")
    for division in evenings:
        number = division.entries.get(player__name="Dai Jones").number
        publish_round(desk, pair_by_hand(desk, division, [(1, 2)], [number]))
    page = words_shown(client.get(PAGE))
    assert "1 Dai Jones 22 11 11 2 0 2-0" in page
    assert "2 Ben Okafor 21 10 11 2 2 1-1 +10" in page
    assert "3 Ana Lopez 21 11 10 2 2 1-1 −10" in page


def test_remaining_club_takes_the_season_rule_of_the_merged_one(desk, evenings):  # noqa: F811
    club = Club.objects.get()
    set_season_rule(desk, club, SeasonRule(win=2, best=5))
    other = create_club(desk, name="Fridays")
    for division in evenings:
        division.event.club = other
        division.event.save()
    assert merge_clubs(desk, [club, other]).season_rule == {"win": 2, "best": 5}
