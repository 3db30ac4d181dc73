"""Two people with the same form: a change never overwrites data that the form did not show."""

import re
from types import SimpleNamespace

import pytest

from scoring.actions.activity import Actor
from tests.shown import as_shown, carried, stripped
from tests.tournament.actions.people.test_clubs import picture
from tests.tournament.logged_in import browser_of, user_in
from tournament.actions.event.housekeeping import change_event_details
from tournament.actions.people.clubs import create_club, set_logo
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.plans import plan_rounds
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.safety.undo import undo_action
from tournament.actions.standings.display import change_standings_settings
from tournament.actions.standings.prizes import add_prize, change_prize
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.models import Division, Event, Prize, UndoStep
from tournament.models.membership import Role
from tournament.queries.rounds.pairing import plan_of
from tournament.wording.methods import method_label

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


def history(pairing):
    return [(str(row), row.standing) for row in pairing.results.order_by("id")]


@pytest.mark.full
def test_form_opened_on_an_empty_board_replaces_a_result_only_on_confirmation(
    director_client, colleague, round_one, board
):
    opened = as_shown(director_client, BOARD)
    send(colleague[1], as_shown(colleague[1], BOARD), 400, 380)
    answer = send(director_client, opened, 380, 410)
    assert answer.status_code == 422
    assert "Board 1 has changed since you opened this page. Nothing has been saved yet." in (
        stripped(answer)
    )
    *rows, entered = table(answer)
    assert rows == [
        ["", "Counts now", "Typed here"],
        ["Ana Lopez", "400", "380"],
        ["Ben Okafor", "380", "410"],
        ["Result", "Ana Lopez by 20.", "Ben Okafor by 30."],
    ]
    assert re.fullmatch(r"typed by colleague, \d\d:\d\d:\d\d", entered[1])
    assert history(board(1)) == [("400-380", "counts")]
    correct_result(colleague[0], board(1), 405, 380, reason="slip read again")
    again = send(director_client, carried(answer.text), 380, 410)
    assert table(again)[1] == ["Ana Lopez", "405", "380"]
    assert table(again)[-1] == ["Reason", "slip read again", ""]
    assert send(director_client, carried(again.text), 380, 410).status_code == 302
    assert [row for row, _ in history(board(1))] == ["400-380", "405-380", "380-410"]


@pytest.mark.full
def test_intervening_question_keeps_the_version_of_the_form(
    director_client, colleague, round_one, board
):
    answer = send(director_client, as_shown(director_client, BOARD), 41, 380)
    assert "A score of 41 is unusual." in stripped(answer)
    enter_result(colleague[0], board(1), 400, 380)
    again = send(director_client, carried(answer.text), 41, 380)
    assert table(again)[1] == ["Ana Lopez", "400", "41"]
    assert "A score of 41 is unusual." in stripped(again)
    assert history(board(1)) == [("400-380", "counts")]
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


def test_outdated_players_page_does_not_erase_a_team(director_client, somebody, four):
    second = somebody("second", Role.DIRECTOR)[1]
    opened = as_shown(director_client, PLAYER)
    about(second, as_shown(second, PLAYER), team="Ospreys", paid="on")
    answer = about(director_client, opened, member="AA12")
    assert answer.status_code == 422
    assert "The profile of Dai Jones has changed since you opened this page." in stripped(answer)
    assert table(answer) == [
        ["", "Now", "Typed here"],
        ["Member number", "", "AA12"],
        ["Team", "Ospreys", ""],
        ["Paid", "yes", "no"],
    ]
    assert four.entries.get(number=4).team == "Ospreys"
    shown = carried(answer.text)
    assert about(director_client, shown, member="AA12", team="Ospreys").status_code == 302
    entry = four.entries.get(number=4)
    assert (entry.team, entry.member, entry.paid_at) == ("Ospreys", "AA12", None)


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


DESK = "/events/autumn-open/a/"


EVENT = "/events/autumn-open/"
PLAN, STANDINGS, HOUSEKEEPING = f"{DESK}plan/", f"{DESK}standings/", f"{EVENT}housekeeping/"


def the_plan(desk, four):
    options = {"option_again": "none", "option_repeats": "", "option_opponents": "nearest"}
    options |= {"option_mates": "meet", "option_balance_firsts": "on"}
    line = {"method": "swiss", "shown": "swiss", "from_round": 1, "to_round": 3}
    typed = {"do": "line", "source": "previous"} | line | options
    unplanned = [[f"Round {number}", "not planned", method_label("swiss")] for number in (1, 3)]
    return SimpleNamespace(
        page=PLAN, field='value="line"', to=PLAN, typed=typed,
        meanwhile=lambda: plan_rounds(desk, four, PlannedRounds(2, 2, "random")),
        sentence="The plan of division A has changed since you opened this page.",
        rows=[*unplanned, ["Round 2", method_label("random"), method_label("swiss")]],
        state=lambda: [line.method for line in plan_of(four)], becomes=["swiss"],
    )  # fmt: skip


def a_prize(desk, four):
    prize = add_prize(desk, four.event, kind="place", division=four, value="100")
    values = {"division": four, "options": {}, "place": 1, "title": "", "exclusive": True}
    typed = {"division": str(four.pk), "place": 1, "value": "150", "exclusive": "on"}
    address = f"{EVENT}prizes/{prize.pk}/"
    return SimpleNamespace(
        page=address, field='value="save"', to=address, typed={"step": "save"} | typed,
        meanwhile=lambda: change_prize(desk, prize, **values, value="300"),
        sentence="has changed since you opened this page.", rows=[["Value", "300", "150"]],
        state=lambda: Prize.objects.get().value, becomes="150",
    )  # fmt: skip


def the_name_of_the_event(desk, four):
    return SimpleNamespace(
        page=HOUSEKEEPING, field='name="place"', to=HOUSEKEEPING,
        typed={"name": "Autumn Cup", "date": "", "place": ""},
        meanwhile=lambda: change_event_details(desk, four.event, name="Harvest Open", place="Town Hall"),
        sentence="The name, day, place or language of Harvest Open has changed since you opened this page",
        rows=[["Name of the event", "Harvest Open", "Autumn Cup"], ["Venue", "Town Hall", "–"]],
        state=lambda: Event.objects.values_list("name", "place").get(), becomes=("Autumn Cup", ""),
    )  # fmt: skip


def what_is_held_back(desk, four):
    return SimpleNamespace(
        page=STANDINGS, field="held_back_from", to=f"{STANDINGS}show/",
        typed={"rounds_planned": "6", "held_back_from": ""},
        meanwhile=lambda: change_standings_settings(desk, four, rounds_planned=7, held_back_from=5),
        sentence="has changed since you opened this page.",
        rows=[["Number of rounds", "7", "6"], ["Hold back from round", "5", "not set"]],
        state=lambda: Division.objects.values_list("rounds_planned", "held_back_from").get(),
        becomes=(6, None),
    )  # fmt: skip


def a_penalty(desk, four):
    publish_round(desk, pair_by_hand(desk, four, [(1, 2), (3, 4)]))
    entry = four.entries.select_related("player", "division__event").get(number=4)
    late = {"round_number": 1, "spread": -50, "reason": "late"}
    return SimpleNamespace(
        page=PLAYER, field='name="points"', to=f"{PLAYER}penalties/",
        typed={"round_number": "1", "points": "50", "reason": "late"},
        meanwhile=lambda: give_penalty(desk, entry, **late),
        sentence="The list of penalties of Dai Jones has changed since you opened this page",
        rows=[["Penalties", "Round 1: −50 spread", "Round 1: −50 spread"]],
        state=entry.penalties.count, becomes=2,
    )  # fmt: skip


CASES = [the_plan, a_prize, the_name_of_the_event, what_is_held_back, a_penalty]


@pytest.mark.parametrize("story", CASES)
def test_concurrent_change_is_shown_and_replaced_only_on_confirmation(
    director_client, desk, four, story
):
    """Open a form, let another person change the same, and send it twice."""
    case = story(desk, four)
    opened = form_with(director_client.get(case.page).text, case.field)
    case.meanwhile()
    changed = case.state()
    assert changed != case.becomes
    question = director_client.post(case.to, opened | case.typed)
    assert question.status_code == 422
    assert case.sentence in stripped(question)
    heads, *rows = table(question)
    assert heads == ["", "Now", "Typed here"]
    assert sorted(rows) == sorted(case.rows)
    assert case.state() == changed
    shown = form_with(question.text, case.field)
    assert director_client.post(case.to, shown | case.typed).status_code == 302
    assert case.state() == case.becomes


def test_logo_changed_by_another_user_is_not_removed_unseen(director_client, desk):
    club = set_logo(desk, create_club(desk, name="Thursdays"), picture())
    page = director_client.get(club.get_absolute_url()).text
    opened = form_with(page, 'name="remove"') | {"remove": "1"}
    set_logo(desk, club, picture((200, 100)))
    answer = director_client.post(f"{club.get_absolute_url()}logo/", opened, follow=True)
    assert "The picture of Thursdays has changed since you opened this page." in stripped(answer)
    club.refresh_from_db()
    assert club.logo
