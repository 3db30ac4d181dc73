"""Importing a large event as a background job: progress, Stop, options and the result."""

import pytest

from tests.shown import text
from tests.tournament.web.files.test_event_files import harbour, harbour_files, upload  # noqa: F401
from tournament import jobs
from tournament.actions.act import Refused
from tournament.actions.files.importing import import_event
from tournament.exchange.event_exchange import item_count_of, prepare_event
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.jobs import JobState, state_of, write_state
from tournament.models import Event, IncomingFile, Pairing, Player
from tournament.web.files import importing

pytestmark = pytest.mark.django_db
CHOSEN = {"name": "Quay Open", "preset": "wespa"}


@pytest.fixture(autouse=True)
def always_as_job(settings, tmp_path, monkeypatch):
    """Treat any number of rows as many, and record every step of the progress."""
    settings.NINETIMER_DATA_DIR = tmp_path
    monkeypatch.setattr(importing, "MAX_FOREGROUND_ROWS", 0)
    monkeypatch.setattr(jobs, "MIN_WRITE_INTERVAL_SECONDS", -1)


@pytest.fixture
def waiting_upload(director_client):
    """Return the page of waiting files, and the place of their import."""
    address = upload(director_client, *harbour_files()).redirect_chain[-1][0]
    return address, importing._job_name(address.split("/")[-2])


def test_import_runs_as_a_job_and_leads_to_the_event(director_client, waiting_upload):
    address, _place = waiting_upload
    assert director_client.post(address, CHOSEN)["Location"] == address
    asked_by_the_bar = director_client.get(address, headers={"HX-Request": "true"})
    assert asked_by_the_bar["HX-Redirect"] == address
    shown = director_client.get(address, follow=True)
    event = Event.objects.get()
    assert shown.redirect_chain[0][0] == event.get_absolute_url()
    assert "Quay Open has been imported." in text(shown)
    assert (event.preset, event.memberships.get().user.username) == ("wespa", "director")
    assert IncomingFile.objects.count() == 0


def test_import_progress_is_shown_and_a_second_press_starts_nothing(
    director_client, waiting_upload
):
    address, place = waiting_upload
    write_state(place, JobState(3, 40, about=CHOSEN))
    shown = director_client.get(address).text
    assert "3 of 40 rows read." in shown
    assert "<h1>Quay Open</h1>" in shown
    assert "3 of 40 rows read." in director_client.post(address, CHOSEN).text
    director_client.post(address, {"stop": "1"})
    assert state_of(place).is_stopping
    assert Event.objects.count() == 0


def test_stopped_import_stores_nothing_and_keeps_the_form(
    director_client, waiting_upload, monkeypatch
):
    address, place = waiting_upload
    counted = []

    def stopped_half_way(*arguments, on_progress, **values):
        def count(rows):
            counted.append(Event.objects.count())
            jobs.stop_job(place)
            on_progress(rows)

        return import_event(*arguments, on_progress=count, **values)

    monkeypatch.setattr(importing, "import_event", stopped_half_way)
    director_client.post(address, CHOSEN)
    assert counted == [1]
    assert Event.objects.count() == Player.objects.count() == 0
    page = director_client.get(address)
    assert "Stopped. Nothing was imported." in text(page)
    assert {name: page.context["form"][name].value() for name in CHOSEN} == CHOSEN


def test_refused_import_shows_its_reason_beside_the_form(
    director_client, waiting_upload, monkeypatch
):
    address, _place = waiting_upload

    def refuse(*_arguments, **_values):
        raise Refused("Two of them are the same person")

    monkeypatch.setattr(importing, "import_event", refuse)
    director_client.post(address, CHOSEN)
    page = director_client.get(address)
    assert page.status_code == 422
    assert "Two of them are the same person" in text(page)
    assert page.context["form"]["name"].value() == "Quay Open"


def test_every_row_of_an_archive_counts_towards_the_progress(desk, harbour):  # noqa: F811
    (file,) = prepare_event(harbour, "archive").files()
    source, counted = read_bundle([NamedFile(file.name, file.content)]), []
    before = Pairing.objects.count()
    import_event(desk, source, name="Once more", on_progress=counted.append)
    assert item_count_of(source) * 0.8 < sum(counted) <= item_count_of(source)
    assert Pairing.objects.count() == 2 * before
