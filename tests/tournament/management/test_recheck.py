"""Checking a whole installation with one command; each difference names its event."""

import pytest
from django.core.management import CommandError, call_command

from scoring.queries.chain import check_log
from tests.database_tool import change_past_the_program
from tests.federation.years import make_federation
from tests.tournament.commands import run
from tournament.actions.event.practice import PracticeSpec, PracticeStage, make_practice_event
from tournament.models import Event, ResultEntry
from tournament.queries.safety.recheck_all import check_part, parts_to_check

pytestmark = pytest.mark.django_db


def test_difference_is_named_by_its_event_and_the_log_is_read_once(desk):
    event = make_practice_event(desk, PracticeSpec(4, 1, 1, PracticeStage.FINISHED))
    make_practice_event(desk, PracticeSpec(4, 1, 2, PracticeStage.FINISHED))
    checked = "2 events, 4 results and 0 recorded games checked.\n"
    assert run("recheck", "--all") == (f"No differences in the installation; {checked}", 0)
    result = ResultEntry.objects.filter(pairing__round__division__event=event).first()
    change_past_the_program(
        "UPDATE tournament_resultentry SET first_score = 999 WHERE id = %s", result.pk
    )
    printed, status = run("recheck", "--all")
    assert status == 1
    assert printed.startswith(f"{event}: Division A, round 1, board 1")
    assert printed.endswith(checked)
    assert printed.count("Activity log") <= 1


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
