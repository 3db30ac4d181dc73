"""Both players of a board report in the same instant: one result, whoever came first, and nothing fails."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from scoring.actions.activity import Actor
from tests.conftest import database_in
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.results.reports import report_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.models import Event, Pairing, PlayerCode, PlayerReport, ResultEntry

ANA = Actor("ana")


@pytest.mark.parametrize("rule", ["confirmed", "at_once"])
@pytest.mark.parametrize("scores", [(380, 400), (390, 400)])
def test_two_phones_at_once_make_one_result_or_none(file_database, rule, scores):
    event = create_event(ANA, name="Open", preset="naspa_nwl")
    event.rules_copy |= {"players_report": rule}
    event.save()
    division = create_division(ANA, Event.objects.get(pk=event.pk), name="A")
    add_players(ANA, division, "Ana 1800\nBen 1700")
    publish_round(ANA, pair_by_hand(ANA, division, [(1, 2)], firsts_as_listed=True))
    pairing = Pairing.objects.select_related("round__division__event").get()
    codes = PlayerCode.objects.select_related("entry__player", "entry__division__event")
    typed = {1: (400, 380), 2: scores}
    both_ready = threading.Barrier(2)

    def send(code):
        with database_in(file_database):
            both_ready.wait()
            report_result(code, pairing, *typed[code.entry.number], key="form")

    with ThreadPoolExecutor(2) as phones:
        assert list(phones.map(send, list(codes))) == [None, None]
    assert PlayerReport.objects.filter(replaced_at=None).count() == 2
    counting = [str(row) for row in ResultEntry.objects.filter(standing="counts")]
    assert counting == (["400-380"] if scores == (380, 400) else [])
