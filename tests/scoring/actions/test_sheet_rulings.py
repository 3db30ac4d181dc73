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


def test_row_ruling_counts_and_determines_the_final(game):
    assert finals(game) == (None, None)
    rule_on_row(game, 1, 2, 38, DESK, play="8H FROZEN")
    assert finals(game) == (58, None)
    assert turns_in_dispute(sheet(game)) == ["row 2 of Ben"]
    rule_on_row(game, 2, 2, -5, DESK)
    assert finals(game) == (58, 25)
    assert turns_in_dispute(sheet(game)) == []
    entries = list(Activity.objects.filter(verb="rule_on_row").order_by("pk"))
    assert [str(entry.summary) for entry in entries] == [
        f"{game}, row 2 of Ann: ruled to be 38, 8H FROZEN",
        f"{game}, row 2 of Ben: ruled to be -5",
    ]


def test_later_ruling_supersedes_and_keeps_the_earlier_one(game):
    rule_on_row(game, 1, 2, 35, DESK, reason="By the slip")
    rule_on_row(game, 1, 2, 38, DESK, reason="Laid again")
    rulings = [(one.points, one.superseded_at is None) for one in game.sheet_rulings.all()]
    assert rulings == [(35, False), (38, True)]
    assert finals(game)[0] == 58


def test_ruling_counts_only_while_the_sheets_differ_in_that_row(game):
    rule_on_row(game, 1, 2, 99, DESK)
    save_columns(game, {ColumnPosition(2, 1): TypedColumn("20\n35")}, DESK)
    assert finals(game)[0] == 55


@pytest.mark.parametrize(
    ("seat", "row", "points", "why"),
    [
        (1, 1, 20, "The sheets agree in row 1, so there is nothing to rule on"),
        (1, 2, 3800, "A score of 3800 is not possible"),
    ],
)
def test_impossible_ruling_is_refused_with_the_reason(game, seat, row, points, why):
    with pytest.raises(Refused, match=why):
        rule_on_row(game, seat, row, points, DESK)
    assert not SheetRuling.objects.exists()


def test_players_can_agree_on_the_final_repeatedly(game):
    agree_final_scores(game, (58, 25), DESK, reason="Both agreed")
    agree_final_scores(game, (58, 35), DESK, reason="Ben had five")
    outcome = dispute_of(game).agreed_outcome
    assert (outcome.finals, outcome.winners) == ((58, 35), (0,))
    assert SheetRuling.objects.filter(row=0, superseded_at__isnull=False).count() == 2
    last = Activity.objects.filter(verb="agree_final").latest("pk")
    assert (str(last.summary), last.reason) == (
        f"{game}: agreed final score, Ann 58, Ben 35",
        "Ben had five",
    )


def test_final_without_a_score_for_every_player_is_refused(game):
    with pytest.raises(Refused, match=r"Enter a final score for every player\."):
        agree_final_scores(game, (58,), DESK, reason="agreed")
    assert not SheetRuling.objects.exists()


def test_recorded_plays_are_ruled_on_by_turn():
    recorded = saved_game()
    for rule in (
        lambda: rule_on_row(recorded, 1, 1, 38, DESK),
        lambda: agree_final_scores(recorded, (40, 0), DESK, reason="agreed"),
    ):
        with pytest.raises(Refused, match="The plays of this game have been recorded"):
            rule()
