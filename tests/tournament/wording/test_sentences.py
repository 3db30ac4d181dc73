"""Every code has a sentence, every sentence its parameters, and only codes are stored."""

import json

import pytest

from scoring.actions.activity import Actor
from scoring.wording import chain, sheets
from scoring.wording.sentence import SentenceTable
from tests.architecture.codes import codes_given
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand, pair_round
from tournament.actions.rounds.rounds import publish_round
from tournament.engine.message import Message, NotAMessage, messages_from_json
from tournament.engine.pairing.checker import Fault
from tournament.engine.pairing.firsts import FirstReason
from tournament.engine.pairing.method import all_methods
from tournament.models import Division, Pairing, Round
from tournament.queries.rounds.drafts import PairingChoice
from tournament.wording import event, ratings, recheck, results, rounds, safety
from tournament.wording.parameter_formats import FORMATTERS, format_wins
from tournament.wording.sentences import (
    SENTENCES,
    TABLES,
    parameter_formats_of,
    sentence,
    sentences,
    stored_messages,
)

NAMES = {1: "Ana Lopez", 2: "Ben Okafor", 3: "Zoë Müller", 4: "Dai Jones"}
OPTIONS = {
    "bracket": {"games": 1, "start_round": 3},
    "double_elimination": {"start_round": 3},
    "ladder": {"start_round": 3},
    "parts": {"start_round": 3, "size": 2},
    "cop": {"simulations": 2000, "control_loss_simulations": 2000},
    "initial_fontes": {"start_round": 3},
    "interleaved": {"start_round": 3},
    "manual": {"pairs": [[1, 4], [2, 3]]},
    "round_robin": {"start_round": 3, "cycles": 2},
    "team_round_robin": {"start_round": 3, "games": 2},
}


OF_QUERIES = {
    "chain_sentence": ("scoring", chain.SENTENCES),
    "sheet_sentence": ("scoring", sheets.SENTENCES),
    "difference_text": ("tournament", recheck.DIFFERENCES),
    "event_wording": ("tournament", event.SENTENCES),
    "rating_sentence": ("tournament", ratings.SENTENCES),
    "result_wording": ("tournament", results.SENTENCES),
    "round_wording": ("tournament", rounds.SENTENCES),
    "safety_sentence": ("tournament", safety.SENTENCES),
}


@pytest.mark.parametrize("function", ["Message", *OF_QUERIES])
def test_every_message_has_a_sentence_with_exactly_its_parameters(function):
    app, table = OF_QUERIES.get(function, ("tournament", SENTENCES))
    fields = SentenceTable(table).fields
    if function == "Message":
        fields = parameter_formats_of
    wrong = [
        f"{where} {code}: {sorted(given)}"
        for where, code, given in codes_given(app, function)
        if code not in table or (given is not None and given != {*fields(code)})
    ]
    assert wrong == []


def test_no_code_is_in_the_tables_of_two_subjects():
    codes = [code for table in TABLES for code in table]
    assert [code for code in SENTENCES if codes.count(code) > 1] == []


def test_every_sentence_is_used_and_every_parameter_has_a_known_form():
    made = {code for _, code, _ in codes_given("tournament", "Message")}
    of_enumerations = {item.value for kind in (FirstReason, Fault) for item in kind}
    assert SENTENCES.keys() - made - of_enumerations == set()
    assert {why.value for why in FirstReason} <= SENTENCES.keys()
    forms = {way for code in SENTENCES for way in parameter_formats_of(code).values()}
    assert forms <= FORMATTERS.keys()


@pytest.fixture
def third_round(desk, four):
    """Play two of four rounds in an event with teams and a pair kept apart."""
    Division.objects.update(rounds_planned=4)
    for number, team in ((1, "Reds"), (2, "Blues"), (3, "Reds"), (4, "Blues")):
        four.entries.filter(number=number).update(team=team)
    for pairs in ([(1, 2), (3, 4)], [(1, 3), (2, 4)]):
        round_ = publish_round(desk, pair_by_hand(desk, four, pairs, firsts_as_listed=True))
        for pairing in Pairing.objects.filter(round=round_, replaced_at=None):
            enter_result(desk, pairing, 450, 380)
    four.refresh_from_db()
    return four


@pytest.mark.django_db
@pytest.mark.parametrize("method", all_methods())
def test_every_method_stores_codes_with_sentences(third_round, method):
    round_ = pair_round(Actor("test"), third_round, 3, PairingChoice(method, OPTIONS.get(method)))
    stored = [Round.objects.get(pk=round_.pk).notes]
    stored += Pairing.objects.filter(round=round_).values_list("reasons", flat=True)
    for messages in map(messages_from_json, stored):
        assert all(sentences(messages, NAMES))
        assert not any(message.code == "text" for message in messages)
        assert not any(name in json.dumps(stored) for name in NAMES.values())


def test_message_round_trips_through_storage():
    message = Message(
        "meet_again", one=1, other=3, rounds=(2, 5), why=Message("met_everybody", entry=1)
    )
    written = json.loads(json.dumps(message.as_json()))
    assert Message.from_json(written) == message
    assert eval(repr(message)) == message
    assert sentence(message, NAMES) == (
        "Ana Lopez and Zoë Müller meet again after rounds 2 and 5: Ana Lopez has met all "
        "available opponents."
    )


NESTED = {"code": "drawn", "params": {}}
for _ in range(2_000):
    NESTED = {"code": "penalty", "params": {"why": NESTED}}


@pytest.mark.parametrize(
    "stored",
    [
        5,
        [5],
        [{"code": "drawn"}],
        [{"code": "penalty", "params": {"why": NESTED}}],
        [{"code": "drawn", "params": {}, "more": 1}],
        [{"code": "drawn", "params": {"x": 1.5}}],
        [{"code": "nonsense", "params": {}}],
        [{"code": "met_in", "params": {}}],
        [{"code": "met_in", "params": {"rounds": 5}}],
        [
            {
                "code": "in_the_running",
                "params": {"prize": 1, "entry": 1, "place": 1, "share": [1, 0]},
            }
        ],
    ],
)
def test_malformed_message_is_refused(stored):
    with pytest.raises(NotAMessage):
        stored_messages(stored, NAMES)


def test_sentences_of_the_first_archives_keep_their_wording():
    sent = ["have not met", "instead of Ben Okafor, who left"]
    assert list(sentences(stored_messages(sent, NAMES), NAMES)) == sent
    assert [format_wins(n) for n in range(5)] == ["0 wins", "½ win", "1 win", "1½ wins", "2 wins"]
