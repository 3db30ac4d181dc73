"""Check the pairings of an event: `manage.py check_event EVENT`."""

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournament.management.arguments import asked_event
from tournament.queries.rounds.checks import CheckedDivision, CheckedRound, check_pairings


class Command(BaseCommand):
    help = (
        "Holds every published round of an event to what is always true of pairings, by a checker "
        "that shares nothing with the pairing methods, and says round by round which repeats and "
        "second byes could have been avoided. Ends with status 0 when nothing could, 1 otherwise."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="the event's short name")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, event: str, **options: Any) -> None:
        found = asked_event(event)
        divisions = check_pairings(found)
        is_clean = all(division.is_clean for division in divisions)
        if options["json"]:
            told = {
                "event": found.slug,
                "clean": is_clean,
                "divisions": [as_object(each) for each in divisions],
            }
            self.stdout.write(json.dumps(told, ensure_ascii=False))
        else:
            for line in in_lines(divisions):
                self.stdout.write(line)
        if not is_clean:
            sys.exit(1)


def as_object(checked: CheckedDivision) -> dict[str, Any]:
    """One division as programs read it."""
    return {
        "division": checked.division.name,
        "clean": checked.is_clean,
        "rounds": [
            {
                "round": each.number,
                "method": each.method,
                "clean": each.verdict.is_clean,
                "faults": list(each.faults),
                "given_up": list(each.given_up),
                "avoidable": {
                    "repeats": each.verdict.avoidable_repeats,
                    "byes": each.verdict.avoidable_byes,
                    "wishes": each.verdict.avoidable_wishes,
                },
                "sentences": list(each.avoidable),
            }
            for each in checked.rounds
        ],
    }


def in_lines(divisions: Sequence[CheckedDivision]) -> Iterator[str]:
    """The whole as people read it: a line or more for each round, then what it comes to."""
    rounds = [each for division in divisions for each in division.rounds]
    for division in divisions:
        for each in division.rounds:
            yield f"Division {division.division}, round {each.number} ({each.method}): {_told(each)}"
    counted = f"{len(rounds)} round{'s' * (len(rounds) != 1)} checked"
    bad = sum(not each.verdict.is_clean for each in rounds)
    if bad:
        yield f"{counted}, {bad} not as {'it' if bad == 1 else 'they'} should be."
    else:
        yield f"{counted}: nothing could have been avoided."


def _told(checked: CheckedRound) -> str:
    if checked.verdict.is_clean:
        if not checked.given_up:
            return "all as it should be."
        return " ".join([*checked.given_up, "None of it could have been avoided."])
    return " ".join([*checked.faults, *checked.given_up, *checked.avoidable])
