"""Rate a division: `manage.py rate EVENT --division A --system naspa --json`."""

import json
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.engine.ratings.system import CannotRate, called
from tournament.queries.event.events import NotThere, division_named, event_named
from tournament.queries.standings.ratings import RatedDivision, rated_division


class Command(BaseCommand):
    help = (
        "Prints the ratings as they would be after the games played so far, or through a round. "
        "Nothing is saved; an event is rated for good on its page of ratings."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("event", help="the event's short name, as in its address")
        add("--division", default="", help="the division; needed where there are several")
        add("--system", default="", help="the rating system; the event's when not given")
        add("--options", help='its options as JSON: {"lightly": true}')
        add("--through", help="the last round to count; all so far when not given")
        add("--json", action="store_true", help="print one JSON object, for programs")

    def handle(self, *args: Any, **given: Any) -> None:
        del args
        try:
            done = self._rated(given)
        except (NotThere, CannotRate) as reason:
            if given["json"]:
                self.stdout.write(json.dumps({"error": str(reason)}, ensure_ascii=False))
                raise SystemExit(1) from None
            raise CommandError(str(reason)) from reason
        if given["json"]:
            self.stdout.write(json.dumps(as_object(done), ensure_ascii=False))
        else:
            self._write(done)

    def _rated(self, given: Mapping[str, Any]) -> RatedDivision:
        division = division_named(event_named(given["event"]), given["division"])
        return rated_division(
            division,
            given["system"],
            options=_options(given["options"]),
            through=_round(given["through"]),
        )

    def _write(self, done: RatedDivision) -> None:
        self.stdout.write(f"{done.division}, {called(done.system)}, through round {done.through}.")
        for told in filter(None, (done.source_sentence, done.agreement.note)):
            self.stdout.write(told)
        for row in done.rows:
            old, new = (
                "unrated" if rating is None else f"{rating:g}" for rating in (row.old, row.new)
            )
            games = f"{row.games} game{'' if row.games == 1 else 's'}"
            self.stdout.write(f"{row.person.number:>4} {row.person.name}: {old} to {new}, {games}")


def as_object(done: RatedDivision) -> dict[str, Any]:
    """The ratings as programs read them."""
    return {
        "system": done.system,
        "players": [
            {
                "number": row.person.number,
                "name": row.person.name,
                "old": _whole(row.old),
                "new": _whole(row.new),
                "games": row.games,
                "performance": row.performance,
            }
            for row in done.rows
        ],
    }


def _whole(rating: float | None) -> float | int | None:
    """A rating without a fraction as a whole number."""
    return int(rating) if rating is not None and rating == int(rating) else rating


def _options(text: str | None) -> dict[str, Any] | None:
    if text is None:
        return None
    try:
        options = json.loads(text)
    except ValueError as error:
        raise CannotRate(f'“{text}” is not JSON. Options look like {{"lightly": true}}.') from error
    if not isinstance(options, dict):
        raise CannotRate(f'“{text}” names no options. They look like {{"lightly": true}}.')
    return options


def _round(text: str | int | None) -> int | None:
    if text is None:
        return None
    if not str(text).isdecimal() or not 1 <= int(text) <= 200:
        raise CannotRate(f"“{text}” is no round. Give a whole number from 1 to 200.")
    return int(text)
