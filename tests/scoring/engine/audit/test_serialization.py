"""The findings of a file are stored as codes and read the same in every language."""

import json
from pathlib import Path

import pytest

from scoring import catalogue
from scoring.engine.audit.findings import Severity
from scoring.engine.audit.identify import AvailableRules, RequestedKeys
from scoring.engine.audit.serialization import finding_as_json, message_as_json, message_from_json
from scoring.engine.audit.verification import verify
from scoring.engine.board.layouts import Premium
from scoring.engine.board.squares import Square
from scoring.engine.gcg import Unreadable
from scoring.engine.message import Message
from scoring.wording.engine import sentence, sentences
from tests.pseudo_language import pseudo_language

GAMES = sorted((Path(__file__).parents[4] / "fixtures").rglob("*.gcg"))


def test_stored_findings_of_sample_games_keep_their_sentences():
    available = AvailableRules(catalogue.rule_sets(), catalogue.tile_sets(), catalogue.layouts())
    codes = set()
    for path in GAMES:
        try:
            findings = verify(
                path.read_text("utf-8", "replace"), available, RequestedKeys()
            ).audit.findings
        except Unreadable as unreadable:
            findings = unreadable.findings
        for finding in findings:
            stored = json.loads(json.dumps(finding_as_json(finding)))
            codes.add(stored["message"]["code"])
            assert stored["error"] == (finding.severity is Severity.ERROR)
            for speak in (sentence, in_another_language):
                assert speak(message_from_json(stored["message"])) == speak(finding.message)
            slips = map(message_from_json, stored["slips"])
            assert sentences(slips) == sentences(finding.likely_slips)
    assert {"play_score", "laid_not_in_rack"} <= codes


def in_another_language(message):
    with pseudo_language():
        return sentence(message)


def test_squares_and_premiums_keep_their_type_when_stored():
    message = Message("premium_missed", premium=Premium.TLS, square=Square.parse("8H"))
    assert message_as_json(message) == {
        "code": "premium_missed",
        "params": {"premium": {"premium": "TLS"}, "square": {"square": "H8"}},
    }
    assert message_from_json(message_as_json(message)) == message


DAMAGED = {"code": "laid_not_in_rack", "params": {"a": {"premium": "XLS"}, "b": {"proof": 5}}}


@pytest.mark.parametrize(
    "broken", ["a text", 3, [], {}, {"code": 3}, {"square": "8H"}, {"a": 1}, {"proof": 5}, DAMAGED]
)
def test_invalid_stored_message_is_refused(broken):
    with pytest.raises(ValueError, match="is no"):
        message_from_json(broken)
