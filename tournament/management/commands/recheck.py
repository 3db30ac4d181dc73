"""Derive everything of an event again and print what differs: `manage.py recheck EVENT`."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.management.arguments import asked_event
from tournament.queries.safety.recheck import games_of, recheck, results_of_event, rounds_of_event


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Derive everything of an event again from what was typed: games replayed, "
            "results, pairings, standings after every round, the activity log. One "
            "sentence for each difference; ends with status 0 when there is none, 1 when "
            "there is."
        )
        parser.add_argument("event", metavar="EVENT", help=_("the event's short name"))

    def handle(self, *args: Any, event: str, **options: Any) -> None:
        event_row = asked_event(event)
        differences = 0
        for difference in recheck(event_row):
            self.stdout.write(f"{difference}")
            differences += 1
        rounds, results, games = (
            rounds_of_event(event_row),
            results_of_event(event_row),
            games_of(event_row),
        )
        checked = _("{rounds}, {results} and {games} checked").format(
            rounds=ngettext("{count} round", "{count} rounds", rounds).format(count=rounds),
            results=ngettext("{count} result", "{count} results", results).format(count=results),
            games=ngettext("{count} recorded game", "{count} recorded games", games).format(
                count=games
            ),
        )
        if differences:
            self.stdout.write(
                ngettext(
                    "{count} difference in {event}; {checked}.",
                    "{count} differences in {event}; {checked}.",
                    differences,
                ).format(count=differences, event=event_row, checked=checked)
            )
            sys.exit(1)
        self.stdout.write(
            _("Nothing differs in {event}; {checked}.").format(event=event_row, checked=checked)
        )
