"""Two people at one form: nothing is replaced that the form did not show, on any page that changes something."""

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from scoring.actions.activity import Actor
from tests.shown import as_shown, carried
from tests.tournament.actions.people.test_logos import picture
from tournament.actions.event.housekeeping import rename_division, rename_event
from tournament.actions.people.clubs import create_club, join_club, set_logo
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import post_recorded_result, start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.plans import plan_rounds, set_seating
from tournament.actions.rounds.rounds import close_round
from tournament.actions.safety.roles import accept, invite
from tournament.actions.safety.undo import undo_action
from tournament.actions.standings.display import show_standings
from tournament.actions.standings.prizes import add_prize, change_prize, set_winner
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.engine.pairing.seating import Seating
from tournament.models import UndoStep
from tournament.models.membership import Role
from tournament.queries.rounds.pairing import plan_of
from tournament.wording.methods import label_of

pytestmark = pytest.mark.django_db

BOARD = "/events/autumn-open/a/rounds/1/boards/1/"


def text(answer):
    return " ".join(strip_tags(answer.content.decode()).split())


def table(answer):
    """The table that sets what there is now beside what was typed, row by row."""
    shown = re.search(
        r'aria-label="What is saved now.*?</table>', answer.content.decode(), re.DOTALL
    )
    rows = re.findall(r"<tr>(.*?)</tr>", shown[0], re.DOTALL)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]


@pytest.fixture
def somebody(django_user_model, desk, event):
    """Another person with a browser of their own, in a role of the event."""

    def in_role(name, role):
        user = django_user_model.objects.create_user(name, password="nine-timer")
        accept(user, invite(desk, event, role)[0])
        browser = Client()
        browser.force_login(user)
        return Actor.of(user), browser

    return in_role


@pytest.fixture
def colleague(somebody):
    return somebody("colleague", Role.SCOREKEEPER)


def send(browser, shown, first, second, **more):
    """Send the board's form as a page made from `shown` would."""
    values = {"outcome": "played", "first_score": first, "second_score": second}
    return browser.post(f"{BOARD}result/", shown | values | more)


def history(pairing):
    return [(str(row), row.standing) for row in pairing.results.order_by("id")]


@pytest.mark.full
def test_a_form_opened_on_an_empty_board_replaces_nothing(
    director_client, colleague, round_one, board
):
    opened = as_shown(director_client, BOARD)
    send(colleague[1], as_shown(colleague[1], BOARD), 400, 380)
    answer = send(director_client, opened, 410, 380)
    assert answer.status_code == 422
    assert "Board 1 has changed since this page was opened. Nothing is saved yet." in text(answer)
    heads, first, second, result, entered = table(answer)
    assert heads == ["", "Counts now", "Typed here"]
    assert first == ["Ana Lopez", "400", "410"]
    assert second == ["Ben Okafor", "380", "380"]
    assert result == ["Result", "Ana Lopez by 20.", "Ana Lopez by 30."]
    assert re.fullmatch(r"typed by colleague, \d\d:\d\d:\d\d", entered[1])
    assert entered[2] == ""
    assert history(board(1)) == [("400-380", "counts")]


@pytest.mark.full
def test_what_was_typed_stays_and_a_second_answer_corrects_what_is_there_now(
    director_client, colleague, round_one, board
):
    opened = as_shown(director_client, BOARD)
    enter_result(colleague[0], board(1), 400, 380)
    answer = send(director_client, opened, 380, 410)
    page = answer.content.decode()
    assert 'name="first_score" value="380"' in page
    assert 'name="second_score" value="410"' in page
    assert ">Correct anyway</button>" in page
    assert "Ben Okafor wins instead of Ana Lopez." in text(answer)
    done = send(director_client, carried(page), 380, 410)
    assert done.status_code == 302
    assert history(board(1)) == [("400-380", "superseded"), ("380-410", "counts")]


@pytest.mark.full
def test_a_form_opened_on_an_earlier_result_replaces_no_later_one(
    director_client, desk, colleague, round_one, board
):
    enter_result(desk, board(1), 400, 380)
    opened = as_shown(director_client, BOARD)
    correct_result(colleague[0], board(1), 400, 390, reason="slip read again")
    answer = send(director_client, opened, 410, 380)
    assert table(answer)[1:3] == [["Ana Lopez", "400", "410"], ["Ben Okafor", "390", "380"]]
    assert table(answer)[-1] == ["Reason", "slip read again", ""]
    assert history(board(1)) == [("400-380", "superseded"), ("400-390", "counts")]


@pytest.mark.full
def test_what_changes_again_before_the_second_answer_is_shown_again(
    director_client, colleague, round_one, board
):
    opened = as_shown(director_client, BOARD)
    enter_result(colleague[0], board(1), 400, 380)
    answer = send(director_client, opened, 410, 380)
    correct_result(colleague[0], board(1), 405, 380)
    again = send(director_client, carried(answer.content.decode()), 410, 380)
    assert table(again)[1] == ["Ana Lopez", "405", "410"]
    assert history(board(1)) == [("400-380", "superseded"), ("405-380", "counts")]


@pytest.mark.full
def test_a_question_asked_meanwhile_does_not_forget_what_the_form_was_made_from(
    director_client, colleague, round_one, board
):
    answer = send(director_client, as_shown(director_client, BOARD), 41, 380)
    assert "A score of 41 is unusual." in text(answer)
    enter_result(colleague[0], board(1), 400, 380)
    again = send(director_client, carried(answer.content.decode()), 41, 380)
    assert table(again)[1] == ["Ana Lopez", "400", "41"]
    assert "A score of 41 is unusual." in text(again)
    assert history(board(1)) == [("400-380", "counts")]
    assert send(director_client, carried(again.content.decode()), 41, 380).status_code == 302


def test_two_who_typed_the_same_agree(director_client, colleague, round_one, board):
    opened = as_shown(director_client, BOARD)
    enter_result(colleague[0], board(1), 400, 380)
    assert send(director_client, opened, 400, 380).status_code == 302
    assert history(board(1)) == [("400-380", "counts")]


@pytest.mark.full
def test_a_result_undone_meanwhile_is_not_corrected_but_entered_when_asked_twice(
    director_client, desk, round_one, board
):
    enter_result(desk, board(1), 400, 380)
    opened = as_shown(director_client, BOARD)
    undo_action(desk, UndoStep.objects.get(kind="enter_result"))
    answer = send(director_client, opened, 410, 380)
    assert table(answer)[0] == ["", "Now", "Typed here"]
    assert table(answer)[-1] == ["Result", "No result", "Ana Lopez by 30."]
    assert ">Enter anyway</button>" in answer.content.decode()
    assert board(1).results.filter(standing="counts").count() == 0
    send(director_client, carried(answer.content.decode()), 410, 380)
    assert str(board(1).results.get(standing="counts")) == "410-380"


@pytest.mark.full
def test_a_scorekeepers_second_answer_is_kept_beside_until_a_director_rules(
    director_client, desk, colleague, round_one, board
):
    opened = as_shown(colleague[1], BOARD)
    enter_result(desk, board(1), 400, 380)
    answer = send(colleague[1], opened, 380, 410)
    assert ">Keep both, a director decides</button>" in answer.content.decode()
    assert "wins instead" not in text(answer)
    shown = carried(answer.content.decode())
    assert send(colleague[1], shown, 380, 410).status_code == 302
    assert history(board(1)) == [("400-380", "counts"), ("380-410", "beside")]
    page = text(colleague[1].get(BOARD))
    assert "Board 1: 380-410 is kept beside the result there is. The director decides." in page
    assert "This one counts" in text(director_client.get(BOARD))


@pytest.mark.full
def test_a_scorekeeper_cannot_settle_two_results_by_correcting(
    director_client, desk, colleague, round_one, board
):
    enter_result(desk, board(1), 400, 380)
    enter_result(colleague[0], board(1), 410, 380, accepted=True)
    assert "Correct the result" not in text(colleague[1].get(BOARD))
    shown = as_shown(director_client, BOARD)
    answer = send(colleague[1], shown, 410, 380)
    assert "two results contradict each other. The director decides which counts." in text(answer)
    assert history(board(1)) == [("400-380", "counts"), ("410-380", "beside")]


@pytest.mark.full
def test_a_ruling_replaces_no_result_it_did_not_show(
    director_client, desk, colleague, round_one, board
):
    enter_result(desk, board(1), 400, 380)
    enter_result(colleague[0], board(1), 410, 380, accepted=True)
    shown = as_shown(director_client, BOARD)
    post_recorded_result(desk, board(1), 405, 380)
    chosen = board(1).results.get(first_score=410)
    values = shown | {"entry": chosen.pk, "reason": "the slip"}
    answer = director_client.post(f"{BOARD}ruling/", values, follow=True)
    assert "Board 1 has changed since this page was opened." in text(answer)
    assert "superseded" not in [standing for _, standing in history(board(1))]


@pytest.mark.full
def test_a_scorekeeper_is_told_that_the_round_was_closed_meanwhile(
    desk, colleague, round_one, board
):
    opened = as_shown(colleague[1], BOARD)
    for number in (1, 2):
        enter_result(desk, board(number), 400, 380)
    close_round(desk, round_one)
    answer = send(colleague[1], opened, 410, 380)
    assert "Round 1 is closed. A director corrects it now." in text(answer)
    assert history(board(1)) == [("400-380", "counts")]


@pytest.mark.full
def test_a_result_typed_for_other_players_is_not_taken_for_those_who_sit_there_now(
    director_client, colleague, desk, four, round_one
):
    opened = as_shown(colleague[1], BOARD)
    undo_action(desk, UndoStep.objects.get(kind="publish_round"))
    again = pair_by_hand(desk, four, [(3, 4), (1, 2)], firsts_as_listed=True)
    director_client.post("/events/autumn-open/a/rounds/1/phase/", {"to": "published"})
    answer = send(colleague[1], opened, 410, 380)
    page = text(colleague[1].get(answer.url))
    assert "Board 1 was paired again since the page was opened" in page
    assert "is Zoë Müller – Dai Jones now. What was typed is not saved." in page
    assert not again.pairings.filter(results__isnull=False).exists()


PLAYER = "/events/autumn-open/a/players/4/"


def about(browser, shown, **typed):
    """Send the form about Dai Jones as a page made from `shown` would."""
    return browser.post(f"{PLAYER}about/", shown | {"name": "Jones, Dai", "rating": 1500} | typed)


@pytest.mark.full
def test_a_players_page_opened_earlier_erases_no_team(director_client, somebody, four):
    second = somebody("second", Role.DIRECTOR)[1]
    opened = as_shown(director_client, PLAYER)
    about(second, as_shown(second, PLAYER), team="Ospreys", paid="on")
    answer = about(director_client, opened, member="AA12")
    assert answer.status_code == 422
    assert "What is known of Dai Jones has changed since this page was opened." in text(answer)
    assert table(answer) == [
        ["", "Now", "Typed here"],
        ["Member number", "", "AA12"],
        ["Team", "Ospreys", ""],
        ["Paid", "yes", "no"],
    ]
    assert four.entries.get(number=4).team == "Ospreys"
    shown = carried(answer.content.decode())
    assert about(director_client, shown, member="AA12", team="Ospreys").status_code == 302
    entry = four.entries.get(number=4)
    assert (entry.team, entry.member, entry.paid_at) == ("Ospreys", "AA12", None)


@pytest.mark.full
def test_a_players_form_refused_for_something_else_stays_made_from_what_it_showed(
    director_client, somebody, four
):
    second = somebody("second", Role.DIRECTOR)[1]
    wrong = about(director_client, as_shown(director_client, PLAYER), rating="many")
    about(second, as_shown(second, PLAYER), team="Ospreys")
    answer = about(director_client, carried(wrong.content.decode()), rating=1510)
    assert ["Team", "Ospreys", ""] in table(answer)
    assert four.entries.get(number=4).rating == 1500


RULES = "/events/autumn-open/rules/"


def rules(browser, page, **changes):
    """Send the form of the rules as `page` shows it, with some values changed."""
    form = page.context["form"]
    typed = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in typed.items() if value not in (None, False)}
    return browser.post(RULES, sent | {"seen": page.context["seen"]} | changes)


@pytest.mark.full
def test_a_page_of_the_rules_opened_earlier_puts_no_value_back(director_client, somebody, event):
    second = somebody("second", Role.DIRECTOR)[1]
    opened = director_client.get(RULES)
    rules(second, second.get(RULES), bye_spread="75", rank_3="capped_spread", spread_caps="300")
    answer = rules(director_client, opened, forfeit_spread="-60")
    assert answer.status_code == 422
    assert "What the rules of Autumn Open say has changed since this page" in text(answer)
    assert table(answer) == [
        ["", "Now", "Typed here"],
        ["Bye spread", "75", "50"],
        ["Forfeit spread", "-50", "-60"],
        ["Ranked by", "wins, losses, counted spread", "wins, losses, spread"],
        ["Spread caps", "300", "nothing"],
    ]
    event.refresh_from_db()
    assert (event.rules_copy["bye_spread"], event.rules_copy["forfeit_spread"]) == (75, -50)
    assert rules(director_client, answer).status_code == 302
    event.refresh_from_db()
    assert (event.rules_copy["bye_spread"], event.rules_copy["forfeit_spread"]) == (50, -60)


def form_with(page, field):
    """The hidden fields of the page's form that holds `field`, as a browser would send them."""
    form = next(form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if field in form)
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    return {name: value for name, value in hidden if name != "csrfmiddlewaretoken"}


@pytest.mark.full
def test_a_scorekeeper_who_reloads_still_replaces_no_colleagues_result(
    desk, colleague, round_one, board
):
    enter_result(desk, board(1), 400, 380)
    opened = colleague[1].get(BOARD).content.decode()
    assert ">Keep both, a director decides</button>" in opened
    answer = send(colleague[1], carried(opened), 380, 410)
    assert "Board 1 has the result 400-380 (typed by director) already." in text(answer)
    send(colleague[1], carried(answer.content.decode()), 380, 410)
    assert history(board(1)) == [("400-380", "counts"), ("380-410", "beside")]


@pytest.mark.full
def test_a_scorekeeper_changes_no_recorded_game_of_a_closed_round(
    desk, colleague, round_one, board
):
    game = start_game(desk, board(1))
    enter_result(desk, board(1), 400, 380, accepted=True)
    enter_result(desk, board(2), 400, 380)
    pad = f"/games/{game.pk}/"
    assert 'name="line"' in colleague[1].get(pad).content.decode()
    close_round(desk, round_one)
    assert 'name="line"' not in colleague[1].get(pad).content.decode()
    for step in ("turns/", "finish/", "reopen/"):
        answer = colleague[1].post(f"{pad}{step}", {"line": "8H BOX 26", "reason": "the slip"})
        assert answer.status_code == 403
        assert "once the round is closed only a director" in text(answer)
    assert game.entries.count() == 0


DESK = "/events/autumn-open/a/"


@pytest.mark.full
def test_the_draft_shown_is_the_draft_published(director_client, desk, four):
    pair_by_hand(desk, four, [(1, 2), (3, 4)], firsts_as_listed=True)
    for address in (DESK, f"{DESK}rounds/1/pairings/"):
        opened = form_with(director_client.get(address).content.decode(), 'value="published"')
        pair_by_hand(desk, four, [(1, 3), (2, 4)], firsts_as_listed=True)
        values = opened | {"to": "published"}
        answer = director_client.post(f"{DESK}rounds/1/phase/", values, follow=True)
        assert "The draft of Round 1 has changed since this page was opened." in text(answer)
        assert four.rounds.get(number=1).phase == "draft"
        pair_by_hand(desk, four, [(1, 2), (3, 4)], firsts_as_listed=True)
    opened = form_with(director_client.get(DESK).content.decode(), 'value="published"')
    director_client.post(f"{DESK}rounds/1/phase/", opened | {"to": "published"})
    assert four.rounds.get(number=1).phase == "published"


def test_a_draft_made_by_somebody_else_is_not_made_anew_unseen(director_client, desk, four):
    opened = form_with(director_client.get(f"{DESK}rounds/new/").content.decode(), "by_hand")
    draft = pair_by_hand(desk, four, [(1, 2), (3, 4)], firsts_as_listed=True)
    values = opened | {"how": "by_hand", "pairs": "1 3\n2 4", "step": "save"}
    answer = director_client.post(f"{DESK}rounds/new/", values)
    assert "The round has been paired or changed since this page was opened." in text(answer)
    live = draft.pairings.filter(replaced_at=None).order_by("board")
    assert [(row.first.number, row.second.number) for row in live] == [(1, 2), (3, 4)]


PLAN = "/events/autumn-open/a/plan/"
LINE = {
    "do": "line", "shown": "swiss", "method": "swiss", "from_round": 1, "to_round": 3,
    "source": "previous", "option_again": "none", "option_repeats": "", "option_opponents": "nearest",
    "option_mates": "meet",
}  # fmt: skip


def test_a_plan_made_meanwhile_is_not_replaced_unseen(director_client, desk, four):
    opened = form_with(director_client.get(PLAN).content.decode(), 'value="line"')
    plan_rounds(desk, four, PlannedRounds(2, 2, "random"))
    answer = director_client.post(PLAN, opened | LINE)
    assert answer.status_code == 422
    assert "The plan of division A has changed since this page was opened." in text(answer)
    rows = table(answer)
    assert rows[0] == ["", "Now", "Typed here"]
    assert [row[0] for row in rows[1:]] == ["Round 1", "Round 2", "Round 3"]
    assert [row[1] for row in rows[1:]] == ["not planned", label_of("random"), "not planned"]
    assert [line.method for line in plan_of(four)] == ["random"]
    shown = form_with(answer.content.decode(), 'value="line"')
    assert director_client.post(PLAN, shown | LINE).status_code == 302
    assert [line.method for line in plan_of(four)] == ["swiss"]


def test_boards_and_byes_set_meanwhile_are_not_put_back(director_client, desk, four):
    opened = form_with(director_client.get(PLAN).content.decode(), 'value="seating"')
    set_seating(desk, four, Seating(first_board=21))
    values = {
        "do": "seating",
        "first_board": 1,
        "mates_until": "0",
        "byes_spared": 2,
        "byes_allowed": "on",
    }
    answer = director_client.post(PLAN, opened | values)
    assert ["Boards begin with number", "21", "1"] in table(answer)
    four.refresh_from_db()
    assert Seating.of(four.seating).first_board == 21
    shown = form_with(answer.content.decode(), 'value="seating"')
    director_client.post(PLAN, shown | values)
    four.refresh_from_db()
    assert Seating.of(four.seating) == Seating(byes_spared=2)


@pytest.mark.full
def test_a_prize_changed_meanwhile_is_not_put_back(director_client, desk, four):
    prize = add_prize(desk, four.event, kind="place", division=four, value="100")
    address = f"/events/autumn-open/prizes/{prize.pk}/"
    opened = form_with(director_client.get(address).content.decode(), 'value="save"')
    prize_values = {"division": four, "options": {}, "place": 1, "title": "", "exclusive": True}
    change_prize(desk, prize, **prize_values, value="300")
    values = {
        "step": "save",
        "division": str(four.pk),
        "place": 1,
        "value": "150",
        "exclusive": "on",
    }
    answer = director_client.post(address, opened | values)
    assert answer.status_code == 422
    assert ["Value", "300", "150"] in table(answer)
    prize.refresh_from_db()
    assert prize.value == "300"
    shown = form_with(answer.content.decode(), 'value="save"')
    director_client.post(address, shown | values)
    prize.refresh_from_db()
    assert prize.value == "150"


@pytest.mark.full
def test_a_winner_named_meanwhile_is_not_replaced_unseen(director_client, desk, four):
    prize = add_prize(desk, four.event, kind="place", division=four)
    address = f"/events/autumn-open/prizes/{prize.pk}/"
    opened = form_with(director_client.get(address).content.decode(), 'value="winner"')
    ana, ben = four.entries.order_by("number")[:2]
    set_winner(desk, prize, ana, why="drawn by lot")
    values = {"step": "winner", "winner": str(ben.pk), "why": ""}
    answer = director_client.post(address, opened | values)
    assert table(answer)[1:] == [["Winner by hand", "Ana Lopez", "Ben Okafor"]]
    prize.refresh_from_db()
    assert prize.winner == ana
    shown = form_with(answer.content.decode(), 'value="winner"')
    director_client.post(address, shown | values)
    prize.refresh_from_db()
    assert prize.winner == ben


HOUSEKEEPING = "/events/autumn-open/housekeeping/"


def test_a_name_given_to_the_event_meanwhile_is_not_replaced_unseen(director_client, desk, event):
    opened = form_with(director_client.get(HOUSEKEEPING).content.decode(), 'name="place"')
    rename_event(desk, event, name="Harvest Open", place="Town Hall")
    typed = {"name": "Autumn Cup", "date": "", "place": ""}
    question = director_client.post(HOUSEKEEPING, opened | typed)
    assert question.status_code == 422
    assert "The name, day, place or language of Harvest Open has changed since this page" in text(
        question
    )
    assert table(question)[1:] == [
        ["Name of the event", "Harvest Open", "Autumn Cup"],
        ["Venue", "Town Hall", "–"],
    ]
    event.refresh_from_db()
    assert (event.name, event.place) == ("Harvest Open", "Town Hall")
    shown = form_with(question.content.decode(), 'name="place"')
    assert director_client.post(HOUSEKEEPING, shown | typed).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.place) == ("Autumn Cup", "")


def test_a_name_given_to_a_division_meanwhile_is_not_replaced_unseen(director_client, desk, four):
    address = f"{HOUSEKEEPING}divisions/a/"
    opened = form_with(director_client.get(HOUSEKEEPING).content.decode(), "divisions/a/")
    rename_division(desk, four, name="Masters")
    question = director_client.post(address, opened | {"name": "Open"})
    assert table(question)[1:] == [["Name of the division", "Masters", "Open"]]
    four.refresh_from_db()
    assert four.name == "Masters"
    shown = form_with(question.content.decode(), "divisions/a/")
    assert director_client.post(address, shown | {"name": "Open"}).status_code == 302
    four.refresh_from_db()
    assert four.name == "Open"


STANDINGS = f"{DESK}standings/"


def test_standings_held_back_meanwhile_are_not_shown_unseen(director_client, desk, four):
    opened = form_with(director_client.get(STANDINGS).content.decode(), "held_back_from")
    show_standings(desk, four, rounds_planned=7, held_back_from=5)
    typed = {"rounds_planned": "6", "held_back_from": ""}
    question = director_client.post(f"{STANDINGS}show/", opened | typed)
    assert question.status_code == 422
    assert table(question)[1:] == [
        ["Number of rounds", "7", "6"],
        ["Hold back from round", "5", "not set"],
    ]
    four.refresh_from_db()
    assert (four.rounds_planned, four.held_back_from) == (7, 5)
    shown = form_with(question.content.decode(), "held_back_from")
    director_client.post(f"{STANDINGS}show/", shown | typed)
    four.refresh_from_db()
    assert (four.rounds_planned, four.held_back_from) == (6, None)


@pytest.mark.full
def test_a_penalty_given_meanwhile_is_not_given_twice_unseen(
    director_client, desk, round_one, four
):
    address = f"{PLAYER}penalties/"
    opened = form_with(director_client.get(PLAYER).content.decode(), 'name="points"')
    entry = four.entries.select_related("player", "division__event").get(number=4)
    give_penalty(desk, entry, round_number=1, spread=-50, reason="late")
    typed = {"round_number": "1", "points": "50", "reason": "late"}
    question = director_client.post(address, opened | typed)
    assert question.status_code == 422
    assert "The list of penalties of Dai Jones has changed since this page" in text(question)
    assert table(question)[1:] == [
        ["Penalties", "Round 1: −50 spread", "Round 1: −50 spread"],
    ]
    assert entry.penalties.count() == 1
    shown = form_with(question.content.decode(), 'name="points"')
    assert director_client.post(address, shown | typed).status_code == 302
    assert entry.penalties.count() == 2


def test_an_event_that_joined_a_club_meanwhile_is_not_taken_from_it_unseen(
    director_client, desk, event
):
    thursdays, harbour = (create_club(desk, name=name) for name in ("Thursdays", "Harbour"))
    page = director_client.get(thursdays.get_absolute_url()).content.decode()
    opened = form_with(page, "club/join/")
    join_club(desk, event, harbour)
    question = director_client.post("/events/autumn-open/club/join/", opened)
    assert question.status_code == 422
    assert "The club of Autumn Open has changed since this page was opened." in text(question)
    assert table(question)[1:] == [["Club", "Harbour", "Thursdays"]]
    event.refresh_from_db()
    assert event.club == harbour
    shown = form_with(question.content.decode(), "club/join/")
    assert director_client.post("/events/autumn-open/club/join/", shown).status_code == 302
    event.refresh_from_db()
    assert event.club == thursdays


def test_a_clubs_picture_changed_meanwhile_is_not_removed_unseen(director_client, desk):
    club = set_logo(desk, create_club(desk, name="Thursdays"), picture())
    page = director_client.get(club.get_absolute_url()).content.decode()
    opened = form_with(page, 'name="remove"') | {"remove": "1"}
    set_logo(desk, club, picture((200, 100)))
    answer = director_client.post(f"{club.get_absolute_url()}logo/", opened, follow=True)
    assert "The picture of Thursdays has changed since this page was opened." in text(answer)
    club.refresh_from_db()
    assert club.logo
