"""Files that were once parsed wrongly, with the correct values (fixtures/cases)."""

import json
from pathlib import Path

import pytest

from scoring import catalogue
from scoring.engine.audit.audit import AuditStatus
from scoring.engine.gcg import decode
from scoring.engine.typing.typed_turn import parse_turn
from scoring.wording.engine import sentence
from tests.samples import GAMES
from tests.scoring.engine.gcg.sheets import HEAD, sheet, verified
from tests.scoring.engine.typed_games import game
from tests.scoring.test_verify_games import run

CASES = Path(__file__).parents[4] / "fixtures" / "cases"


def case(name):
    (path,) = CASES.glob(f"{name}_*")
    return verified(decode(path.read_bytes())[0])


def words(done):
    return [done.audit.game.tile_set.format_tiles(turn.tiles) for turn in done.audit.record.turns]


def test_g02_missing_end_rack_is_reported_and_never_verified():
    audit = case("g02").audit
    assert audit.announced_finals == (66, -7)
    assert audit.outcome.finals == (43, -7)
    assert audit.status is AuditStatus.UNFINISHED
    code, (*findings, total) = run(next(CASES.glob("g02*")))
    due = "there is no line for the remaining tiles; −23 is due, for a final score of 43."
    assert f"ann: {due}" in findings[0]
    assert (code, total) == (0, "1 file: 1 unfinished.")


def test_g05_second_q_is_an_error_naming_both_turns():
    code, lines = run(next(CASES.glob("g05*")))
    assert code == 1
    both = "line 5: 2 Q laid, on turn 1 (ann) and turn 2 (bob); the set has one Q."
    assert both in "\n".join(lines)
    # A withdrawn play uses no tiles.
    taken_back = (">ann: AQT 8G QAT +24 24", ">ann: AQT -- -24 0", ">bob: IQT 8G QIT +24 24")
    matches = verified(sheet(*taken_back, ">ann: AQT F8 Q +1 1")).audit.findings
    twice = "2 Q laid, on turn 3 (bob) and turn 4 (ann); the set has one Q."
    assert twice in [sentence(finding.message) for finding in matches]


def test_g10_small_letters_throughout_become_capitals_with_a_remark():
    done = case("g10")
    assert words(done) == ["NASTIER", ".OE"]
    assert done.audit.game.scores == [66, 5]
    assert [(f.line, f.code) for f in done.audit.findings if f.line == 4] == [(4, "small_letters")]
    assert words(verified(sheet(">ann: QI?? 8H qiN +1 1"))) == ["qiN"]
    assert words(verified(sheet(">ann: 8H qi +0 0"))) == ["qi"]


def test_g11_nick_without_colon_and_missing_totals_and_players_are_accepted():
    done = case("g11")
    assert words(done) == ["BABKĘ", "GAG", "HH", "WBIĆ"]
    assert [turn.player for turn in done.audit.record.turns] == [0, 1, 0, 1]
    assert done.setting.tile_set.key == "polish"
    assert {finding.code for finding in done.audit.findings} == {
        "tile_set_guessed", "total_missing", "unfinished",
    }  # fmt: skip
    text = ">ola QI 8H QI +22\n>jan AT 9H AT +5\n>eve\n"
    assert [seat.nick for seat in verified(text).audit.record.seats] == ["ola", "jan"]
    assert "not_a_line" in {f.code for f in verified(HEAD + ">bob AT 9H AT\n").audit.findings}


def test_g16_combining_accent_forms_one_letter_also_on_the_pad():
    done = case("g16")
    assert words(done) == ["FIRNS", "V.TEN", "MÖS.", "ÜB"]
    assert [seat.name for seat in done.audit.record.seats] == ["Jörg Süßkind", "Ürsula Öhm"]
    assert done.setting.tile_set.key == "german"
    assert {finding.code for finding in done.audit.findings} == {"tile_set_guessed", "unfinished"}
    read = parse_turn("8H MO\N{COMBINING DIAERESIS}S 22", game(tiles=catalogue.tile_set("german")))
    assert "".join(read.turn.tiles) == "MÖS"


@pytest.mark.parametrize("minus", ["−", "–", "‐", "-"])
def test_g17_every_minus_sign_is_accepted(minus):
    assert words(case("g17")) == ["FIRNS", "V.TEN", "MÖS.", "ÜB"]
    assert case("g17").audit.status is AuditStatus.UNFINISHED
    lines = (f">ann: ABC\N{NO-BREAK SPACE}{minus}AB +0 0", f">bob: EFG {minus} +0 0")
    audit = verified(sheet(*lines, f">ann: (time) {minus}10 {minus}10")).audit
    assert [turn.kind.value for turn in audit.record.turns] == ["exchange", "pass", "overtime"]
    assert audit.record.turns[2].announced == -10


def test_game_with_a_different_final_is_never_verified():
    games = [json.loads(line) for line in run("--json", GAMES, CASES)[1]]
    verified_games = [item for item in games if item["status"] == "verified"]
    assert len(verified_games) == 90
    assert [i["file"] for i in verified_games if i["announced_final"] != i["correct_final"]] == []


def test_all_warnings_are_printed_on_request():
    path = next(CASES.glob("g11*"))
    by_default, all_of_them = ("\n".join(run(*given, path)[1]) for given in ((), ("--warnings",)))
    assert ": 2 warnings: The letters Ć Ę Ż are not in the English set" in by_default
    assert "1 more warning is printed with --warnings." in by_default
    assert "4 turns have no running total; totals are calculated." in all_of_them
    assert "printed with --warnings" not in all_of_them
