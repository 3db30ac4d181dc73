"""The activity log of an event, whole or in part."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.wording.phrases import comma_list
from tournament.models import Event
from tournament.queries.safety.activity import (
    ActivityFilter,
    ActivityLine,
    activity_lines,
    matching_entries,
)
from tournament.reports.definition import Definition
from tournament.reports.report import Column, Group, Kind, Report, Row, Table
from tournament.reports.report_options import CannotReport, report_option
from tournament.wording.verbs import verb_in_words


class ActivityLog(Definition):
    """Every action in the event: what was done, when, by whom and why.

    For the director only. It starts with the first action; data files also contain the values before
    and after.
    """

    title = "Activity"
    group = "At the end"
    private = True

    @dataclass(frozen=True, slots=True)
    class Options:
        """The part of the log to show."""

        person: str = report_option("Only actions by this person or device.", "")
        verb: str = report_option("Only this kind of action, such as correct_result.", "")
        text: str = report_option("Only entries that contain all these words.", "")
        day: str = report_option("Only this day, such as 2026-11-20.", "")

    def build(self, event: Event, options: Options, printed_at: dt.datetime) -> Report:
        """Return the log, or the part of it that matches the options. Raise `CannotReport` for an invalid date."""
        try:
            day = dt.date.fromisoformat(options.day) if options.day else None
        except ValueError:
            raise CannotReport(
                _("“{day}” is not a date. Write year, month and day: 2026-11-20.").format(
                    day=options.day
                )
            ) from None
        wanted = ActivityFilter(event, options.person, options.verb, options.text, day)
        searched = [options.person, verb_in_words(options.verb), options.text, options.day]
        return activity_report(
            event.name,
            event.slug,
            activity_lines(matching_entries(wanted).reverse()),
            printed_at,
            subtitle=comma_list(filter(None, searched)),
        )


def activity_report(
    event: str,
    event_slug: str,
    lines: list[ActivityLine],
    printed_at: dt.datetime,
    *,
    subtitle: str = "",
) -> Report:
    """Return a report of these log entries, grouped by day."""
    days: dict[str, list[Row]] = {}
    for line in lines:
        local = timezone.localtime(line.at)
        days.setdefault(date_format(local, "DATE_FORMAT"), []).append(
            (
                line.number,
                local,
                f"{local:%H:%M:%S}",
                line.who,
                verb_in_words(line.verb),
                line.what,
                line.why or None,
                "; ".join(f"{change}" for change in line.changes) or None,
            )
        )
    table = Table(
        key="rows",
        columns=(
            Column("number", _("No."), Kind.INTEGER, name=_("Number"), data_only=True),
            Column("at", _("At"), Kind.MOMENT, name=_("Date and time"), data_only=True),
            Column("time", _("Time")),
            Column("who", _("Who")),
            Column("verb", _("Kind"), name=_("Kind of action"), data_only=True),
            Column("what", _("Item"), width=60),
            Column("why", _("Why"), name=_("Reason"), width=25),
            Column("changes", _("Changes"), name=_("Before and after"), data_only=True),
        ),
        groups=tuple(Group(tuple(rows), title=day) for day, rows in days.items()),
        group_head=_("Day"),
        empty=_("No action matches."),
    )
    return Report(
        key="activity_log",
        title=_("Activity"),
        event=event,
        event_slug=event_slug,
        printed_at=printed_at,
        subtitle=subtitle,
        sections=(table,),
    )
