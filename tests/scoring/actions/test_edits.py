"""Changes in the middle of a game: insert, undo, redo; no entry is lost."""

import pytest

from scoring.actions.edits import insert_turn, redo, remove_turn, undo
from scoring.actions.games import open_game
from scoring.actions.refusals import EditConflict, Refused
from scoring.actions.rulings import rule_on_entry
from scoring.actions.turns import correct_turn, record_turn, take_back_turn
from scoring.engine.game.turns import Turn, TurnKind
from scoring.models import Activity, Game, TurnEntry
from scoring.queries.sheets import sheet
from tests.remembered import remembered

pytestmark = pytest.mark.django_db

LOFTY = Turn(TurnKind.PLAY, 0, coordinate="8H", tiles="LOFTY", announced=30)
LOAM = Turn(TurnKind.PLAY, 1, coordinate="7I", tiles="LOAM", announced=24)
OFFICIATE = Turn(TurnKind.PLAY, 0, coordinate="J7", tiles="O.FICIATE", announced=71)


@pytest.fixture
@remembered
def game(actor) -> Game:
    return open_game(["Ann", "Ben"], "naspa_nwl", actor)


def words(game: Game) -> list[str]:
    return [row.word for row in sheet(game).rows]


def test_new_entry_discards_the_redo_steps(game, actor):
    record_turn(game, LOFTY, actor)
    undo(game, actor)
    record_turn(game, LOFTY._replace(coordinate="8D"), actor)
    with pytest.raises(Refused, match="nothing to redo"):
        redo(game, actor)


def test_undoing_adds_rows_and_removes_none(game, actor):
    with pytest.raises(Refused, match="nothing to undo"):
        undo(game, actor)
    record_turn(game, LOFTY, actor)
    undo(game, actor)
    redo(game, actor)
    entries = TurnEntry.objects.filter(game=game).order_by("id")
    assert [(entry.tiles, entry.superseded_at is None) for entry in entries] == [
        ("LOFTY", False), ("LOFTY", True),
    ]  # fmt: skip
    assert [entry.superseded_why for entry in entries] == ["", ""], "nobody gave a reason"


def test_log_states_the_game_before_and_after_each_change(game, actor):
    first = record_turn(game, LOFTY, actor)
    assert Activity.objects.first().summary == f"Game {game.pk}, turn 1: Ann 8H LOFTY 30"
    correct_turn(first, LOFTY._replace(announced=28), actor)
    undo(game, actor)
    undo(game, actor)
    redo(game, actor)
    second = record_turn(game, LOAM, actor)
    remove_turn(second, actor)
    undo(game, actor)
    take_back_turn(game, actor)
    undo(game, actor)
    entries = Activity.objects.filter(verb__in=("undo", "redo", "take_out")).order_by("pk")
    sentences = [entry.summary.partition(": ")[2] for entry in entries]
    assert sentences == [
        "undone: 8H LOFTY 30 → 8H LOFTY 28",
        "undone: nothing → 8H LOFTY 30",
        "redone: nothing → 8H LOFTY 30",
        "LOAM",
        "undone: 7I LOAM 24 → nothing",
        "undone: 7I LOAM 24 → nothing",
    ]
    assert entries[3].summary.endswith("turn 2 removed: LOAM")


def test_insertion_out_of_turn_asks_first(game, actor):
    first = record_turn(game, LOFTY, actor)
    with pytest.raises(Refused, match="another player's turn"):
        insert_turn(first, LOAM._replace(coordinate="8H", tiles="LOAM"), actor)


def test_outdated_page_changes_nothing(game, actor):
    """The newest entry is unchanged when an older one is taken back, but the page is outdated."""
    first = record_turn(game, LOFTY, actor)
    record_turn(game, LOAM, actor)
    correct_turn(first, LOFTY._replace(announced=28), actor)
    seen = sheet(game).fingerprint
    take_back_turn(game, actor)
    for change in (
        lambda: undo(game, actor, seen=seen),
        lambda: record_turn(game, LOAM, actor, seen=seen),
    ):
        with pytest.raises(EditConflict):
            change()
    assert words(game) == ["LOFTY"]


def test_finished_game_is_not_undone(game, actor):
    record_turn(game, LOFTY, actor)
    Game.objects.filter(pk=game.pk).update(finished_at="2026-01-01T00:00Z")
    with pytest.raises(Refused, match=r"This game is finished\. Reopen it to change its turns"):
        undo(game, actor)


def seats(game: Game) -> list[int]:
    return [row.seat for row in sheet(game).rows]


def test_inserted_turn_leaves_correctly_assigned_turns_alone(game, actor):
    record_turn(game, LOFTY, actor)
    late = record_turn(game, LOAM._replace(player=0), actor, confirmed=True)
    record_turn(game, OFFICIATE._replace(player=1), actor)
    insert_turn(late, Turn(TurnKind.PASS, 1, announced=0), actor)
    assert seats(game) == [0, 1, 0, 1]
    assert "next player" not in Activity.objects.first().summary


def test_ruling_follows_its_turn_to_another_player(game, actor):
    record_turn(game, LOFTY, actor)
    late = record_turn(game, LOAM._replace(announced=20), actor)
    rule_on_entry(late, "let_stand", actor)
    insert_turn(late, Turn(TurnKind.PASS, 1, announced=0), actor)
    assert Activity.objects.first().summary.endswith(
        "From turn 3 on, each turn now belongs to the next player."
    )
    last = sheet(game).rows[-1]
    assert (last.seat, last.counts, last.ruling.decision) == (0, 20, "let_stand")


def test_correcting_who_began_reassigns_the_later_turns(game, actor):
    first = record_turn(game, LOFTY, actor)
    record_turn(game, LOAM, actor)
    record_turn(game, OFFICIATE, actor)
    correct_turn(first, LOFTY._replace(player=1), actor, confirmed=True)
    assert seats(game) == [1, 0, 1]


def test_many_turns_can_be_inserted_between_two(game, actor):
    record_turn(game, LOFTY, actor)
    record_turn(game, LOAM, actor)
    for _ in range(15):
        last = sheet(game).entries[-1]
        insert_turn(last, Turn(TurnKind.PASS, 1, announced=0), actor, confirmed=True)
    assert len(words(game)) == 17
    assert words(game)[-1] == "LOAM"
