"""An action refuses a form made from an outdated state and returns the current one."""

import pytest

from tournament.actions.act import EditConflict
from tournament.actions.event.rules import change_rules
from tournament.actions.people.details import details_of, update_entry
from tournament.queries.rounds.rounds import result_history
from tournament.queries.versions import version_of, version_of_results

pytestmark = pytest.mark.django_db

NONE = ""
"""The version of a board without a result."""


def version(pairing):
    return version_of_results(result_history(pairing))


def test_empty_state_has_the_empty_version():
    assert [version_of(state) for state in ([], {}, None, "")] == [NONE] * 4


def test_version_depends_on_values_and_not_on_key_order():
    assert version_of({"a": 1, "b": 2}) == version_of({"b": 2, "a": 1})
    assert version_of({"a": 1, "b": 2}) != version_of({"a": 1, "b": 3})


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
