"""A recorded game posts its own result, and the two always agree."""

import pytest

from scoring.actions.games import finish_game
from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.queries.sheets import sheet
from tests.database_tool import change_past_the_program
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.results.recorded_games import start_game
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.models import Pairing, ResultEntry
from tournament.queries.results.confirmation import confirmation_of
from tournament.queries.safety.recheck_games import differences_in_games
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db


def test_overtime_beyond_the_limit_loses_in_the_standings_too(desk):
    """WESPA: more than ten minutes over loses, whatever the score (RULES, overtime)."""
    event = create_event(desk, name="Harbour Masters", preset="wespa")
    division = create_division(desk, event, name="A")
    add_players(desk, division, "Ana Lopez\nBen Okafor")
    pair = pair_by_hand(desk, division, [(1, 2)], firsts_as_listed=True)
    pairing = Pairing.objects.get(round=publish_round(desk, pair))
    game = start_game(desk, pairing)
    over = ["8D JUKEBOX 120", *["pass"] * 6, "1: rack A", "2: rack E", "1: time 110"]
    for line in over:
        record_turn(game, parse_turn(line, sheet(game).replay).turn, desk, confirmed=True)
    finals = finish_game(game, desk)
    entry = ResultEntry.objects.get()
    assert (entry.first_score, entry.second_score) == finals
    assert (finals[0] > finals[1], entry.outcome) == (True, "second_wins")
    pairing.refresh_from_db()
    assert confirmation_of(pairing, entry).outcome == "Ben Okafor wins on time."
    entry.source = "typed"
    assert confirmation_of(pairing, entry).outcome == "Ben Okafor wins, whatever the scores."
    lines = division_standings(division).table.lines
    assert [(line.number, line.half_wins, line.spread) for line in lines] == [
        (2, 2, finals[1] - finals[0]),
        (1, 0, finals[0] - finals[1]),
    ]
    assert list(differences_in_games(event)) == []
    change_past_the_program("UPDATE tournament_resultentry SET outcome = 'played'")
    assert [difference.what for difference in differences_in_games(event)] == [
        f"{finals[0]}-(−{-finals[1]}) was posted, but replaying the turns gives a different winner."
    ]
