"""The page for publishing the site of an event: once, automatically, or as one file."""

import time

import pytest

from tournament.actions.results.results import enter_result
from tournament.broadcast.actions.publishing import save_publishing_settings
from tournament.broadcast.queries.publishing import site_job_name
from tournament.broadcast.web.publishing import run_publish_job
from tournament.jobs import JobState, run_in_this_process, state_of, write_state

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/publish/"
PLACE = site_job_name("autumn-open")


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path, settings):
    settings.NINETIMER_DATA_DIR = tmp_path / "data"
    settings.NINETIMER_DATA_DIR.mkdir()


def test_progress_bar_advances_and_the_page_returns_when_done(director_client, round_one, tmp_path):
    write_state(PLACE, JobState(90, 120, "files"))
    bar = director_client.get(PAGE, headers={"HX-Request": "true"})
    assert '<progress id="progress" value="90" max="120">' in bar.text
    assert '<label for="progress">Writing the files.</label>' in bar.text
    assert "HX-Retarget" not in bar
    write_state(PLACE, JobState(is_over=True))
    whole = director_client.get(PAGE, headers={"HX-Request": "true"})
    assert (whole["HX-Retarget"], whole["HX-Reselect"]) == ("#job", "#job > *")
    assert 'name="folder"' in whole.text


@pytest.mark.full
def test_stopping_keeps_the_previous_site_intact(director_client, desk, round_one, board, tmp_path):
    folder = tmp_path / "site"
    director_client.post(PAGE, {"folder": str(folder)})
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    enter_result(desk, board(1), 402, 380)
    write_state(PLACE, JobState(1, 9))
    director_client.post(PAGE, {"stop": "1"})
    page = director_client.get(PAGE).text
    assert 'class="danger" disabled>' in page
    assert '<label for="progress">Stopping.</label>' in page
    run_in_this_process(PLACE, run_publish_job, round_one.division.event_id, str(folder))
    page = director_client.get(PAGE).text
    assert "Stopped. The previous site is complete and unchanged." in page
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    director_client.post(PAGE, {"folder": str(folder)})
    page = director_client.get(PAGE).text
    assert "Stopped." not in page
    assert "Up to date." in page


def test_stopping_ends_the_publish_command_and_keeps_the_site(
    director_client, desk, settings, round_one, tmp_path
):
    settings.NINETIMER_AFTER_PUBLISHING = "sleep 600"
    folder = tmp_path / "site"
    save_publishing_settings(desk, round_one.division.event, str(folder), follows=False)

    def stopped_in_time(progress, *arguments):
        def watched(done, number, phase):
            progress(done, number, phase)
            if phase == "command":
                director_client.post(PAGE, {"stop": "1"})

        return run_publish_job(watched, *arguments)

    begun = time.monotonic()
    run_in_this_process(PLACE, stopped_in_time, round_one.division.event_id, str(folder))
    assert time.monotonic() - begun < 300
    page = director_client.get(PAGE).text
    sentence = "Stopped. The site has been written. Your command was stopped before it finished."
    assert sentence in page
    assert "Up to date." in page
    assert (folder / "index.html").exists()


def test_second_request_is_refused_while_publishing(director_client, round_one, tmp_path):
    write_state(PLACE, JobState(1, 9))
    for form in ({"folder": str(tmp_path / "site")}, {"zip": "1"}):
        page = director_client.post(PAGE, form, follow=True).text
        assert "The site is already being created. Nothing else was started." in page
    assert state_of(PLACE).done == 1
    assert not (tmp_path / "site").exists()


def test_progress_bar_keeps_the_query_count(
    director_client, round_one, tmp_path, django_assert_max_num_queries
):
    director_client.post(PAGE, {"folder": str(tmp_path / "site")})
    write_state(PLACE, JobState(1, 9, "pages"))
    with django_assert_max_num_queries(14):
        director_client.get(PAGE)
