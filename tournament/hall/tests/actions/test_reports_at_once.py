"""Both players of a board report at the same moment: one result is stored, and neither report fails.

The tests run on a SQLite file, and also on PostgreSQL if the test run uses it.
"""

import pytest
from django.db import connection

from scoring.actions.activity import Actor
from tests.at_once import at_once
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.hall.actions.reports import report_result
from tournament.hall.models import PlayerCode
from tournament.models import Event, Pairing, PlayerReport, ResultEntry

pytestmark = pytest.mark.postgres

ANA = Actor("ana")
ON_POSTGRESQL = connection.vendor == "postgresql"


def board_of_two(rule):
    """Return a pairing of two players in an event with this rule for reports, and their codes by number."""
    event = create_event(ANA, name="Open", preset="naspa_nwl")
    event.rules_copy |= {"players_report": rule}
    event.save()
    division = create_division(ANA, Event.objects.get(pk=event.pk), name="A")
    add_players(ANA, division, "Ana 1800\nBen 1700")
    publish_round(ANA, pair_by_hand(ANA, division, [(1, 2)], firsts_as_listed=True))
    codes = PlayerCode.objects.select_related("entry__player", "entry__division__event")
    pairing = Pairing.objects.select_related("round__division__event").get()
    return pairing, {code.entry.number: code for code in codes}


def sent_at_once(connected, pairing, sent):
    """Send every report, given as (code, own score, opponent's score), at the same moment; return the refusals."""

    def report(number):
        code, *scores = sent[number]
        return lambda: report_result(code, pairing, *scores, key=f"at once {number}")

    answers = at_once(connected, *(report(number) for number in range(len(sent))))
    return [str(answer) if isinstance(answer, Exception) else "" for answer in answers]


def reported_at_once(connected, rule, *scores):
    pairing, codes = board_of_two(rule)
    assert sent_at_once(connected, pairing, [(codes[1], 400, 380), (codes[2], *scores)]) == ["", ""]
    assert PlayerReport.objects.filter(replaced_at=None).count() == 2
    counting = [str(row) for row in ResultEntry.objects.filter(standing="counts")]
    assert counting == (["400-380"] if scores == (380, 400) else [])


def confirmed_and_changed_at_once(connected, rule):
    """Ben confirms Ana's report while Ana changes it: exactly one of the two succeeds."""
    pairing, codes = board_of_two(rule)
    report_result(codes[1], pairing, 400, 380, key="before")
    refused = sent_at_once(connected, pairing, [(codes[2], 380, 400), (codes[1], 410, 380)])
    assert refused[0] == ""
    counting = [str(row) for row in ResultEntry.objects.filter(standing="counts")]
    if refused[1]:
        assert refused[1].startswith("Your board already has a result: 400-380.")
        assert counting == ["400-380"]
    else:
        assert counting == []


def confirmed_twice_at_once(connected, rule):
    """The same confirmation from two tabs of one phone counts once."""
    pairing, codes = board_of_two(rule)
    report_result(codes[1], pairing, 400, 380, key="before")
    assert sent_at_once(connected, pairing, [(codes[2], 380, 400)] * 2) == ["", ""]
    assert PlayerReport.objects.count() == 2
    assert [str(row) for row in ResultEntry.objects.filter(standing="counts")] == ["400-380"]


def agreeing_reports(connected, rule):
    reported_at_once(connected, rule, 380, 400)


def differing_reports(connected, rule):
    reported_at_once(connected, rule, 390, 400)


RULES = pytest.mark.parametrize("rule", ["confirmed", "at_once"])
RACES = pytest.mark.parametrize(
    "race",
    [agreeing_reports, differing_reports, confirmed_and_changed_at_once, confirmed_twice_at_once],
)


@RULES
@RACES
def test_simultaneous_reports_give_one_result_or_none(on_sqlite, rule, race):
    race(on_sqlite, rule)


@pytest.mark.skipif(not ON_POSTGRESQL, reason="the tests run on SQLite")
@RULES
@RACES
def test_simultaneous_reports_give_one_result_or_none_on_postgresql(on_postgresql, rule, race):
    race(on_postgresql, rule)
