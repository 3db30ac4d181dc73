"""Unread messages do not accumulate."""

import pytest
from django.contrib.sessions.models import Session

from tests.shown import result_line
from tournament.web.unread_messages import MAX_MESSAGES

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def test_unread_messages_are_limited_without_writing_sessions(client, desk, round_one):
    client.force_login(desk.user)
    before = Session.objects.get().session_data
    for score in range(401, 401 + 3 * MAX_MESSAGES):
        line = result_line(1, score, 380)
        answer = client.post("/events/autumn-open/a/rounds/1/results/", line)
        assert answer.status_code == 302
    assert Session.objects.get().session_data == before
    page = client.get("/events/autumn-open/a/")
    shown = [str(message) for message in page.context["messages"]]
    last = range(401 + 2 * MAX_MESSAGES, 401 + 3 * MAX_MESSAGES)
    assert len(shown) == MAX_MESSAGES
    assert all(
        f"Ana Lopez {score}, Ben Okafor 380" in message
        for score, message in zip(last, shown, strict=True)
    ), shown
