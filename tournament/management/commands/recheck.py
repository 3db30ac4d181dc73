"""Derive everything of an event again and print what differs: `manage.py recheck EVENT`."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournament.management.arguments import asked_event
from tournament.queries.safety.recheck import games_of, recheck, results_of_event, rounds_of_event


class Command(BaseCommand):
    help = (
        "Derive everything of an event again from what was typed: games replayed, results, "
        "pairings, standings after every round, the activity log. One sentence for each "
        "difference; ends with status 0 when there is none, 1 when there is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="the event's short name")

    def handle(self, *args: Any, event: str, **options: Any) -> None:
        found = asked_event(event)
        differences = 0
        for difference in recheck(found):
            self.stdout.write(f"{difference}")
            differences += 1
        seen = (
            f"{_many(rounds_of_event(found), 'round')}, {_many(results_of_event(found), 'result')} "
            f"and {_many(games_of(found), 'recorded game')} checked"
        )
        if differences:
            self.stdout.write(f"{_many(differences, 'difference')} in {found}; {seen}.")
            sys.exit(1)
        self.stdout.write(f"Nothing differs in {found}; {seen}.")


def _many(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
