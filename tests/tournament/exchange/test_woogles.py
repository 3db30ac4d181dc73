"""Woogles' JSON, compared with a file written by hand from its description."""

import json
from pathlib import Path

import pytest

from tournament.actions.files.importing import import_event
from tournament.engine.interchange import PortableMeeting, UnreadableEvent
from tournament.engine.results import Outcome
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.queries.standings.standings import division_standings

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "formats" / "woogles"
CONTENT = (FOLDER / "open.json").read_bytes()


def read(content=CONTENT):
    return read_bundle([NamedFile("open.json", content)])


def changed(change):
    """Return the file with a change to its division."""
    whole = json.loads(CONTENT)
    change(whole["CSW"]["json"])
    return json.dumps(whole).encode()


def test_players_rounds_byes_and_forfeits_match_the_file():
    (division,) = read().divisions
    assert (division.name, division.rounds_planned) == ("CSW", 4)
    assert [(e.number, e.name, e.rating) for e in division.entrants] == [
        (1, "cleo", 1620), (2, "alder_bo", 1540), (3, "dana", 1495), (4, "eli", 1310),
        (5, "fay", None),
    ]  # fmt: skip
    assert [set(round_.meetings) for round_ in division.rounds] == [
        {
            PortableMeeting(1, 2, 412, 388),
            PortableMeeting(4, 3, 377, 377),
            PortableMeeting(5, 0, 50, 0, Outcome.BYE),
        },
        {
            PortableMeeting(1, 4, 301, 455),
            PortableMeeting(3, 5, 50, -50, Outcome.SECOND_FORFEITS),
            PortableMeeting(2, 0, 50, 0, Outcome.BYE),
        },
        {
            PortableMeeting(4, 2),
            PortableMeeting(3, 1, 433, 390),
            PortableMeeting(5, 0, -50, 0, Outcome.FIRST_FORFEITS),
        },
    ]
    assert read().remarks == ()


def test_json_sent_to_the_websites_pages_is_read():
    event = read((FOLDER / "sent.json").read_bytes())
    (division,) = event.divisions
    assert (division.name, division.rounds_planned) == ("NWL", 3)
    assert [(e.number, e.name, e.rating) for e in division.entrants] == [
        (1, "gus", 1702), (2, "hana", 1511), (3, "iris", None),
    ]  # fmt: skip
    assert [set(round_.meetings) for round_ in division.rounds] == [
        {PortableMeeting(3, 1, 401, 360), PortableMeeting(2, 0, 100, 0, Outcome.BYE)},
        {PortableMeeting(1, 2), PortableMeeting(3, 0, 50, 0, Outcome.BYE)},
    ]
    assert event.remarks == ()


def test_bye_points_may_stand_on_either_side():
    def other(division):
        division["pairingMap"]["r0c"]["games"] = [{"scores": [0, 100]}]

    bye = PortableMeeting(5, 0, 100, 0, Outcome.BYE)
    assert bye in read(changed(other)).divisions[0].rounds[0].meetings


@pytest.mark.parametrize(
    "name", ["currentRound", "standings", "players", "roundControls", "pairingKeyInt"]
)
def test_progress_fields_may_be_missing(name):
    def other(division):
        division.pop(name, None)

    rounds = read(changed(other)).divisions[0].rounds
    assert rounds == read().divisions[0].rounds


@pytest.mark.django_db
def test_standings_of_the_imported_event_match_the_file(desk):
    event = import_event(desk, read(), name="Open", preset="club")
    rows = division_standings(event.divisions.get(), 2).rows
    standings = json.loads(CONTENT)["CSW"]["json"]["standings"]["1"]["standings"]
    assert [(row.person.name, row.line.wins, row.line.spread) for row in rows] == [
        (row["player_id"].partition(":")[2], row["wins"], row.get("spread", 0)) for row in standings
    ]


def test_standings_that_contradict_the_results_are_reported():
    def other(division):
        division["standings"]["1"]["standings"][0]["spread"] = 160

    (remark,) = read(changed(other)).remarks
    assert str(remark) == (
        "open.json: Division CSW, after round 2: eli has 1-0-1 +160 in the standings of the "
        "file, but 1-0-1 +154 according to the results. The results count."
    )


def test_numeric_matrix_and_outcomes_are_read():
    def other(division):
        division["matrix"][0] = [1, 0, 3, 2, 4]
        division["pairingMap"]["r0a"]["outcomes"] = [1, 2]

    assert read(changed(other)).divisions == read().divisions


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            lambda d: d["matrix"][0].__setitem__(0, "r9"),
            r"Division CSW is not in Woogles format \('r9'\)",
        ),
        (lambda d: d["pidxMap"].popitem(), "a pairing without players in round 2"),
        (lambda d: d["pairingMap"]["r0a"].pop("players"), r"\('players'\)"),
    ],
)
def test_malformed_json_is_refused_with_its_reason(change, reason):
    with pytest.raises(UnreadableEvent, match=reason):
        read(changed(change))


@pytest.mark.parametrize("figure", [99999, "x", 1e400])
def test_impossible_score_and_rating_are_omitted_and_the_rest_is_read(figure):
    def other(division):
        division["pairingMap"]["r0a"]["games"][0].update(scores=[figure, 1])
        division["players"]["persons"][0]["rating"] = figure
        division.pop("standings")

    event, whole = read(changed(other)), read()
    division, sound = event.divisions[0], whole.divisions[0]
    assert not event.obstacles
    assert [str(remark) for remark in event.remarks] == [
        (
            f"open.json: Division CSW: the rating of {division.entrants[0].name} is not possible. It is "
            "left out; enter it after the import."
        ),
        (
            f"open.json: Division CSW, round 1: a score of {division.entrants[0].name} and "
            f"{division.entrants[1].name} is not possible. The result is left out; enter it after the import."
        ),
    ]
    assert division.rounds[1:] == sound.rounds[1:]
    assert [m.has_result for m in division.rounds[0].meetings].count(False) == 1
    assert [e.rating for e in division.entrants] == [None, *(e.rating for e in sound.entrants[1:])]


def test_truncated_file_is_refused():
    with pytest.raises(UnreadableEvent, match=r"may be cut off\. Download it again"):
        read(CONTENT[:-40])


def test_two_players_of_the_same_name_block_the_import():
    def other(division):
        division["pidxMap"] = {
            key.replace("dana", "eli"): at for key, at in division["pidxMap"].items()
        }

    assert "two players are called eli" in str(read(changed(other)).obstacles[0])
