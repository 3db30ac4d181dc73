"""`manage.py check_event`: every round judged, for people and for programs, with an exit status."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.samples import TSH
from tests.tournament.commands import run
from tests.tournament.fixtures import play_round
from tournament.actions.people.entries import add_players
from tournament.actions.people.keep_apart import keep_apart
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.models import Entry, KeepApart, Round
from tournament.queries.rounds.checks import check_pairings

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(desk):
    """Return a function that publishes a round with these pairs and byes and enters every result."""
    return lambda division, pairs, byes=(): play_round(
        desk, division, pairs, [(400, 380)] * len(pairs), byes
    )


def test_avoidable_repeat_is_named(event, four, play):
    play(four, [(1, 2), (3, 4)])
    play(four, [(1, 2), (3, 4)])
    output, status = run("check_event", event.slug)
    _, second, summed_up = output.splitlines()
    assert second == (
        "Division A, round 2 (By hand): Ana Lopez and Ben Okafor have met before, in round 1. "
        "Zoë Müller and Dai Jones have met before, in round 1. 2 pairings repeat an earlier "
        "one; all could have been avoided."
    )
    assert summed_up == "2 rounds checked, 1 with avoidable problems."
    assert status == 1


def test_round_robin_has_no_problems_and_a_draft_is_not_judged(desk, event, whole_robin):
    pair_by_hand(desk, event.divisions.get(), [(1, 2), (3, 4)])
    output, status = run("check_event", event.slug)
    assert output.splitlines() == [
        *(f"Division A, round {number} (Round robin): no problems." for number in (1, 2, 3)),
        "3 rounds checked, none with avoidable problems.",
    ]
    assert status == 0


def test_avoidable_second_bye_is_named(desk, event, four, play):
    add_players(desk, four, "Eve Stone 1400")
    play(four, [(1, 2), (3, 4)], [5])
    play(four, [(1, 3), (2, 4)], [5])
    answer, status = run("check_event", event.slug, "--json")
    checked = json.loads(answer)
    assert (checked["event"], checked["clean"], status) == (event.slug, False, 1)
    first, second = checked["divisions"][0]["rounds"]
    none = {"repeats": 0, "meetings": 0, "byes": 0, "wishes": 0}
    usual = {"method": "By hand", "faults": []}
    clean = {"clean": True, "given_up": [], "sentences": [], "avoidable": none}
    assert first == {"round": 1, **usual, **clean}
    assert second == {
        "round": 2,
        **usual,
        "clean": False,
        "given_up": ["Eve Stone has already had a bye, in round 1."],
        "avoidable": {**none, "byes": 1},
        "sentences": [
            "The bye went to a player who had had more byes than another available player."
        ],
    }


def test_kept_apart_pair_is_judged_by_the_rule_at_publication(desk, event, four, play):
    play(four, [(1, 2), (3, 4)])
    people = {entry.number: entry.player for entry in Entry.objects.select_related("player")}
    pair = keep_apart(desk, event, people[1], people[2], hard=True)
    assert run("check_event", event.slug)[1] == 0
    KeepApart.objects.filter(pk=pair.pk).update(added_at=pair.added_at - timedelta(hours=1))
    output, status = run("check_event", event.slug)
    assert "Ana Lopez and Ben Okafor are kept apart and cannot meet." in output
    assert status == 1


def test_later_withdrawal_does_not_affect_an_earlier_round(desk, event, four, play):
    play(four, [(1, 2), (3, 4)])
    withdraw(desk, Entry.objects.get(number=4), after=1)
    Entry.objects.filter(number=4).update(withdrawn_after=0)
    assert run("check_event", event.slug)[1] == 0


def test_unknown_event_is_refused_with_the_known_events(event):
    with pytest.raises(CommandError, match=r"There is no event “autum”\. Events: autumn-open\."):
        call_command("check_event", "autum")


def test_number_of_queries_does_not_grow(event, four, whole_robin, django_assert_num_queries):
    for phase, number in (("draft", 1), ("closed", 3)):
        Round.objects.filter(number__gt=1).update(phase=phase)
        with django_assert_num_queries(11):
            assert len(check_pairings(event)[0].rounds) == number


def test_imported_event_is_judged_round_by_round():
    """Rounds 10 to 18 were paired with up to three repeats allowed."""
    files = [str(TSH / name) for name in ("a.t", "config.tsh")]
    call_command("import_event", *files, "--slug", "real", stdout=StringIO())
    answer, status = run("check_event", "real", "--json")
    rounds = json.loads(answer)["divisions"][0]["rounds"]
    repeats = [round_["avoidable"]["repeats"] for round_ in rounds]
    assert repeats == [0] * 9 + [1, 4, 3, 5, 7, 8, 5, 10, 9]
    assert [round_["faults"] for round_ in rounds] == [[]] * 18
    assert status == 1
