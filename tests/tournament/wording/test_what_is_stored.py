"""Texts of the program are stored as codes, not in English."""

import re

import pytest
from django.db import models

from scoring.actions.turns import correct_turn, record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.queries.sheets import sheet
from scoring.wording.log import LOG as OF_GAMES
from tournament.actions.people.keep_apart import keep_apart
from tournament.actions.people.late_entries import add_late_entries
from tournament.actions.people.withdrawals import return_entry, withdraw
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_round
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.safety.undo import undo_action
from tournament.actions.standings.prizes import add_prize, set_winner
from tournament.engine.attendance import LateEntry, Withdrawal
from tournament.models import Pairing, UndoStep
from tournament.models.tables import program_models
from tournament.queries.rounds.drafts import PairingChoice
from tournament.wording.log import LOG as OF_EVENTS
from tournament.wording.pairing import SENTENCES
from tournament.wording.sentences import wording_variants

pytestmark = pytest.mark.full

IN_WORDS = {
    "Activity.summary": "the sentence as it was said, beside its code",
    "UndoStep.needs": "keys by which steps that stand on one another find each other",
    "UndoStep.touches": "the same",
}
"""Columns that contain text of the program, with reasons."""

TEXTS = (
    *(text for code in SENTENCES for text in wording_variants(code)),
    *(text for log in (OF_GAMES, OF_EVENTS) for code in log.table for text in log.variants(code)),
)
WORDS = {
    word for text in TEXTS for word in re.findall(r"\b[a-z]{3,}\b", re.sub(r"\{[^}]*\}", "", text))
}
"""All words of the program's messages. The typed data in this test contains none of them."""


def said_in(value):
    """Yield texts of several words in a stored value that contain a word of the program, without codes."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "code":
                yield from said_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from said_in(inner)
    elif isinstance(value, str) and " " in value and WORDS & set(re.findall(r"\b[a-z]+\b", value)):
        yield value


@pytest.mark.django_db
def test_only_the_listed_columns_contain_the_programs_words(desk, event, four, round_one, board):
    entries = {entry.number: entry for entry in four.entries.select_related("player")}
    for entry in entries.values():
        entry.division = four
    add_late_entries(desk, four, "Eve Noon 1400", LateEntry.NEW_BYE)
    withdraw(desk, entries[3], Withdrawal.OPPONENT_BYE, reason="Ill")
    pairing = board(1)
    game = start_game(desk, pairing)
    for line in ("8H ZONE 36", "pass"):
        record_turn(game, parse_turn(line, sheet(game).replay).turn, desk, confirmed=True)
    now = sheet(game)
    turn = now.record.turns[0]._replace(announced=40)
    correct_turn(now.entries[0], turn, desk, reason="Slip", confirmed=True)
    enter_result(desk, pairing, 400, 380, accepted=True)
    correct_result(desk, pairing, 410, 380, reason="Slip")
    undo_action(desk, UndoStep.objects.first(), reason="Wrong")
    give_penalty(desk, entries[1], round_number=1, spread=-10, reason="Phone")
    cup = add_prize(desk, event, kind="place", division=four, title="Cup")
    set_winner(desk, cup, entries[2], why="Hat")
    keep_apart(desk, event, entries[1].player, entries[2].player, hard=True, reason="Twins")
    return_entry(desk, entries[3])
    publish_round(desk, pair_round(desk, four, 2, PairingChoice("swiss")))
    pair_round(desk, four, 3, PairingChoice("random"))
    assert Pairing.objects.filter(round__number=3).exists()
    names = {game.title, event.rules.name}  # headings by which people and files know them
    ours = {
        (f"{model.__name__}.{field.name}", text)
        for model in program_models()
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField | models.JSONField)
        for value in model._default_manager.values_list(field.name, flat=True)
        for text in said_in(value)
        if text not in names
    }
    assert {column for column in ours if column[0] not in IN_WORDS} == set()
    assert {column for column, _ in ours} == IN_WORDS.keys()
