"""Drafts of rounds by any method: paired from the plan or as the director says, or paired anew."""

import secrets
from typing import Any

from django.db import transaction

from scoring.actions.activity import Actor, log
from tournament.actions.deeds import deed
from tournament.actions.events import hold, refuse_when_closed
from tournament.actions.pairing import RoundNotPossible, as_listed, save_round
from tournament.actions.refusal import ReasonMissing, Refused
from tournament.actions.seats import replace as take_away
from tournament.engine.pairing.method import all_methods
from tournament.models import Division, Pairing, Round
from tournament.models.rounds import Phase
from tournament.queries.drafting import (
    BY_THE_PLAN,
    How,
    missing_before,
    settle,
    why_not_pair_anew,
)
from tournament.queries.rounds import live_pairings


class NotPlanned(Refused):
    """The plan says nothing about the round, and no method is named."""


class NotItsTurn(Refused):
    """Rounds are paired in order."""


class CannotPairAnew(Refused):
    """The round is too far gone to be paired anew."""


def pair_round(
    actor: Actor, division: Division, number: int, how: How = BY_THE_PLAN, *, reason: str = ""
) -> Round:
    """A draft of round `number`; a draft of it is discarded, a published round is taken back.

    Raises `NotPlanned`, `NotItsTurn`, `CannotPairAnew`, `ReasonMissing` (for a published round),
    `RoundNotPossible` with what would make it possible, and `EventClosed`. Then nothing is changed.
    """
    refuse_when_closed(division.event)
    reason = " ".join(reason.split())
    with transaction.atomic():
        hold(division)
        existing = Round.objects.filter(division=division, number=number).first()
        _refuse_out_of_turn(division, number, existing)
        settled = settle(division, number, how)
        if settled is None:
            raise NotPlanned(
                f"The plan of division {division} says nothing about round {number}. "
                "Choose a method, or plan the round."
            )
        line, options = settled
        source = line.source.before(number)
        before: list[dict[str, Any]] = []
        with deed(division, since=number) as doing:
            if existing is not None:
                existing.division = division
                before = _as_it_was(existing)
                if existing.phase != Phase.DRAFT:
                    _take_back(existing, reason)
            method = all_methods().get(line.method)
            if method is None or method.uses_standings:
                _refuse_without_results(division, number, source)
            round_ = save_round(
                division,
                number,
                line.method,
                options,
                seed=secrets.randbelow(2**31) if how.seed is None else how.seed,
                source_round=source,
                fixed=how.fixed,
            )
            label = method.label if method else line.method
            told = (
                f" on the standings after round {source}" if source and _ranks(line.method) else ""
            )
            doing.told(
                log(
                    actor,
                    "pair_round",
                    f"Round {number} of division {division} paired{' anew' if before else ''}: "
                    f"{label}{told}.",
                    scope=division.scope,
                    reason=reason,
                    before=before or None,
                    after={
                        "method": line.method,
                        "options": options,
                        "seed": round_.seed,
                        "pairs": _as_it_was(round_),
                    },
                )
            )
    return round_


def _ranks(key: str) -> bool:
    method = all_methods().get(key)
    return method is not None and method.uses_standings


def _refuse_out_of_turn(division: Division, number: int, existing: Round | None) -> None:
    if existing is not None and live_pairings(existing).exists():
        return
    made = Pairing.objects.filter(round__division=division, replaced_at=None)
    last = max(made.values_list("round__number", flat=True), default=0)
    if number < 1:
        raise NotItsTurn("Rounds are numbered from 1.")
    if number > last + 1:
        raise NotItsTurn(f"Round {last + 1} is not paired yet. Pair it before round {number}.")


def _refuse_without_results(division: Division, number: int, source: int) -> None:
    if source >= number:
        raise RoundNotPossible(
            f"Round {number} cannot be paired on the standings after round {source}. "
            "Choose an earlier one."
        )
    missing = missing_before(division, source)
    if not missing:
        return
    at, boards = missing
    told = (
        f"Round {at} is still a draft."
        if boards is None
        else f"Round {at} has no result yet on board{'s' * (len(boards) > 1)} "
        f"{', '.join(map(str, boards))}."
    )
    raise RoundNotPossible(
        f"{told} Round {number} is paired on the standings after round {source}: "
        "enter the results, or pair on the standings after an earlier round."
    )


def _take_back(round_: Round, reason: str) -> None:
    """A published round is a draft again, without what was awarded in it."""
    if reasons := why_not_pair_anew(round_):
        raise CannotPairAnew(" ".join(reasons))
    if not reason:
        raise ReasonMissing(
            f"{round_} is {round_.get_phase_display().lower()}: players have seen it. "
            "Say why it is paired anew."
        )
    for pairing in live_pairings(round_):
        take_away(pairing)
    round_.phase, round_.published_at = Phase.DRAFT, None
    round_.save(update_fields=["phase", "published_at"])


def _as_it_was(round_: Round) -> list[dict[str, Any]]:
    return as_listed(live_pairings(round_).select_related("first", "second"))
