"""The personal data stored by the hall: players' requests, and the time at which a player's code was created."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _lazy

from tournament.hall.models import PlayerCode, PlayerRequest
from tournament.models import Entry
from tournament.reports.personal_tables import (
    AT,
    DIVISION,
    EVENT,
    ROUND,
    PersonalTable,
    event_and_division,
)
from tournament.reports.report import Column, Kind


def _request_rows(entries: QuerySet[Entry]) -> list[dict[str, Any]]:
    rows = PlayerRequest.objects.filter(entry__in=entries).order_by("id")
    return [
        {
            **event_and_division(row.entry),
            "round": row.round_number,
            "request": row.get_kind_display(),
            "at": timezone.localtime(row.at),
            "settled_at": timezone.localtime(row.settled_at) if row.settled_at else None,
        }
        for row in rows.select_related("entry__division__event")
    ]


def _code_rows(entries: QuerySet[Entry]) -> list[dict[str, Any]]:
    rows = PlayerCode.objects.filter(entry__in=entries).order_by("id")
    return [
        {**event_and_division(row.entry), "at": timezone.localtime(row.made_at)}
        for row in rows.select_related("entry__division__event")
    ]


REQUESTS = PersonalTable(
    "requests",
    _lazy("Requests"),
    (
        EVENT,
        DIVISION,
        ROUND,
        Column("request", _lazy("Request")),
        AT,
        Column("settled_at", _lazy("Settled"), Kind.MOMENT),
    ),
    _request_rows,
    after="reports",
)
CODES = PersonalTable(
    "phones",
    _lazy("Codes for the player's page"),
    (EVENT, DIVISION, AT),
    _code_rows,
    after="listed",
)
