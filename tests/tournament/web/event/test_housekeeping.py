"""The page of an event: renaming, closing, reopening, removing."""

import re

import pytest

from scoring.actions.activity import Actor
from tests.shown import text
from tests.tournament.exchange.fixtures import FOLDER
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import close_event
from tournament.actions.files.importing import import_event
from tournament.actions.rounds.rounds import close_round
from tournament.actions.standings.display import change_standings_settings
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.models import Event, Round
from tournament.queries.safety.snapshots import all_snapshots

pytestmark = pytest.mark.django_db

PAGE = "/events/autumn-open/housekeeping/"


def test_renamed_event_keeps_its_address(director_client, event):
    answer = director_client.post(
        PAGE, {"name": "Winter Open", "date": "2026-12-05", "place": "Hall 2"}, follow=True
    )
    assert answer.redirect_chain == [(PAGE, 302)]
    assert "The details have been saved. Addresses and links have not changed." in text(answer)
    assert "Winter Open" in text(director_client.get("/events/autumn-open/"))


def test_division_is_renamed(director_client, division):
    address = f"{PAGE}divisions/a/"
    answer = director_client.post(address, {"name": "Premier"}, follow=True)
    assert "The division is now called Premier." in text(answer)
    assert director_client.get("/events/autumn-open/a/").status_code == 200


def test_closing_with_open_rounds_is_questioned_once(director_client, round_one, event):
    question = director_client.post(f"{PAGE}close/")
    assert question.status_code == 422
    missing = "Round 1 of division A is not closed: the results of boards 1, 2 are missing."
    assert f"{missing} Close the event again when there is nothing left to change." in text(
        question
    )
    assert 'name="accepted" value="yes"' in question.text
    closed = director_client.post(f"{PAGE}close/", {"accepted": "yes"}, follow=True)
    assert (
        "Autumn Open has been closed. It cannot be changed any more, but can still be rated."
        in text(closed)
    )
    event.refresh_from_db()
    assert event.closed_at is not None
    assert "Correct the result" not in text(
        director_client.get("/events/autumn-open/a/rounds/1/boards/1/")
    )


def test_closing_with_withheld_standings_gives_a_warning(desk, director_client, four, whole_robin):
    for round_ in Round.objects.order_by("number"):
        close_round(desk, round_)
    change_standings_settings(desk, four, rounds_planned=3, held_back_from=3)
    question = text(director_client.post(f"{PAGE}close/"))
    assert (
        "Division A holds back its standings from round 3 on, so visitors will not see who won."
        in question
    )
    shown = text(director_client.get("/events/autumn-open/a/standings/"))
    assert "Held back from round 3 on: visitors see the standings after round 2" in shown
    change_standings_settings(desk, four, rounds_planned=3, held_back_from=None)
    assert "has been closed" in text(director_client.post(f"{PAGE}close/", follow=True))


def test_closed_event_is_reopened_with_a_reason(director_client, desk, event):
    close_event(desk, event)
    assert director_client.post(f"{PAGE}reopen/", {"reason": ""}).status_code == 422
    answer = director_client.post(f"{PAGE}reopen/", {"reason": "a score was wrong"}, follow=True)
    assert "Autumn Open is open again." in text(answer)


def test_event_is_removed_only_without_published_rounds(director_client, event, round_one):
    shown = text(director_client.get(PAGE))
    assert "A round of Autumn Open has been published, so the event cannot be removed." in shown
    answer = director_client.post(f"{PAGE}remove/", follow=True)
    assert "so the event cannot be removed" in text(answer)
    director_client.post("/events/new/", {"name": "Mistkae", "preset": "club"})
    page = director_client.get("/events/mistkae/housekeeping/")
    assert "Remove the event" in text(page)
    answer = director_client.post("/events/mistkae/housekeeping/remove/", follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "Mistkae has been removed." in text(answer)
    assert list(Event.objects.values_list("slug", flat=True)) == ["autumn-open"]


def test_main_button_of_a_closed_event_copies_it_for_next_week(director_client, desk, event):
    filled = re.compile(r'<button[^>]*class="next-action"[^>]*>([^<]*)<')
    assert filled.findall(director_client.get(PAGE).text) == ["Save"]
    close_event(desk, event)
    shown = director_client.get(PAGE).text
    assert filled.findall(shown) == ["Copy for next week"]
    assert f'action="/events/{event.slug}/club/next/"' in shown
    assert "Send to the rating body" in shown


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


def test_division_is_removed_after_confirmation(director_client, desk, four):
    create_division(desk, four.event, name="B")
    assert "Remove division B" in text(director_client.get(PAGE))
    remove = f"{PAGE}divisions/b/remove/"
    question = text(director_client.post(remove))
    assert "Remove division B?" in question
    assert "This cannot be undone, but a snapshot is taken first" in question
    assert four.event.divisions.count() == 2
    done = text(director_client.post(remove, {"sure": "1"}, follow=True))
    assert (
        "Division B has been removed. You cannot undo this, but you can restore the snapshot"
        in done
    )
    assert list(four.event.divisions.all()) == [four]


def test_distant_date_is_questioned_at_its_field(director_client, event):
    typed = {"name": "Autumn Open", "date": "1926-10-03", "place": ""}
    question = director_client.post(PAGE, typed)
    assert "Is that the correct day?" in question.context["about"].errors["date"][0]
    assert '<input type="hidden" name="accepted" value="1926-10-03">' in question.text
    director_client.post(PAGE, typed | {"accepted": "1926-10-03"})
    assert str(Event.objects.get().date) == "1926-10-03"
    new = {"name": "Spring", "preset": "club", "date": "1926-04-03"}
    question = director_client.post("/events/new/", new)
    assert "3 April 1926 was" in text(question)
    accepted = question.context["form"]["accepted"].value()
    director_client.post("/events/new/", new | {"accepted": accepted})
    assert Event.objects.count() == 2
