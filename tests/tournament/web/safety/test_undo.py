"""The pages of undo: where they lead, how much they list, and what a scorekeeper may undo."""

import pytest

from scoring.actions.activity import Actor
from tests.shown import text
from tests.tournament.logged_in import user_in
from tournament.actions.people.check_in import check_in
from tournament.actions.results.results import enter_result
from tournament.models import ResultEntry, UndoStep
from tournament.models.membership import Role
from tournament.queries.safety.undo import MAX_LISTED_STEPS

pytestmark = pytest.mark.django_db

DESK = "/events/autumn-open/a/"
LIST = f"{DESK}undo/"


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


def test_shortened_undo_list_says_so(director_client, desk, four):
    assert "These are the latest" not in text(director_client.get(LIST))
    for entry in four.entries.all():
        for _ in range(5):
            check_in(desk, entry, here=True)
            check_in(desk, entry, here=False)
    page = director_client.get(LIST)
    assert page.text.count('<span class="what">') == MAX_LISTED_STEPS == 40
    assert "These are the latest 40. Older actions are in the activity" in text(page)


def test_scorekeeper_undoes_only_own_results(client, desk, event, board):
    ann = user_in(desk, event, Role.SCOREKEEPER, "Ann")
    enter_result(desk, board(2), 420, 390)
    enter_result(Actor.for_user(ann), board(1), 400, 380)
    client.force_login(ann)
    page = text(client.get(DESK))
    assert "Your last entry Round 1, Board 1: 1 Ana Lopez - 2 Ben Okafor: 400-380." in page
    assert "420-390" not in page.partition("Your last entry")[2].partition("Players")[0]
    theirs, own = UndoStep.objects.filter(kind="enter_result").order_by("activity_id")
    assert client.post(f"{LIST}own/{theirs.pk}/").status_code == 404
    assert client.post(f"{LIST}{own.pk}/").status_code == 403
    client.post(f"{LIST}own/{own.pk}/", {"back": "desk"})
    assert str(ResultEntry.objects.get(standing="counts")) == "420-390"
