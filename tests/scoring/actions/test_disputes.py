"""Sheets are kept for ever; a ruling keeps both figures and posts the result again."""

import pytest

from scoring.actions.disputes import (
    InvalidColumns,
    TurnDecision,
    TypedColumn,
    open_dispute,
    rule_on_disputed_turn,
    rule_on_disputed_turns,
    save_columns,
)
from scoring.actions.games import finish_game, open_game
from scoring.actions.refusals import Refused
from scoring.actions.rulings import rule_on_entry
from scoring.actions.turns import record_turn
from scoring.engine.dispute.columns import ColumnKind
from scoring.engine.typing.typed_turn import parse_turn
from scoring.models import Activity, Game, Ruling, SheetColumn, TurnEntry
from scoring.queries.disputes import ColumnPosition, turns_in_dispute
from scoring.queries.sheets import sheet
from scoring.signals import game_finished
from tests.scoring.disputed_games import DESK, NAMES, saved_game, with_sheets

pytestmark = pytest.mark.django_db
ANN_OF_ANN = ColumnPosition(1, 1)


def standing(game):
    rows = SheetColumn.objects.filter(game=game, superseded_at__isnull=True)
    return {(row.keeper, row.seat): row.text for row in rows}


def entry_of(game, number):
    return sheet(game).rows[number - 1].entry


def test_columns_are_saved_with_the_game_and_logged():
    game = with_sheets(saved_game(), ("30\n71", "26"), ("30\n71", ""))
    assert standing(game) == {(1, 1): "30\n71", (1, 2): "26", (2, 1): "30\n71"}
    entry = Activity.objects.first()
    assert (entry.verb, entry.scope) == ("save_columns", f"game:{game.pk}")
    assert entry.after == {"1-1": "30\n71", "1-2": "26", "2-1": "30\n71"}


def test_corrected_column_supersedes_without_overwriting():
    game = with_sheets(saved_game(), ("30\n71", ""), ("", ""))
    assert save_columns(game, {ANN_OF_ANN: TypedColumn("30\n17")}, DESK) == 1
    assert standing(game) == {(1, 1): "30\n17"}
    old = SheetColumn.objects.get(superseded_at__isnull=False)
    assert (old.text, old.superseded_by.text) == ("30\n71", "30\n17")
    assert Activity.objects.first().before == {"1-1": "30\n71"}


def test_unchanged_column_is_neither_saved_nor_logged():
    game = with_sheets(saved_game(), ("30", ""), ("", ""))
    logged = Activity.objects.count()
    assert save_columns(game, {ANN_OF_ANN: TypedColumn("30")}, DESK) == 0
    assert Activity.objects.count() == logged


def test_kind_of_figures_is_saved_with_the_column():
    game = with_sheets(saved_game(), ("30", ""), ("", ""))
    save_columns(game, {ANN_OF_ANN: TypedColumn("30", ColumnKind.TOTALS)}, DESK)
    assert SheetColumn.objects.get(superseded_at=None).holds == "totals"


def test_emptying_a_column_removes_it():
    game = with_sheets(saved_game(), ("30", "26"), ("", ""))
    save_columns(game, {ANN_OF_ANN: TypedColumn(" \n")}, DESK)
    assert standing(game) == {(1, 2): "26"}
    assert SheetColumn.objects.filter(superseded_by=None, superseded_at__isnull=False).count() == 1


def test_unclear_row_prevents_saving_every_column():
    game = saved_game()
    with pytest.raises(InvalidColumns) as refused:
        save_columns(
            game,
            {ANN_OF_ANN: TypedColumn("30"), ColumnPosition(2, 2): TypedColumn("24\n2 4 6")},
            DESK,
        )
    assert list(refused.value.problems) == [ColumnPosition(2, 2)]
    assert standing(game) == {}


def test_third_sheet_of_a_two_player_game_is_refused():
    with pytest.raises(Refused, match="no seat 3"):
        save_columns(saved_game(), {ColumnPosition(3, 1): TypedColumn("30")}, DESK)


def test_dispute_about_an_unrecorded_game_is_saved_whole_or_not_at_all():
    columns = {ANN_OF_ANN: TypedColumn("30"), ColumnPosition(2, 1): TypedColumn("x y")}
    with pytest.raises(InvalidColumns):
        open_dispute(NAMES, "naspa_nwl", columns, DESK)
    assert Game.objects.count() == 0
    game = open_dispute(NAMES, "naspa_nwl", {ANN_OF_ANN: TypedColumn("30")}, DESK, title="Club")
    assert (str(game), standing(game)) == ("Club", {(1, 1): "30"})


def test_ruling_keeps_the_sheets_figure_beside_the_correct_score():
    game = saved_game()
    ruling = rule_on_disputed_turn(entry_of(game, 2), "correct", 26, DESK, reason="Recounted.")
    assert (ruling.announced, ruling.correct, ruling.reason) == (26, 24, "Recounted.")
    assert sheet(game).rows[1].counts == 24


def test_figure_found_only_on_the_sheets_may_be_ruled_to_stand():
    """Nobody announced 81; it is stored with the turn, and the old entry is kept."""
    game = saved_game()
    rule_on_disputed_turn(entry_of(game, 3), "let_stand", 81, DESK, reason="Both sheets agree.")
    row = sheet(game).rows[2]
    assert (row.announced, row.correct, row.counts, row.total) == (81, 71, 81, 111)
    saved = TurnEntry.objects.get(game=game, superseded_at__isnull=False)
    assert (saved.announced, saved.superseded_why) == (71, "Both sheets agree.")


def test_later_ruling_supersedes_and_both_are_saved():
    game = saved_game()
    rule_on_disputed_turn(entry_of(game, 2), "let_stand", 26, DESK)
    rule_on_disputed_turn(entry_of(game, 2), "correct", 26, DESK)
    decisions = Ruling.objects.order_by("id").values_list("decision", "superseded_at")
    assert [decision for decision, _ in decisions] == ["let_stand", "correct"]
    assert decisions[0][1] is not None


def test_ruling_on_a_finished_game_needs_a_reason_and_reposts_the_result():
    game = saved_game(ended=True)
    entry = entry_of(game, 2)
    assert finish_game(game, DESK) == (94, 8)
    with pytest.raises(Refused, match=r"This game is finished\. Reopen it to change its turns"):
        rule_on_entry(entry, "let_stand", DESK)
    with pytest.raises(Refused, match="needs a reason"):
        rule_on_disputed_turn(entry, "let_stand", 26, DESK)
    posted = []

    def listen(scores, **_):
        posted.append(scores)

    game_finished.connect(listen)
    try:
        rule_on_disputed_turn(entry, "let_stand", 26, DESK, reason="Both had signed.")
    finally:
        game_finished.disconnect(listen)
    assert posted == [(94, 10)]
    game.refresh_from_db()
    assert game.finished_at is not None
    verbs = list(Activity.objects.order_by("id").values_list("verb", flat=True))[-3:]
    assert verbs == ["reopen_game", "rule", "finish_game"]


def test_several_turns_of_a_finished_game_are_ruled_on_in_one_action():
    game = saved_game(ended=True)
    finish_game(game, DESK)
    decisions = [
        TurnDecision(entry_of(game, 2), "correct", 26, "Recounted."),
        TurnDecision(entry_of(game, 3), "let_stand", 81, "Both sheets agree."),
    ]
    unreasoned = [*decisions[:1], TurnDecision(entry_of(game, 3), "let_stand", 81, " ")]
    with pytest.raises(Refused, match="needs a reason"):
        rule_on_disputed_turns(game, unreasoned, DESK)
    assert not sheet(game).rulings
    rule_on_disputed_turns(game, decisions, DESK)
    assert sheet(game).outcome.finals == (104, 8)
    verbs = list(Activity.objects.order_by("id").values_list("verb", flat=True))[-5:]
    assert verbs == ["reopen_game", "rule", "correct_turn", "rule", "finish_game"]
    game.refresh_from_db()
    assert game.finished_at is not None


def test_only_plays_and_racks_can_be_ruled_on():
    game = saved_game(ended=True)
    with pytest.raises(Refused, match="You can rule only on the score of a play or of the"):
        rule_on_disputed_turn(entry_of(game, 4), "correct", 5, DESK)


def test_ruling_on_a_correct_announced_score_is_refused():
    game = saved_game()
    with pytest.raises(Refused, match="the announced score is correct, so no ruling is needed"):
        rule_on_disputed_turn(entry_of(game, 3), "correct", 71, DESK)


def ended_game():
    """Return a game ended by six passes: Ann 26 less her rack, Ben 0 less his."""
    game = open_game(NAMES, "wespa", DESK)
    for line in ["8H ZONE 26", *["pass"] * 6, "1: rack A", "2: rack E"]:
        record_turn(game, parse_turn(line, sheet(game).replay).turn, DESK, confirmed=True)
    return game


def test_disagreeing_sheets_hold_the_result_back_until_ruled_on():
    game = with_sheets(ended_game(), ("36", ""), ("26", ""))
    with pytest.raises(Refused, match=r"disagree at turn 1\. Compare"):
        finish_game(game, DESK)
    assert Game.objects.get().finished_at is None
    rule_on_disputed_turn(entry_of(game, 1), "correct", 36, DESK)
    assert finish_game(game, DESK) == (25, -1)


def test_agreeing_sheets_or_a_single_sheet_do_not_hold_the_result_back():
    game = with_sheets(ended_game(), ("36", ""), ("26", ""))
    save_columns(game, {ColumnPosition(2, 1): TypedColumn("36")}, DESK)
    assert turns_in_dispute(sheet(game)) == []
    save_columns(game, {ColumnPosition(2, 1): TypedColumn("25"), ANN_OF_ANN: TypedColumn("")}, DESK)
    assert finish_game(game, DESK) == (25, -1)


def test_row_on_only_one_sheet_is_named():
    game = with_sheets(ended_game(), ("26\n0\n0\n0\n9", ""), ("26", ""))
    (sentence,) = turns_in_dispute(sheet(game))
    assert sentence.startswith(("turn ", "row "))
