"""Seasons with points: configured by the club, shown on page, paper and player pages, kept in archives."""

import io
import json

import pytest
from django.core.management import call_command

from scoring.models import Activity
from tests.shown import text, words_shown
from tests.tournament.web.standings.test_season import PAGE, evenings  # noqa: F401
from tournament.actions.people.clubs import create_club, merge_clubs
from tournament.actions.people.entries import add_players
from tournament.actions.people.season_rule import set_season_rule
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.engine.season import SeasonRule
from tournament.models import Club, Player

pytestmark = pytest.mark.django_db
CLUB = "/clubs/thursdays/"


@pytest.fixture
def points(director_client, evenings):  # noqa: F811
    """Configure half a point for attendance, 2 for a win, 1 for a tie; the best session counts."""
    sent = {"coming": "½", "win": "2", "tie": "1", "best": "1", "seen": ""}
    return director_client.post(f"{CLUB}season/", sent, follow=True)


def test_season_rule_is_shown_in_words_and_logged(points):
    rule = (
        "Points: ½ for attending, 2 for a win, 1 for a tie; the best evening of each player counts."
    )
    assert text(points).count(rule) == 2  # in the log and in the rules
    entry = Activity.objects.order_by("-id")[0]
    assert (entry.verb, entry.before, entry.after) == ("set_season_rule", None, {"rule": rule})
    stored = {"coming": 1, "win": 4, "tie": 2, "best": 1}
    assert stored in entry.facts[f"@club:{Club.objects.get().pk}"]


def test_season_and_player_pages_show_points_and_which_count(client, points):
    page = words_shown(client.get(PAGE))
    assert (
        "Points: ½ for attending, 2 for a win, 1 for a tie; "
        "the best evening of each player counts, out of 2 so far." in page
    )
    assert "1 Ben Okafor 2½ (½) 2½ 2 2 1-1 +10" in page
    assert "2 Ana Lopez 2½ 2½ (½) 2 2 1-1 −10" in page
    ana = words_shown(client.get(f"{PAGE}{Player.objects.get(name='Ana Lopez').pk}/"))
    assert "1-1 −10 · Points: 2½" in ana
    assert "8 Oct 2026 Evening 8 (½) 1 0-1 −30 1650" in ana


def test_printed_season_contains_the_points_and_the_rule(points):
    out = io.StringIO()
    call_command("export_report", "evening-1", "season", "--format", "json", stdout=out)
    report = json.loads(out.getvalue())
    rows = [(row["rank"], row["name"], row["points"], row["evenings"]) for row in report["rows"]]
    assert rows == [(1, "Ben Okafor", 2.5, "(½) 2½"), (2, "Ana Lopez", 2.5, "2½ (½)")]
    assert report["notes"][0].endswith("the best evening of each player counts, out of 2 so far.")


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


def test_season_rule_is_not_overwritten_from_a_stale_page(director_client, desk):
    club = create_club(desk, name="Thursdays")
    set_season_rule(desk, club, SeasonRule(win=2))
    sent = {"win": "3", "seen": ""}
    answer = director_client.post(f"{CLUB}season/", sent)
    assert (
        "The rule is now: Points: 1 for a win; every evening counts. Save again to replace it."
        in text(answer)
    )
    seen = answer.context["season_form"]["seen"].value()
    director_client.post(f"{CLUB}season/", sent | {"seen": seen})
    assert Club.objects.get().season_rule == {"win": 6}
    seen = director_client.get(CLUB).context["season_form"]["seen"].value()
    empty = director_client.post(f"{CLUB}season/", {"seen": seen}, follow=True)
    assert "The season has no points; players are ranked by wins." in text(empty)
    assert Club.objects.get().season_rule == {}


def test_remaining_club_takes_the_season_rule_of_the_merged_one(desk, evenings):  # noqa: F811
    club = Club.objects.get()
    set_season_rule(desk, club, SeasonRule(win=2, best=5))
    other = create_club(desk, name="Fridays")
    for division in evenings:
        division.event.club = other
        division.event.save()
    assert merge_clubs(desk, [club, other]).season_rule == {"win": 2, "best": 5}
