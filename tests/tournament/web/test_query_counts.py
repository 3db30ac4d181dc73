"""The number of queries of a page does not depend on the size of the event."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actions.games import finish_game
from tests.rooms import of_rooms
from tests.scoring.views.pads import CLOSE_GAME, opened
from tournament.actions.event.events import create_division
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.plans import plan_rounds
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.safety.roles import accept_invitation, create_invitation
from tournament.actions.standings.prizes import add_prizes
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db

EVENT = "/events/autumn-open/"
DIVISION = f"{EVENT}b/"
QUERIES = {
    "/": 10,
    EVENT: 12,  # recent actions and the boards of each division
    f"{EVENT}check-in/": 13,
    f"{EVENT}files/": 22,
    f"{EVENT}files/send/": 15,
    f"{EVENT}find/?q=a": 12,
    f"{EVENT}helpers/": 9,
    f"{EVENT}players/": 7,
    f"{EVENT}prizes/": 16,
    f"{EVENT}reports/": 14,
    f"{EVENT}results/": 11,
    f"{EVENT}tourney.js": 22,
    "/clubs/thursdays/": 7,
    "/games/": 6,
    "/games/turns/": 3,
    "/people/": 8,
    "/season/thursdays/": 10,
    f"{EVENT}activity/": 7,
    DIVISION: 15,
    f"{DIVISION}pictures/": 23,
    f"{DIVISION}plan/": 10,
    f"{DIVISION}players/": 8,
    f"{DIVISION}players/1/": 24,
    f"{DIVISION}ratings/": 13,
    f"{DIVISION}rounds/1/edit/": 19,
    f"{DIVISION}rounds/1/pairings/": 15,
    f"{DIVISION}rounds/new/": 11,
    f"{DIVISION}standings/": 9,
    f"{DIVISION}standings/?ratings=1": 15,
}
for more in of_rooms("QUERIES"):
    QUERIES |= {path: QUERIES.get(path, 0) + queries for path, queries in more.items()}


def test_number_of_queries_of_a_page_is_constant(director_client, desk, event):
    division = create_division(desk, event, name="B")
    assign_to_club(desk, event, create_club(desk, name="Thursdays"))
    for played, people in ((1, "A One\nB Two"), (2, "C Three\nD Four\nE Five\nF Six")):
        add_players(desk, division, people)
        add_prizes(desk, event, f"{played}. = 50\nhigh win {played} = 5")
        plan_rounds(desk, division, PlannedRounds(played + 1, played + 1, "swiss"))
        numbers = list(division.entries.values_list("number", flat=True))
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        round_ = publish_round(desk, pair_by_hand(desk, division, pairs))
        for pairing in round_.pairings.filter(replaced_at=None, second__isnull=False):
            enter_result(desk, pairing, 400, 380)
        helper = User.objects.create_user(f"Helper {played}")
        accept_invitation(helper, create_invitation(desk, event, Role.READER)[0])
        create_invitation(desk, event, Role.READER)
        finish_game(opened("wespa", ("Ann", "Ben"), *CLOSE_GAME), desk)
        seen = {}
        for path in QUERIES:
            with CaptureQueriesContext(connection) as counted:
                assert director_client.get(path).status_code == 200
            seen[path] = len(counted)
        assert seen == QUERIES
