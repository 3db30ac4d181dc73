"""Keeping two people apart, always or if possible; visible to directors only."""

import datetime as dt

import pytest

from tournament.actions.act import Refused
from tournament.actions.people.clubs import create_next_session
from tournament.actions.people.keep_apart import end_keeping_apart, keep_apart
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.models import Player
from tournament.queries.people.keep_apart import pairs_kept_apart, pairs_kept_apart_in
from tournament.queries.rounds.pairing import preview_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(four):
    return Player.objects.get(name="Ana Lopez")


@pytest.fixture
def ben(four):
    return Player.objects.get(name="Ben Okafor")


def test_pairing_players_who_must_be_kept_apart_is_refused_by_name(desk, four, ana, ben):
    keep_apart(desk, four.event, ana, ben, hard=True, reason="married")
    assert pairs_kept_apart_in(four) == (frozenset([frozenset([1, 2])]), frozenset())
    with pytest.raises(Refused) as caught:
        pair_by_hand(desk, four, [(1, 2), (3, 4)], firsts_as_listed=True)
    assert str(caught.value) == "Ana Lopez and Ben Okafor are kept apart and cannot meet."
    pair_by_hand(desk, four, [(1, 3), (2, 4)])


def test_pairing_players_to_be_kept_apart_if_possible_gives_a_warning(desk, four, ana, ben):
    keep_apart(desk, four.event, ana, ben, hard=False)
    preview = preview_round(
        four, 1, "manual", {"pairs": [(1, 2), (3, 4)], "byes": [], "firsts_as_listed": True}
    )
    assert preview.blocking_reasons == []
    assert preview.warnings == [
        "Ana Lopez and Ben Okafor should be kept apart if possible.",
        "1 pair meets that should be kept apart if possible; this could have been avoided.",
    ]


def test_stranger_to_the_event_is_not_kept_apart(desk, four, ana):
    names = {"name": "Eve", "sort_name": "Eve", "name_key": "eve"}
    stranger = Player.objects.create(**names, created_at=ana.created_at)
    with pytest.raises(Refused, match="Eve is not in Autumn Open"):
        keep_apart(desk, four.event, ana, stranger, hard=True)


def test_next_session_copies_keep_apart(desk, four, ana, ben):
    ended = keep_apart(desk, four.event, ana, Player.objects.get(name="Dai Jones"), hard=True)
    end_keeping_apart(desk, ended)
    keep_apart(desk, four.event, ana, ben, hard=False, reason="siblings")
    week = create_next_session(desk, four.event, today=dt.date(2026, 10, 5))
    assert [(str(p), p.is_hard, p.reason) for p in pairs_kept_apart(week)] == [
        ("Ana Lopez and Ben Okafor", False, "siblings")
    ]
