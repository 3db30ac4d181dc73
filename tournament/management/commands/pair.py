"""Pair a round from the command line: `manage.py pair EVENT --division A --round 5 --json`."""

import json
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.rounds.drafts import pair_round
from tournament.actions.rounds.pairing_search import (
    PairingSearchResult,
    pairing_inputs,
    search_and_pair,
)
from tournament.engine.pairing.event_plan import NoSuchSource, StandingsSource
from tournament.models.rounds import MAX_SEED
from tournament.queries.event.events import NameNotFound, division_by_name, event_by_slug
from tournament.queries.rounds.drafts import PairingChoice
from tournament.queries.rounds.explanations import ExplainedRound, explain_round
from tournament.queries.rounds.rounds import next_round_number
from tournament.wording.sentences import refusal_sentence, sentences


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Drafts a round according to the division's plan or by a given method, and prints the "
            "pairings with their reasons. Publish the round at the desk. If the round cannot be "
            "paired, the reason is printed and the round is not changed."
        )
        add = parser.add_argument
        add("event", help=_("the event's short name, as in its address"))
        add("--division", default="", help=_("the division; required if there are several"))
        add("--round", help=_("the round (default: the next one to be published)"))
        add("--method", help=_("a pairing method (default: that of the plan)"))
        add(
            "--options",
            help=_('options of the method as JSON: {"factor": 4} (default: those of the plan)'),
        )
        add("--source", help=_("standings to use: previous, one earlier, seeds, round 4"))
        add("--seed", help=_("seed for the random choices (default: a new seed)"))
        add("--reason", default="", help=_("reason for pairing a published round again"))
        add("--dry-run", action="store_true", help=_("show the round and save nothing"))
        add("--json", action="store_true", help=_("print one JSON object, for programs"))

    def handle(self, *args: Any, **given: Any) -> None:
        del args
        try:
            draft = self._pair(given)
        except (Refused, NameNotFound, InvalidArgument) as reason:
            if given["json"]:
                self.stdout.write(json.dumps({"error": str(reason)}, ensure_ascii=False))
                raise SystemExit(1) from None
            raise CommandError(str(reason)) from reason
        if given["json"]:
            self.stdout.write(json.dumps(round_as_dict(draft), ensure_ascii=False))
        else:
            self._print_round(draft, saved=not given["dry_run"])

    def _pair(self, given: Mapping[str, Any]) -> ExplainedRound:
        division = division_by_name(event_by_slug(given["event"]), given["division"])
        seed = _parse_number(given["seed"], "seed", 0, MAX_SEED)
        how = PairingChoice(
            given["method"], _parse_options(given["options"]), _parse_source(given["source"]), seed
        )
        number = _parse_number(given["round"], "round", 1, 200) or next_round_number(division)
        reason = given["reason"]

        def pair(searched: PairingSearchResult | None) -> ExplainedRound:
            with transaction.atomic():
                round_ = pair_round(
                    Actor("manage.py pair"), division, number, how, reason=reason, searched=searched
                )
                draft = explain_round(division, round_)
                if given["dry_run"]:
                    transaction.set_rollback(True)
            return draft

        return search_and_pair(pairing_inputs(division, number, how, reason=reason), pair)

    def _print_round(self, draft: ExplainedRound, *, saved: bool) -> None:
        self.stdout.write(
            _("{round}: {how}, seed {seed}.").format(
                round=draft.round, how=draft.how, seed=draft.round.seed
            )
        )
        for row in draft.rows:
            who = (
                f"{row.first} - {row.second}"
                if row.second
                else _("{first} has the bye").format(first=row.first)
            )
            place = _("Board {board}: ").format(board=row.board) if row.board else ""
            reasons = "; ".join((*row.reasons, *row.private))
            self.stdout.write(f"{place}{who} ({reasons})")
        for warning in draft.warnings:
            self.stdout.write(_("Note: {warning}").format(warning=warning))
        self.stdout.write(_("Saved as a draft.") if saved else _("Nothing was saved."))


class InvalidArgument(Exception):
    """An argument of the command is not valid; the message says what is accepted."""


def round_as_dict(draft: ExplainedRound) -> dict[str, Any]:
    """Return the round as a dictionary to be written as JSON; players are given by their entry numbers."""
    return {
        "method": draft.round.method,
        "seed": draft.round.seed,
        "pairs": [
            {
                "board": pair.board,
                "first": pair.first,
                "second": pair.second,
                "repeat": pair.earlier_meetings,
                "reasons": list(sentences(pair.reasons, draft.names)),
            }
            for pair in draft.plan.pairs
        ],
        "bye": draft.plan.byes[0].number if draft.plan.byes else None,
        "warnings": draft.warnings,
    }


def _parse_number(text: str | int | None, name: str, least: int, most: int) -> int | None:
    if text is None:
        return None
    words = str(text)
    if not words.isdecimal() or len(words) > 10 or not least <= int(words) <= most:
        raise InvalidArgument(
            _(
                "“{words}” is not a valid {name}. Give a whole number from {least} to {most}."
            ).format(words=words, name=name, least=least, most=most)
        )
    return int(words)


def _parse_options(text: str | None) -> dict[str, Any] | None:
    if text is None:
        return None
    try:
        options = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as wrong:
        raise InvalidArgument(
            _(
                'The options cannot be read as JSON ({error}). Write them like {{"repeats": '
                "2}}, with double quotes."
            ).format(error=wrong)
        ) from wrong
    if not isinstance(options, dict):
        raise InvalidArgument(_('The options must be one JSON object, such as {"repeats": 2}.'))
    return options


def _parse_source(text: str | None) -> StandingsSource | None:
    if text is None:
        return None
    try:
        return StandingsSource.parse(text)
    except NoSuchSource as wrong:
        raise InvalidArgument(refusal_sentence(wrong)) from wrong
