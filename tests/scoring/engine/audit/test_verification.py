"""From text to verdict: any file is verified or refused, and no data is lost."""

import json
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scoring.archive import shipped_rules
from scoring.engine.audit.findings import Code, Severity
from scoring.engine.audit.identify import RequestedKeys
from scoring.engine.audit.verification import (
    NO_REQUESTED_KEYS,
    matching_alternatives,
    verify,
    verify_all,
)
from scoring.engine.audit.verification_json import verification_as_json
from scoring.engine.game.turns import TurnKind
from scoring.engine.gcg import Unreadable, decode, read, write
from scoring.simulation import Habits, simulate_game
from scoring.wording.engine import sentence
from tests.samples import GAMES
from tests.scoring.engine.gcg.mutated import mutated, sheets
from tests.scoring.engine.gcg.sheets import BUSY, PLAYS, sheet, verified

SEVERAL = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def whole(item: dict[str, object]) -> None:
    """Assert that an object survives JSON and has only known codes."""
    assert json.loads(json.dumps(item)) == item
    assert item["status"] in ("verified", "differs", "unfinished", "unreadable")
    assert {turn["kind"] for turn in item["turns"]} <= {kind.value for kind in TurnKind}
    assert {finding["code"] for finding in item["findings"]} <= {code.value for code in Code}


def judged(data: bytes, wanted: RequestedKeys = NO_REQUESTED_KEYS) -> dict[str, object]:
    """Return the object of a file with these bytes and all options."""
    text, odd = decode(data)
    try:
        done = verify(text, shipped_rules(), wanted, odd)
    except Unreadable as refusal:
        return verification_as_json("x", None, (*odd, *refusal.findings), sentence)
    audit = done.audit
    wrong = any(finding.severity is Severity.ERROR for finding in audit.findings)
    assert (audit.status.value == "differs") == wrong
    list(matching_alternatives(done, shipped_rules()))
    for index in range(len(audit.game.turns)):
        audit.proof(index)
    assert (audit.outcome.winners == ()) or audit.is_finished
    again = write(audit.record, done.setting.tile_set)
    assert len(read(again).turns) == len(audit.record.turns)
    return verification_as_json("x", done, audit.findings, sentence)


@SEVERAL
@given(st.binary(max_size=400))
@example(b"#character-encoding utf-7\n+2AA-")
@example(b">a: \xb2 -\xb2 +0 0")
@example(b">a: AB -" + b"9" * 5000 + b" +0 0")
@example(b">a: (A1) +" + b"9" * 5000)
@example(b">a: 8H A" + b"A" * 5000 + b" +5 5")
def test_arbitrary_bytes_are_judged_or_refused(data):
    whole(judged(data))


@cache
def texts() -> list[str]:
    """Return correct, real and simulated games to corrupt."""
    habits = replace(BUSY, vain_challenges=0.1, mistakes=0.1)
    simulated = [simulate_game(seed, habits=habits) for seed in range(12)]
    real = [decode(path.read_bytes())[0] for path in sorted(GAMES.iterdir())]
    return [*sheets(), *real, *(write(game.record, game.tile_set) for game in simulated)]


@pytest.mark.full
@SEVERAL
@given(
    st.integers(0, 2**32),
    st.sampled_from([None, *sorted(shipped_rules().rule_sets)]),
    st.sampled_from([None, "german", "spanish", "catalan"]),
)
def test_any_mutated_game_is_judged_under_any_rules_and_tiles(seed, rules, tiles):
    rng = Random(seed)
    whole(judged(mutated(rng.choice(texts()), rng).encode(), RequestedKeys(rules, tiles)))


def fitting(text, **wanted):
    """Return the keys of tile sets and layouts without any difference."""
    matching = matching_alternatives(verified(text, **wanted), shipped_rules())
    return [(tiles.key, layout.key) for tiles, layout in matching]


def test_tile_set_that_resolves_every_difference_is_found():
    """Here, a game that is correct only with German values and has no letter unique to German."""
    german = sheet(">ann: HEBENDE 8D HEBEN +20 20", ">bob: WEIN - +0 0")
    assert verified(german).audit.status.value == "differs"
    assert ("german", "standard") in fitting(german)
    # A wrong sum is wrong under all tiles and boards.
    assert fitting(sheet(">ann: FLOTVYY 8H LOFTY +30 31")) == []
    assert fitting(sheet(">ann: FLOTVYY 8H LOFTY +30 30", ">bob: ABC - +4 4")) == []
    # Words with QU are tried with sets that split it.
    assert ("english", "standard") in fitting(sheet(*PLAYS), tile_set="dutch")
    assert ("english", "standard") in fitting(sheet(*PLAYS), tile_set="catalan")


@pytest.mark.parametrize("seed", range(3))
def test_slip_remains_under_other_tile_sets(seed):
    played = simulate_game(seed, habits=Habits(mistakes=0.3))
    assert fitting(write(played.record, played.tile_set)) == []


def test_batch_verification_equals_verification_of_each_file():
    played = [simulate_game("together", habits=Habits(mistakes=often)) for often in (0.0, 0.5)]
    right, wrong = (write(game.record, game.tile_set) for game in played)
    odd = decode(b"#character-encoding latin-2\n" + right.encode())[1]
    files = [(right, ()), ("", ()), (wrong, ()), (right, odd), ("no game", ())]

    def shown(done):
        if isinstance(done, Unreadable):
            return done.findings
        return verification_as_json("x", done, done.audit.findings, sentence)

    def alone(text, findings):
        try:
            return verify(text, shipped_rules(), NO_REQUESTED_KEYS, findings)
        except Unreadable as refusal:
            return refusal

    at_once = [shown(done) for done in verify_all(files, shipped_rules())]
    assert at_once == [shown(alone(*file)) for file in files]
    assert [item["status"] for item in at_once if isinstance(item, dict)] == [
        "verified", "differs", "verified",
    ]  # fmt: skip
