"""The standings page: what can still happen, and the last rounds held back from everybody else."""

import pytest
from django.utils.html import strip_tags

from scoring.models import Activity
from tournament.models import Division

pytestmark = pytest.mark.django_db

PAGE = "/events/autumn-open/a/standings/"
SHOW = f"{PAGE}show/"
REPORT = "/events/autumn-open/reports/standings/?division=a&format=csv"
PAGE_REPORT = "/events/autumn-open/reports/standings/?division=a&format=html"


def text(answer):
    return " ".join(strip_tags(answer.content.decode()).split())


def test_the_number_of_rounds_tells_where_everybody_can_still_end(
    director_client, four, whole_robin
):
    director_client.post(SHOW, {"rounds_planned": "4", "held_back_from": ""})
    said = text(director_client.get(PAGE))
    assert "1 round to go: the best and the worst place" in said
    assert "Can still end" in said
    assert "1 1 Ana Lopez 21+20 1 to 4" in said
    assert Activity.objects.order_by("-id").first().verb == "show_standings"


def test_held_back_rounds_are_seen_by_the_director_alone(
    client, director_client, four, whole_robin
):
    director_client.post(SHOW, {"rounds_planned": "3", "held_back_from": "3"})
    assert "After round 3" in text(director_client.get(PAGE))
    assert "1,1,Ana Lopez,1800,2,1,0,20" in director_client.get(REPORT).content.decode()
    client.logout()
    for query in ("", "?round=3"):
        said = text(client.get(PAGE + query))
        assert "After round 2" in said
        assert "The director holds back the standings of later rounds" in said
    assert "1,1,Ana Lopez,1800,2,0,0,40" in client.get(REPORT).content.decode()
    assert "later rounds are held back until the end" in text(client.get(PAGE_REPORT))
    assert "round 3 is not played" in text(client.get(f"{REPORT}&round=3&audience="))


def test_the_report_tells_best_and_worst_too(client, director_client, four, whole_robin):
    director_client.post(SHOW, {"rounds_planned": "4", "held_back_from": ""})
    assert "1,1,Ana Lopez,1800,2,1,0,20,1,4" in client.get(REPORT).content.decode()
    assert "whoever meets whom" in text(client.get(PAGE_REPORT))


def test_what_does_not_fit_is_said_on_the_form(director_client, four, whole_robin):
    answer = director_client.post(SHOW, {"rounds_planned": "2", "held_back_from": ""})
    assert "Round 3 is published already" in text(answer)
    assert Division.objects.get().rounds_planned is None
