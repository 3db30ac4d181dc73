"""Two contradicting results of a board: both are shown, one is chosen, both are kept."""

import pytest

from scoring.actions.activity import Actor
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.results.recorded_games import post_recorded_result
from tournament.actions.results.results import enter_result
from tournament.actions.results.typed_lines import result_consequences, rule_for
from tournament.models import ResultEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def helper(django_user_model):
    return Actor.of(django_user_model.objects.create_user("helper", password="ten-timer"))


@pytest.fixture
def differ(desk, helper, board):
    """Enter different results for board 1 by two helpers; return the current and the other entry."""
    enter_result(helper, board(1), 402, 380)
    enter_result(desk, board(1), 420, 380, accepted=True)
    return list(ResultEntry.objects.order_by("id"))


def history():
    return [(str(row), row.standing) for row in ResultEntry.objects.order_by("id")]


@pytest.mark.parametrize(("chosen", "figures"), [(0, "402-380"), (1, "420-380")])
def test_the_chosen_one_counts_and_both_are_kept(desk, differ, chosen, figures):
    rule_for(desk, differ[chosen])
    assert history() == [("402-380", "superseded"), ("420-380", "superseded"), (figures, "counts")]


def test_a_ruling_on_a_stale_page_is_refused(desk, differ):
    rule_for(desk, differ[1])
    stale = ResultEntry.objects.get(pk=differ[0].pk)
    with pytest.raises(Refused, match="a ruling has already been made"):
        rule_for(desk, stale)


def test_ruling_on_a_recorded_game_needs_a_reason(desk, board):
    post_recorded_result(desk, board(1), 402, 380)
    beside = enter_result(desk, board(1), 402, 370, accepted=True)
    with pytest.raises(ReasonMissing, match="recorded turn by turn"):
        rule_for(desk, beside)
    assert rule_for(desk, beside, reason="overtime").reason == "overtime"


def test_a_bye_that_was_awarded_gives_way_to_what_is_entered(desk, four):
    from tournament.actions.act import Questionable
    from tournament.actions.rounds.drafts import pair_by_hand
    from tournament.actions.rounds.rounds import publish_round
    from tournament.models import Entry, Pairing

    Entry.objects.get(number=4).delete()
    round_ = publish_round(desk, pair_by_hand(desk, four, [(1, 2)], [3]))
    bye = Pairing.objects.get(round=round_, second=None)
    with pytest.raises(Questionable, match="has the result Bye"):
        enter_result(desk, bye, outcome="void")
    enter_result(desk, bye, outcome="void", accepted=True)
    assert history() == [("Bye", "superseded"), ("Void", "counts")]


def test_what_follows_a_forfeit_is_worked_out_with_the_spread_awarded(desk, board):
    enter_result(desk, board(1), 402, 380)
    enter_result(desk, board(2), 410, 380)
    assert result_consequences(board(1), 0, 0, "second_forfeits").sentences == [
        "Ana Lopez moves up from place 2 to 1.",
        "Zoë Müller moves down from place 1 to 2.",
        "Dai Jones moves up from place 4 to 3.",
        "Ben Okafor moves down from place 3 to 4.",
    ]
