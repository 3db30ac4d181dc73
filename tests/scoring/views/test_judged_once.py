"""A typed line is judged once and its game replayed once, in every way of entering it."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from scoring.actions.turns import checked_turn, locked_sheet, record_checked_turn, record_turn
from scoring.engine.game import legality
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.typing.typed_turn import parse_turn
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import NOBODY, Page, at, entries, opened

pytestmark = pytest.mark.django_db

COUNTED = {Replay.__init__.__code__: "replays", legality.faults.__code__: "judgements"}
OPENING = ("8H LOFTY 30", "7I LOAM 24", "J7 OFFICIATE 71")


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Yield counts of replays from the first turn and of legality checks."""
    seen: Counter[str] = Counter()

    def note(frame, event, _argument):
        if event == "call" and frame.f_code in COUNTED:
            seen[COUNTED[frame.f_code]] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield seen
    finally:
        sys.setprofile(before)


def posted(client, name, game, *more, line, confirmed="") -> tuple[Page, Counter[str]]:
    """Return the answer to a line sent by script, and the counts."""
    data = {"line": line, "seen": sheet(game).fingerprint, "confirmed": confirmed}
    with counted() as seen:
        answer = client.post(at(name, game, *more), data, headers={"HX-Request": "true"})
    return Page(answer), seen


@pytest.mark.parametrize(
    ("line", "judgements"),
    [("15J ES 2", 0), ("A1 TOE 3", 1), ("8H BRAG 3", 1)],
    ids=["regular", "irregular", "impossible"],
)
@pytest.mark.parametrize("name", ["record", "preview"])
def test_typed_turn_takes_one_replay(director_client, name, line, judgements):
    game = opened("wespa", ("Ann", "Ben"), *OPENING)
    _, seen = posted(director_client, name, game, line=line)
    assert (seen["replays"], seen["judgements"]) == (1, judgements)
    assert len(entries(game)) == len(OPENING) + (name == "record" and not judgements)


def test_confirmed_irregular_turn_is_judged_once(director_client):
    game = opened("wespa", ("Ann", "Ben"), *OPENING)
    _, seen = posted(director_client, "record", game, line="A1 TOE 3", confirmed="A1 TOE 3")
    assert entries(game)[-1][:4] == ("play", 2, "A1", "TOE")
    assert seen == {"replays": 1, "judgements": 1}


def test_correction_replays_the_game_and_the_turns_before_it(director_client):
    game = opened("wespa", ("Ann", "Ben"), *OPENING)
    third = sheet(game).entries[2]
    _, seen = posted(director_client, "correct", game, third.pk, line="J7 OFFICIATE 70")
    assert entries(game)[2][2:6] == ("J7", "..FICIATE", None, 70)
    assert seen == {"replays": 2}


def test_recorded_turn_is_shown_from_the_replay_that_judged_it():
    """Every kind of turn is stored as judged; otherwise the game would be replayed again."""
    lines = ["@EFNORZT 8H FROzEN 38", "+", "-ABC", "-3", "9H ZA 30", "--", *["-"] * 6]
    lines += ["2: rack QE", "1: time 10", "2: adjust -5 late to the board"]
    game = opened()
    for line in lines:
        with locked_sheet(game) as now:
            judged = checked_turn(now, parse_turn(line, now.replay).turn)
            record_checked_turn(now, judged, NOBODY, confirmed=True)
            after = sheet(game, judged.after)
        assert after.replay is judged.after
        again = sheet(game)
        assert (after.totals, after.outcome.finals) == (again.totals, again.outcome.finals)
        assert [row.word for row in after.rows] == [row.word for row in again.rows]
        assert after.replay.faults == again.replay.faults
    assert [entry[0] for entry in entries(game)][-3:] == ["end_rack", "overtime", "adjustment"]


def test_replay_of_another_game_is_not_shown():
    game = opened("wespa", ("Ann", "Ben"), *OPENING)
    now = sheet(game)
    judged = checked_turn(now, Turn(TurnKind.PASS, 1, announced=0))
    record_turn(game, Turn(TurnKind.EXCHANGE, 1, exchanged=2, announced=0), NOBODY)
    after = sheet(game, judged.after)
    assert after.replay is not judged.after
    assert after.record.turns[-1].kind is TurnKind.EXCHANGE
