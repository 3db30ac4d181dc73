"""Rate several events in one run: `manage.py rating_run --list 12 --since 2026-01-01 --until 2026-12-31 --save`."""

import datetime as dt
import json
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.management.organisations import OrganisationCommand
from tournament.actions.act import Refused
from tournament.engine.ratings.performance import round_half_up
from tournament.federation.actions.rating_runs import checked_outcome, run_ratings
from tournament.federation.queries.members import current_lists
from tournament.federation.queries.rating_runs import RunOutcome
from tournament.federation.queries.run_candidates import Eligibility, run_candidates
from tournament.models import RatingList
from tournament.queries.standings.ratings import names_in_words


class Command(OrganisationCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Rates closed events in date order from the newest list, into one new list. Without "
            "--save nothing is stored; the changes are printed."
        )
        add = parser.add_argument
        add(
            "--list",
            type=int,
            help=_("number of the list, as in its address (default: the only one)"),
        )
        add("--since", help=_("from this day on, such as 2026-01-01"))
        add("--until", help=_("up to this day"))
        add(
            "--events",
            nargs="*",
            default=[],
            help=_("short names of the events (default: all that can be rated)"),
        )
        add("--save", action="store_true", help=_("save the ratings"))
        add("--json", action="store_true", help=_("print one JSON object, for programs"))

    def handle(self, *args: Any, **given: Any) -> None:
        del args
        base = _find_list(given["list"])
        rows = run_candidates(base, _parse_day(given["since"]), _parse_day(given["until"]))
        if given["events"]:
            chosen = {row.event.pk for row in rows if row.event.slug in given["events"]}
            if len(chosen) < len(set(given["events"])):
                raise CommandError(
                    _("Some of these events cannot be rated with these dates and this list.")
                )
        else:
            chosen = {row.event.pk for row in rows if row.eligibility is Eligibility.READY}
        try:
            outcome = checked_outcome(base, chosen)
            run = (
                run_ratings(Actor("command line"), base, outcome.events, seen=outcome.version)
                if given["save"]
                else None
            )
        except Refused as reason:
            raise CommandError(str(reason)) from reason
        if given["json"]:
            self.stdout.write(json.dumps(outcome_as_json(outcome), ensure_ascii=False))
            return
        self._write_outcome(outcome)
        if run is not None:
            self.stdout.write(_("{list} is now the newest list.").format(list=run.made))

    def _write_outcome(self, outcome: RunOutcome) -> None:
        for event in outcome.events:
            self.stdout.write(f"{event.date} {event}")
        if names := outcome.names_without_number:
            self.stdout.write(
                _("Without a member number, identified by name only: {names}.").format(
                    names=names_in_words(names)
                )
            )
        for person in outcome.people:
            old, new = (
                _("unrated") if value is None else str(round_half_up(value))
                for value in (person.old, person.new)
            )
            self.stdout.write(
                _("{player}: {old} to {new}").format(player=person.name, old=old, new=new)
            )


def outcome_as_json(outcome: RunOutcome) -> Mapping[str, Any]:
    """Return the outcome as JSON values for other programs."""
    return {
        "list": outcome.base.pk,
        "system": outcome.base.system,
        "events": [event.slug for event in outcome.events],
        "people": [
            {
                "name": person.name,
                "member": person.member,
                "old": person.old,
                "new": person.new,
                "games": person.games,
            }
            for person in outcome.people
        ],
    }


def _find_list(key: int | None) -> RatingList:
    lists = current_lists()
    chosen = [row for row in lists if key is None or row.pk == key]
    if len(chosen) != 1:
        named = "; ".join(f"{row.pk} {row}" for row in lists) or _("none yet")
        raise CommandError(
            _("Add --list with one of the newest lists: {lists}.").format(lists=named)
        )
    return chosen[0]


def _parse_day(text: str | None) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text) if text else None
    except ValueError:
        raise CommandError(
            _("“{day}” is not a date. Write year, month and day: 2026-11-20.").format(day=text)
        ) from None
