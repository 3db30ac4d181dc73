"""Practice events, generated from a seed through the director's actions and removed as a whole."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import catalogue
from scoring.actions.activity import Actor
from scoring.actions.games import finish_game
from scoring.actions.turns import record_all_turns
from scoring.engine.game.record import Record
from scoring.engine.rules.rulesets import RuleSet
from scoring.wording.phrases import comma_list
from tournament.actions.act import Refused, act
from tournament.actions.event.cascade_delete import delete_with_dependents
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import record_removed_event
from tournament.actions.people.entries import add_players
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.typed_lines import enter_round_results
from tournament.actions.rounds.drafts import pair_round
from tournament.actions.rounds.plans import set_plan
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.engine.pairing.event_plan import CannotPropose, PlannedRounds, propose_plan
from tournament.engine.pairing.method import all_methods
from tournament.models import Division, Event, Pairing, Player, Round
from tournament.models.rounds import MAX_SEED
from tournament.queries.rounds.drafts import PairingChoice
from tournament.queries.rounds.rounds import current_pairings
from tournament.wording.log import say
from tournament.wording.sentences import refusal_sentence

MAX_PLAYERS, MAX_ROUNDS = 1000, 60
PROPOSED_PLAN = "sound"
"""The value of `PracticeSpec.plan` that stands for the plan proposed for these players and rounds."""

GameSimulator = Callable[[RuleSet, Random], Record]
"""A function that plays one game and returns it as its players recorded it."""


class PracticeStage(StrEnum):
    """The progress of a practice event."""

    SETUP = "setup"
    """Players are entered, and nothing is paired."""
    PAIRED = "paired"
    """Round 1 is published without results."""
    HALF = "half"
    """Half of the rounds, rounded down, are closed, and half the boards of the next have results."""
    FINISHED = "finished"
    """Every round is closed."""


@dataclass(frozen=True)
class PracticeSpec:
    """A practice event to make. The same values give the same people, pairings and scores.

    Raise `Refused` for too few or too many players or rounds, or for an unknown plan.
    """

    players: int
    rounds: int
    seed: int
    stage: PracticeStage
    preset: str = "club"
    plan: str = PROPOSED_PLAN
    """`sound` for the proposed plan, or the key of one method for all rounds."""

    def __post_init__(self) -> None:
        if not 2 <= self.players <= MAX_PLAYERS:
            raise Refused(
                ngettext(
                    "A practice event cannot have {count} player. Choose 2 to {most} players.",
                    "A practice event cannot have {count} players. Choose 2 to {most} players.",
                    self.players,
                ).format(count=self.players, most=MAX_PLAYERS)
            )
        if not 1 <= self.rounds <= MAX_ROUNDS:
            raise Refused(
                _("A practice event cannot have {count} rounds. Choose 1 to {most} rounds.").format(
                    count=self.rounds, most=MAX_ROUNDS
                )
            )
        if self.plan not in plan_choices():
            raise Refused(
                _("There is no plan “{plan}”. Plans: {plans}.").format(
                    plan=self.plan, plans=comma_list(plan_choices())
                )
            )


def plan_choices() -> tuple[str, ...]:
    """Return the possible values of `PracticeSpec.plan`."""
    return (PROPOSED_PLAN, *(key for key, method in all_methods().items() if not method.is_list))


def make_practice_event(
    actor: Actor, wanted: PracticeSpec, play: GameSimulator | None = None
) -> Event:
    """Make a practice event at the given stage, in one transaction for the setup and one for each round.

    With `play`, which records one game, the boards are recorded turn by turn; otherwise only
    results are entered. Raise `Refused` if the preset is unknown or if no plan fits the numbers of
    players and rounds.
    """
    people = Random(f"{wanted.seed} people")  # nosec B311
    tables = Random(f"{wanted.seed} tables")  # nosec B311
    with transaction.atomic():
        event = create_event(
            actor,
            name=_("Practice: {players} players, {rounds} rounds").format(
                players=wanted.players, rounds=wanted.rounds
            ),
            preset=wanted.preset,
        )
        event.is_practice, event.lots_seed = True, wanted.seed % (MAX_SEED + 1)
        event.save(update_fields=["is_practice", "lots_seed"])
        division = create_division(actor, event, name="A")
        add_players(actor, division, "\n".join(random_roster(wanted.players, people)))
        _plan_event(actor, division, wanted)
    done, results = _rounds_to_play(wanted)
    for number in range(1, math.ceil(done) + 1):
        with transaction.atomic():
            round_ = publish_round(actor, _pair_next_round(actor, division, number, wanted))
            if number <= done or results:
                boards = _two_player_pairings(round_)
                entered = boards if number <= done else boards[: len(boards) // 2]
                if play is None:
                    enter_round_results(
                        actor, round_, {p.board or 0: _random_scores(p, tables) for p in entered}
                    )
                else:
                    for pairing in entered:
                        _record_complete_game(actor, pairing, tables, play)
                if number > done and play is not None and len(entered) < len(boards):
                    _record_half_game(actor, boards[len(entered)], tables, play)
            if number <= done:
                close_round(actor, round_)
    return event


def remove_practice_event(actor: Actor, event: Event) -> None:
    """Remove a practice event with everything in it, even if it is closed. Raise `Refused` for any other event."""
    with act(actor, event, allow_closed=True) as action:
        held = Event.objects.get(pk=event.pk)
        if not held.is_practice:
            raise Refused(
                _(
                    "{event} is not a practice event, and only practice events can be deleted here."
                ).format(event=held)
            )
        games = Pairing.objects.filter(round__division__event=held, game__isnull=False)
        made_up = Player.objects.filter(
            entries__division__event=held, created_at__gte=held.created_at
        )
        people = list(made_up.values_list("pk", flat=True).distinct())
        record_removed_event(held)
        delete_with_dependents([held], [pairing.game for pairing in games.select_related("game")])
        delete_with_dependents(Player.objects.filter(pk__in=people, entries=None))
        action.log("remove_practice_event", say("remove_practice_event", event=held))


def _rounds_to_play(wanted: PracticeSpec) -> tuple[float, bool]:
    """Return the number of closed rounds, plus a half for one that is only published, and whether that has results."""
    return {
        PracticeStage.SETUP: (0.0, False),
        PracticeStage.PAIRED: (0.5, False),
        PracticeStage.HALF: (wanted.rounds // 2 + 0.5, True),
        PracticeStage.FINISHED: (float(wanted.rounds), True),
    }[wanted.stage]


def _plan_event(actor: Actor, division: Division, wanted: PracticeSpec) -> None:
    """Plan the event as proposed for its numbers of players and rounds, or with one method for all rounds.

    May raise `Refused`.
    """
    try:
        plan = propose_plan(wanted.players, wanted.rounds).plan
    except CannotPropose as reason:
        raise Refused(refusal_sentence(reason)) from reason
    if wanted.plan != PROPOSED_PLAN:
        plan = (PlannedRounds(1, wanted.rounds, wanted.plan),)
    set_plan(actor, division, plan, rounds=wanted.rounds)


def _pair_next_round(actor: Actor, division: Division, number: int, wanted: PracticeSpec) -> Round:
    """Pair the next round according to the plan, with a seed derived from the event's seed and the round."""
    seed = (wanted.seed * 1_000_003 + number) % (MAX_SEED + 1)
    return pair_round(actor, division, number, PairingChoice(seed=seed))


def _two_player_pairings(round_: Round) -> list[Pairing]:
    """Return the round's two-player pairings in order, with both entries loaded."""
    pairings = current_pairings(round_).filter(second__isnull=False)
    return list(pairings.select_related("first", "second"))


def _record_complete_game(
    actor: Actor, pairing: Pairing, tables: Random, play: GameSimulator
) -> None:
    """Record a complete game at a board."""
    game = start_game(actor, pairing)
    record_all_turns(game, play(catalogue.rule_set(game.rules), tables), actor)
    finish_game(game, actor)


def _record_half_game(actor: Actor, pairing: Pairing, tables: Random, play: GameSimulator) -> None:
    """Record the first half of a game's turns at a board."""
    game = start_game(actor, pairing)
    record = play(catalogue.rule_set(game.rules), tables)
    turns = record.turns[: len(record.turns) // 2]
    record_all_turns(game, Record(record.seats, turns, pragmas=record.pragmas), actor)


def _random_scores(pairing: Pairing, tables: Random) -> tuple[int, int]:
    """Return scores of at least 120 points that fit the ratings: 100 rating points are worth about 12 points."""
    second = pairing.second.rating if pairing.second else None
    edge = ((pairing.first.rating or 1000) - (second or 1000)) / 8 + 7  # going first helps
    total = tables.gauss(790, 70)
    margin = tables.gauss(edge, 90)
    scores = ((total + margin) / 2, (total - margin) / 2)
    return max(round(scores[0]), 120), max(round(scores[1]), 120)


_FIRST_NAMES = (
    "Ada", "Aldo", "Anouk", "Arlo", "Béla", "Berit", "Bruno", "Cato", "Clara", "Cosmo", "Dora", "Dušan", "Edda",
    "Elio", "Enzo", "Esme", "Falk", "Fay", "Gita", "Gus", "Hana", "Hugo", "Ilse", "Ivo", "Jarl", "Juno", "Kaia",
    "Kit", "Lena", "Lars", "Mara", "Milo", "Nils", "Noor", "Odo", "Oona", "Pia", "Quin", "Rosa", "Rune", "Saskia",
    "Sven", "Tilda", "Tove", "Uma", "Ursel", "Vera", "Vito", "Wanda", "Wim", "Xenia", "Yara", "Yves", "Zelda",
    "Zoltán",
)  # fmt: skip
_LAST_NAMES = (
    "Abendrot", "Ashby", "Bramble", "Brook", "Cobalt", "Copperfield", "Drift", "Dunmore", "Eastwick", "Elm",
    "Fenwick", "Finch", "Flint", "Gale", "Greenwater", "Heather", "Hollis", "Ironwood", "Ivory", "Jessamine",
    "Juniper", "Kestrel", "Kingfisher", "Larkspur", "Lund", "Marrow", "Meadowlark", "Nettle", "Northam", "Oakum",
    "Ostrander", "Pellet", "Pike", "Quillfeather", "Quist", "Reed", "Rookwood", "Sorrel", "Starling", "Tamarind",
    "Thimble", "Umber", "Underhill", "Vantage", "Vetch", "Wick", "Winterbourne", "Yarrow", "Yewdale", "Zinnober",
)  # fmt: skip


def random_roster(number: int, rng: Random) -> list[str]:
    """Return the lines of a roster of `number` different people with ratings; at most 2,750 are possible."""
    names = [f"{first} {last}" for first in _FIRST_NAMES for last in _LAST_NAMES]
    return [
        f"{name} {min(max(round(rng.gauss(1300, 300)), 300), 2200)}"
        for name in rng.sample(names, number)
    ]
