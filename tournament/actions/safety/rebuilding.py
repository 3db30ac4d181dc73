"""Replay the log of an event into an empty database."""

from __future__ import annotations

from typing import Any

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.actions.refusals import Refused
from scoring.actions.summaries import write_missing_summaries
from scoring.models.facts import FACT_KINDS, Facts, note_rows
from scoring.models.organisation import Organisation
from scoring.wording.phrases import format_thousands
from tournament.actions.safety.log_baseline import (
    import_log,
    write_log_baseline,
    write_shared_baseline,
)
from tournament.models import Event, PlayerReport
from tournament.queries.safety.rebuild import ReplayedLog, stored_rows

BATCH_SIZE = 200


def refuse_incomplete_log(event: Event, log: ReplayedLog) -> None:
    """Raise `Refused` if the log lacks the beginning of the event or has incomplete rows."""
    where = f" {log.broken}" if log.broken else ""
    if log.begins is None or not any(key.startswith("event:") for key in log.rows):
        raise Refused(
            _("The log does not contain the beginning of {event}, so it cannot be rebuilt.").format(
                event=event
            )
            + where
        )
    if log.incomplete_row_count:
        raise Refused(
            ngettext(
                "For {event}, {count} row in the log lacks some of its columns because an earlier "
                "version wrote it. Rows are complete from the day this version was first started.",
                "For {event}, {count} rows in the log lack some of their columns because an "
                "earlier version wrote them. Rows are complete from the day this version was "
                "first started.",
                log.incomplete_row_count,
            ).format(event=event, count=format_thousands(log.incomplete_row_count))
            + where
        )


def rebuild(actor: Actor, log: ReplayedLog) -> Facts:
    """Write the log's rows into a database without events and continue the log there; return the stored rows."""
    with transaction.atomic():
        for name, rows in _rows_by_kind(log.facts()).items():
            model = FACT_KINDS[name].model
            if model is Organisation:  # the first one exists in every database
                for row in rows:
                    row.save()
                continue
            models.QuerySet(model).bulk_create(rows, batch_size=BATCH_SIZE)
            note_rows(model, [row.pk for row in rows])
        event = Event.everywhere.get()
        write_missing_summaries()
        import_log(event, log.entries)
        write_log_baseline(actor, event)
        write_shared_baseline(actor)
    return stored_rows()


def _rows_by_kind(facts: Facts) -> dict[str, list[Any]]:
    """Return unsaved rows by kind, with their original primary keys."""
    rows: dict[str, list[Any]] = {}
    for key, values in facts.items():
        name, _colon, number = key.partition(":")
        model = FACT_KINDS[name].model
        fields: Any = model._meta  # noqa: SLF001 - Django's documented description of a model
        columns = {
            column: fields.get_field(column).to_python(value)
            for column, value in zip(FACT_KINDS[name].columns, values or [], strict=False)
        }
        if model is Organisation:
            columns = {"created_at": timezone.now(), **columns}
        if (
            model is PlayerReport
        ):  # the log does not say which phone it came from, and keys are unique
            columns["key"] = f"rebuilt {number}"
        rows.setdefault(name, []).append(model(pk=int(number), **columns))
    return rows
