"""Headers of other programs in GCG files, and slips in lines other than plays."""

import pytest

from scoring.archive import shelf
from scoring.engine import gcg
from scoring.engine.audit.findings import Code
from scoring.engine.audit.identify import identify
from scoring.engine.audit.verification import verify
from scoring.wording.engine import sentence

SHELF = shelf()
HEAD = "#player1 ana Ana\n#player2 ben Ben\n"
PLAYS = ">ana: EINORST 8D NORITES +64 64\n>ben: AEFHTUX - +0 0\n"
"""A bingo that plays through no tile, and a pass."""


def setting(*pragmas):
    text = "".join(f"#{pragma}\n" for pragma in pragmas)
    return identify(gcg.read(HEAD + text), SHELF)


@pytest.mark.parametrize(
    "line", ["board-layout standard15", "board-layout CrosswordGame", "board-layout Standard 15"]
)
def test_the_standard_board_is_known_by_every_usual_name(line):
    chosen = setting(line)
    assert (chosen.layout.key, chosen.findings) == ("standard", ())


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("tile-set english set", "english"),
        ("tile-set English", "english"),
        ("tile-distribution english super set", "english_super"),
        ("tile-set german tiles", "german"),
    ],
)
def test_a_tile_set_is_known_with_the_word_set_behind_it(line, key):
    chosen = setting(line)
    assert (chosen.tile_set.key, chosen.findings) == (key, ())


def test_an_unknown_game_type_is_a_finding():
    assert setting("game-type classic").findings == ()
    (finding,) = setting("game-type clabbers").findings
    assert finding.code is Code.SETTING_UNKNOWN
    assert sentence(finding.message) == (
        "“#game-type clabbers” is an unknown game type; the usual game is assumed. Known: "
        "classic, wordsmog, classic_super, wordsmog_super."
    )


def findings(lines):
    done = verify(HEAD + lines, SHELF)
    return [(f.code, f.line, sentence(f.message)) for f in done.audit.findings]


def test_a_phony_taken_back_to_another_rack_is_a_finding():
    lines = ">ana: EINORST 8D NORITES +64 64\n>ana: EINORSX -- -64 0\n>ben: AEFHTUX - +0 0\n"
    assert (
        Code.RACK_CHANGED,
        4,
        "ana: the phony is taken back to the rack EINORSX, but was played from EINORST.",
    ) in findings(lines)
    same = lines.replace("EINORSX", "TSRONIE")
    assert Code.RACK_CHANGED not in [code for code, _, _ in findings(same)]


@pytest.mark.parametrize("rack", ["QQQEIOU", "AEIOUUUU", "ZZZZZZZ"])
def test_a_rack_that_nobody_can_hold_is_a_finding(rack):
    codes = [code for code, line, _ in findings(f"{PLAYS}>ana: {rack} - +0 64\n") if line == 5]
    assert set(codes) & {Code.NOT_IN_BAG, Code.MORE_THAN_SET, Code.RACK_TOO_LONG}
