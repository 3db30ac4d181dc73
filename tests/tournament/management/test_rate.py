"""Rating a division from the command line."""

import json

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db


def rate(capsys, *arguments):
    call_command("rate", "autumn-open", *arguments, "--json")
    return json.loads(capsys.readouterr().out)


def test_ratings_are_printed_as_json(capsys, whole_robin):
    rated = rate(capsys)
    assert rated["system"] == "naspa"
    first = {"number": 1, "name": "Ana Lopez", "old": 1800, "new": 1801, "games": 3}
    assert rated["players"][0] == {**first, "performance": 1821}
    assert len(rated["players"]) == 4
    assert {player["games"] for player in rate(capsys, "--through", "1")["players"]} == {1}
    assert {player["games"] for player in rate(capsys, "--through", "99")["players"]} == {3}


def test_another_system_gives_other_ratings(capsys, whole_robin):
    assert rate(capsys, "--system", "glicko")["players"][0]["new"] != 1801
    light = rate(capsys, "--options", '{"lightly": true}')["players"][0]
    assert light["new"] == 1800


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--system", "elo"), "There is no rating system “elo”"),
        (("--options", "x"), "“x” is not JSON"),
        (("--options", "[1]"), "contains no options"),
        (("--options", '{"k": 3}'), "NASPA has no option k"),
        (("--through", "0"), "“0” is not a round"),
        (("--division", "Z"), "has no division “Z”"),
    ],
)
def test_invalid_options_are_refused_with_a_sentence(capsys, whole_robin, arguments, sentence):
    with pytest.raises(CommandError, match=sentence):
        call_command("rate", "autumn-open", *arguments)
    with pytest.raises(SystemExit):
        rate(capsys, *arguments)
    assert sentence in json.loads(capsys.readouterr().out)["error"]


def test_plain_output_has_a_line_per_player(capsys, whole_robin):
    call_command("rate", "autumn-open")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "A, NASPA, through round 3."
    assert lines[1].startswith("The ratings entered with the players are used: no list of NASPA")
    assert lines[2].startswith("The career games of Ana Lopez, Ben Okafor, Zoë Müller and Dai")
    assert lines[3] == "   1 Ana Lopez: 1800 to 1801, 3 games"
    assert lines[6] == "   4 Dai Jones: 1500 to 1499, 3 games"
