"""Steps that cannot be undone, and later changes that an undo keeps."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.tournament.actions.safety.at_the_desk import (
    board_of,
    closed,
    drafted,
    last,
    number,
    played,
    playing,
    published,
    round_of,
)
from tournament.actions.act import Refused
from tournament.actions.people.check_in import check_in
from tournament.actions.people.details import describe_entry, details_of
from tournament.actions.people.entries import add_players
from tournament.actions.people.keep_apart import keep_apart
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.typed_lines import enter_round
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round, reopen_round
from tournament.actions.safety.undo import undo_action
from tournament.models import Entry, Pairing, Penalty, Player, Round, UndoStep

pytestmark = pytest.mark.django_db

CHANGED = "It has since been changed in another way. See the activity log."


def why_not(desk, step):
    with pytest.raises(Refused) as refused:
        undo_action(desk, step, reason="by mistake")
    return str(refused.value)


def test_results_entered_without_an_undo_step_are_in_the_way(desk, four):
    published(desk, four)
    enter_round(desk, round_of(four), {1: (400, 380), 2: (350, 390)})
    assert why_not(desk, last(four)) == (
        "Boards 1, 2 have a result or a recorded game: undo that first."
    )


def test_a_game_begun_without_an_undo_step_is_in_the_way(desk, four):
    published(desk, four)
    start_game(desk, board_of(four, 2))
    UndoStep.objects.filter(kind="start_game").delete()
    assert why_not(desk, last(four)) == (
        "Board 2 has a result or a recorded game: undo that first."
    )


def test_a_phase_changed_in_another_way_is_not_undone(desk, four):
    closed(desk, four)
    Round.objects.update(phase="playing")
    assert why_not(desk, last(four)) == CHANGED
    Round.objects.update(phase="closed")
    reopen_round(desk, round_of(four), reason="slip")
    Round.objects.update(phase="closed")
    assert why_not(desk, last(four)) == CHANGED


def test_a_player_and_a_team_may_be_called_draft_like_the_phase(desk, four):
    def describe(**changed):
        entry = Entry.objects.select_related("player", "division__event").get(
            division=four, number=1
        )
        describe_entry(desk, entry, **details_of(entry) | changed)

    describe(name="draft", team="draft")
    describe(name="Ann")
    Player.objects.filter(entries=number(four, 1)).update(name="Bea")
    assert why_not(desk, last(four)) == CHANGED
    describe(team="Reds")
    Entry.objects.filter(pk=number(four, 1).pk).update(team="Blues")
    assert why_not(desk, last(four)) == CHANGED


def test_what_was_made_and_has_ended_in_another_way_is_not_undone(desk, four):
    played(desk, four)
    give_penalty(desk, number(four, 1), round_number=1, spread=-50, reason="phone")
    Penalty.objects.update(revoked_at=timezone.now())
    assert why_not(desk, last(four)) == CHANGED


def test_a_reopening_is_undone_without_a_reason_after_a_later_round_is_published(desk, four):
    closed(desk, four)
    pair_by_hand(desk, four, [(1, 3), (2, 4)])
    publish_round(desk, Round.objects.get(division=four, number=2))
    reopen_round(desk, round_of(four), reason="slip")
    undo_action(desk, last(four))
    assert round_of(four).phase == "closed"
    assert Round.objects.get(division=four, number=2).phase == "published"


def test_players_of_a_board_with_an_undone_result_are_not_removed(desk, four):
    (added,) = UndoStep.objects.filter(division=four)
    playing(desk, four)
    for step in UndoStep.objects.exclude(pk=added.pk).order_by("-activity_id"):
        undo_action(desk, step)
    assert why_not(desk, added) == (
        "These players have been paired in a round that was published. Withdraw them instead."
    )
    assert four.entries.count() == 4


def test_players_are_removed_with_what_an_earlier_version_left_of_them_in_drafts(desk, four):
    drafted(desk, four)
    add_players(desk, four, "Eve Stone\nFay Ito")
    for first, second in ((5, 6), (1, 5), (6, 2)):
        Pairing.objects.create(
            round=round_of(four),
            board=3,
            first=number(four, first),
            second=number(four, second),
            replaced_at=timezone.now(),
        )
    undo_action(desk, last(four))
    assert [entry.number for entry in four.entries.order_by("number")] == [1, 2, 3, 4]
    assert not Player.objects.filter(name__in=["Eve Stone", "Fay Ito"]).exists()
    assert [str(row) for row in Pairing.objects.all()] == [str(board_of(four, n)) for n in (1, 2)]


def test_only_people_written_down_with_their_first_entry_are_removed(desk, four):
    names = ["Abe Abel", "Fay Ito", "Gus Hall", "Hal Ray"]
    add_players(desk, four, "\n".join(names))
    entries = list(Entry.objects.filter(division=four, number__gt=4).order_by("number"))
    keep_apart(desk, four.event, entries[0].player, number(four, 1).player, hard=True)
    added = min(entry.added_at for entry in entries)
    for entry, before in zip(entries, (0, 0, 10, 10.5), strict=True):
        Player.objects.filter(pk=entry.player_id).update(
            created_at=added - dt.timedelta(seconds=before)
        )
    undo_action(desk, last(four))
    remaining = Player.objects.filter(name__in=names).order_by("name")
    assert [person.name for person in remaining] == ["Abe Abel", "Hal Ray"]


def test_the_log_keeps_what_was_undone_as_a_code_to_be_read_in_any_language(desk, four):
    check_in(desk, number(four, 1), here=True)
    undone = undo_action(desk, last(four))
    assert undone.message["params"]["what"]["code"] == "check_in"
