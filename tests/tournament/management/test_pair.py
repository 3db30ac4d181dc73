"""`manage.py pair`: one JSON object, or an error message with status 1."""

import json

import pytest
from django.core.management import CommandError

from tests.tournament.commands import run
from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.models import Pairing, PlanLine, Round

pytestmark = pytest.mark.django_db
EVENT = "autumn-open"


def paired(*arguments):
    return run("pair", EVENT, *arguments)[0]


@pytest.fixture
def five(desk, four):
    add_players(desk, four, "Eve Stone 1400")
    return four


def test_json_object_has_exactly_the_documented_keys(five):
    answer = json.loads(
        paired("--division", "A", "--round", "1", "--method", "swiss", "--seed", "7", "--json")
    )
    assert list(answer) == ["method", "seed", "pairs", "bye", "warnings"]
    assert (answer["method"], answer["seed"], answer["bye"]) == ("swiss", 7, 5)
    for pair in answer["pairs"]:
        assert list(pair) == ["board", "first", "second", "repeat", "reasons"]
        assert pair["repeat"] == 0
        assert pair["reasons"]
    assert [{p["first"], p["second"]} for p in answer["pairs"]] == [{1, 2}, {3, 4}]
    assert Round.objects.get().phase == "draft"


def test_plan_decides_if_no_method_is_named(four):
    PlanLine.objects.create(
        division=four, from_round=1, to_round=3, method="round_robin", source="seeds"
    )
    answer = json.loads(paired("--json"))
    assert (answer["method"], answer["bye"]) == ("round_robin", None)


def test_dry_run_saves_nothing_and_gives_the_same_round(four):
    arguments = ("--round", "1", "--method", "random", "--seed", "11", "--json")
    first = paired(*arguments, "--dry-run")
    assert not Round.objects.exists()
    assert paired(*arguments) == first
    assert Pairing.objects.count() == 2


def test_plain_output_consists_of_sentences(five):
    printed = paired("--method", "swiss", "--seed", "1")
    assert "Round 1: Swiss in order of seeds, seed 1." in printed
    assert "5 Eve Stone has the bye" in printed
    assert "Saved as a draft." in printed


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "The plan of division A does not include round 1."),
        (("--round", "x", "--method", "swiss"), "“x” is not a valid round."),
        (("--seed", "-1", "--method", "swiss"), "“-1” is not a valid seed."),
        (("--division", "Z"), "has no division “Z”. Divisions: A."),
        (("--method", "factor", "--options", "{'factor': 2}"), "cannot be read as JSON"),
        (("--method", "factor", "--options", "[2]"), "must be one JSON object"),
        (("--method", "factor", "--options", '{"laps": 2}'), "Factor has no option laps"),
        (("--method", "swiss", "--source", "tomorrow"), "“tomorrow” is not a source"),
    ],
)
def test_bad_input_is_refused_with_a_json_error_and_changes_nothing(four, arguments, sentence):
    printed, status = run("pair", EVENT, *arguments, "--json")
    answer = json.loads(printed)
    assert (status, list(answer)) == (1, ["error"])
    assert sentence in answer["error"]
    assert not Round.objects.exists()


def test_unknown_event_and_an_open_choice_are_refused_with_what_is_known(desk, four):
    with pytest.raises(CommandError, match=r"There is no event “nowhere”\. Events: autumn-open\."):
        run("pair", "nowhere")
    create_division(desk, four.event, name="B")
    with pytest.raises(CommandError, match=r"several divisions\. Add --division .* A, B\."):
        paired("--method", "swiss")
