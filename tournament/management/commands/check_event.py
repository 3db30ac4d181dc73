"""Check the pairings of an event: `manage.py check_event EVENT`."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.management.arguments import event_from_argument
from tournament.queries.rounds.checks import CheckedDivision, CheckedRound, check_pairings


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Checks every published round of an event against the rules that every pairing must "
            "follow, with a checker that shares no code with the pairing methods, and says for "
            "each round which repeats and second byes could have been avoided. The exit code is "
            "1 if some could, otherwise 0."
        )
        parser.add_argument("event", metavar="EVENT", help=_("the event's short name"))
        parser.add_argument("--json", action="store_true", help=_("print one JSON object"))

    def handle(self, *args: Any, event: str, **options: Any) -> None:
        matching_event = event_from_argument(event)
        divisions = check_pairings(matching_event)
        is_clean = all(division.is_clean for division in divisions)
        if options["json"]:
            lines = {
                "event": matching_event.slug,
                "clean": is_clean,
                "divisions": [division_as_object(checked) for checked in divisions],
            }
            self.stdout.write(json.dumps(lines, ensure_ascii=False))
        else:
            for line in report_lines(divisions):
                self.stdout.write(line)
        if not is_clean:
            sys.exit(1)


def division_as_object(checked: CheckedDivision) -> dict[str, Any]:
    """Return one division as a JSON object."""
    return {
        "division": checked.division.name,
        "clean": checked.is_clean,
        "rounds": [
            {
                "round": round_.number,
                "method": round_.method,
                "clean": round_.verdict.is_clean,
                "faults": list(round_.faults),
                "given_up": list(round_.concessions),
                "avoidable": asdict(round_.verdict.avoidable),
                "sentences": list(round_.avoidable),
            }
            for round_ in checked.rounds
        ],
    }


def report_lines(divisions: Sequence[CheckedDivision]) -> Iterator[str]:
    """Yield the lines of the report: one or more for each round, then the summary."""
    rounds = [round_ for division in divisions for round_ in division.rounds]
    for division in divisions:
        for round_ in division.rounds:
            yield _("Division {division}, round {number} ({method}): {verdict}").format(
                division=division.division,
                number=round_.number,
                method=round_.method,
                verdict=_verdict(round_),
            )
    counted = ngettext("{count} round checked", "{count} rounds checked", len(rounds)).format(
        count=len(rounds)
    )
    bad = sum(not round_.verdict.is_clean for round_ in rounds)
    if bad:
        yield ngettext(
            "{checked}, {count} with avoidable problems.",
            "{checked}, {count} with avoidable problems.",
            bad,
        ).format(checked=counted, count=bad)
    else:
        yield _("{checked}, none with avoidable problems.").format(checked=counted)


def _verdict(checked: CheckedRound) -> str:
    if checked.verdict.is_clean:
        if not checked.concessions:
            return _("no problems.")
        return " ".join([*checked.concessions, _("None of these could have been avoided.")])
    return " ".join([*checked.faults, *checked.concessions, *checked.avoidable])
