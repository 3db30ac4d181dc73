"""Every option of every report, of an event in which little goes as planned, compared with what somebody last read."""

import re
from dataclasses import fields

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from scoring.actions.activity import Actor
from scoring.actions.games import finish_game
from scoring.actions.turns import record_all_turns, record_turn
from scoring.engine import gcg
from tests.approved import check_approved
from tests.cases import VARIES
from tests.samples import GAMES
from tests.tournament.exchange.test_approved_files import as_text
from tests.tournament.queries.safety.test_recheck_games import FROZEN
from tests.tournament.reports.samples import STAMP
from tests.tournament.reports.test_figures import PageText
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.rules import change_rules
from tournament.actions.people.details import divide_into_classes, update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.people.late_entries import add_late_entries
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.standings.display import change_standings_settings
from tournament.actions.standings.prizes import add_prizes
from tournament.engine.attendance import LateEntry
from tournament.engine.results import Outcome
from tournament.models import Event, Pairing
from tournament.reports.definition import all_papers, find_definition
from tournament.reports.delivery import build_report, render_report
from tournament.reports.report_options import CannotReport, options_from

pytestmark = pytest.mark.django_db
TODAY = re.compile(r"\b\d\d? \w{3} \d{4}\b|\b\d\d:\d\d:\d\d\b")
VALUES = {
    "audience": ["everybody"], "division": ["a"], "round": [1, 9], "board": [2], "turn": [3], "player": [2],
    "top": [2], "places": [1], "count": [2], "players": [1, "1, 3-4"], "only": ["2, b.1", "x"],
    "boards": ["1"], "per_page": [1, 4, 6, 8, 10], "first": [3], "last": [4], "turns": [12],
    "codes": ["no", "yes"], "since": ["2026-10-04"], "until": ["2026-10-02"],
    "system": ["wespa"], "person": ["awkward"], "verb": ["withdraw"], "text": ["left"], "day": ["2026-10-03"],
    "which": [], "figure": [], "order": [], "form": [],  # reports of their own
}  # fmt: skip
"""Values to be tried, beside those between which an option lets choose."""


def boards_of(desk, division, pairs, byes=()):
    """Publish a round with these pairs and return the pairing at each board, and at 0 the bye."""
    round_ = pair_by_hand(desk, division, pairs, byes, firsts_as_listed=True)
    publish_round(desk, round_)
    return {row.board or 0: row for row in Pairing.objects.filter(round=round_)}


def awkward_event():
    """Return an event with walk-outs, forfeits, rulings, a spread without scores, and ranks not yet public."""
    desk = Actor.for_user(User.objects.create_superuser("awkward", password="nine-timer"))
    event = create_event(
        desk, name="Awkward Open", preset="naspa_nwl", date=STAMP.date(), place="Hall 2"
    )
    Event.objects.filter(pk=event.pk).update(lots_seed=7)
    caps = {"spread_caps": [90, 60], "precedence": ["wins", "losses", "capped_spread", "spread"]}
    change_rules(desk, event, event.rules.as_dict() | caps)
    first, second = (create_division(desk, event, name=name) for name in "AB")
    names = ("Ana", "Ben", "Cy", "Dai", "Eva", "Finn", "Gus", "Hana")
    add_players(desk, first, "\n".join(f"{name} {1900 - 90 * n}" for n, name in enumerate(names)))
    add_players(desk, second, "Ida 1200\nJo\nKim 900")
    entries = {entry.number: entry for entry in first.entries.all()}

    on = boards_of(desk, first, [(1, 2), (3, 4), (5, 6), (7, 8)])
    for board, scores in enumerate([(410, 390), (380, 380), (350, 501), (402, 299)], 1):
        enter_result(desk, on[board], *scores, accepted=True)
    correct_result(desk, on[1], 410, 410, outcome=Outcome.SECOND_WINS, reason="Won on time")
    enter_result(desk, on[3], 355, 501, accepted=True)
    close_round(desk, on[1].round)
    give_penalty(desk, entries[2], round_number=1, spread=-30, reason="Phone")
    withdraw(desk, entries[8], after=1, reason="left early")

    on = boards_of(desk, first, [(1, 3), (2, 4), (5, 7)], [6])
    enter_result(desk, on[1], 65, spread_only=True, accepted=True)
    enter_result(desk, on[2], outcome=Outcome.FIRST_FORFEITS, accepted=True)
    game = start_game(desk, on[3])
    record = (GAMES / "human_48_challenge_withdraw_pass.gcg").read_bytes().decode("utf-8-sig")
    record_all_turns(game, gcg.read(record), desk)
    finish_game(game, desk)
    close_round(desk, on[1].round)
    give_penalty(desk, entries[5], round_number=2, spread=15, reason="Clock")

    add_late_entries(desk, first, "Lou 1333", LateEntry.NEXT_ROUND)
    on = boards_of(desk, first, [(2, 3), (1, 5), (6, 9), (4, 7)])
    enter_result(desk, on[1], 422, 377)
    enter_result(desk, on[2], outcome=Outcome.BOTH_FORFEIT, accepted=True)
    record_turn(start_game(desk, on[3]), FROZEN, desk, confirmed=True)

    enter_result(desk, boards_of(desk, second, [(1, 2)], [3])[1], 333, 444, accepted=True)
    pair_by_hand(desk, second, [(1, 3)], [2])
    change_standings_settings(desk, first, rounds_planned=5, held_back_from=3)
    for number, entry in entries.items():
        team, owes = ("Reds", "Blues")[number % 2], "€ 10" * (number % 3 == 0)
        update_entry(desk, entry, rating=entry.rating, team=team, owes=owes, reason="so")
    divide_into_classes(desk, first, 2)
    add_prizes(desk, event, "A: 1-2 = € 100\nhigh loss = 5\nupset = a book\nB: 1 = 20")
    return Event.objects.get(pk=event.pk)


@pytest.fixture(scope="module")
def awkward(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        yield awkward_event()
        transaction.set_rollback(True)


def variants(chosen):
    """Yield every value to be tried of each option, alone."""
    for option in fields(chosen.Options):
        choices = [value for value, _label in option.metadata["choices"]]
        for value in VALUES.get(option.name, choices):
            is_number = "int" in str(option.type)
            if value != option.default and isinstance(value, int) == is_number:
                yield {option.name: value}


def page_of(event, chosen, options):
    """Return the page of a report and what only files contain, or the sentence that refuses these options."""
    try:
        report = build_report(chosen, event, options_from(chosen.Options, options), STAMP)
    except CannotReport as refused:
        return str(refused)
    page = PageText()
    page.feed(render_report(report, "html").content.decode())
    return TODAY.sub("*", VARIES.sub("*", "\n".join([page.text, *columns_of_files(report)])))


def columns_of_files(report):
    for table in report.tables:
        for place, column in enumerate(table.columns):
            if table.data_only or column.data_only:
                yield f"In files, {column.full_name}: {as_text([row[place] for row in table.rows])}"


@pytest.mark.parametrize("key", [key for key in all_papers() if key != "round_progress"])
def test_report_with_each_of_its_options_is_as_approved(request, awkward, key):
    chosen = find_definition(key)
    whole = page_of(awkward, chosen, {})
    now = {key: whole}
    for options in variants(chosen):
        page = page_of(awkward, chosen, options)
        now[f"{key} {options}"] = "the same" if page == whole else page
    check_approved(request, now)
