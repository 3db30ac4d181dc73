"""The next step at the desk, from contradicting results to the last planned round."""

import re

import pytest

from scoring.actions.activity import Actor
from tests.shown import text
from tournament.actions.act import Refused
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.check_in import add_walk_in, check_in
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.plans import plan_rounds
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.models import Round
from tournament.models.rounds import Phase
from tournament.queries.event.desk import round_to_show
from tournament.queries.rounds.pairing import plan_of
from tournament.queries.rounds.rounds import RoundSummary

pytestmark = pytest.mark.django_db

DIVISION = "/events/autumn-open/a/"
BOARD_ONE = "/events/autumn-open/a/rounds/1/boards/1/"


def filled(answer):
    """Return the labels of all primary buttons."""
    matches = re.findall(r'<(?:a|button)[^>]*class="next-action"[^>]*>([^<]*)<', answer.text)
    return [words.strip() for words in matches]


def test_draft_is_paired_again_before_publishing_after_a_walk_in(director_client, desk, four):
    draft = pair_by_hand(desk, four, [(1, 2), (3, 4)])
    assert filled(director_client.get(DIVISION)) == ["Publish round 1"]
    add_walk_in(desk, four, name="Eve Stone")
    page = director_client.get(DIVISION)
    assert filled(page) == ["Pair round 1 again"]
    assert "Eve Stone has neither an opponent nor the bye." in text(page)
    with pytest.raises(Refused, match=r"Eve Stone has neither .* Pair it again"):
        publish_round(desk, draft)
    plan_rounds(desk, four, PlannedRounds(1, 1, "random"))
    director_client.post(f"{DIVISION}rounds/1/pair/")
    assert filled(director_client.get(DIVISION)) == ["Publish round 1"]


def current_phase(page):
    return re.findall(r'aria-current="step">([^<]*)<', page.text)


def test_missing_players_are_checked_in_before_the_first_round(director_client, desk, four):
    event = "/events/autumn-open/"
    plan_rounds(desk, four, PlannedRounds(1, 1, "random"))
    assert current_phase(director_client.get(DIVISION)) == ["Draft"], "check-in is not used"
    entries = list(four.entries.order_by("number"))
    check_in(desk, entries[0], here=True)
    page = director_client.get(DIVISION)
    assert current_phase(page) == ["Check in"]
    assert filled(page) == ["Check in players"]
    assert f'href="{event}check-in/" role="button" class="next-action"' in page.text
    assert "Pair round 1 with those present" in text(page)
    assert "Check in players" in text(director_client.get(event))
    director_client.post(f"{DIVISION}rounds/1/pair/")
    page = director_client.get(DIVISION)
    assert (current_phase(page), filled(page)) == (["Check in"], ["Check in players"])
    assert "Publish round 1" in text(page), "a draft can be published all the same"
    for entry in entries[1:]:
        check_in(desk, entry, here=True)
    page = director_client.get(DIVISION)
    assert (current_phase(page), filled(page)) == (["Publish"], ["Publish round 1"])
    check_in(desk, entries[3], here=False)
    publish_round(desk, four.rounds.get())
    assert current_phase(director_client.get(DIVISION)) == ["Playing"]


def test_proposed_plan_is_the_next_step_of_a_division_without_a_plan(director_client, four):
    page = director_client.get(DIVISION)
    assert filled(page) == ["Use this plan and pair round 1"]
    assert "A plan of 6 rounds is proposed. Round 1: Round robin" in text(page)
    make = director_client.get(f"{DIVISION}rounds/new/")
    assert filled(make) == ["Use this plan and pair round 1"]
    at_the_door = director_client.post(f"{DIVISION}rounds/1/pair/", follow=True)
    assert filled(at_the_door) == ["Use this plan and pair round 1"]
    assert "does not include round 1" not in text(at_the_door)
    answer = director_client.post(f"{DIVISION}rounds/1/pair/", {"rounds": "6"})
    assert answer.url == f"{DIVISION}rounds/1/pairings/"
    assert [(line.from_round, line.to_round) for line in plan_of(four)] == [(1, 6)]
    assert [round_.number for round_ in four.rounds.all()] == [1]


def test_present_players_are_paired_by_the_proposed_plan(director_client, desk, four):
    check_in(desk, four.entries.get(number=1), here=True)
    there = director_client.get(f"{DIVISION}rounds/1/pair/present/").text
    assert '<input type="hidden" name="rounds" value="6">' in there
    director_client.post(f"{DIVISION}rounds/1/pair/present/", {"rounds": "6"})
    assert plan_of(four)[-1].to_round == 6


def test_missing_player_is_named_and_marked_at_the_board(director_client, desk, four):
    for number in (1, 2, 3):
        check_in(desk, four.entries.get(number=number), here=True)
    pair_by_hand(desk, four, [(1, 2), (3, 4)], firsts_as_listed=True)
    page = text(director_client.get(DIVISION))
    assert "1 player is missing: Dai Jones." in page
    assert "1 player is not checked in: Dai Jones" in page
    assert "4 Dai Jones not here" in page
    assert page.count("not here") == 2
    assert "4 Dai Jones not here" in text(director_client.get(f"{DIVISION}rounds/1/pairings/"))


def test_forfeited_board_names_the_forfeiting_player(director_client, desk, round_one, board):
    enter_result(desk, board(1), outcome="first_forfeits")
    grid = director_client.get(DIVISION).text.partition('class="board-grid')[2]
    row = grid.partition("</li>")[0]
    assert '<small class="board-note soft">Ana Lopez forfeits</small>' in row
    assert row.count("who two") == 1
    results = text(director_client.get(f"{DIVISION}results/"))
    assert "Ana Lopez forfeits" in results
    assert "Ana Lopez forfeits" in text(director_client.get(f"{DIVISION}players/1/"))
    assert "Ana Lopez forfeits" in text(director_client.get(BOARD_ONE))


def test_desk_shows_the_next_draft_or_the_last_closed_round():
    rounds = [RoundSummary(Round(number=n, phase=Phase.CLOSED), 2, 2) for n in (1, 2, 3)]
    assert round_to_show(rounds, None, drafts=True) == rounds[2]
    draft = RoundSummary(Round(number=4, phase=Phase.DRAFT), 2, 0)
    assert round_to_show([*rounds, draft], None, drafts=True) == draft
    assert round_to_show([*rounds, draft], 4, drafts=False) == rounds[2]


def test_desk_leads_from_a_missing_result_to_the_next_session(
    director_client, desk, round_one, board, django_user_model
):
    helper = Actor.for_user(django_user_model.objects.create_user("helper"))
    enter_result(desk, board(1), 402, 380)
    assert filled(director_client.get(DIVISION)) == ["Enter result"]
    enter_result(helper, board(1), 402, 370, accepted=True)
    enter_result(desk, board(2), 410, 300)
    page = director_client.get(DIVISION)
    assert filled(page) == ["Choose the result of board 1"]
    assert f'href="{BOARD_ONE}" role="button"' in page.text
    assert "Two results: board 1" in text(page)
    assert "Decide between two results" in text(director_client.get("/events/autumn-open/"))
    results = director_client.get(f"{DIVISION}results/").text
    assert f'href="{BOARD_ONE}" aria-label="Board 1: decide which' in results
    correct_result(desk, board(1), 402, 380, accepted=True)
    division = close_round(desk, board(1).round).division
    division.rounds_planned = 1
    division.save()
    page = director_client.get(DIVISION)
    assert filled(page) == ["Prizes"]
    assert "Papers for the ceremony Rating body Make round 2 Close the event" in text(page)
    assert re.findall(r"<li>(\d) <strong>", page.text) == ["1", "2", "3"]
    division.rounds_planned = 2
    division.save()
    assert filled(director_client.get(DIVISION)) == ["Make round 2"]
    draft = pair_by_hand(desk, division, [(1, 2), (3, 4)], firsts_as_listed=True)
    page = text(director_client.get(DIVISION))
    assert "About round 2 Repeats Boards 1, 2 Unequal wins Boards 1, 2" in page
    assert "1 Ana Lopez 1-0 +22" in page
    publish_round(desk, draft)
    page = director_client.get(f"{DIVISION}?round=1")
    assert filled(page) == ["Open round 2"]
    assert "You are looking at round 1. The current round is 2." in text(page)
    assert "0 results" not in text(page)
    close_event(desk, division.event, accepted=True)
    page = director_client.get(DIVISION)
    assert (filled(page), current_phase(page)) == (["Copy for next week"], ["Finish"])
    assert "The event is closed." in text(page)
