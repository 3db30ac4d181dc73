"""Recompute all data of an event or of games outside events, and print differences: `manage.py recheck`."""

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.management.jobs import require_job_count
from scoring.management.progress import with_progress_bar
from scoring.queries.consistent_reads import read_only_snapshot
from scoring.subprocesses import map_in_processes
from scoring.wording.phrases import format_thousands
from tournament.management.arguments import event_from_argument
from tournament.models import Event
from tournament.queries.safety.logged_rows import games_outside_events
from tournament.queries.safety.recheck import count_published_rounds, count_results, recheck
from tournament.queries.safety.recheck_all import check_part, parts_to_check
from tournament.queries.safety.recheck_games import count_games, recheck_games_outside_events
from tournament.wording.recheck import checked_counts_in_words, games_in_words


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Recalculates everything in an event (recorded games, results, pairings, standings "
            "after every round, the activity log) from what was entered. Prints one sentence for "
            "each difference. The exit code is 0 if there are none, otherwise 1."
        )
        parser.add_argument(
            "event",
            metavar="EVENT",
            nargs="?",
            help=_("the event's short name; without it, the recorded games outside events"),
        )
        parser.add_argument(
            "--all",
            action="store_true",
            help=_("all events and all games outside events, with a progress bar"),
        )
        parser.add_argument(
            "--jobs", type=int, default=1, help=_("number of processes, with --all (default: 1)")
        )

    def handle(self, *args: Any, event: str | None, jobs: int, **options: Any) -> None:
        require_job_count(jobs)
        if options["all"]:
            if event:
                raise CommandError(_("Name an event or use --all, not both."))
            self._check_everything(jobs)
            return
        with read_only_snapshot():
            differences, values = self._recheck_part(event_from_argument(event) if event else None)
        offer = _(
            "{command} rebuild {event} --to FOLDER replays the log into an empty database and "
            "compares every row."
        ).format(command=settings.COMMAND, event=event)
        self._print_summary(differences, values, offer if event else "")

    def _recheck_part(self, event: Event | None) -> tuple[int, dict[str, Any]]:
        differences = 0
        for difference in recheck(event) if event else recheck_games_outside_events():
            self.stdout.write(f"{difference}")
            differences += 1
        return differences, {
            "event": event or _("games outside events"),
            "checked": checked_counts_in_words(
                count_results(event), count_games(event), rounds=count_published_rounds(event)
            )
            if event
            else _("{games} checked").format(games=games_in_words(len(games_outside_events()))),
        }

    def _check_everything(self, jobs: int) -> None:
        parts = parts_to_check()
        differences = results = games = 0
        done = (
            (
                outcome
                for _part, outcome in map_in_processes(((p, (p,)) for p in parts), check_part, jobs)
            )
            if jobs > 1
            else map(check_part, parts)
        )
        for part in with_progress_bar(done, len(parts), self.stderr):
            if part is None:
                continue
            for difference in part.differences:
                self.stdout.write(difference)
            differences += len(part.differences)
            results, games = results + part.results, games + part.games
        events = sum(part.event is not None for part in parts)
        checked_rows = checked_counts_in_words(results, games, events=events)
        self._print_summary(differences, {"event": _("the installation"), "checked": checked_rows})

    def _print_summary(self, differences: int, values: dict[str, Any], offer: str = "") -> None:
        if differences:
            sentence = ngettext(
                "{count} difference in {event}; {checked}.",
                "{count} differences in {event}; {checked}.",
                differences,
            ).format(count=format_thousands(differences), **values)
        else:
            sentence = _("No differences in {event}; {checked}.").format(**values)
        self.stdout.write(sentence)
        if offer:
            self.stdout.write(offer)
        if differences:
            sys.exit(1)
