"""The page of rating runs: choose, preview, rate, print and undo."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.models import Activity
from scoring.tenancy import FIRST_TENANT
from tests.shown import main_words
from tournament.actions.event.housekeeping import reopen_event
from tournament.actions.results.results import correct_result
from tournament.federation.tests.actions.test_rating_runs import a_list, base, year  # noqa: F401
from tournament.federation.web import rating_runs
from tournament.federation.web.rating_runs import run_preview_job, run_rating_job
from tournament.jobs import JobState, run_in_this_process, state_of, write_state
from tournament.models import Event, Pairing, Rating, RatingList, RatingRun

pytestmark = pytest.mark.django_db
PAGE = "/ratings/runs/"
PLACE = f"rating-runs/{FIRST_TENANT}"


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.NINETIMER_DATA_DIR = tmp_path


def sent(client, base, events, step, **more):  # noqa: F811
    form = {"list": base.pk, "event": [event.pk for event in events], "step": step, **more}
    return client.post(PAGE, form)


def rated(client, base, events):  # noqa: F811
    preview = sent(client, base, events, "preview")
    seen = re.search(r'name="seen" value="([^"]*)"', preview.text)[1]
    return sent(client, base, events, "rate", seen=seen)


def test_rating_run_is_previewed_before_it_counts(director_client, base, year):  # noqa: F811
    page = director_client.get(f"{PAGE}?list={base.pk}&since=2026-02-10")
    assert "First" not in main_words(page)
    assert "Second , 20 Feb 2026" in main_words(page) or "Second, 20 Feb 2026" in main_words(page)
    preview = sent(director_client, base, year, "preview")
    shown = main_words(preview)
    assert "Not on the list yet: Cy Young." in shown
    assert "Without a member number, identified by name only: Ben Okafor and Cy Young." in shown
    assert "This is a preview. Nothing has been saved." in shown
    assert not RatingRun.objects.exists()
    done = rated(director_client, base, year)
    run = RatingRun.objects.get()
    assert done.url == f"{PAGE}{run.pk}/"
    page = main_words(director_client.get(done.url))
    ana = run.made.rows.get(name="Ana Lopez").rating
    assert f"Ana Lopez AA1 1800 {ana:g} −{1800 - ana:g} 2 2" in page


def test_events_of_the_past_year_are_listed_unless_all_are_requested(
    director_client,
    base,  # noqa: F811
    year,  # noqa: F811
):
    old, new = year[:2]
    today = timezone.localdate()
    Event.objects.filter(pk=old.pk).update(date=today - timedelta(days=366))
    Event.objects.filter(pk=new.pk).update(date=today - timedelta(days=364))
    listed = f"{PAGE}?list={base.pk}"
    boxes = [f'value="{event.pk}"' for event in (old, new)]
    first = director_client.get(listed).text.partition("<fieldset>")[2]
    assert [box in first for box in boxes] == [False, True]
    everything = director_client.get(f"{listed}&since=").text.partition("<fieldset>")[2]
    assert [box in everything for box in boxes] == [True, True]


def test_rating_without_a_preview_is_refused(director_client, base, year):  # noqa: F811
    refused = sent(director_client, base, year, "rate")
    assert refused.status_code == 422
    assert "The preview of the run from NASPA" in main_words(refused)
    assert not RatingRun.objects.exists()
    nothing = sent(director_client, base, [], "preview")
    assert nothing.status_code == 422
    assert "Choose the events to be rated." in main_words(nothing)


def test_run_of_one_event_is_counted_in_the_singular(director_client, base, year):  # noqa: F811
    preview = main_words(sent(director_client, base, year[:1], "preview"))
    assert "1 event, " in preview
    assert "1 events" not in preview


def test_rating_report_is_downloaded_in_every_format(director_client, base, year):  # noqa: F811
    rated(director_client, base, year)
    run = RatingRun.objects.get()
    for file_format, begins in (("pdf", b"%PDF"), ("xlsx", b"PK"), ("csv", b"")):
        answer = director_client.get(reverse("rating_run_file", args=[run.pk, file_format]))
        assert answer.status_code == 200
        assert answer.content.startswith(begins)
    text = director_client.get(reverse("rating_run_file", args=[run.pk, "csv"])).text
    assert "Ana Lopez" in text
    assert "Third" in text
    assert director_client.get(f"{PAGE}{run.pk}/report.docx").status_code == 404


def test_page_shows_the_first_rows_and_the_file_all(
    director_client, base, year, monkeypatch  # noqa: F811
):  # fmt: skip
    rated(director_client, base, year)
    run = RatingRun.objects.get()
    monkeypatch.setattr(rating_runs, "MAX_ROWS_ON_PAGE", 2)
    page = main_words(director_client.get(f"{PAGE}{run.pk}/"))
    names = [row.name for row in run.made.rows.order_by("-rating")]
    assert [name in page for name in names] == [True, True, False]
    assert "The first 2 of 3 people; the files contain all of them." in page
    sent_file = director_client.get(reverse("rating_run_file", args=[run.pk, "csv"]))
    assert all(name in sent_file.text for name in names)


def test_later_correction_is_reported_and_the_run_undone_on_its_page(
    director_client, desk, base, year  # noqa: F811
):  # fmt: skip
    rated(director_client, base, year)
    run = RatingRun.objects.get()
    reopen_event(desk, year[1], reason="a slip")
    pairing = Pairing.objects.get(round__division__event=year[1])
    correct_result(desk, pairing, 300, 400, reason="slip", accepted=True)
    shown = main_words(director_client.get(f"{PAGE}{run.pk}/"))
    assert (
        "Events corrected since the run Second. To get the ratings below, undo the run and rate the events again"
        in shown
    )
    assert "Cy Young" in shown.partition("Corrected rating")[2].partition("Changes")[0]
    answer = director_client.post(f"{PAGE}{run.pk}/undo/", {"reason": "a slip"}, follow=True)
    assert "The run has been undone; NASPA, 2026-01-01 is valid again." in main_words(answer)


def test_running_rating_run_shows_its_progress_and_ends_on_its_page(director_client, base, year):  # noqa: F811
    rated(director_client, base, year)
    result = state_of(PLACE).result
    write_state(PLACE, JobState(2, 6, "rating"))
    page = director_client.get(f"{PAGE}?list={base.pk}&work=1")
    assert "Rating runs" in main_words(page)
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


def test_slow_preview_is_shown_with_its_events(director_client, base, year):  # noqa: F811
    run_in_this_process(PLACE, run_preview_job, base.pk, [event.pk for event in year[:2]])
    page = director_client.get(f"{PAGE}?list={base.pk}&since=&work=1")
    assert "This is a preview. Nothing has been saved." in main_words(page)
    ticked = re.findall(r'name="event" value="(\d+)" checked', page.text)
    assert ticked == [str(event.pk) for event in year[:2]]
    assert "This is a preview" not in main_words(
        director_client.get(f"{PAGE}?list={base.pk}&since=")
    )


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


def test_second_simultaneous_rating_run_is_refused(director_client, base, year):  # noqa: F811
    write_state(PLACE, JobState(1, 6, "rating"))
    for step in ("preview", "rate"):
        answer = sent(director_client, base, year, step, seen="any")
        assert answer.status_code == 422
        assert "Another rating run is in progress." in main_words(answer)
        assert "Rating the events." in main_words(answer)
    assert state_of(PLACE).done == 1
    assert not RatingRun.objects.exists()
