"""A recheck finds changes to the federation's tables made outside the program."""

import pytest

from tests.database_tool import change_past_the_program
from tests.tournament.queries.safety.test_logged_tables import differences, full_event  # noqa: F401
from tournament.actions.event.practice import (
    PracticeSpec,
    PracticeStage,
    make_practice_event,
    remove_practice_event,
)
from tournament.federation.actions.championships import change_championship, create_championship
from tournament.federation.actions.erasure import erase_person
from tournament.federation.models import Championship
from tournament.models import Player

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_changed_events_of_a_championship_are_detected(full_event):  # noqa: F811
    change_past_the_program("DELETE FROM tournament_championship_events")
    (sentence,) = differences()
    assert sentence.startswith("the championship Series: events is ")


def test_removed_event_and_erased_person_are_no_difference(desk, event, whole_robin):
    create_championship(desk, name="Series")
    series = Championship.objects.get()
    practice = make_practice_event(desk, PracticeSpec(4, 1, 7, PracticeStage.FINISHED, "club"))
    rules = {"scoring": "place", "table": [], "best": 0, "qualify": 0, "qualify_each": 0}
    change_championship(
        desk, series, name="Series", events=[event, practice], rules=rules, by_division=False
    )
    remove_practice_event(desk, practice)
    assert list(series.events.all()) == [event]
    dai = Player.objects.get(name="Dai Jones")
    erase_person(desk, dai, typed="Dai Jones", reason="asked for it")
    assert differences() == []
