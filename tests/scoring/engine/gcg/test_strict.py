"""Strict GCG: every file conforms to the grammar that all common readers accept, with no invented data."""

import re
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import catalogue
from scoring.engine.game.record import Pragma, Record, Seat
from scoring.engine.game.replay import replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.gcg import decode, read, write_strict
from scoring.simulation import simulate_game
from tests.architecture.modules import SOURCE
from tests.samples import GAMES
from tests.scoring.engine.gcg.sheets import BUSY, SEATS, findings, verified
from tests.scoring.engine.positions import ENGLISH, STANDARD

GRAMMAR = tomllib.loads((SOURCE / "fixtures" / "gcg" / "strict.toml").read_text("utf-8"))
FORMS = [(form["kind"], re.compile(form["pattern"])) for form in GRAMMAR["line"]]
MISREAD = [re.compile(form["pattern"]) for form in GRAMMAR["misread"]]
SPANISH, WESPA = catalogue.tile_set("spanish"), catalogue.rule_set("wespa")
LOFTY = Turn(TurnKind.PLAY, 0, None, "8H", "LOFTY", 30)
LOAM = Turn(TurnKind.PLAY, 1, None, "7I", "LOAM", 24)
OUT = Turn(TurnKind.END_RACK, 0, tiles="QU", announced=22)


def forms_of(text: str) -> list[str]:
    """Return the kind of each line by the grammar; fail if a line matches none or several."""
    kinds = []
    totals: dict[str, int] = {}
    for line in text.splitlines():
        matching = {kind for kind, pattern in FORMS if pattern.fullmatch(line)}
        assert len(matching) == 1, f"{line!r} is {sorted(matching) or 'in no form'}"
        assert not any(pattern.fullmatch(line) for pattern in MISREAD), line
        kinds += matching
        if line.startswith(">"):
            nick, *_others, score, total = line.split()
            if nick in totals and "adjustment" not in text:
                assert int(total) - int(score) == totals[nick], line
            totals[nick] = int(total)
    return kinds


def strict(*turns, tile_set=ENGLISH, rules=WESPA, correct=False, seats=SEATS, **options):
    """Return the strict copy of these turns."""
    record = Record(seats, turns, bracketed=True, **options).split_into_tiles(tile_set)
    game = replay(record.turns, rules, tile_set, STANDARD, len(seats))
    return write_strict(record, game, counts=game.scores if correct else None)


def events(copy) -> list[str]:
    """Return the lines of turns and notes in a strict copy."""
    return [line for line in copy.text.splitlines() if line[0] == ">" or line[:5] == "#note"]


@pytest.mark.full
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(catalogue.rule_sets())), st.booleans())
def test_every_simulated_two_player_game_matches_the_grammar(seed, key, correct):
    rules = catalogue.rule_set(key)
    played = simulate_game(seed, rules, tile_set=ENGLISH, habits=BUSY)
    record = played.record
    game = replay(record.turns, rules, ENGLISH, STANDARD, len(record.seats))
    copy = write_strict(record, game, counts=game.scores if correct else None)
    kinds = [kind for kind in forms_of(copy.text) if kind not in ("pragma", "note")]
    no_form = [t for t in record.turns if t.kind is TurnKind.CHALLENGE_BONUS and t.announced <= 0]
    assert len(kinds) == len(record.turns) - len(no_form)
    assert sum(code == "strict_penalty" for code in codes(copy)) == len(no_form)
    if correct and not no_form:
        assert [
            f
            for f in findings(copy.text, rules=key, tile_set="english")
            if f.announced != f.correct
        ] == []


def codes(copy) -> list[str]:
    """Return the codes of the parts of a copy that no reader will understand."""
    return [message.code for message in copy.losses]


@pytest.mark.parametrize("path", sorted(GAMES.iterdir()), ids=lambda path: path.name)
def test_every_sample_matches_the_grammar_or_states_the_reason(path):
    done = verified(decode(path.read_bytes())[0])
    record = done.audit.record
    for counts in (None, done.audit.game.scores):
        copy = write_strict(record, done.audit.game, counts=counts)
        if len(record.seats) != 2:
            assert (copy.text, codes(copy)) == ("", ["strict_players"])
        else:
            forms_of(copy.text)


def test_missing_rack_is_written_with_the_tiles_known_to_be_held():
    copy = strict(
        Turn(TurnKind.PLAY, 0, None, "8H", "LOFTy", 22),
        Turn(TurnKind.EXCHANGE, 1, None, tiles="AE?"),
        Turn(TurnKind.PASS, 0),
        Turn(TurnKind.PLAY, 1, None, "7I", "LOAM", 24),
        Turn(TurnKind.PLAY, 0, None, "J7", "OFFICIATE", 71),
        Turn(TurnKind.CHALLENGE_BONUS, 0, announced=5),
        Turn(TurnKind.PLAY, 1, None, "9A", "ZOo", 1),
        Turn(TurnKind.WITHDRAWN, 1),
        Turn(TurnKind.EXCHANGE, 0, None, exchanged=4),
        Turn(TurnKind.PASS, 1),
        Turn(TurnKind.PASS, 0, "QU"),
    )
    assert events(copy) == [
        ">ann: LOFT? 8H LOFTy +22 22",
        ">bob: AE? -AE? +0 0",
        ">ann: FICIATE - +0 22",
        ">bob: LOAM 7I LOAM +24 24",
        ">ann: FICIATE J7 ..FICIATE +71 93",
        ">ann: QU (challenge) +5 98",
        ">bob: ZO? 9A ZOo +1 25",
        ">bob: ZO? -- -1 24",
        ">ann: QU -4 +0 98",
        ">bob: ZO? - +0 24",
        ">ann: QU - +0 98",
    ]


def test_overtime_rack_excludes_the_tiles_just_played():
    late = [Turn(TurnKind.OVERTIME, seat, announced=-10 * (seat + 1)) for seat in (0, 1)]
    assert events(strict(LOFTY, LOAM, *late, OUT))[2:] == [
        ">ann: ? (time) -10 20",
        ">bob: QU (time) -20 4",
        ">ann:  (QU) +22 42",
    ]
    bonus = strict(LOFTY, Turn(TurnKind.CHALLENGE_BONUS, 0, announced=5))
    assert events(bonus)[1:] == [">ann: ? (challenge) +5 35"]
    held = Turn(TurnKind.END_RACK, 1, "QU", tiles="QU", announced=-11)
    both = strict(LOFTY._replace(rack="LOFTYAE"), OUT, held)
    assert events(both)[1:] == [">ann:  (QU) +22 52", ">bob: QU (QU) -11 -11"]


def test_adjustment_is_a_note_and_changes_the_following_total():
    fine = Turn(TurnKind.ADJUSTMENT, 0, announced=-5, remark="clock\nwas wrong")
    copy = strict(LOFTY, fine, Turn(TurnKind.PASS, 1, "QU"), Turn(TurnKind.PASS, 0, "ZO"))
    assert events(copy)[1:] == [
        "#note adjustment: ann -5 clock was wrong",
        ">bob: QU - +0 0",
        ">ann: ZO - +0 25",
    ]
    (loss,) = copy.losses
    assert (loss.code, loss.params) == ("strict_adjustment", {"number": 2})
    assert read(copy.text).turns[1].kind is TurnKind.ADJUSTMENT


def test_announced_or_correct_scores_are_written():
    turns = (LOFTY._replace(announced=31), LOAM._replace(announced=None))
    assert [line.split()[-2] for line in events(strict(*turns))] == ["+31", "+24"]
    assert events(strict(*turns, correct=True)) == [
        ">ann: LOFTY 8H LOFTY +30 30",
        "#note announced 31",
        ">bob: LOAM 7I LOAM +24 24",
    ]
    negative = strict(LOFTY._replace(announced=-30))
    assert events(negative) == [">ann: LOFTY 8H LOFTY +30 30"]


def test_unsupported_pragmas_and_notes_become_the_description():
    pragmas = (Pragma("round", "3"), Pragma("title", "Club"), Pragma("title", "again"))
    copy = strict(pragmas=pragmas, notes={-1: ("Both clocks\nwere late.",)})
    description = "#description round: 3; Both clocks were late."
    assert copy.text.splitlines()[3:] == ["#title Club", description]
    copy = strict(Turn(TurnKind.PASS, 0, "AB", remark="lost"), notes={0: ("one\ntwo", "")})
    assert events(copy) == [">ann: AB - +0 0", "#note lost", "#note one two", "#note"]
    copy = strict(seats=(Seat("Ann Archer", "Ann Archer"), Seat("b:b", "")))
    assert copy.text.splitlines()[1:] == ["#player1 Ann_Archer Ann Archer", "#player2 b_b b_b"]


def test_what_no_reader_understands_is_reported():
    chico = Turn(TurnKind.PLAY, 0, None, "8H", "[CH]ICO", 24)
    copy = strict(chico, tile_set=SPANISH, rules=catalogue.rule_set("spanish"))
    assert codes(copy) == ["strict_tiles"]
    assert events(copy) == [">ann: [CH]ICO 8H [CH]ICO +24 24"]
    off_the_challenger = strict(Turn(TurnKind.CHALLENGE_BONUS, 1, announced=-10))
    assert codes(off_the_challenger) == ["strict_penalty"]
    assert events(off_the_challenger) == ["#note challenge: bob -10"]
