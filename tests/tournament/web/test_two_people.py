"""Two people with the same form: a change never overwrites data that the form did not show."""

import re

import pytest

from scoring.actions.activity import Actor
from tests.shown import as_shown, carried, stripped
from tests.tournament.actions.people.test_clubs import picture
from tests.tournament.logged_in import browser_of, user_in
from tournament.actions.people.clubs import create_club, set_logo
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round
from tournament.actions.safety.undo import undo_action
from tournament.actions.standings.display import change_standings_settings
from tournament.models import UndoStep
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db

BOARD = "/events/autumn-open/a/rounds/1/boards/1/"


def table(answer):
    """Return the table that compares current and typed values, row by row."""
    shown = re.search(r'aria-label="Saved values and.*?</table>', answer.text, re.DOTALL)
    rows = re.findall(r"<tr>(.*?)</tr>", shown[0], re.DOTALL)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]


@pytest.fixture
def somebody(desk, event):
    """Return a function that creates a user with a role in the event and a separate browser."""

    def in_role(name, role):
        user = user_in(desk, event, role, name)
        return Actor.for_user(user), browser_of(user)

    return in_role


@pytest.fixture
def colleague(somebody):
    return somebody("colleague", Role.SCOREKEEPER)


def send(browser, shown, first, second, **more):
    """Send the board's form as opened from `shown`."""
    values = {"outcome": "played", "first_score": first, "second_score": second}
    return browser.post(f"{BOARD}result/", shown | values | more)


def test_intervening_question_keeps_the_version_of_the_form(
    director_client, colleague, round_one, board
):
    answer = send(director_client, as_shown(director_client, BOARD), 41, 380)
    assert "A score of 41 is unusual." in stripped(answer)
    enter_result(colleague[0], board(1), 400, 380)
    correct_result(colleague[0], board(1), 405, 380, reason="slip read again")
    again = send(director_client, carried(answer.text), 41, 380)
    assert table(again)[1] == ["Ana Lopez", "405", "41"]
    assert table(again)[-1] == ["Reason", "slip read again", ""]
    assert "A score of 41 is unusual." in stripped(again)
    assert [str(row) for row in board(1).results.order_by("id")] == ["400-380", "405-380"]
    assert send(director_client, carried(again.text), 41, 380).status_code == 302


def test_result_for_a_board_paired_again_is_not_saved_for_the_new_players(
    director_client, colleague, desk, four, round_one
):
    opened = as_shown(colleague[1], BOARD)
    undo_action(desk, UndoStep.objects.get(kind="publish_round"))
    again = pair_by_hand(desk, four, [(3, 4), (1, 2)], firsts_as_listed=True)
    director_client.post("/events/autumn-open/a/rounds/1/phase/", {"to": "published"})
    answer = send(colleague[1], opened, 410, 380)
    page = stripped(colleague[1].get(answer.url))
    assert "Board 1 was paired again since you opened the page" in page
    assert "is now Zoë Müller – Dai Jones. What you typed was not saved." in page
    assert not again.pairings.filter(results__isnull=False).exists()


PLAYER = "/events/autumn-open/a/players/4/"


def about(browser, shown, **typed):
    """Send the form about Dai Jones as opened from `shown`."""
    return browser.post(f"{PLAYER}about/", shown | {"name": "Jones, Dai", "rating": 1500} | typed)


def test_refused_players_form_keeps_its_version(director_client, somebody, four):
    second = somebody("second", Role.DIRECTOR)[1]
    wrong = about(director_client, as_shown(director_client, PLAYER), rating="many")
    about(second, as_shown(second, PLAYER), team="Ospreys")
    answer = about(director_client, carried(wrong.text), rating=1510)
    assert ["Team", "Ospreys", ""] in table(answer)
    assert four.entries.get(number=4).rating == 1500


def form_with(page, field):
    """Return the hidden values of the form that contains `field`."""
    form = next(form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if field in form)
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    return {name: value for name, value in hidden if name != "csrfmiddlewaretoken"}


def test_scorekeeper_cannot_change_a_recorded_game_of_a_closed_round(
    desk, colleague, round_one, board
):
    game = start_game(desk, board(1))
    enter_result(desk, board(1), 400, 380, accepted=True)
    enter_result(desk, board(2), 400, 380)
    pad = f"/games/{game.pk}/"
    assert 'name="line"' in colleague[1].get(pad).text
    close_round(desk, round_one)
    assert 'name="line"' not in colleague[1].get(pad).text
    for step in ("turns/", "finish/", "reopen/"):
        answer = colleague[1].post(f"{pad}{step}", {"line": "8H BOX 26", "reason": "the slip"})
        assert answer.status_code == 403
        assert "once the round is closed" in stripped(answer)
    assert game.entries.count() == 0


def test_outdated_form_shows_what_is_held_back_meanwhile(director_client, desk, four):
    address = "/events/autumn-open/a/standings/"
    opened = form_with(director_client.get(address).text, "held_back_from")
    change_standings_settings(desk, four, rounds_planned=7, held_back_from=5)
    typed = {"rounds_planned": "6", "held_back_from": ""}
    question = director_client.post(f"{address}show/", opened | typed)
    assert question.status_code == 422
    assert table(question)[1:] == [
        ["Number of rounds", "7", "6"],
        ["Hold back from round", "5", "not set"],
    ]
    four.refresh_from_db()
    assert (four.rounds_planned, four.held_back_from) == (7, 5)


def test_logo_changed_by_another_user_is_not_removed_unseen(director_client, desk):
    club = set_logo(desk, create_club(desk, name="Thursdays"), picture())
    page = director_client.get(club.get_absolute_url()).text
    opened = form_with(page, 'name="remove"') | {"remove": "1"}
    set_logo(desk, club, picture((200, 100)))
    answer = director_client.post(f"{club.get_absolute_url()}logo/", opened, follow=True)
    assert "The picture of Thursdays has changed since you opened this page." in stripped(answer)
    club.refresh_from_db()
    assert club.logo
