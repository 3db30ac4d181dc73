"""Checking a whole installation with one command; each difference names its event."""

import pytest
from django.core.management import CommandError, call_command

from scoring.actions.games import open_game
from scoring.actions.turns import record_turn
from scoring.queries.chain import check_log
from tests.database_tool import change_past_the_program
from tests.federation import make_federation
from tests.tournament.commands import run
from tests.tournament.queries.safety.test_recheck_games import FROZEN
from tournament.actions.event.practice import PracticeSpec, PracticeStage, make_practice_event
from tournament.models import Event, ResultEntry
from tournament.queries.safety.recheck_all import check_part, parts_to_check

pytestmark = pytest.mark.django_db


@pytest.mark.full
def test_difference_is_named_by_its_event_and_the_log_is_read_once(desk):
    event = make_practice_event(desk, PracticeSpec(4, 1, 1, PracticeStage.FINISHED))
    make_practice_event(desk, PracticeSpec(4, 1, 2, PracticeStage.FINISHED))
    game = open_game(["Ana", "Ben"], "naspa_nwl", desk)
    turn = record_turn(game, FROZEN, desk, confirmed=True)
    assert run("recheck", "--all") == (
        "No differences in the installation; 2 events, 4 results and 1 recorded game checked.\n",
        0,
    )
    result = ResultEntry.objects.filter(pairing__round__division__event=event).first()
    change_past_the_program(
        "UPDATE tournament_resultentry SET first_score = 999 WHERE id = %s", result.pk
    )
    change_past_the_program("UPDATE scoring_turnentry SET announced = 7 WHERE id = %s", turn.pk)
    printed, status = run("recheck", "--all")
    lines = printed.splitlines()
    assert status == 1
    assert lines[0].startswith(f"{event}: Division A, round 1, board 1")
    assert any(line.startswith(f"Game {game.pk}: turn 1") for line in lines)
    assert lines[-1].endswith("2 events, 4 results and 1 recorded game checked.")
    assert sum("Activity log" in line for line in lines) <= 1


def test_event_and_all_are_mutually_exclusive(desk):
    with pytest.raises(CommandError, match="not both"):
        call_command("recheck", "autumn-open", all=True)
    with pytest.raises(CommandError, match="choose 1 to"):
        call_command("recheck", all=True, jobs=0)


@pytest.mark.long
def test_generated_federation_passes_recheck(director):
    """The benchmark of scale needs consistent data: no differences from the log, and valid chains."""
    counts = make_federation(1)
    assert Event.everywhere.count() == 20
    assert counts.results == ResultEntry.objects.count() > 3_000
    assert [
        difference for part in parts_to_check() for difference in check_part(part).differences
    ] == []
    assert check_log().is_intact
