"""What the stories do not compare of rating runs: work in progress, long lists and files."""

import re

import pytest

from scoring.models import Activity
from scoring.tenancy import FIRST_TENANT
from tests.remembered import remembered
from tests.shown import main_words
from tournament.federation.actions.rating_runs import run_ratings
from tournament.federation.queries.rating_runs import rating_run_outcome
from tournament.federation.tests.actions.test_rating_runs import base, year  # noqa: F401
from tournament.federation.web import rating_runs
from tournament.federation.web.rating_runs import run_preview_job, run_rating_job
from tournament.jobs import JobState, run_in_this_process, state_of, write_state
from tournament.models import Rating, RatingList, RatingRun

pytestmark = pytest.mark.django_db
PAGE = "/ratings/runs/"
PLACE = f"rating-runs/{FIRST_TENANT}"
PREVIEW = "This is a preview. Nothing has been saved."


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.NINETIMER_DATA_DIR = tmp_path


@pytest.fixture
@remembered
def run(desk, base, year):  # noqa: F811
    return run_ratings(desk, base, year)


def test_page_shows_the_first_rows_and_the_files_all(director_client, run, monkeypatch):
    monkeypatch.setattr(rating_runs, "MAX_ROWS_ON_PAGE", 2)
    page = main_words(director_client.get(f"{PAGE}{run.pk}/"))
    names = [row.name for row in run.made.rows.order_by("-rating")]
    assert [name in page for name in names] == [True, True, False]
    assert "The first 2 of 3 people; the files contain all of them." in page
    for ending, begins in (("pdf", b"%PDF"), ("xlsx", b"PK"), ("csv", b"")):
        sent = director_client.get(f"{PAGE}{run.pk}/report.{ending}")
        assert sent.content.startswith(begins)
    assert all(name in sent.text for name in names)


def test_slow_preview_is_shown_with_its_events(director_client, base, year):  # noqa: F811
    run_in_this_process(PLACE, run_preview_job, base.pk, [event.pk for event in year[:2]])
    page = director_client.get(f"{PAGE}?list={base.pk}&since=&work=1")
    assert PREVIEW in main_words(page)
    ticked = re.findall(r'name="event" value="(\d+)" checked', page.text)
    assert ticked == [str(event.pk) for event in year[:2]]
    assert PREVIEW not in main_words(director_client.get(f"{PAGE}?list={base.pk}&since="))
    assert not RatingRun.objects.exists()


def test_running_rating_run_shows_its_progress_and_ends_on_its_page(
    director_client, director, base, year  # noqa: F811
):  # fmt: skip
    keys, seen = [event.pk for event in year], rating_run_outcome(base, year).version
    run_in_this_process(PLACE, run_rating_job, base.pk, keys, director.pk, seen)
    result = state_of(PLACE).result
    write_state(PLACE, JobState(2, 6, "rating"))
    page = director_client.get(f"{PAGE}?list={base.pk}&work=1")
    assert '<progress id="progress" value="2" max="6">' in page.text
    assert "Events to rate" not in main_words(page)
    write_state(PLACE, JobState(5, 6, "writing"))
    assert 'value="5" max="6"' in director_client.get(PAGE).text
    write_state(PLACE, JobState(is_over=True, result=result))
    asked_by_the_bar = {"headers": {"HX-Request": "true"}}
    answer = director_client.get(f"{PAGE}?list={base.pk}&work=1", **asked_by_the_bar)
    address = f"{PAGE}{RatingRun.objects.get().pk}/"
    assert answer["HX-Redirect"] == address
    assert f'href="{address}"' in director_client.get(f"{PAGE}?work=1").text
    assert "Stop" not in main_words(director_client.get(PAGE))


def test_stopped_rating_run_stores_nothing(director_client, director, base, year):  # noqa: F811
    keys = [event.pk for event in year]
    lists, log = RatingList.objects.count(), Activity.objects.count()
    write_state(PLACE, JobState(4, 6, "writing"))
    page = main_words(director_client.get(f"{PAGE}?list={base.pk}&work=1"))
    assert "Saving the new list and the rating changes of each event." in page
    director_client.post(f"{PAGE}?list={base.pk}&work=1", {"stop": "1"})
    write_state(PLACE, JobState(4, 6, "writing"))
    page = director_client.get(PAGE)
    assert 'class="danger" disabled>' in page.text
    assert "Stopping." in main_words(page)
    run_in_this_process(PLACE, run_rating_job, base.pk, keys, director.pk, "")
    page = main_words(director_client.get(f"{PAGE}?list={base.pk}&work=1"))
    assert "Stopped. Nothing was changed." in page
    counts = (RatingList.objects.count(), Activity.objects.count(), Rating.objects.count())
    assert counts == (lists, log, 0)


@pytest.mark.parametrize("step", ["preview", "rate"])
def test_second_simultaneous_rating_run_is_refused(director_client, base, year, step):  # noqa: F811
    write_state(PLACE, JobState(1, 6, "rating"))
    form = {"list": base.pk, "event": year[0].pk, "step": step, "seen": "any"}
    answer = director_client.post(PAGE, form)
    assert answer.status_code == 422
    assert "Another rating run is in progress." in main_words(answer)
    assert "Rating the events." in main_words(answer)
    assert state_of(PLACE).done == 1
    assert not RatingRun.objects.exists()
