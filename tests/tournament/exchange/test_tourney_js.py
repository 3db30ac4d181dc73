"""tourney.js: import, export and refusals."""

import pytest

from tournament.engine.interchange import UnreadableEvent
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.exchange.tsh.javascript import javascript_value


def test_tourney_js_is_written_as_a_script_and_round_trips(harbour_event, write):
    (written,) = write("tourney_js", harbour_event)
    text = written.content.decode("ascii")
    assert text.startswith("newt={")
    whole = javascript_value(text[5:-2])
    first = whole["divisions"][0]
    assert first["players"][0] is None
    assert first["players"][1]["pairings"] == [2, 6, 8, 4, 3]
    assert first["players"][1]["etc"]["board"] == [1, 1, 4, 1, 3]
    assert first["maxr"] == 4
    again = read_bundle([written])
    assert [d.rounds for d in again.divisions] == [d.rounds for d in harbour_event.divisions]
    assert write("tourney_js", again) == [written]


def test_extra_tourney_js_values_are_preserved(write):
    text = (
        'newt={"config":{"event_name":"Open","max_rounds":2,"tables":{},"notes":undefined},'
        '"divisions":[{"name":"A","maxr":1,"seeds":[1,,2],"players":[undefined,'
        '{"id":1,"name":"Ana","rating":1500.5,"pairings":[2],"scores":[400],"photo":"a.jpg",'
        '"etc":{"rcrank":undefined,"excwins":[-1.25],"board":[3]}},'
        '{"id":2,"name":"Ben","rating":1400,"pairings":[1],"scores":[380],"etc":{}}]}]};'
    )
    event = read_bundle([NamedFile("tourney.js", text.encode())])
    assert event.oddities == ()
    (written,) = write("tourney_js", event)
    whole = javascript_value(written.content.decode()[5:-2])
    was = javascript_value(text[5:-1])
    assert whole["config"] == was["config"]
    assert whole["divisions"][0]["seeds"] == [1, None, 2]
    assert whole["divisions"][0]["players"][1] == {
        **was["divisions"][0]["players"][1],
        "etc": {"rcrank": None, "excwins": [-1.25], "board": [3]},
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('newt={"divisions":[{"name":"A"', "cut off"),
        ("newt={};", "The file contains no divisions"),
        ('newt={"divisions":[3]};', "Division 1 is not valid"),
        ('newt={"divisions":[{"players":[undefined,{}]}]};', "player 1 has no name"),
        ('newt={"divisions":[{"name":"\\u0000"}]};', "cannot be stored"),
        ('newt={"divisions":[{"name":"\\ud800"}]};', "cannot be stored"),
        ('newt={"divisions":[{"name":1e999}]};', "cannot be stored"),
        (
            "newt={run()};",
            r"line 1: The file cannot be read as JavaScript: there is no colon after the name run\. Correct",
        ),
        (
            'newt={"divisions":[{"name":"A"}',
            "the end is missing. It may be cut off; download it",
        ),
    ],
)
def test_broken_tourney_js_is_refused_with_its_reason(text, expected):
    with pytest.raises(UnreadableEvent, match=expected):
        read_bundle([NamedFile("tourney.js", text.encode())])


def test_impossible_figures_are_omitted_and_the_rest_is_read():
    text = """newt={"divisions":[{"name":"A","players":[undefined,
    {"name":"Ana","rating":12345678,"pairings":[2,"x"],"scores":[400,50]},
    {"name":"Ben","rating":1400,"pairings":[1,0],"scores":["4x0",50]}]}]};"""
    event = read_bundle([NamedFile("tourney.js", text.encode())])
    assert [str(remark) for remark in event.remarks] == [
        (
            "tourney.js: “12345678” is not a possible rating. It is left out; enter the rating "
            "after the import."
        ),
        (
            "tourney.js: “4x0” is not a possible score. It is left out; enter the result after "
            "the import."
        ),
        (
            "tourney.js: Ana's opponent in round 2 is not known. The round does not count for "
            "them; correct it after the import."
        ),
    ]
    first, second = event.divisions[0].rounds
    assert [m.has_result for m in first.meetings] == [False]
    assert [(m.first, m.outcome) for m in second.meetings] == [(1, "void"), (2, "bye")]
