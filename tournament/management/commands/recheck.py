"""Derive everything of an event, or of games of no event, again and print what differs: `manage.py recheck`."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.management.arguments import asked_event
from tournament.models import Event
from tournament.queries.safety.facts import games_of_no_event
from tournament.queries.safety.recheck import recheck, results_of_event, rounds_of_event
from tournament.queries.safety.recheck_games import games_of, recheck_games_of_no_event


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Derive everything of an event again from what was typed: games replayed, "
            "results, pairings, standings after every round, the activity log. One "
            "sentence for each difference; ends with status 0 when there is none, 1 when "
            "there is."
        )
        parser.add_argument(
            "event",
            metavar="EVENT",
            nargs="?",
            help=_("the event's short name; without it the recorded games of no event"),
        )

    def handle(self, *args: Any, event: str | None, **options: Any) -> None:
        row = asked_event(event) if event else None
        differences = 0
        for difference in recheck(row) if row else recheck_games_of_no_event():
            self.stdout.write(f"{difference}")
            differences += 1
        values = {
            "event": row or _("games of no event"),
            "checked": _checked_in(row)
            if row
            else _("{games} checked").format(games=_games(len(games_of_no_event()))),
        }
        if differences:
            self.stdout.write(
                ngettext(
                    "{count} difference in {event}; {checked}.",
                    "{count} differences in {event}; {checked}.",
                    differences,
                ).format(count=differences, **values)
            )
            sys.exit(1)
        self.stdout.write(_("Nothing differs in {event}; {checked}.").format(**values))


def _checked_in(event: Event) -> str:
    rounds, results = rounds_of_event(event), results_of_event(event)
    return _("{rounds}, {results} and {games} checked").format(
        rounds=ngettext("{count} round", "{count} rounds", rounds).format(count=rounds),
        results=ngettext("{count} result", "{count} results", results).format(count=results),
        games=_games(games_of(event)),
    )


def _games(count: int) -> str:
    return ngettext("{count} recorded game", "{count} recorded games", count).format(count=count)
