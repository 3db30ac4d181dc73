"""Every message of the engine has a sentence with exactly its parameters, and none is unused."""

import ast
from pathlib import Path

import pytest

from scoring.engine.audit.findings import Code
from scoring.engine.board.layouts import Premium
from scoring.engine.game.turns import TurnKind
from scoring.engine.message import Message
from scoring.wording import disputes, findings, slips
from scoring.wording.engine import (
    PARAMETER_FORMATS,
    SENTENCE_TABLES,
    SENTENCES,
    sentence,
    split_sentence,
)
from scoring.wording.sentence import PluralSentence

ROOT = Path(__file__).parents[3]
NODES = [
    node
    for path in [*Path(ROOT, "scoring/engine").rglob("*.py"), Path(ROOT, "scoring/archive.py")]
    for node in ast.walk(ast.parse(path.read_text()))
]
CALLS = [
    node
    for node in NODES
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Message", "_NoTurn", "_OddRow")
]


def variants(code: str) -> tuple[str, ...]:
    wording = SENTENCES[code]
    return (
        (wording.text_for_count(1), wording.text_for_count(2))
        if isinstance(wording, PluralSentence)
        else (wording,)
    )


def fields(code: str) -> set[str]:
    return {
        field
        for text in variants(code)
        for _, field, _ in split_sentence(text)
        if field is not None
    }


def test_codes_of_all_tables_are_distinct():
    assert len(SENTENCES) == sum(map(len, SENTENCE_TABLES))


def test_every_sentence_is_used():
    named = {
        node.value
        for node in NODES
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    made = {f"{code}_yet" for code in ("nothing_to_take_back", "nothing_to_challenge")}
    assert set(SENTENCES) - named == made


def test_every_message_supplies_the_parameters_of_its_sentence():
    checked = 0
    for call in CALLS:
        first = next(
            (arg for arg in call.args if isinstance(arg, ast.Constant) and arg.value in SENTENCES),
            None,
        )
        if first is None or any(keyword.arg is None for keyword in call.keywords):
            continue
        given = {keyword.arg for keyword in call.keywords}
        wording = SENTENCES[first.value]
        counted = {wording.count_parameter} if isinstance(wording, PluralSentence) else set()
        needed = fields(first.value) - ({"row"} if ast.unparse(call.func) == "_OddRow" else set())
        assert given == needed | counted, ast.unparse(call)
        checked += 1
    assert checked > 120


def test_every_message_code_has_a_sentence():
    for call in CALLS:
        match call.args:
            case [ast.Constant(value=str(code)), *_] if ast.unparse(call.func) == "Message":
                assert code in SENTENCES, ast.unparse(call)


def test_every_parameter_format_is_known():
    ways = {
        way for code in SENTENCES for text in variants(code) for _, _, way in split_sentence(text)
    }
    assert ways <= set(PARAMETER_FORMATS)


def test_every_code_premium_and_kind_has_a_label():
    assert set(findings.MEANINGS) == set(Code)
    assert set(slips.PREMIUMS) == set(Premium)
    assert set(disputes.TURN_KINDS) == set(TurnKind)


def test_combinable_slips_have_both_clauses():
    assert set(slips.FIRST_CLAUSES) == set(slips.SECOND_CLAUSES)
    for code, text in slips.FIRST_CLAUSES.items():
        assert SENTENCES[code] == f"{text}."
        assert slips.SECOND_CLAUSES[code].capitalize() == SENTENCES[code].capitalize()


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (Message("runs_off", word="CATS", coordinate="8M", squares=1), "1 square off"),
        (Message("runs_off", word="CATSO", coordinate="8M", squares=2), "2 squares off"),
        (Message("more_than_set", tiles=("Q",), number=1), "there is one Q more than"),
        (Message("more_than_set", tiles=("Q", "?", "?"), number=3), "are one Q and 2 blanks more"),
        (Message("pass_with_points", nick="ann", announced=-5), "ann: −5 announced."),
        (
            Message("pass_with_points", nick=Message("seat_without_nick", number=3), announced=0),
            "player 3: +0 announced.",
        ),
        (Message("challenge_bonuses_folded", number=2, points=5), "Two challenge bonuses of 5"),
        (Message("challenge_bonuses_folded", number=6, points=5), "6 challenge bonuses of 5"),
    ],
)
def test_numbers_lists_and_signs_are_formatted_as_words(message, text):
    assert text in sentence(message)


def test_equal_messages_are_equal_and_hashable():
    assert len({Message("no_tile"), Message("no_tile"), Message("letter", face="A")}) == 2
    assert repr(Message("letter", face="A")) == "Message('letter', face='A')"
