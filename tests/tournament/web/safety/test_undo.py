"""The pages of undo: the last actions at the desk, the full list, and reasons for refusals."""

import re

import pytest
from django.contrib.auth.models import User

from scoring.actions.activity import Actor
from tests.shown import text
from tournament.actions.people.check_in import check_in
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import draft_round_robin
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.safety.roles import accept_invitation, create_invitation
from tournament.models import Pairing, ResultEntry, Round, UndoStep
from tournament.queries.safety.undo import MAX_LISTED_STEPS

pytestmark = pytest.mark.django_db

DESK = "/events/autumn-open/a/"
LIST = f"{DESK}undo/"


def test_last_action_is_undone_on_the_desk_in_one_click(director_client, desk, board):
    enter_result(desk, board(1), 400, 380)
    page = director_client.get(DESK)
    assert page.text.count(">Undo</button>") == 1
    assert "Round 1, Board 1: 1 Ana Lopez - 2 Ben Okafor: 400-380." in text(page)
    step = UndoStep.objects.latest("activity_id")
    answer = director_client.post(f"{LIST}{step.pk}/", {"back": "desk"}, follow=True)
    assert answer.redirect_chain == [(DESK, 302)]
    sentence = "Undone: Round 1, Board 1: 1 Ana Lopez - 2 Ben Okafor: 400-380."
    assert sentence in text(answer)
    assert not ResultEntry.objects.filter(standing="counts").exists()
    listed = text(director_client.get("/events/autumn-open/activity/"))
    assert sentence in listed


@pytest.mark.parametrize(
    ("back", "there"),
    [
        (f"{DESK}standings/?round=1", f"{DESK}standings/?round=1"),
        ("/events/another/a/", LIST),
        ("//elsewhere.example/events/autumn-open/", LIST),
        ("https://elsewhere.example/", LIST),
        ("/events/autumn-open//elsewhere.example/", LIST),
        ("", LIST),
    ],
)
def test_undo_redirects_only_to_pages_of_the_event(director_client, desk, board, back, there):
    enter_result(desk, board(1), 400, 380)
    step = UndoStep.objects.latest("activity_id")
    answer = director_client.post(f"{LIST}{step.pk}/", {"back": back})
    assert (answer.status_code, answer.url) == (302, there)


def test_undo_list_explains_why_a_step_cannot_be_undone(director_client, desk, board):
    enter_result(desk, board(1), 400, 380)
    page = text(director_client.get(LIST))
    assert (
        "First undo “Round 1, Board 1: 1 Ana Lopez - 2 Ben Okafor: 400-380”: it depends on this "
        "change to round 1."
    ) in page
    publishing = UndoStep.objects.get(kind="publish_round")
    answer = director_client.post(f"{LIST}{publishing.pk}/", follow=True)
    assert "First undo" in text(answer)
    assert Round.objects.get().phase == "playing"


@pytest.mark.full
def test_shortened_undo_list_says_so(director_client, desk, four):
    assert "These are the latest" not in text(director_client.get(LIST))
    for entry in four.entries.all():
        for _ in range(5):
            check_in(desk, entry, here=True)
            check_in(desk, entry, here=False)
    page = director_client.get(LIST)
    assert page.text.count('<span class="what">') == MAX_LISTED_STEPS == 40
    assert "These are the latest 40. Older actions are in the activity" in text(page)


def test_undo_asks_for_a_required_reason(director_client, desk, four):
    rounds = draft_round_robin(desk, four, accepted=True)
    publish_round(desk, rounds[0])
    for pairing in Pairing.objects.filter(round=rounds[0]):
        enter_result(desk, pairing, 400, 380)
    publish_round(desk, rounds[1])
    step = UndoStep.objects.filter(kind="enter_result").first()
    question = director_client.post(f"{LIST}{step.pk}/", follow=True)
    assert "Rounds after round 1 are published. Give a reason for undoing the action." in text(
        question
    )
    field = re.search(r"<input[^>]*name=.reason.[^>]*>", question.text)[0]
    assert 'id="id_reason"' not in field, "it may stand beside a page whose form has that"
    answer = director_client.post(f"{LIST}{step.pk}/", {"reason": "wrong board"}, follow=True)
    assert "Undone: Round 1" in text(answer)
    assert "director: wrong board" in text(answer)


def test_scorekeeper_undoes_only_own_results(client, desk, event, board):
    ann = User.objects.create_user("Ann")
    accept_invitation(ann, create_invitation(desk, event, "scorekeeper")[0])
    enter_result(desk, board(2), 420, 390)
    enter_result(Actor.for_user(ann), board(1), 400, 380)
    client.force_login(ann)
    page = text(client.get(DESK))
    assert "Your last entry Round 1, Board 1: 1 Ana Lopez - 2 Ben Okafor: 400-380." in page
    assert "420-390" not in page.partition("Your last entry")[2].partition("Players")[0]
    theirs, own = UndoStep.objects.filter(kind="enter_result").order_by("activity_id")
    assert client.post(f"{LIST}own/{theirs.pk}/").status_code == 404
    assert client.post(f"{LIST}{own.pk}/").status_code == 403
    answer = client.post(f"{LIST}own/{own.pk}/", {"back": "desk"}, follow=True)
    assert "Undone: Round 1, Board 1" in text(answer)
    counting = ResultEntry.objects.filter(standing="counts")
    assert [str(row) for row in counting] == ["420-390"]
