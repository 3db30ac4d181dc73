"""Every action at the desk that can be undone is undone once, and the database is as before."""

import datetime as dt

import pytest
from django.conf import settings
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity
from scoring.queries.chain import check_log
from tests.approved import check_approved
from tests.cases import text_of_entries_after
from tests.rooms import of_rooms
from tests.tournament.actions.safety.at_the_desk import (
    before_play,
    board_of,
    closed,
    drafted,
    last,
    number,
    of_division,
    of_five,
    on,
    one_came_late,
    one_left,
    one_missed_a_round,
    penalised,
    planned,
    played,
    playing,
    published,
    read_again,
    round_of,
    two_came_late,
    verb_of,
    whole_table,
    with_a_bye,
)
from tests.tournament.actions.safety.every_row import differences, everything
from tests.tournament.actions.safety.not_undone import NOT_UNDONE
from tests.tournament.actions.safety.test_everything_undone_on_the_pad import ON_THE_PAD
from tournament.actions.act import Refused
from tournament.actions.people.bulk_entries import (
    check_in_entries,
    pair_present_entries,
    update_entries,
)
from tournament.actions.people.check_in import check_in
from tournament.actions.people.details import details_of, update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.people.late_entries import add_late_entries, seat_late_entry
from tournament.actions.people.withdrawals import return_entry, withdraw
from tournament.actions.results.penalties import give_penalty, revoke_penalty
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.automatic_rounds import run_due_steps, set_automatic_publishing
from tournament.actions.rounds.drafts import draft_round_robin, pair_by_hand, pair_round
from tournament.actions.rounds.plans import set_plan
from tournament.actions.rounds.rearranging import rearrange_round
from tournament.actions.rounds.rounds import close_round, publish_round, reopen_round
from tournament.actions.safety.undo import undo_action
from tournament.actions.standings.ratings import set_career_games
from tournament.engine.attendance import LateEntry, Withdrawal
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.queries.rounds.drafts import PairingChoice, arrangement_of
from tournament.queries.safety.recheck import recheck
from tournament.queries.safety.undo import KINDS_UNDONE_ELSEWHERE
from tournament.wording.verbs import all_verbs

pytestmark = pytest.mark.django_db


"""The log entries of every action: their sentences as codes, and the rows that were written."""


def drafted_by_itself(desk, division):
    published(desk, division)
    set_plan(desk, division, [PlannedRounds(1, 4, "king_of_the_hill")], rounds=4)
    set_automatic_publishing(desk, division, 5)
    enter_result(desk, board_of(division, 1), 400, 380)
    enter_result(desk, board_of(division, 2), 400, 380)
    run_due_steps(timezone.now())


def swap_boards(desk, division):
    round_ = round_of(division)
    now = arrangement_of(round_)
    return rearrange_round(desk, round_, now.swap(1, 3), seen=str(now), reason="asked for")


def describe(desk, division):
    entry = number(division, 2)
    details = details_of(entry) | {
        "name": "Benjamin Okafor", "rating": 1777, "member": "X7", "team": "Reds",
        "rating_class": "A", "fixed_board": 2, "by_initials": True, "paid": True,
    }  # fmt: skip
    update_entry(desk, entry, **details, reason="misread")


ADD = of_division(add_players, "Eve Stone 1400\nFay Ito")
LATE = of_division(add_late_entries, "Eve Stone 1400", LateEntry.NEXT_ROUND)
AT_THE_DESK = {
    "add_players": (before_play, ADD),
    "add_players, to a published round": (published, LATE),
    "check_in": (before_play, on(check_in, 1, here=True)),
    "check_in of all": (
        before_play,
        lambda desk, d: check_in_entries(desk, [number(d, 1), number(d, 3)], here=True),
    ),
    "describe_entry": (before_play, describe),
    "describe_entry of two": (
        before_play,
        lambda desk, d: update_entries(desk, [number(d, 1), number(d, 3)], team="Reds"),
    ),
    "set_career_games": (before_play, of_division(set_career_games, {1: 100, 2: 30})),
    "pair_present": (planned, of_division(pair_present_entries, 2, [4])),
    "rearrange_round, a draft": (drafted, swap_boards),
    "rearrange_round, published": (published, swap_boards),
    "make_rounds": (before_play, of_division(draft_round_robin, accepted=True)),
    "make_rounds, only the next": (before_play, of_division(draft_round_robin, only_next=True)),
    "make_rounds, of a table drafted before": (
        whole_table,
        of_division(draft_round_robin, cycles=2, accepted=True),
    ),
    "make_rounds, by hand": (drafted, of_division(pair_by_hand, [(1, 3), (2, 4)])),
    "make_rounds, by hand with a bye": (one_left, of_division(pair_by_hand, [(1, 2)], [3])),
    "pair_round": (closed, of_division(pair_round, 2, PairingChoice("swiss"))),
    "pair_round, once more": (drafted, of_division(pair_round, 1, PairingChoice("random"))),
    "pair_round, published": (
        with_a_bye,
        of_division(pair_round, 1, PairingChoice("round_robin", {"cycles": 1}), reason="slip"),
    ),
    "publish_round": (drafted, lambda desk, d: publish_round(desk, round_of(d))),
    "publish_round, with a bye": (of_five, lambda desk, d: publish_round(desk, round_of(d))),
    "publish_unattended": (
        drafted_by_itself,
        lambda _desk, _d: run_due_steps(timezone.now() + dt.timedelta(minutes=5)),
    ),
    "enter_result": (published, lambda desk, d: enter_result(desk, board_of(d, 2), 350, 370)),
    "enter_result, beside another": (
        playing,
        lambda _, d: enter_result(Actor("another"), board_of(d, 1), 410, 380, accepted=True),
    ),
    "enter_result, void": (
        playing,
        lambda desk, d: enter_result(desk, board_of(d, 2), outcome="void"),
    ),
    "correct_result": (playing, lambda desk, d: correct_result(desk, board_of(d, 1), 401, 380)),
    "close_round": (played, lambda desk, d: close_round(desk, round_of(d))),
    "reopen_round": (closed, lambda desk, d: reopen_round(desk, round_of(d), reason="slip")),
    "withdraw": (closed, on(withdraw, 3, after=1)),
    "withdraw, forfeiting": (playing, on(withdraw, 3, Withdrawal.FORFEIT)),
    "withdraw, the opponent has the bye": (published, on(withdraw, 3, Withdrawal.OPPONENT_BYE)),
    "withdraw, the opponent meets the player with the bye": (
        with_a_bye,
        on(withdraw, 3, Withdrawal.OPPONENT_MEETS_BYE),
    ),
    "no_show": (playing, on(withdraw, 3, Withdrawal.NO_SHOW)),
    "no_show of who has the bye": (with_a_bye, on(withdraw, 5, Withdrawal.NO_SHOW)),
    "return_entry": (one_left, on(return_entry, 4, here=True)),
    "return_entry, rounds missed": (one_missed_a_round, on(return_entry, 4)),
    "join_round, with a bye": (one_came_late, on(seat_late_entry, 5, LateEntry.NEW_BYE)),
    "join_round, against the bye": (two_came_late, on(seat_late_entry, 6, LateEntry.BYES_SEAT)),
    "give_penalty": (played, on(give_penalty, 1, round_number=1, spread=-100, reason="phone")),
    "revoke_penalty": (
        penalised,
        lambda desk, d: revoke_penalty(desk, number(d, 1).penalties.get(), reason="not his"),
    ),
}
for undone_in_room in of_rooms("UNDONE"):
    AT_THE_DESK |= undone_in_room
DECIDED_BY_ITSELF = {"publish_unattended": {"tournament_division": "unattended"}}
"""Fields that an undo changes on purpose: after undoing a publication, automatic publishing is off."""


@pytest.mark.parametrize("name", AT_THE_DESK)
def test_undoing_an_action_at_the_desk_restores_the_database(
    request, monkeypatch, desk, four, name
):
    verb = verb_of(name)
    prepare, do = AT_THE_DESK[name]
    monkeypatch.setattr("secrets.randbelow", lambda _number: 7)
    prepare(desk, four)
    before, logged = everything(), Activity.objects.latest("pk").pk
    do(desk, read_again(four))
    assert everything() != before
    if not settings.ROOMS_OFF:
        check_approved(request, {name: text_of_entries_after(logged)})
    step = last(four)
    assert (step.kind, step.activity_id > logged) == (verb, True)
    undone = undo_action(desk, step, reason="by mistake")
    after = everything()
    for table, column in DECIDED_BY_ITSELF.get(verb, {}).items():
        for row in (
            row for rows in (before, after) for key, row in rows.items() if key[0] == table
        ):
            del row[column]
    assert differences(before, after) == {}
    assert undone.summary == f"Undone: {step.activity.summary}"
    assert undone.after == {"undone_entry": step.activity_id}
    step.refresh_from_db()
    assert step.undone_by == undone
    assert list(map(str, recheck(four.event))) == []
    assert check_log().fault_message == ""
    with pytest.raises(Refused, match="already been undone"):
        undo_action(desk, step)


def test_every_verb_has_an_undo_case_or_a_reason():
    undone = {verb_of(name) for name in (*AT_THE_DESK, *ON_THE_PAD)}
    named = [*undone, *NOT_UNDONE]
    assert len(named) == len(set(named))
    if not settings.ROOMS_OFF:  # verbs of disabled rooms are listed, and their tests undo nothing
        assert set(named) == set(all_verbs())
    assert all(NOT_UNDONE.values())
    assert set(KINDS_UNDONE_ELSEWHERE) <= set(NOT_UNDONE)
