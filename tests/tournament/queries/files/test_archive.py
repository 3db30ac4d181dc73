"""The rows of an archive are those that somebody last read."""

import datetime as dt
import json

import pytest
from django.conf import settings
from django.utils import timezone

from tests.approved import check_approved
from tests.tournament.reports.evening import whole_evening
from tournament.queries.files.archive import archived_rows_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(bool(settings.ROOMS_OFF), reason="an archive has fewer tables then"),
]
NOW = dt.datetime(2026, 10, 3, 18, 30, tzinfo=dt.UTC)
RANDOM = ("lots_seed", "seed", "letters", "token")
EMPTY = (None, "", [], {}, False)


def lines_of(event):
    """Return every archived row with a value in it as one line, by table and number."""
    return {
        f"{table} {number:02}": json.dumps(
            {
                key: "*" if key in RANDOM else value
                for key, value in row.items()
                if value not in EMPTY
            },
            ensure_ascii=False,
            sort_keys=True,
        )
        for table, rows in archived_rows_of(event).rows.items()
        for number, row in enumerate(rows, start=1)
    }


def test_rows_of_an_evening_are_those_approved(request, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    check_approved(request, lines_of(whole_evening()))
