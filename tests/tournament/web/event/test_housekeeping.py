"""The page of an event: closing and removing it; practice events are marked and removed."""

import re

import pytest
from django.urls import reverse

from scoring.actions.activity import Actor
from tests.shown import text
from tests.tournament.exchange.fixtures import FOLDER
from tournament.actions.event.events import create_event
from tournament.actions.event.housekeeping import close_event
from tournament.actions.files.importing import import_event
from tournament.actions.rounds.rounds import close_round
from tournament.actions.standings.display import change_standings_settings
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.models import Event, Round
from tournament.queries.safety.snapshots import all_snapshots

pytestmark = pytest.mark.django_db

PAGE = "/events/autumn-open/housekeeping/"


def test_event_with_a_published_round_is_not_offered_for_removal(director_client, round_one):
    shown = director_client.get(PAGE)
    assert "has been published, so the event cannot be removed." in text(shown)
    assert "housekeeping/remove/" not in shown.text
    question = text(director_client.post(f"{PAGE}divisions/a/remove/"))
    assert "This cannot be undone, but a snapshot is taken first" in question


def test_closing_with_withheld_standings_gives_a_warning(desk, director_client, four, whole_robin):
    for round_ in Round.objects.order_by("number"):
        close_round(desk, round_)
    change_standings_settings(desk, four, rounds_planned=3, held_back_from=3)
    question = text(director_client.post(f"{PAGE}close/"))
    assert "holds back its standings from round 3 on, so visitors will not see who" in question
    shown = text(director_client.get("/events/autumn-open/a/standings/"))
    assert "Held back from round 3 on: visitors see the standings after round 2" in shown
    change_standings_settings(desk, four, rounds_planned=3, held_back_from=None)
    assert "has been closed" in text(director_client.post(f"{PAGE}close/", follow=True))


def test_main_button_of_a_closed_event_copies_it_for_next_week(director_client, desk, event):
    filled = re.compile(r'<button[^>]*class="next-action"[^>]*>([^<]*)<')
    assert filled.findall(director_client.get(PAGE).text) == ["Save"]
    close_event(desk, event)
    assert filled.findall(director_client.get(PAGE).text) == ["Copy for next week"]


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_snapshot_is_taken_before_closing_and_removing(file_database, client, django_user_model):
    user = django_user_model.objects.create_superuser("director")
    create_event(Actor.for_user(user), name="Mistake", preset="club")
    client.force_login(user)
    client.post("/events/mistake/housekeeping/close/")
    client.post("/events/mistake/housekeeping/reopen/", {"reason": "too early"})
    client.post("/events/mistake/housekeeping/remove/")
    files = [NamedFile(name, (FOLDER / name).read_bytes()) for name in ("config.tsh", "a.t", "b.t")]
    import_event(Actor.for_user(user), read_bundle(files))
    client.post("/events/harbour-open/housekeeping/remove/", {"name": "Harbor Open"})
    client.post("/events/harbour-open/housekeeping/remove/", {"name": "Harbour Open"})
    assert [snapshot.why for snapshot in all_snapshots()] == [
        "before removing Harbour Open",
        "before removing Mistake",
        "before closing Mistake",
    ]
    assert Event.objects.count() == 0


@pytest.mark.full
def test_practice_event_is_marked_on_every_page(director_client):
    director_client.post(reverse("start_practice"))
    slug = Event.objects.get().slug
    unmarked = [
        page
        for page in (
            "", "a/", "a/standings/", "reports/", "activity/", "a/players/", "a/rounds/new/",
            "a/rounds/1/boards/1/",
        )
        if "<strong>Practice.</strong>" not in director_client.get(f"/events/{slug}/{page}").text
    ]  # fmt: skip
    assert unmarked == []
    assert '<span class="state">Practice</span>' in director_client.get("/").text


def test_real_event_is_neither_marked_nor_removed_as_practice(director_client, round_one):
    assert "<strong>Practice.</strong>" not in director_client.get("/events/autumn-open/a/").text
    answer = director_client.post(reverse("remove_practice", args=["autumn-open"]), follow=True)
    assert "event, and only practice events can be deleted here." in answer.text
    assert Event.objects.get().slug == "autumn-open"
