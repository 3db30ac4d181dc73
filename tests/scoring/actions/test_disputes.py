"""Sheets are kept for ever; a ruling keeps both figures and posts the result again."""

import pytest

from scoring.actions.disputes import (
    InvalidColumns,
    TypedColumn,
    rule_on_disputed_turn,
    save_columns,
)
from scoring.actions.games import finish_game
from scoring.actions.refusals import Refused
from scoring.actions.rulings import rule_on_entry
from scoring.engine.dispute.columns import ColumnKind
from scoring.models import Activity, SheetColumn, TurnEntry
from scoring.queries.disputes import ColumnPosition, turns_in_dispute
from scoring.queries.sheets import sheet
from scoring.signals import game_finished
from tests.scoring.disputed_games import DESK, NAMES, saved_game, with_sheets
from tests.scoring.views.pads import opened

pytestmark = pytest.mark.django_db
ANN_OF_ANN = ColumnPosition(1, 1)


def standing(game):
    rows = SheetColumn.objects.filter(game=game, superseded_at__isnull=True)
    return {(row.keeper, row.seat): row.text for row in rows}


def entry_of(game, number):
    return sheet(game).rows[number - 1].entry


def test_columns_are_saved_and_logged_and_a_change_overwrites_none():
    game = with_sheets(saved_game(), ("30\n71", "26"), ("30\n71", ""))
    assert standing(game) == {(1, 1): "30\n71", (1, 2): "26", (2, 1): "30\n71"}
    entry = Activity.objects.first()
    assert (entry.verb, entry.scope) == ("save_columns", f"game:{game.pk}")
    assert entry.after == {"1-1": "30\n71", "1-2": "26", "2-1": "30\n71"}
    assert save_columns(game, {ANN_OF_ANN: TypedColumn("30\n71")}, DESK) == 0
    assert Activity.objects.first() == entry
    changed = {
        ANN_OF_ANN: TypedColumn("30\n101", ColumnKind.TOTALS), ColumnPosition(1, 2): TypedColumn(" \n"),
    }  # fmt: skip
    assert save_columns(game, changed, DESK) == 2
    assert standing(game) == {(1, 1): "30\n101", (2, 1): "30\n71"}
    assert Activity.objects.first().before == {"1-1": "30\n71", "1-2": "26"}
    old = SheetColumn.objects.get(keeper=1, seat=1, superseded_at__isnull=False)
    assert (old.text, old.superseded_by.text, old.superseded_by.holds) == (
        "30\n71", "30\n101", "totals",
    )  # fmt: skip
    emptied = SheetColumn.objects.get(keeper=1, seat=2)
    assert (emptied.superseded_at is not None, emptied.superseded_by) == (True, None)


def test_unclear_row_or_third_sheet_prevents_saving_every_column():
    game = saved_game()
    with pytest.raises(InvalidColumns) as refused:
        save_columns(
            game,
            {ANN_OF_ANN: TypedColumn("30"), ColumnPosition(2, 2): TypedColumn("24\n2 4 6")},
            DESK,
        )
    assert list(refused.value.problems) == [ColumnPosition(2, 2)]
    with pytest.raises(Refused, match="no seat 3"):
        save_columns(game, {ColumnPosition(3, 1): TypedColumn("30")}, DESK)
    assert standing(game) == {}


def test_figure_found_only_on_the_sheets_may_be_ruled_to_stand():
    """Nobody announced 81; it is stored with the turn, and the old entry is kept."""
    game = saved_game()
    rule_on_disputed_turn(entry_of(game, 3), "let_stand", 81, DESK, reason="Both sheets agree.")
    row = sheet(game).rows[2]
    assert (row.announced, row.correct, row.counts, row.total) == (81, 71, 81, 111)
    saved = TurnEntry.objects.get(game=game, superseded_at__isnull=False)
    assert (saved.announced, saved.superseded_why) == (71, "Both sheets agree.")


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


@pytest.mark.parametrize(
    ("ann", "ben", "disputed"),
    [
        ("36", "36", []),
        ("36", "26", ["turn 1"]),
        ("", "25", []),
        ("26\n0\n0\n0\n9", "26", ["turn 8"]),
    ],
)
def test_only_two_sheets_that_differ_hold_the_result_back(ann, ben, disputed):
    game = opened("wespa", NAMES, "8H ZONE 26", *["pass"] * 6, "1: rack A", "2: rack E")
    with_sheets(game, (ann, ""), (ben, ""))
    assert turns_in_dispute(sheet(game)) == disputed
