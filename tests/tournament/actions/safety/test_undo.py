"""Undo at the desk: earlier state restored, later changes preserved, an entry in the log, and reasons for refusals."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.cases import look
from tests.tournament.actions.cases import RECHECK, all_of, at_board, of_round
from tests.tournament.actions.safety.at_the_desk import (
    closed,
    drafted,
    number,
    of_division,
    on,
    played,
    playing,
    published,
    round_of,
    whole_table,
)
from tournament.actions.people.check_in import check_in
from tournament.actions.people.details import details_of, update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.people.keep_apart import keep_apart
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.results.typed_lines import enter_round_results
from tournament.actions.rounds.drafts import pair_by_hand, pair_round
from tournament.actions.rounds.rounds import publish_round, reopen_round
from tournament.actions.safety.undo import undo_action
from tournament.models import Entry, Pairing, Penalty, Player, Round, UndoStep
from tournament.queries.rounds.drafts import PairingChoice
from tournament.queries.safety.undo import last_steps

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
NAMES = ["Abe Abel", "Fay Ito", "Gus Hall", "Hal Ray"]
STEPS_OFFERED = look(lambda d: [(offer.step.kind, offer.obstacles) for offer in last_steps(d)])


def undo(kind="", place=-1, **more):
    """Return a step that undoes the last step, or the one at this place of its kind."""

    def take(desk, division):
        steps = UndoStep.objects.filter(division=division, undone_by=None, kind__startswith=kind)
        undo_action(desk, [*steps.order_by("activity_id")][place], **more)

    return take


BY_MISTAKE = undo(reason="by mistake")


def described(**changed):
    """Return a step that changes the details of the first player."""

    def take(desk, division):
        entry = number(division, 1)
        update_entry(desk, entry, **details_of(entry) | changed, reason="misread")

    return take


def past(rows, **changed):
    """Return a step that changes rows past the program."""

    def take(_desk, _division):
        rows.update(**changed)

    return take


def rating_of_ana(rating):
    return past(Entry.objects.filter(number=1, division__name="A"), rating=rating)


def undo_all_but_the_players(desk, division):
    steps = UndoStep.objects.filter(division=division).exclude(kind="add_players")
    for step in steps.order_by("-activity_id"):
        undo_action(desk, step)


def with_replaced_pairings(desk, division):
    drafted(desk, division)
    add_players(desk, division, "Eve Stone\nFay Ito")
    for pair in ((5, 6), (1, 5), (6, 2)):
        first, second = (number(division, which) for which in pair)
        rows = {"round": round_of(division), "board": 3, "replaced_at": timezone.now()}
        Pairing.objects.create(first=first, second=second, **rows)


def with_people_known_before(desk, division):
    add_players(desk, division, "\n".join(NAMES))
    entries = list(Entry.objects.filter(division=division, number__gt=4).order_by("number"))
    keep_apart(desk, division.event, entries[0].player, number(division, 1).player, hard=True)
    added = min(entry.added_at for entry in entries)
    for entry, before in zip(entries, (0, 0, 10, 10.5), strict=True):
        person = Player.objects.filter(pk=entry.player_id)
        person.update(created_at=added - dt.timedelta(seconds=before))


ROUND_2 = all_of(
    of_division(pair_by_hand, [(1, 3), (2, 4)], firsts_as_listed=True), of_round(publish_round, 2)
)
CLOSING = Round.objects.filter(number=1)
CASES = {
    "later dependents": (
        all_of(closed, of_division(pair_round, 2, PairingChoice("swiss"))), STEPS_OFFERED, undo("enter_result", 0),
        undo("pair_round"), undo("close_round"), undo("enter_result"), STEPS_OFFERED,
    ),
    "no later dependents": (played, undo("enter_result", 0), RECHECK),
    "one board": (
        all_of(playing, at_board(correct_result, 1, 401, 380)), undo("enter_result"), undo("correct_result"),
        undo("enter_result"),
    ),
    "a game in progress": (all_of(published, at_board(start_game, 1)), undo("start_game"), undo("publish")),
    "a name or rating once published": (
        all_of(described(rating=1900), undo(), published), described(team="Reds"), undo(),
        described(rating=1900), undo(), BY_MISTAKE, described(name="Anna Lopez"), undo(), BY_MISTAKE,
    ),
    "a rating changed in another way": (
        all_of(published, described(rating=1850)), rating_of_ana(1700), BY_MISTAKE, rating_of_ana(1999), BY_MISTAKE,
    ),
    "a result once a later round is published": (
        all_of(
            whole_table, of_round(publish_round, 1), at_board(enter_result, 1, 400, 380),
            at_board(enter_result, 2, 400, 380), of_round(publish_round, 2),
        ),
        undo("enter_result", 0), undo("enter_result", 0, reason="wrong board"),
    ),
    "a closing once a later round is published": (
        all_of(closed, ROUND_2), undo("close_round"), undo("close_round", reason="a score was wrong"),
    ),
    "a reopening after a later round": (
        all_of(closed, ROUND_2, of_round(reopen_round, 1, reason="slip")), undo("reopen_round"),
    ),
    "results without an undo step": (
        all_of(published, of_round(enter_round_results, 1, {1: (400, 380), 2: (350, 390)})), BY_MISTAKE,
    ),
    "a game without an undo step": (
        all_of(published, at_board(start_game, 2), lambda *_: UndoStep.objects.filter(kind="start_game").delete()),
        BY_MISTAKE,
    ),
    "a phase changed past the program": (
        all_of(closed, past(CLOSING, phase="playing")), BY_MISTAKE, past(CLOSING, phase="closed"),
        of_round(reopen_round, 1, reason="slip"), past(CLOSING, phase="closed"), BY_MISTAKE,
    ),
    "a player and a team called draft": (
        all_of(described(name="draft", team="draft"), described(name="Ann")),
        past(Player.objects.filter(entries__number=1), name="Bea"), BY_MISTAKE,
        described(team="Reds"), past(Entry.objects.filter(number=1), team="Blues"), BY_MISTAKE,
    ),
    "a penalty revoked past the program": (
        all_of(played, on(give_penalty, 1, round_number=1, spread=-50, reason="phone")),
        past(Penalty.objects.all(), revoked_at=timezone.now()), BY_MISTAKE,
    ),
    "players of an undone result": (all_of(playing, undo_all_but_the_players), undo("add_players")),
    "players with replaced pairings": (with_replaced_pairings, undo()),
    "players known before": (
        with_people_known_before, undo(),
        look(lambda _d: [*Player.objects.filter(name__in=NAMES).order_by("name").values_list("name", flat=True)]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_undone_is_as_approved(play_case, name):
    play_case(name, *CASES[name])


@pytest.mark.parametrize("rounds", [1, 3])
def test_undo_steps_are_listed_in_one_query(desk, four, rounds, django_assert_num_queries):
    for _ in range(rounds):
        check_in(desk, number(four, 1), here=True)
        check_in(desk, number(four, 1), here=False)
    with django_assert_num_queries(1):
        assert len(last_steps(four)) == 2 * rounds + 1
