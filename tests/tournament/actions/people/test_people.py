"""What happens to players: checked in, moved, changed, late, withdrawn, back, penalised, kept apart and merged."""

import datetime as dt

import pytest

from tests.cases import look
from tests.tournament.actions.cases import RANKS, RECHECK, all_of, at_board, of_round
from tests.tournament.actions.safety.at_the_desk import (
    before_play,
    closed,
    drafted,
    number,
    of_division,
    on,
    playing,
    published,
    whole_table,
    with_a_bye,
)
from tests.tournament.engine.in_words import in_words
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.check_in import add_walk_in, check_in, move_entry
from tournament.actions.people.clubs import create_club, create_next_session
from tournament.actions.people.details import details_of, divide_into_classes, update_entry
from tournament.actions.people.entries import add_players, preview_roster, remove_entry
from tournament.actions.people.keep_apart import end_keeping_apart, keep_apart
from tournament.actions.people.late_entries import add_late_entries
from tournament.actions.people.persons import merge_persons
from tournament.actions.people.withdrawals import return_entry, withdraw
from tournament.actions.results.penalties import give_penalty, revoke_penalty
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import draft_round_robin, pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.engine.attendance import LateEntry, Withdrawal
from tournament.models import Division, Entry, Pairing, Player
from tournament.queries.event.frame import frame_state
from tournament.queries.people.check_in import absent_entries, check_in_overview
from tournament.queries.people.entries import division_field
from tournament.queries.people.keep_apart import pairs_kept_apart, pairs_kept_apart_in
from tournament.queries.people.persons import GameTally
from tournament.queries.rounds.pairing import preview_round

pytestmark = pytest.mark.django_db
NOON = dt.datetime(2026, 10, 3, 12, tzinfo=dt.UTC)


def person(name):
    return Player.objects.get(name=name)


def walk_in(**typed):
    return of_division(add_walk_in, **typed)


ABSENT = look(lambda d: [str(entry) for entry in absent_entries(d)])
NOT_HERE = look(lambda d: check_in_overview(d.event).absent_count)


def add_b(desk, division):
    other = create_division(desk, division.event, name="B")
    add_players(desk, other, "Eve Stone 1200\nFinn Øst 1100")


def b():
    return Division.objects.select_related("event").get(name="B", event__name="Autumn Open")


def in_b(action, *args, **options):
    return lambda desk, _division: action(desk, b(), *args, **options)


def move(which, *, back=False):
    """Move a player of division A to B, or back."""
    return lambda desk, d: move_entry(desk, number(b() if back else d, which), d if back else b())


def ana_in_both(_desk, division):
    ana = number(division, 1)
    Entry.objects.create(division=b(), player=ana.player, number=9, added_at=ana.added_at)


def with_fees(_desk, division):
    Entry.objects.filter(division=division, number=2).update(
        owes="20 €", paid_at=NOON, by_initials=True, extras={"x": "1"}
    )


def preview(text):
    return look(lambda _d: [in_words(line.problem) for line in preview_roster(b(), text)])


def change(which, *, reason="", **values):
    def take(desk, division):
        entry = number(division, which)
        update_entry(desk, entry, **details_of(entry) | values, reason=reason)

    return take


PAIRS = look(
    lambda d: [f"{p.round.number}: {p}" for p in Pairing.objects.filter(round__division=d, board=1)]
)


def apart(one, other, *, hard, reason=""):
    return lambda desk, d: keep_apart(
        desk, d.event, person(one), person(other), hard=hard, reason=reason
    )


def withdraw_from_drafts(desk, division):
    return f"in the drafts {withdraw(desk, number(division, 4), after=1).drafts}"


def next_session(desk, division):
    week = create_next_session(desk, division.event, today=NOON.date())
    return str([(str(pair), pair.is_hard, pair.reason) for pair in pairs_kept_apart(week)])


def with_a_stranger(desk, division):
    create = create_division(desk, create_event(desk, name="Spring", preset="club"), name="A")
    add_players(desk, create, "Anna Lopez 1810\nGus Hall")


def spring():
    return Division.objects.select_related("event").get(event__name="Spring")


def merge(one, other):
    return lambda desk, _division: merge_persons(desk, person(one), person(other))


def ruled(rule):
    """Return a preparation: rounds after leaving are void or a forfeit, and three rounds are planned."""

    def prepare(desk, division):
        division.event.rules_copy["rounds_after_leaving"] = rule
        division.event.save()
        division.rounds_planned = 3
        division.save()
        closed(desk, division)

    return prepare


def leave_and_return(missed_as):
    return (
        on(withdraw, 4, after=1, missed_as=missed_as),
        of_division(pair_by_hand, [(1, 3)], [2]),
        of_round(publish_round, 2),
        on(return_entry, 4),
        on(return_entry, 4),
        RECHECK,
    )


HERE = on(check_in, 1, here=True)
LATE = {"add": of_division(add_late_entries, "Finn Late 1300", LateEntry.BYES_SEAT)}
CASES = {
    "a walk-in while players are checked in": (
        before_play, HERE, walk_in(name="Walker,  Johnny", rating=1450), ABSENT,
    ),
    "a walk-in without check-in": (before_play, walk_in(name="Walker,  Johnny"), ABSENT),
    "who has the bye is here": (with_a_bye, NOT_HERE, lambda desk, _d: create_club(desk, name=" ")),
    "a draft is no check-in": (drafted, NOT_HERE, on(remove_entry, 1)),
    "a move in a draft": (all_of(add_b, whole_table, with_fees), move(2)),
    "a move of who is paired": (all_of(add_b, published, ana_in_both), move(1), move(1, back=True)),
    "of another division": (
        add_b, preview("Ana Lopez 1800\nGil Low 900"), in_b(add_walk_in, name="Ana Lopez"),
    ),
    "who withdrew joins another division": (
        all_of(add_b, on(withdraw, 4)), walk_in(name="Dai Jones"), in_b(add_walk_in, name="Dai Jones"),
        walk_in(name="Dai Jones"), in_b(add_walk_in, name="Dai Jones"),
    ),
    "a rating after publishing": (
        published, change(4, rating=1900), change(4, rating=1900, reason="last month's list"),
        look(lambda d: division_field(d).by_number[4].seed),
    ),
    "a fixed board": (
        before_play, change(4, fixed_board=1), change(3, fixed_board=1),
        of_division(draft_round_robin, accepted=True), PAIRS,
    ),
    "nothing changed": (before_play, change(1), of_division(divide_into_classes, 0)),
    "a member number": (
        before_play, change(2, member=" #AA  0123 "), change(3, member="AA 0123"), change(2, member=""),
    ),
    "a name after publishing": (
        published, change(2, name="Okafor-Smith, Ben"),
        change(2, name="Okafor-Smith, Ben", reason="misheard"),
    ),
    "names that are none": (
        before_play, *(change(2, name=name) for name in ("Ana Lopez", "Ben Okafor 1700", "R2D2", " ")),
    ),
    "kept apart": (
        before_play, apart("Ana Lopez", "Ben Okafor", hard=True, reason="married"),
        look(pairs_kept_apart_in), of_division(pair_by_hand, [(1, 2), (3, 4)], firsts_as_listed=True),
        of_division(pair_by_hand, [(1, 3), (2, 4)], firsts_as_listed=True),
    ),
    "kept apart if possible": (
        apart("Ana Lopez", "Ben Okafor", hard=False),
        look(lambda d: preview_round(d, 1, "manual", {"pairs": [(1, 2), (3, 4)], "byes": []}).warnings),
    ),
    "kept apart in the next session": (
        all_of(
            lambda desk, d: end_keeping_apart(desk, apart("Ana Lopez", "Dai Jones", hard=True)(desk, d)),
            apart("Ana Lopez", "Ben Okafor", hard=False, reason="siblings"),
        ),
        next_session,
    ),
    "kept apart from a stranger": (with_a_stranger, apart("Ana Lopez", "Gus Hall", hard=True)),
    "withdrawn after a round": (
        closed, on(withdraw, 4, after=1), of_division(pair_by_hand, [(1, 3)], [2]), of_round(publish_round, 2),
        RECHECK, on(withdraw, 4, after=2),
    ),
    "withdrawn from drafts": (whole_table, withdraw_from_drafts),
    "the opponent meets who has the bye": (with_a_bye, on(withdraw, 4, Withdrawal.OPPONENT_MEETS_BYE), RECHECK),
    "withdrawn during a round": (
        all_of(with_a_bye, at_board(enter_result, 1, 400, 380)), on(withdraw, 4, Withdrawal.OPPONENT_BYE),
        on(withdraw, 4, Withdrawal.FORFEIT),
    ),
    "withdrawn after a result or closing": (
        all_of(published, at_board(enter_result, 2, 400, 350)), on(withdraw, 4, Withdrawal.FORFEIT),
        at_board(enter_result, 1, 400, 350), of_round(close_round, 1), on(withdraw, 4, after=0),
    ),
    **{
        f"missed rounds {rule} by the rules, {missed or 'as there'} by the director": (
            ruled(rule), *leave_and_return(missed),
        )
        for rule, missed in (("void", ""), ("void", "forfeit"), ("forfeit", ""), ("forfeit", "void"))
    },
    "late against the bye": (with_a_bye, of_division(add_late_entries, "Gus\nIda", LateEntry.BYES_SEAT), LATE["add"]),
    "late once the round is played": (
        all_of(with_a_bye, at_board(enter_result, 1, 400, 380)), LATE["add"],
        of_division(add_late_entries, "Finn Late", LateEntry.NEXT_ROUND),
    ),
    "a penalty": (
        playing, *(on(give_penalty, 1, round_number=1, spread=-60, reason=why) for why in (" ", "late by 12 minutes")),
        RANKS, lambda desk, d: revoke_penalty(desk, number(d, 1).penalties.get(), reason=" "),
        lambda desk, d: revoke_penalty(desk, number(d, 1).penalties.get(), reason="the clock was wrong"),
        lambda desk, d: revoke_penalty(desk, number(d, 1).penalties.get(), reason="again"),
    ),
    "a penalty that is none": (
        before_play, on(give_penalty, 1, round_number=3, spread=0, reason=""),
        on(give_penalty, 1, round_number=3, spread=-5000, reason="x"),
    ),
    "a late entry removed": (
        all_of(published, of_division(add_players, "Eve Stone")), on(remove_entry, 5),
    ),
    "a paired entry is not removed": (
        all_of(published, on(give_penalty, 1, round_number=1, spread=-50, reason="phone")), on(remove_entry, 1),
    ),
    "an entry of drafts is not removed": (whole_table, on(remove_entry, 1)),
    "merged, the name leads to who remains": (
        with_a_stranger, merge("Ana Lopez", "Anna Lopez"),
        look(lambda _d: [in_words(line.problem) for line in preview_roster(spring(), "Anna Lopez")]),
        lambda desk, _d: add_players(
            desk, create_division(desk, create_event(desk, name="Summer", preset="club"), name="A"),
            "Anna Lopez\nAna Lopez",
        ),
    ),
    "merged within a division": (
        all_of(published, add_b, ana_in_both, in_b(add_players, "Anna Lopez")), merge("Ana Lopez", "Anna Lopez"),
    ),
    "merged, both paired": (published, merge("Ana Lopez", "Ben Okafor")),
    "merged, kept apart": (
        all_of(with_a_stranger, lambda desk, _d: keep_apart(
            desk, spring().event, person("Anna Lopez"), person("Gus Hall"), hard=True
        )),
        merge("Ana Lopez", "Anna Lopez"), merge("Ana Lopez", "Anna Lopez"),
        look(lambda _d: [str(pair) for pair in spring().event.kept_apart.all()]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_happens_to_players_is_as_approved(play_case, name):
    play_case(name, *CASES[name])


def test_players_of_a_published_round_and_walk_ins_are_here(
    desk, round_one, django_assert_num_queries
):
    division = round_one.division
    assert check_in_overview(division.event).absent_count == 0
    add_walk_in(desk, division, name="Johnny Walker")
    add_late_entries(desk, division, "Eve Stone", LateEntry.NEXT_ROUND)
    with django_assert_num_queries(3):
        progress = check_in_overview(division.event)
    assert [entry.number for entry in progress.entries if entry.is_missing] == [6]
    assert (progress.present_count, progress.absent_count) == (5, 1)
    assert [entry.number for entry in absent_entries(division)] == [6]
    assert frame_state(division.event, division, at_desk=True).here.not_here == 1


def test_tie_counts_as_half_a_win_and_half_a_loss():
    tally = GameTally()
    for half_points, spread in ((2, 30), (1, 0), (0, -12)):
        tally.add_result(half_points, spread)
    assert (tally.half_wins, tally.half_losses, tally.ties, tally.spread) == (3, 3, 1, 18)
