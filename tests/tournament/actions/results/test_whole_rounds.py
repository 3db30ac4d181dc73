"""Entering a whole round gives the same rows and words as entering board by board."""

import pytest
from django.db import transaction

from scoring.models import Activity
from scoring.queries.chain import check_chain
from tournament.actions.act import Refused
from tournament.actions.results.results import NotAResult, enter_result
from tournament.actions.results.typed_lines import enter_round
from tournament.actions.rounds.rounds import close_round
from tournament.models import Pairing, ResultEntry, Round

pytestmark = pytest.mark.django_db


def rows(round_):
    fields = [f.attname for f in ResultEntry._meta.fields]
    stored = [name for name in fields if name not in ("id", "pairing_id", "entered_at")]
    results = ResultEntry.objects.filter(pairing__round=round_).order_by("pairing__board")
    logged = Activity.objects.filter(verb="enter_result").order_by("id")[:2]
    return (
        list(results.values_list("pairing__board", *stored)),
        list(logged.values_list("user", "actor", "summary", "scope", "reason", "before", "after")),
        Round.objects.get(pk=round_.pk).phase,
    )


@pytest.fixture
def one_by_one(desk, round_one, board):
    """Return the rows left by `enter_result`, rolled back afterwards."""
    with transaction.atomic():
        enter_result(desk, board(1), 400, 380)
        enter_result(desk, board(2), 300, 512)
        stored = rows(round_one)
        transaction.set_rollback(True)
    return stored


def test_it_leaves_the_same_results_log_and_phase(desk, round_one, one_by_one):
    enter_round(desk, round_one, {1: (400, 380), 2: (300, 512)})
    assert rows(round_one) == one_by_one
    assert check_chain().is_whole
    assert close_round(desk, round_one).phase == "closed"


def test_a_draft_or_a_closed_round_takes_none(desk, round_one):
    enter_round(desk, round_one, {1: (400, 380), 2: (300, 512)})
    close_round(desk, round_one)
    with pytest.raises(Refused, match="Round 1 is closed"):
        enter_round(desk, round_one, {1: (400, 380)})


def test_all_or_none(desk, round_one, board):
    enter_result(desk, board(2), 300, 512)
    for scores, refusal in (
        ({1: (400, 380), 2: (1, 2)}, Refused),
        ({1: (400, 380), 3: (1, 2)}, NotAResult),
        ({1: (40000, 380)}, NotAResult),
    ):
        with pytest.raises(refusal):
            enter_round(desk, round_one, scores)
    assert Pairing.objects.filter(results=None).count() == 1
