"""Rate a division: `manage.py rate EVENT --division A --system naspa --json`."""

import json
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.engine.message import Message
from tournament.engine.ratings.system import CannotRate
from tournament.queries.event.events import NameNotFound, division_by_name, event_by_slug
from tournament.queries.standings.ratings import RatedDivision, rated_division
from tournament.wording.plugins import system_name
from tournament.wording.sentences import sentence


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Prints the ratings after all games played so far, or after those up to a round. "
            "Nothing is saved; to rate an event permanently, use its Ratings page."
        )
        add = parser.add_argument
        add("event", help=_("the event's short name, as in its address"))
        add("--division", default="", help=_("the division; required if there are several"))
        add("--system", default="", help=_("the rating system (default: that of the event)"))
        add("--options", help=_('options of the system as JSON: {"lightly": true}'))
        add("--through", help=_("the last round to count (default: all so far)"))
        add("--json", action="store_true", help=_("print one JSON object, for programs"))

    def handle(self, *args: Any, **given: Any) -> None:
        del args
        try:
            done = self._rate_division(given)
        except (NameNotFound, CannotRate) as reason:
            why = sentence(reason.message) if isinstance(reason, CannotRate) else str(reason)
            if given["json"]:
                self.stdout.write(json.dumps({"error": why}, ensure_ascii=False))
                raise SystemExit(1) from None
            raise CommandError(why) from reason
        if given["json"]:
            self.stdout.write(json.dumps(ratings_as_dict(done), ensure_ascii=False))
        else:
            self._print_ratings(done)

    def _rate_division(self, given: Mapping[str, Any]) -> RatedDivision:
        division = division_by_name(event_by_slug(given["event"]), given["division"])
        return rated_division(
            division,
            given["system"],
            options=_parse_options(given["options"]),
            through=_parse_round(given["through"]),
        )

    def _print_ratings(self, done: RatedDivision) -> None:
        self.stdout.write(
            _("{division}, {label}, through round {through}.").format(
                division=done.division, label=system_name(done.system), through=done.through
            )
        )
        for lines in filter(
            None, (done.source_sentence, done.agreement.note, *done.guess_sentences)
        ):
            self.stdout.write(lines)
        for row in done.rows:
            old, new = (
                _("unrated") if rating is None else f"{rating:g}" for rating in (row.old, row.new)
            )
            line = ngettext(
                "{player}: {old} to {new}, {count} game",
                "{player}: {old} to {new}, {count} games",
                row.games,
            ).format(player=row.person.name, old=old, new=new, count=row.games)
            self.stdout.write(f"{row.person.number:>4} {line}")


def ratings_as_dict(done: RatedDivision) -> dict[str, Any]:
    """Return the ratings as a dictionary to be written as JSON."""
    return {
        "system": done.system,
        "guessed": {need: list(numbers) for need, numbers in done.guessed.items()},
        "players": [
            {
                "number": row.person.number,
                "name": row.person.name,
                "old": _integer_if_whole(row.old),
                "new": _integer_if_whole(row.new),
                "games": row.games,
                "performance": row.performance,
            }
            for row in done.rows
        ],
    }


def _integer_if_whole(rating: float | None) -> float | int | None:
    """Return a rating without decimals as an integer; other ratings and None are unchanged."""
    return int(rating) if rating is not None and rating == int(rating) else rating


OPTIONS_EXAMPLE = '{"lightly": true}'


def _parse_options(text: str | None) -> dict[str, Any] | None:
    if text is None:
        return None
    try:
        options = json.loads(text)
    except ValueError as error:
        reason = Message("options_not_json", text=text, example=OPTIONS_EXAMPLE)
        raise CannotRate(reason) from error
    if not isinstance(options, dict):
        raise CannotRate(Message("options_no_object", text=text, example=OPTIONS_EXAMPLE))
    return options


def _parse_round(text: str | int | None) -> int | None:
    if text is None:
        return None
    if not str(text).isdecimal() or not 1 <= int(text) <= 200:
        raise CannotRate(Message("no_round", text=str(text)))
    return int(text)
