"""The rules, tiles and board of a record: stated, implied by its letters, or requested."""

import pytest

from scoring.engine.rules.rulesets import RackSettlement
from scoring.wording.engine import sentence
from tests.scoring.engine.gcg.sheets import HEAD, PLAYS, faults_of, sheet, verified


def keys(text, **wanted):
    """Return the keys of rules, tile set and layout."""
    setting = verified(text, **wanted).setting
    return setting.rules.key, setting.tile_set.key, setting.layout.key


def saying(*pragmas, lines=PLAYS):
    return HEAD + "".join(f"#{pragma}\n" for pragma in pragmas) + "\n".join(lines) + "\n"


def test_record_takes_precedence_over_the_request_and_that_over_the_default():
    assert keys(sheet(*PLAYS)) == ("naspa_nwl", "english", "standard")
    assert keys(saying("tile-set german"), tile_set="dutch")[1] == "german"
    assert keys(saying("board-layout super"), layout="standard")[2] == "super"
    assert keys(sheet(*PLAYS), tile_set="dutch", layout="super", rules="absp") == (
        "absp", "dutch", "super",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("lexicon", "rules", "tiles"),
    [
        ("NWL18", "naspa_nwl", "english"),
        ("twl06", "naspa_nwl", "english"),
        ("CSW19", "wespa", "english"),
        ("Sowpods", "wespa", "english"),
        ("Deutsch", "german", "german"),
        ("RD28", "german", "german"),
        ("OSPS44", "naspa_nwl", "polish"),
        ("A list of my own", "naspa_nwl", "english"),
    ],
)
def test_lexicon_determines_tiles_and_rules(lexicon, rules, tiles):
    assert keys(saying(f"lexicon {lexicon}"))[1] == tiles
    assert keys(saying(f"lexicon {lexicon}"))[0] in (rules, "naspa_csw", "wespa")


@pytest.mark.parametrize(
    ("pragma", "tiles", "board"),
    [
        ("tile-set german", "german", "standard"),
        ("tile-set german tiles", "german", "standard"),
        ("tile-set English", "english", "standard"),
        ("tile-set english set", "english", "standard"),
        ("tile-distribution Dutch", "dutch", "standard"),
        ("tile-distribution english super set", "english_super", "standard"),
        ("board-layout standard15", "english", "standard"),
        ("board-layout Standard 15", "english", "standard"),
        ("board-layout CrosswordGame", "english", "standard"),
        ("board-layout super", "english_super", "super"),
        ("board-layout SuperCrosswordGame", "english_super", "super"),
        ("game-type classic", "english", "standard"),
        ("game-type classic_super", "english_super", "super"),
    ],
)
def test_tiles_and_board_accept_the_names_of_other_programs(pragma, tiles, board):
    assert keys(saying(pragma))[1:] == (tiles, board)
    assert "setting_unknown" not in [code for _, code in faults_of(saying(pragma))]


@pytest.mark.parametrize(
    ("pragma", "what"),
    [
        ("tile-set klingon", "names an unknown tile set"),
        ("tile-distribution Elvish", "names an unknown tile set"),
        ("board-layout hexagons", "names an unknown board"),
        ("game-type clabbers", "is an unknown game type; the standard game is assumed"),
    ],
)
def test_unknown_tile_set_board_or_game_is_refused_with_the_known_ones(pragma, what):
    (finding,) = verified(saying(pragma)).setting.findings
    assert (finding.code, finding.line) == ("setting_unknown", HEAD.count("\n") + 1)
    assert sentence(finding.message).startswith(f"“#{pragma}” {what}")
    assert ". Known " in sentence(finding.message)
    assert keys(saying(pragma)) == ("naspa_nwl", "english", "standard")


@pytest.mark.parametrize("pragma", ["arbiter Jo", "board Stage", "tiles Protiles"])
def test_unrelated_pragma_determines_neither_tiles_nor_board(pragma):
    assert verified(saying(pragma)).setting.findings == ()


@pytest.mark.parametrize(
    ("rack", "tiles"),
    [
        ("ÄÖE", "german"),
        ("ÑAE", "spanish"),
        ("ŻÓŁ", "polish"),
        ("ЩИТ", "russian"),
        ("ΣΩΨ", "greek"),
    ],
)
def test_letters_unique_to_a_tile_set_select_it_and_are_reported(rack, tiles):
    text = sheet(f">ann: {rack} - +0 0")
    assert keys(text)[1] == keys(text, tile_set="english")[1] == tiles
    assert faults_of(text) == [(0, "tile_set_guessed")]


def test_letters_of_no_tile_set_keep_the_default_and_words_are_rejoined():
    text = sheet(">ann: Ä1 - +0 0")
    assert keys(text)[1] == "english"
    assert faults_of(text) == [(3, "rack_unknown_tile")]
    # RR is one Spanish tile; K and W are in no Spanish set, so the game is not Spanish.
    text = sheet(">ann: BERRY 8H BERRY +22 22", ">bob: KW - +0 0")
    done = verified(text, tile_set="spanish")
    assert done.setting.tile_set.key != "spanish"
    assert done.audit.record.turns[0].tiles == "BERRY"


def test_bonus_and_rack_settlement_select_the_rules_unless_they_are_requested():
    text = sheet(PLAYS[0], ">ann: (challenge) +5 35")
    assert keys(text)[0] == "wespa"
    assert keys(text, rules="naspa_nwl")[0] == "naspa_nwl"
    transfer = sheet(*PLAYS, ">ann:  (EE) +2 103", ">bob: EE (EE) -2 387")
    assert verified(transfer).setting.rules.out_form is RackSettlement.TRANSFER
    assert verified(transfer, rules="naspa_nwl").setting.rules.out_form is RackSettlement.DOUBLE
    double = sheet(*PLAYS, ">ann:  (EE) +4 105")
    assert verified(double).setting.rules.out_form is RackSettlement.DOUBLE
    assert verified(double, rules="absp").setting.rules.out_form is RackSettlement.TRANSFER
