"""Log entries have a code, and a sentence stored next to it."""

import json

import pytest

from scoring.actions.activity import log
from scoring.actions.games import finish_game
from scoring.engine.game.turns import TurnKind
from scoring.models import Activity, Judgement, Ruling
from scoring.queries.chain import check_log
from scoring.wording.log import LOG, say
from scoring.wording.sentence import PluralSentence, SentenceTable
from tests.architecture.codes import codes_given
from tests.scoring.views.pads import CLOSE_GAME, NOBODY, opened

SPOKEN = {
    *(kind.value for kind in TurnKind),
    *Ruling.Decision.values,
    *("rule", "take_ruling_back", "undo", "redo"),  # the verb of the entry
}
"""Codes from enumerations, which do not appear literally where they are logged."""


def test_game_log_codes_have_sentences_with_exactly_their_parameters():
    given = list(codes_given("scoring", "say"))
    wrong = [
        f"{where} {code}: {sorted(params)}"
        for where, code, params in given
        if code not in LOG.table or params != LOG.fields(code)
    ]
    assert wrong == []
    assert LOG.table.keys() == {code for _, code, _ in given} | SPOKEN


def test_nested_log_sentences_are_stored_as_codes():
    speech = SentenceTable(
        {
            "game": "{players}: {many}",
            "player": "{name} {final:,}",
            "many": PluralSentence(
                "count", lambda count: "one" if count == 1 else f"{{count}} of {count}"
            ),
        }
    )
    message = speech.say(
        "game",
        players=[speech.say("player", name="Ann", final=1400), "Ben"],
        many=speech.say("many", count=2),
    )
    assert message.text == "Ann 1,400, Ben: 2 of 2"
    stored = json.loads(json.dumps(message.as_json()))
    assert stored["params"]["players"] == [
        {"code": "player", "params": {"name": "Ann", "final": 1400}},
        "Ben",
    ]
    assert speech.from_stored(stored) == message
    assert speech.say("many", count=1).text == "one"


@pytest.mark.django_db
def test_entry_stores_code_parameters_and_sentence_covered_by_its_hash():
    game = opened("wespa", ("Ann", "Ben"), *CLOSE_GAME)
    finish_game(game, NOBODY)
    entry = Activity.objects.get(verb="finish_game")
    assert entry.message["code"] == "finish_game"
    assert entry.message["params"]["finals"] == [
        {"code": "final", "params": {"player": "Ann", "final": 25}},
        {"code": "final", "params": {"player": "Ben", "final": 29}},
    ]
    assert entry.summary == LOG.from_stored(entry.message).text
    assert entry.summary == f"Game {game.pk} finished: Ann 25, Ben 29"
    assert entry.after == {"finals": [25, 29], "winners": [2]}
    assert check_log().is_intact
    for other in (None, {**entry.message, "code": "reopen_game"}):
        entry.message = other
        assert not entry.is_intact


@pytest.mark.django_db
def test_entry_with_more_than_nine_numbers_keeps_its_hash():
    """JSON keys are strings, which sort differently from numbers: 10 before 2."""
    numbers = dict.fromkeys(range(1, 12), "A")
    log(NOBODY, "cut_classes", say("word_judge"), after=numbers)
    assert check_log().is_intact
    entry = Activity.objects.get(verb="cut_classes")
    assert list(entry.after) == [str(number) for number in numbers]
    entry.after = numbers  # the form that versions before 1.0 hashed
    entry.content_hash = entry.digest()
    entry.hash = entry.computed_hash()
    for changed in ("A", "B"):
        entry.after = {str(number): "A" for number in range(1, 11)} | {"11": changed}
        assert entry.is_intact == (changed == "A")


def test_judgement_is_reported_word_for_word():
    verdict = Judgement(words=["ZONE", "QI"], by_list=True)
    message = say(
        "judge",
        place=say("word_judge"),
        words=verdict.words,
        verdict=say("acceptable"),
        lexicon="NWL2023",
    )
    assert message.text == f"Word judge: {verdict} according to NWL2023"
