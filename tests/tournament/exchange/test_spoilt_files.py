"""Corrupted files of other programs are read or refused without a crash, and tsh's can be written again."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.engine.interchange import PortableRound, UnreadableEvent, UnwritableEvent
from tournament.exchange.event_files import NamedFile, event_formats, read_bundle

SOUND = {
    "a.t": """\
Ana 0 2 0 0 2; 50 400 50 -3; board 1; p12 1 0 0 1; off 0
Ben 0 1 0 0 1; 1 2 50 380; ninetimer 1w
""",
    "config.tsh": """\
division a a.t
config event_name = 'Open'
config x[1] = {'A' => [1, 12]}
perl print "hello";
prize rank 1 A $200
autopair a 0 1 ns 0 0 a
""",
    "a.tou": """\
*M25.05.2020 Spring Open
*A
                                      0
Ana Lopez            2412  +2 1405   2
Ben Okafor            380   1  390  +1
*** END OF FILE ***
""",
    "results.csv": """\
Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score
,1,Ana,400,Ben,380
,1,Cem,50,Bye,0
""",
    "tourney.js": """\
newt={"config":{},"divisions":[{"name":"A","players":[undefined,
{"id":1,"name":"Ana","rating":1,"pairings":[0],"scores":[50],"etc":{"p12":[1]}}]}]};
""",
}

PIECES = [b"[", b"-", b"1e9", b'"', b"\n", b";", b" 0", b"00", b"{'A'}", b"perl"]
WRITTEN_AGAIN = {"a.t": "tsh_t", "config.tsh": "tsh_config"}


@pytest.mark.parametrize("name", SOUND)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_corrupted_file_never_crashes(name, data):
    text = SOUND[name].encode()
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(text)))
        piece = data.draw(st.binary(max_size=3) | st.sampled_from(PIECES))
        text = text[:at] + piece + text[at + data.draw(st.integers(0, 3)) :]
    others = [NamedFile("a.t", SOUND["a.t"].encode())] if name == "config.tsh" else []
    try:
        event = read_bundle([NamedFile(name, text), *others])
    except UnreadableEvent:
        return
    if event.obstacles:
        return
    assert all(isinstance(item, PortableRound) for d in event.divisions for item in d.rounds)
    json.dumps(event.extras)
    if name in WRITTEN_AGAIN:
        try:
            written = event_formats()[WRITTEN_AGAIN[name]].write(event)
        except UnwritableEvent:
            return
        (again, *_), (division, *_) = read_bundle(written).divisions, event.divisions
        assert again.rounds == division.rounds
        assert [e.name for e in again.entrants] == [e.name for e in division.entrants]
