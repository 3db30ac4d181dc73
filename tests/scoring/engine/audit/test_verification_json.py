"""The JSON object of a file, compared with a game computed by hand."""

from scoring.engine.audit.findings import Code, Finding
from scoring.engine.audit.verification_json import verification_as_json
from scoring.engine.message import Message
from scoring.wording.engine import sentence
from tests.scoring.engine.gcg.sheets import PLAYS, sheet, verified


def judged(text, **wanted):
    done = verified(text, **wanted)
    return verification_as_json("a.gcg", done, done.audit.findings, sentence)


def test_worked_plays_are_listed_word_by_word():
    item = judged("#lexicon NWL18\n" + sheet(*PLAYS))
    keys = ("file", "status", "rules", "tileset", "layout", "lexicon")
    assert [item[key] for key in keys] == [
        "a.gcg", "unfinished", "naspa_nwl", "english", "standard", "NWL18",
    ]  # fmt: skip
    assert item["players"][1] == {"nick": "bob", "name": "Bob Baker"}
    words = [("LOAM", 7), ("LO", 3), ("OF", 5), ("AT", 2), ("MY", 7)]
    assert item["turns"][1] == {
        "line": 5, "number": 2, "player": "bob", "kind": "play", "square": "7I", "word": "LOAM",
        "announced": 24, "correct": 24, "announced_total": 24, "correct_total": 24,
        "words": [{"text": text, "score": score, "multiplier": 1} for text, score in words],
        "tiles_laid": 4, "bingo": False,
    }  # fmt: skip
    last = item["turns"][3]
    assert last["words"] == [{"text": "QUETZALs", "score": 315, "multiplier": 9}]
    assert (last["correct"], last["tiles_laid"], last["bingo"]) == (365, 7, True)
    assert item["announced_final"] == item["correct_final"] == {"ann": 101, "bob": 389}
    assert item["winner"] is None


def test_other_turns_have_no_words_and_findings_have_figures_and_slips():
    item = judged(sheet(PLAYS[0], ">ann: FLOTVYY -- -30 0", ">bob: ABC -AB +0 0", ">ann: - +0 0"))
    assert [turn["kind"] for turn in item["turns"]] == ["play", "withdrawn", "exchange", "pass"]
    parts = ("square", "word", "words", "tiles_laid", "bingo")
    for turn in item["turns"][1:]:
        assert [turn[part] for part in parts] == [None, None, [], 0, False]
    assert [turn["correct"] for turn in item["turns"]] == [30, -30, 0, 0]
    item = judged(sheet(">ann: FLOTVYY 8H LOFTY +15 15"))
    (finding,) = [finding for finding in item["findings"] if finding["turn"]]
    keys = ("line", "turn", "code", "severity", "announced", "correct")
    assert [finding[key] for key in keys] == [3, 1, "play_score", "error", 15, 30]
    assert type(finding["code"]) is str
    assert finding["likely_slips"]


def test_words_exclude_withdrawn_tiles_and_an_impossible_play_has_no_score():
    item = judged(sheet(PLAYS[0], PLAYS[1], ">bob: LOAM -- -24 0", ">ann: AB 7H AB +12 42"))
    texts = [word["text"] for word in item["turns"][3]["words"]]
    assert texts == ["AB", "AL", "BO"]
    turn = judged(sheet(PLAYS[0], ">bob: AT 9J .T +5 5"))["turns"][1]
    assert (turn["announced"], turn["correct"], turn["correct_total"]) == (5, None, 5)
    assert (turn["word"], turn["words"], turn["tiles_laid"]) == (".T", [], 0)
    turn = judged(sheet(">ann: CHICOSA 8D CHICOS +30 30"), tile_set="spanish")["turns"][0]
    assert (turn["word"], turn["tiles_laid"]) == ("[CH]ICOS", 5)


def test_winner_is_named_for_a_finished_game_without_a_tie():
    passes = [">ann: QZ?EEAA -  +0 0", ">bob: EINRSTT -  +0 0"] * 3
    racks = [">ann: QZ?EEAA (QZ?EEAA) -24 -24", ">bob: EINRSTT (EINRSTT) -7 -7"]
    assert judged(sheet(*passes, *racks))["winner"] == "bob"
    level = [line.replace("QZ?EEAA", "EINRSTA") for line in passes]
    both = [">ann: EINRSTA (EINRSTA) -7 -7", racks[1]]
    item = judged(sheet(*level, *both))
    assert (item["status"], item["winner"]) == ("verified", None)


def test_verdict_of_an_unreadable_file_has_every_key():
    empty = Finding(Code.EMPTY_FILE, Message("empty_file"))
    item = verification_as_json("b.gcg", None, (empty,), sentence)
    assert list(item) == list(judged(sheet(*PLAYS)))
    finding = {
        "line": None, "turn": None, "code": "empty_file", "severity": "error", "announced": None,
        "correct": None, "message": "The file is empty: it contains no game.", "likely_slips": [],
    }  # fmt: skip
    assert {key: value for key, value in item.items() if value} == {
        "file": "b.gcg", "status": "unreadable", "findings": [finding],
    }  # fmt: skip
