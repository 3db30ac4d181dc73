"""Corrupted files of other programs are read or refused without a crash."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.engine.interchange import PortableRound, Unreadable
from tournament.exchange.event_files import NamedFile, read_bundle

SOUND = {
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


@pytest.mark.parametrize("name", SOUND)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_no_spoilt_file_is_a_crash(name, data):
    text = SOUND[name].encode()
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(text)))
        piece = data.draw(
            st.binary(max_size=3) | st.sampled_from([b"[", b"-", b"1e9", b'"', b"\n"])
        )
        text = text[:at] + piece + text[at + data.draw(st.integers(0, 3)) :]
    try:
        event = read_bundle([NamedFile(name, text)])
    except Unreadable:
        return
    if not event.obstacles:
        assert all(isinstance(item, PortableRound) for d in event.divisions for item in d.rounds)
        json.dumps(event.extras)
