"""Create a practice event at any stage: `manage.py simulate_event --players 30 --rounds 7`."""

from random import Random
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.engine.game.record import Record
from scoring.engine.rules.rulesets import RuleSet
from scoring.management.organisations import OrganisationCommand
from scoring.simulation import Habits, simulate_game
from tournament.actions.act import Refused
from tournament.actions.event.practice import (
    PROPOSED_PLAN,
    PracticeSpec,
    PracticeStage,
    make_practice_event,
)
from tournament.catalogue import presets

HABITS = Habits(mistakes=0.02)


class Command(OrganisationCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Creates a practice event with made-up players, through the same actions that a "
            "director uses. The same options and the same seed give the same people, pairings and "
            "scores. The last line printed is the event's short name."
        )
        add = parser.add_argument
        add("--players", type=int, default=24, help=_("number of players (default: 24)"))
        add("--rounds", type=int, default=7, help=_("number of rounds in the event (default: 7)"))
        add("--seed", type=int, default=1, help=_("any whole number (default: 1)"))
        add(
            "--stage",
            choices=[stage.value for stage in PracticeStage],
            default=PracticeStage.FINISHED.value,
            help=_("stage of the event (default: finished)"),
        )
        add(
            "--preset",
            choices=sorted(presets()),
            default="club",
            help=_("rules to use (default: club)"),
        )
        add(
            "--plan",
            default=PROPOSED_PLAN,
            help=_(
                "“sound” for a plan that suits the numbers of players and rounds, or the name of "
                "one pairing method for all rounds (default: sound)"
            ),
        )
        add("--recorded-games", action="store_true", help=_("record the games turn by turn"))

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            wanted = PracticeSpec(
                options["players"],
                options["rounds"],
                options["seed"],
                PracticeStage(options["stage"]),
                options["preset"],
                options["plan"],
            )
            event = make_practice_event(
                Actor("manage.py simulate_event"),
                wanted,
                _simulate_game if options["recorded_games"] else None,
            )
        except Refused as reason:
            raise CommandError(str(reason)) from reason
        self.stdout.write(_("{event} has been created.").format(event=event))
        self.stdout.write(event.slug)


def _simulate_game(rules: RuleSet, rng: Random) -> Record:
    return simulate_game(rng, rules, habits=HABITS).record
