"""Every log entry has a code and a sentence with exactly its parameters."""

import pytest

from scoring.models import Activity
from tests.architecture.codes import codes_given
from tournament import extension
from tournament.actions.people.details import details_of
from tournament.actions.people.withdrawals import LEAVING_MESSAGE_CODES
from tournament.actions.results.entries import result_sentence
from tournament.actions.results.results import correct_result
from tournament.actions.safety.undo import undo_action
from tournament.engine.results import Outcome
from tournament.models import Pairing, ResultEntry, UndoStep
from tournament.models.membership import Role
from tournament.queries.safety.recheck import recheck
from tournament.web.event.division import PHASE_CHANGES
from tournament.wording.log import LOG, say

SPOKEN = {
    *LEAVING_MESSAGE_CODES.values(),
    *Role.values,
    *(outcome.value for outcome in set(Outcome) - {Outcome.PLAYED}),
    *(code for code, _ in PHASE_CHANGES.values()),
    *("check_in_all", "check_out_all", "describe_all"),  # all rows marked in a list
    "schedule_publishing",  # used by automatic publishing
    *("open_archive", "open_archive_without_club"),  # depends on whether the club is here
    *("erase_person", "erase_again"),  # the verb, for the first and the repeated erasing
    # the verb of the entry
    *("start_clock", "pause_clock", "resume_clock", "change_clock", "stop_clock", "show_site"),
    *("hide_site", "turn_stream_on", "turn_stream_off", "set_season_rule", "end_season_rule"),
}
"""Codes from enumerations and tables, which do not appear literally where they are logged."""


@pytest.mark.full
def test_every_log_message_has_a_sentence_with_exactly_its_parameters():
    given = list(codes_given("tournament", "say"))
    logs = (LOG, *(module.LOG for module in extension.LOG))
    fields = {code: log.fields(code) for log in logs for code in log.table}
    wrong = [
        f"{where} {code}: {params and sorted(params)}"
        for where, code, params in given
        if code not in fields or (params is not None and params != fields[code])
    ]
    assert wrong == []
    about = {code for code in fields if code.startswith(("about_", "contact_"))}
    assert fields.keys() == {code for _, code, _ in given} | SPOKEN | about


@pytest.mark.django_db
def test_every_log_entry_of_a_round_robin_renders_again_from_its_codes(desk, whole_robin, event):
    pairing = Pairing.objects.first()
    correct_result(desk, pairing, 410, 380, reason="the slip")
    undo_action(desk, UndoStep.objects.first(), reason="no")
    entries = list(Activity.objects.order_by("id"))
    assert {entry.verb for entry in entries} >= {
        "create_event", "add_players", "make_rounds", "publish_round", "enter_result", "undo",
    }  # fmt: skip
    for entry in entries:
        assert LOG.from_stored(entry.message).text == entry.summary
    last = entries[-1].message
    what = last["params"]["what"]
    assert (last["code"], what["code"]) == ("undo", "corrected")
    assert what["params"]["correct"] == {"code": "correction", "params": {}}
    seats = {"first": str(pairing.first), "second": str(pairing.second)}
    assert what["params"]["result"]["params"] == {
        "round": 1,
        "pairing": {"code": "board", "params": {"board": pairing.board, **seats}},
        "result": {"code": "scores", "params": {"first": 410, "second": 380}},
    }
    assert list(recheck(event)) == []


def test_result_sentence_matches_its_page():
    for outcome in Outcome:
        entry = ResultEntry(outcome=outcome.value, first_score=400, second_score=380)
        if outcome.value not in ("first_wins", "second_wins", "played"):
            entry.second_score = 0
        assert result_sentence(entry).text == str(entry)
    spread = ResultEntry(outcome="played", first_score=25, second_score=0, spread_only=True)
    assert result_sentence(spread).text == str(spread)
    alone = ResultEntry(outcome="first_forfeits", first_score=-50, second_score=0)
    assert result_sentence(alone, alone=True).text == alone.label_without_opponent


@pytest.mark.django_db
def test_every_editable_detail_of_an_entry_has_a_word(four):
    about = details_of(four.entries.select_related("player").first())
    assert {f"about_{key}" for key in about} == {c for c in LOG.table if c.startswith("about_")}


def test_changed_details_of_an_entry_are_listed():
    what = [say("about_name", name="Ana B"), say("about_rating_class"), say("about_fixed_board")]
    assert say("describe_entry", player="Ana", division="A", what=what).text == (
        "Ana, division A: name (now Ana B), rating class, fixed board changed."
    )
