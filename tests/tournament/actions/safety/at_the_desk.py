"""Preparations at the desk for actions to be undone, and the notation of these actions."""

from tests.remembered import remembered
from tournament.actions.people.entries import add_players
from tournament.actions.people.late_entries import add_late_entries, seat_late_entry
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import draft_round_robin, pair_by_hand
from tournament.actions.rounds.plans import set_plan
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.engine.attendance import LateEntry
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.models import Division, Entry, Pairing, Round, UndoStep


def verb_of(name):
    return name.split()[0].rstrip(",")


def last(division):
    return UndoStep.objects.filter(division=division).latest("activity_id")


def number(division, which):
    entries = Entry.objects.select_related("player", "division__event")
    return entries.get(division=division, number=which)


def round_of(division, which=1):
    return Round.objects.select_related("division__event").get(division=division, number=which)


def board_of(division, which):
    rows = Pairing.objects.select_related("round__division__event", "first", "second")
    return rows.get(round__division=division, round__number=1, board=which, replaced_at=None)


def read_again(division):
    return Division.objects.select_related("event").get(pk=division.pk)


def once(prepare):
    """Return the preparation, done once: later tests replay what it wrote."""
    step = remembered(prepare)
    return lambda desk, division: step(desk=desk, division=division)


def before_play(desk, division):
    pass


def drafted(desk, division):
    pair_by_hand(desk, division, [(1, 2), (3, 4)], firsts_as_listed=True)


@once
def published(desk, division):
    drafted(desk, division)
    publish_round(desk, round_of(division))


def of_five(desk, division):
    add_players(desk, division, "Eve Stone 1400")
    pair_by_hand(desk, division, [(1, 2), (3, 4)], [5], firsts_as_listed=True)


@once
def with_a_bye(desk, division):
    of_five(desk, division)
    publish_round(desk, round_of(division))


def playing(desk, division):
    published(desk, division)
    enter_result(desk, board_of(division, 1), 400, 380)


def played(desk, division):
    playing(desk, division)
    enter_result(desk, board_of(division, 2), 420, 390)


def closed(desk, division):
    played(desk, division)
    close_round(desk, round_of(division))


def planned(desk, division):
    closed(desk, division)
    set_plan(desk, division, [PlannedRounds(1, 4, "king_of_the_hill")], rounds=4)


def one_left(desk, division):
    closed(desk, division)
    withdraw(desk, number(division, 4), after=1)


def one_missed_a_round(desk, division):
    one_left(desk, division)
    pair_by_hand(desk, division, [(1, 2)], [3])
    publish_round(desk, round_of(division, 2))


def one_came_late(desk, division):
    published(desk, division)
    add_late_entries(desk, division, "Eve Stone 1400", LateEntry.NEXT_ROUND)


def two_came_late(desk, division):
    one_came_late(desk, division)
    seat_late_entry(desk, number(division, 5), LateEntry.NEW_BYE)
    add_late_entries(desk, division, "Fay Ito", LateEntry.NEXT_ROUND)


def whole_table(desk, division):
    draft_round_robin(desk, division, accepted=True)


def penalised(desk, division):
    played(desk, division)
    give_penalty(desk, number(division, 1), round_number=1, spread=-100, reason="phone")


def on(action, which, *args, **options):
    """Return a function that applies the action to the entry with that number."""
    return lambda desk, division: action(desk, number(division, which), *args, **options)


def of_division(action, *args, **options):
    return lambda desk, division: action(desk, read_again(division), *args, **options)
