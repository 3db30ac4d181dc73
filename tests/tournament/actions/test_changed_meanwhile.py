"""An action refuses a form made from an outdated state and returns the current one."""

import pytest

from scoring.models import Activity
from tournament.actions.act import ConfirmationRequired, EditConflict, Refused
from tournament.actions.event.rules import change_rules
from tournament.actions.people.details import details_of, update_entry
from tournament.actions.results.recorded_games import post_recorded_result
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.results.typed_lines import rule_for_result
from tournament.queries.rounds.rounds import current_results, result_history
from tournament.queries.versions import version_of, version_of_results

pytestmark = pytest.mark.django_db

NONE = ""
"""The version of a board without a result."""


def version(pairing):
    return version_of_results(result_history(pairing))


def history(pairing):
    return [(str(row), row.standing) for row in pairing.results.order_by("id")]


def test_empty_state_has_the_empty_version():
    assert [version_of(state) for state in ([], {}, None, "")] == [NONE] * 4


def test_version_depends_on_values_and_not_on_key_order():
    assert version_of({"a": 1, "b": 2}) == version_of({"b": 2, "a": 1})
    assert version_of({"a": 1, "b": 2}) != version_of({"a": 1, "b": 3})


def test_version_of_a_board_changes_with_every_result(desk, helper, board):
    seen = [version(board(1))]
    enter_result(desk, board(1), 400, 380)
    seen.append(version(board(1)))
    enter_result(helper, board(1), 410, 380, accepted=True)
    seen.append(version(board(1)))
    correct_result(desk, board(1), 410, 380)
    seen.append(version(board(1)))
    assert len(set(seen)) == 4
    assert version_of_results(current_results(board(1))) == seen[-1]


def test_result_from_an_outdated_empty_board_does_not_replace_an_own_result(desk, board):
    enter_result(desk, board(1), 400, 380)
    with pytest.raises(EditConflict, match="Board 1 has changed since") as refused:
        enter_result(desk, board(1), 410, 380, accepted=True, seen=NONE)
    assert [str(row) for row in refused.value.now] == ["400-380"]
    assert refused.value.version == version(board(1))
    assert history(board(1)) == [("400-380", "counts")]
    enter_result(desk, board(1), 410, 380, accepted=True, seen=refused.value.version)
    assert history(board(1)) == [("400-380", "superseded"), ("410-380", "counts")]


def test_correction_of_an_outdated_result_is_refused_without_a_trace(desk, helper, board):
    enter_result(desk, board(1), 400, 380)
    seen = version(board(1))
    correct_result(helper, board(1), 400, 390)
    logged = Activity.objects.count()
    with pytest.raises(EditConflict) as refused:
        correct_result(desk, board(1), 40, 380, accepted=True, seen=seen)
    assert [str(row) for row in refused.value.now] == ["400-390"]
    assert refused.value.questions == ["A score of 40 is unusual."]
    assert Activity.objects.count() == logged
    correct_result(desk, board(1), 40, 380, accepted=True, seen=refused.value.version)
    assert str(board(1).results.get(standing="counts")) == "40-380"


def test_current_version_does_not_suppress_questions(desk, board):
    enter_result(desk, board(1), 400, 380)
    with pytest.raises(ConfirmationRequired, match="A score of 40 is unusual"):
        correct_result(desk, board(1), 40, 380, seen=version(board(1)))


def test_same_result_from_an_outdated_page_changes_nothing(desk, helper, board):
    enter_result(helper, board(1), 400, 380)
    assert str(enter_result(desk, board(1), 400, 380, seen=NONE)) == "400-380"
    with pytest.raises(Refused, match="the result is already 400-380"):
        correct_result(desk, board(1), 400, 380, seen="an earlier version")
    assert history(board(1)) == [("400-380", "counts")]


def test_scorekeeper_corrects_only_an_own_result(desk, helper, board):
    enter_result(helper, board(1), 400, 380)
    correct_result(helper, board(1), 405, 380, may_rule=False)
    correct_result(desk, board(1), 406, 380)
    with pytest.raises(
        Refused, match=r"another person entered the result 406-380 \(typed by director\)"
    ):
        correct_result(helper, board(1), 410, 380, may_rule=False, seen=version(board(1)))
    assert history(board(1))[-1] == ("406-380", "counts")


def test_scorekeeper_cannot_rule_between_two_results(desk, helper, board):
    enter_result(helper, board(1), 405, 380)
    enter_result(desk, board(1), 410, 380, accepted=True)
    with pytest.raises(Refused, match="The director decides which counts"):
        correct_result(helper, board(1), 410, 380, may_rule=False, seen=version(board(1)))
    enter_result(helper, board(1), 412, 380, accepted=True)
    assert history(board(1)) == [
        ("405-380", "counts"), ("410-380", "beside"), ("412-380", "beside"),
    ]  # fmt: skip


def test_ruling_from_an_outdated_page_is_refused(desk, helper, board):
    enter_result(desk, board(1), 400, 380)
    chosen = enter_result(helper, board(1), 410, 380, accepted=True)
    seen = version(board(1))
    post_recorded_result(desk, board(1), 405, 380)
    with pytest.raises(EditConflict) as refused:
        rule_for_result(desk, chosen, reason="the slip", seen=seen)
    assert [str(row) for row in refused.value.now] == ["400-380", "410-380", "405-380"]
    assert rule_for_result(desk, chosen, reason="the slip", seen=refused.value.version)


def test_entry_details_are_not_overwritten_from_an_outdated_page(desk, helper, four):
    entry = four.entries.select_related("player", "division__event").get(number=4)
    earlier = details_of(entry)
    update_entry(helper, entry, **earlier | {"team": "Ospreys"})
    with pytest.raises(EditConflict, match="The profile of Dai Jones has") as refused:
        update_entry(desk, entry, **earlier | {"member": "AA12"}, seen=version_of(earlier))
    assert refused.value.now == {"member": "", "team": "Ospreys"}
    assert four.entries.get(number=4).team == "Ospreys"
    wanted = earlier | {"member": "AA12", "team": "Ospreys"}
    update_entry(desk, entry, **wanted, seen=refused.value.version)
    assert four.entries.get(number=4).member == "AA12"


def test_rules_are_not_overwritten_from_an_outdated_page(desk, helper, event):
    earlier = event.rules.as_dict()
    change_rules(helper, event, earlier | {"bye_spread": 75})
    with pytest.raises(EditConflict, match="The rule set of Autumn Open") as refused:
        change_rules(desk, event, earlier | {"forfeit_spread": -60}, seen=version_of(earlier))
    assert refused.value.now == {"bye_spread": 75, "forfeit_spread": -50}
    wanted = earlier | {"forfeit_spread": -60, "bye_spread": 75}
    after = change_rules(desk, event, wanted, seen=refused.value.version)
    assert (after.rules.bye_spread, after.rules.forfeit_spread) == (75, -60)
