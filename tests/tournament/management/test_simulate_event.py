"""`manage.py simulate_event`: any stage of an event, and its short name in the last line."""

import pytest
from django.core.management import CommandError

from tests.tournament.commands import run
from tournament.models import Event, ResultEntry
from tournament.queries.safety.recheck import recheck
from tournament.queries.safety.recheck_games import count_games

pytestmark = pytest.mark.django_db
SIX = ("--players", "6")


def test_last_line_is_the_short_name():
    printed, _status = run(
        "simulate_event", *SIX, "--rounds", "3", "--seed", "5", "--stage", "half"
    )
    lines = printed.splitlines()
    assert lines == [
        "Practice: 6 players, 3 rounds has been created.",
        "practice-6-players-3-rounds",
    ]
    assert Event.objects.get(slug=lines[-1]).is_practice


@pytest.mark.full
def test_boards_can_be_recorded_turn_by_turn_with_an_unfinished_game():
    printed, _status = run(
        "simulate_event", *SIX, "--rounds", "2", "--stage", "half", "--recorded-games"
    )
    slug = printed.splitlines()[-1]
    event = Event.objects.get(slug=slug)
    games = [pairing.game for division in event.divisions.all() for round_ in division.rounds.all()
             for pairing in round_.pairings.all() if pairing.game]  # fmt: skip
    assert count_games(event) == len(games) == 5
    assert [game.finished_at is None for game in games] == [False] * 4 + [True]
    assert set(ResultEntry.objects.values_list("source", flat=True)) == {"recorded"}
    assert [str(difference) for difference in recheck(event)] == []


def test_impossible_numbers_are_refused_with_the_range():
    with pytest.raises(CommandError, match=r"cannot have 1 player\. Choose 2 to 1000"):
        run("simulate_event", "--players", "1")
