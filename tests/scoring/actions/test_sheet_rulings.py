"""A dispute without a record: rulings on rows, an agreed final score, and nothing overwritten."""

import pytest

from scoring.actions.disputes import TypedColumn, open_dispute, save_columns
from scoring.actions.refusals import Refused
from scoring.actions.sheet_rulings import agree_final_scores, rule_on_row
from scoring.models import Activity, Game, SheetRuling
from scoring.queries.disputes import ColumnPosition, dispute_of, turns_in_dispute
from scoring.queries.sheets import sheet
from tests.scoring.disputed_games import DESK, saved_game

pytestmark = pytest.mark.django_db
SHEETS = {(1, 1): "20\n35", (1, 2): "30\n-5", (2, 1): "20\n38", (2, 2): "30\n5"}


@pytest.fixture
def game():
    written = {ColumnPosition(*place): TypedColumn(text) for place, text in SHEETS.items()}
    return open_dispute(["Ann", "Ben"], "wespa", written, DESK)


def finals(game):
    return dispute_of(Game.objects.get(pk=game.pk)).comparison.correct.finals


def test_last_ruling_on_a_row_determines_the_final_while_the_sheets_differ(game):
    assert finals(game) == (None, None)
    rule_on_row(game, 2, 2, -5, DESK, reason="By the slip")
    assert finals(game) == (None, 25)
    assert turns_in_dispute(sheet(game)) == ["row 2 of Ann"]
    rule_on_row(game, 1, 2, 99, DESK)
    rule_on_row(game, 1, 2, 38, DESK, play="8H FROZEN")
    assert (finals(game), turns_in_dispute(sheet(game))) == ((58, 25), [])
    rulings = [(one.points, one.superseded_at is None) for one in game.sheet_rulings.all()]
    assert rulings == [(-5, True), (99, False), (38, True)]
    entries = Activity.objects.filter(verb="rule_on_row").order_by("pk")
    assert [str(entry.summary).removeprefix(str(game)) for entry in entries] == [
        ", row 2 of Ben: ruled to be −5",
        ", row 2 of Ann: ruled to be 99",
        ", row 2 of Ann: ruled to be 38, 8H FROZEN",
    ]
    save_columns(game, {ColumnPosition(2, 1): TypedColumn("20\n35")}, DESK)
    assert finals(game)[0] == 55


def test_players_can_agree_on_the_final_repeatedly(game):
    for final, reason in ((25, "Both agreed"), (35, "Ben had five")):
        agree_final_scores(game, (58, final), DESK, reason=reason)
    outcome = dispute_of(game).agreed_outcome
    assert (outcome.finals, outcome.winners) == ((58, 35), (0,))
    last = Activity.objects.filter(verb="agree_final").latest("pk")
    assert str(last.summary) == f"{game}: agreed final score, Ann 58, Ben 35"
    assert last.reason == "Ben had five"
    with pytest.raises(Refused, match=r"Enter a final score for every player\."):
        agree_final_scores(game, (58,), DESK, reason="agreed")
    assert SheetRuling.objects.filter(row=0).count() == 4


def test_recorded_plays_are_ruled_on_by_turn():
    recorded = saved_game()
    for rule in (
        lambda: rule_on_row(recorded, 1, 1, 38, DESK),
        lambda: agree_final_scores(recorded, (40, 0), DESK, reason="agreed"),
    ):
        with pytest.raises(Refused, match="The plays of this game have been recorded"):
            rule()
