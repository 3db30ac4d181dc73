"""Drafts of rounds: paired by any method, by a table, or by the director's own list."""

import logging
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor, log
from scoring.models import Activity
from scoring.wording.phrases import comma_list, within_sentence
from scoring.wording.sentence import Sentence
from tournament.actions.act import ChangedMeanwhile, ReasonMissing, Refused, act
from tournament.actions.people.seats import replace as mark_replaced
from tournament.engine.message import stored
from tournament.engine.pairing.method import CannotPair, all_methods
from tournament.engine.pairing.tables import rounds_in_cycle
from tournament.models import Division, Entry, Pairing, Round
from tournament.models.rounds import Phase
from tournament.queries.people.entries import division_field
from tournament.queries.rounds.drafts import (
    BY_THE_PLAN,
    PairingChoice,
    line_and_options,
    why_not_pair_anew,
)
from tournament.queries.rounds.pairing import NOTHING_FIXED, Fixed, preview_round
from tournament.queries.rounds.rounds import live_pairings, next_round_number, table_under_way
from tournament.queries.standings.standings import missing_before
from tournament.queries.versions import version_of_pairings
from tournament.wording.log import say
from tournament.wording.sentences import refusal

logger = logging.getLogger(__name__)


class NotPlanned(Refused):
    """The plan says nothing about the round, and no method is named."""


class NotItsTurn(Refused):
    """Rounds are paired in order."""


class CannotPairAnew(Refused):
    """The round has come too far to be paired again."""


def pair_round(
    actor: Actor,
    division: Division,
    number: int,
    how: PairingChoice = BY_THE_PLAN,
    *,
    reason: str = "",
    seen: str | None = None,
) -> Round:
    """Pair round `number` as a draft; an earlier draft is discarded, a published round becomes a draft again.

    `seen` is the version (`version_of_pairings`) of what the round was when it was shown, None where it
    was not. Raises `ChangedMeanwhile` where it is another now, `NotPlanned`, `NotItsTurn`,
    `CannotPairAnew`, `ReasonMissing` (for a published round), `RoundNotPossible` with what would make
    it possible, and `EventClosed`. Then nothing is changed.
    """
    reason = " ".join(reason.split())
    with act(actor, division) as action:
        existing = Round.objects.filter(division=division, number=number).first()
        _refuse_out_of_turn(division, number, existing)
        _refuse_unseen(existing, seen)
        planned = line_and_options(division, number, how)
        if planned is None:
            raise NotPlanned(
                _(
                    "The plan of division {division} says nothing about round {number}. "
                    "Choose a method, or plan the round."
                ).format(division=division, number=number)
            )
        line, options = planned
        source = line.source.before(number)
        before: list[dict[str, Any]] = []
        with action.undo_step(since=number):
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
            how_paired = say("method", method=label)
            if source and _ranks(line.method):
                how_paired = say("method_on_standings", method=label, source=source)
            action.log(
                "pair_round",
                say("pair_round_anew", round=number, division=division, how=how_paired)
                if before
                else say("pair_round", round=number, division=division, how=how_paired),
                reason=reason,
                before=before or None,
                after={
                    "method": line.method,
                    "options": options,
                    "seed": round_.seed,
                    "pairs": _as_it_was(round_),
                },
            )
    return round_


def _refuse_unseen(existing: Round | None, seen: str | None) -> None:
    pairings = list(live_pairings(existing)) if existing is not None and seen is not None else []
    version = version_of_pairings(pairings)
    if seen is not None and seen != version:
        raise ChangedMeanwhile(
            _(
                "The round has been paired or changed since this page was opened. It is not paired again. "
                "Look at it as it is now first."
            ),
            now=pairings,
            version=version,
        )


def _ranks(key: str) -> bool:
    method = all_methods().get(key)
    return method is not None and method.uses_standings


def _refuse_out_of_turn(division: Division, number: int, existing: Round | None) -> None:
    if existing is not None and live_pairings(existing).exists():
        return
    made = Pairing.objects.filter(round__division=division, replaced_at=None)
    last = max(made.values_list("round__number", flat=True), default=0)
    if number < 1:
        raise NotItsTurn(_("Rounds are numbered from 1."))
    if number > last + 1:
        raise NotItsTurn(
            _("Round {first} is not paired yet. Pair it before round {number}.").format(
                first=last + 1, number=number
            )
        )


def _refuse_without_results(division: Division, number: int, source: int) -> None:
    if source >= number:
        raise RoundNotPossible(
            _(
                "Round {number} cannot be paired on the standings after round {source}. "
                "Choose an earlier one."
            ).format(number=number, source=source)
        )
    missing = missing_before(division, source)
    if not missing:
        return
    at, boards = missing
    if boards is None:
        reason = _("Round {round} is still a draft.").format(round=at)
    else:
        reason = ngettext(
            "Round {round} has no result yet on board {boards}.",
            "Round {round} has no result yet on boards {boards}.",
            len(boards),
        ).format(round=at, boards=comma_list(boards))
    advice = _(
        "Round {number} is paired on the standings after round {source}: "
        "enter the results, or pair on the standings after an earlier round."
    ).format(number=number, source=source)
    raise RoundNotPossible(f"{reason} {advice}")


def _take_back(round_: Round, reason: str) -> None:
    """Make a published round a draft again, without what was awarded in it."""
    if reasons := why_not_pair_anew(round_):
        raise CannotPairAnew(" ".join(reasons))
    if not reason:
        raise ReasonMissing(
            _("{round} is {phase}: players have seen it. Say why it is paired again.").format(
                round=round_, phase=within_sentence(round_.get_phase_display())
            )
        )
    for pairing in live_pairings(round_):
        mark_replaced(pairing)
    round_.phase, round_.published_at = Phase.DRAFT, None
    round_.save(update_fields=["phase", "published_at"])


def _as_it_was(round_: Round) -> list[dict[str, Any]]:
    return as_listed(live_pairings(round_).select_related("first", "second"))


class RoundNotPossible(Refused):
    """The round cannot be paired as asked; the sentence names players and reasons."""


def make_round_robin(
    actor: Actor,
    division: Division,
    *,
    cycles: int = 1,
    only_next: bool = False,
    top_last: bool = False,
    seen: str | None = None,
) -> list[Round]:
    """Draft a round robin: all rounds from the next on, or only the next.

    A table begun earlier goes on: its field and first round are those of the last round of that
    table. Drafts not yet published are made anew. `seen` is as for `pair_round`, of the next round. Raises
    `ChangedMeanwhile`, `RoundNotPossible` and `EventClosed`.
    """
    with act(actor, division) as action:
        number = next_round_number(division)
        _refuse_unseen(Round.objects.filter(division=division, number=number).first(), seen)
        options = table_under_way(division, number)
        if options is None:
            entrants = division_field(division).entrants
            active = [e for e in entrants if e.active_in(number)]
            field = [e.number for e in sorted(active, key=lambda e: e.seed)]
            options = {
                "cycles": cycles,
                "start_round": number,
                "field": field,
                "top_last": top_last,
            }
        length = rounds_in_cycle(len(options["field"])) * options["cycles"]
        last = options["start_round"] + length - 1
        numbers = [number] if only_next or number > last else range(number, last + 1)
        with action.undo_step(since=number):
            rounds = [save_round(division, n, "round_robin", options) for n in numbers]
            if not only_next:
                _drop_drafts_after(division, rounds[-1].number)
            sentence = say(
                "make_round_robin",
                first=rounds[0].number,
                last=rounds[-1].number,
                rounds=len(rounds),
                division=division,
            )
            action.activity = _log_drafts(actor, division, rounds, sentence)
    return rounds


def pair_by_hand(
    actor: Actor,
    division: Division,
    pairs: Sequence[tuple[int, int]],
    byes: Iterable[int] = (),
    *,
    firsts_as_listed: bool = False,
    seen: str | None = None,
) -> Round:
    """Draft the next round with the director's pairs, given by entry numbers.

    `seen` is as for `pair_round`. Raises `ChangedMeanwhile`, `RoundNotPossible` with everything the
    checker says against it, and `EventClosed`.
    """
    options = {
        "pairs": [list(pair) for pair in pairs],
        "byes": list(byes),
        "firsts_as_listed": firsts_as_listed,
    }
    with act(actor, division) as action:
        number = next_round_number(division)
        _refuse_unseen(Round.objects.filter(division=division, number=number).first(), seen)
        with action.undo_step(since=number):
            round_ = save_round(division, number, "manual", options)
            sentence = say("make_by_hand", round=number, division=division)
            action.activity = _log_drafts(actor, division, [round_], sentence)
    return round_


def as_listed(pairings: Iterable[Pairing]) -> list[dict[str, Any]]:
    """Return pairings as the activity log stores them, by entry numbers."""
    return [
        {
            "board": pairing.board,
            "first": pairing.first.number,
            "second": pairing.second.number if pairing.second else None,
        }
        for pairing in pairings
    ]


def save_round(
    division: Division,
    number: int,
    method: str,
    options: dict[str, Any],
    *,
    seed: int | None = None,
    source_round: int | None = None,
    fixed: Fixed = NOTHING_FIXED,
) -> Round:
    """Pair one round and write it as a draft; a draft of that number is made anew.

    Part of the caller's transaction. Without a seed one is drawn. Raises `RoundNotPossible`.
    """
    seed = secrets.randbelow(2**31) if seed is None else seed
    try:
        preview = preview_round(
            division, number, method, options, seed, source_round=source_round, fixed=fixed
        )
    except CannotPair as reason:
        if reason.__cause__ is not None:
            logger.exception("Round %s by %s could not be paired.", number, method)
        raise RoundNotPossible(refusal(reason)) from reason
    if preview.blocking:
        raise RoundNotPossible(" ".join(preview.blocking))
    paired = {
        "method": method,
        "options": options,
        "seed": seed,
        "source_round": source_round,
        "fixed": fixed.as_dict(),
        "notes": stored([*preview.plan.warnings, *preview.plan.notes]),
    }
    round_, made = Round.objects.get_or_create(
        division=division, number=number, defaults={**paired, "created_at": timezone.now()}
    )
    round_.division = division
    if not made:
        live_pairings(round_).update(replaced_at=timezone.now())
        for name, value in paired.items():
            setattr(round_, name, value)
        round_.save(update_fields=list(paired))
    entries = {entry.number: entry for entry in Entry.objects.filter(division=division)}
    Pairing.objects.bulk_create(
        [
            Pairing(
                round=round_,
                board=pair.board,
                first=entries[pair.first],
                second=entries[pair.second],
                reasons=stored(pair.reasons),
            )
            for pair in preview.plan.pairs
        ]
        + [
            Pairing(round=round_, first=entries[bye.number], reasons=stored(bye.reasons))
            for bye in preview.plan.byes
        ]
    )
    return round_


def _drop_drafts_after(division: Division, number: int) -> None:
    """Discard the drafts after round `number`, which belong to an earlier, longer table."""
    Pairing.objects.filter(
        round__division=division,
        round__number__gt=number,
        round__phase=Phase.DRAFT,
        replaced_at=None,
    ).update(replaced_at=timezone.now())


def _log_drafts(
    actor: Actor, division: Division, rounds: Sequence[Round], sentence: Sentence
) -> Activity:
    pairings = Pairing.objects.filter(round__in=rounds, replaced_at=None)
    return log(
        actor,
        "make_rounds",
        sentence,
        scope=division.scope,
        after=[
            {"round": row.round.number} | as_listed([row])[0]
            for row in pairings.select_related("round", "first", "second").order_by(
                "round__number", "board", "id"
            )
        ],
    )
