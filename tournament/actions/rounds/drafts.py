"""Draft rounds with any method, from a round-robin table or from the director's own list."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.models import Activity
from scoring.wording.sentence import Sentence
from tournament.actions.act import ConfirmationRequired, act
from tournament.actions.people.seats import mark_pairing_replaced as mark_replaced
from tournament.actions.rounds.pairing_search import (
    PairingInputs,
    PairingSearchResult,
    SearchOutdated,
    pairing_inputs,
    refuse_outdated_version,
)
from tournament.engine.message import messages_as_json
from tournament.engine.pairing.method import all_methods
from tournament.engine.pairing.round_robin_tables import rounds_in_cycle
from tournament.models import Division, Entry, Pairing, Round
from tournament.models.rounds import Phase, new_seed
from tournament.queries.people.entries import division_field
from tournament.queries.rounds.drafts import BY_THE_PLAN, PairingChoice
from tournament.queries.rounds.pairing import FixedPairs, pairing_request
from tournament.queries.rounds.rounds import (
    current_pairings,
    next_round_number,
    round_robin_options,
)
from tournament.wording.log import say


def pair_round(
    actor: Actor,
    division: Division,
    number: int,
    how: PairingChoice = BY_THE_PLAN,
    *,
    reason: str = "",
    seen: str | None = None,
    searched: PairingSearchResult | None = None,
) -> Round:
    """Pair round `number` as a draft, discarding an earlier draft; a published round becomes a draft again.

    `seen` is the version (`version_of_pairings`) of the round as shown, or None. `searched` is the
    result of an earlier search (`pairing_inputs`), which is used unless its inputs have changed.
    Without it, or with changed inputs, the search runs while the division is locked; but if inputs
    have changed and the search takes long, `SearchOutdated` is raised (`search_and_pair` then repeats
    the search). Raise `EditConflict` for another version, `RoundNotPlanned`, `ReasonMissing` (for a
    published round), and `Refused` with the conditions that are not met; then nothing is changed.
    """
    reason = " ".join(reason.split())
    if searched is not None and how.seed is None:
        how = replace(how, seed=searched.inputs.request.seed)
    with act(actor, division) as action:
        inputs = pairing_inputs(division, number, how, reason=reason, seen=seen)
        if searched is not None and searched.inputs != inputs:
            if inputs.is_slow_search:
                raise SearchOutdated(inputs)
            searched = None
        searched = searched or inputs.search()
        existing = Round.objects.filter(division=division, number=number).first()
        before = _logged_pairings(existing) if existing is not None else []
        with action.undo_step(since=number):
            if existing is not None and existing.phase != Phase.DRAFT:
                _unpublish(existing)
            round_ = _save_draft(division, number, searched)
            method = all_methods().get(inputs.method)
            label = method.label if method else inputs.method
            how_paired = say("method", method=label)
            if inputs.source_round and _uses_standings(inputs.method):
                how_paired = say("method_on_standings", method=label, source=inputs.source_round)
            action.log(
                "pair_round",
                say("pair_round_anew", round=number, division=division, how=how_paired)
                if before
                else say("pair_round", round=number, division=division, how=how_paired),
                reason=reason,
                before=before or None,
                after={
                    "method": inputs.method,
                    "options": inputs.options,
                    "seed": round_.seed,
                    "pairs": _logged_pairings(round_),
                },
            )
    return round_


def _uses_standings(key: str) -> bool:
    method = all_methods().get(key)
    return method is not None and method.uses_standings


def _unpublish(round_: Round) -> None:
    """Turn a published round back into a draft, marking its pairings as replaced."""
    for pairing in current_pairings(round_):
        mark_replaced(pairing)
    round_.phase, round_.published_at = Phase.DRAFT, None
    round_.save(update_fields=["phase", "published_at"])


def _logged_pairings(round_: Round) -> list[dict[str, Any]]:
    return pairing_log_values(current_pairings(round_).select_related("first", "second"))


def draft_round_robin(
    actor: Actor,
    division: Division,
    *,
    cycles: int = 1,
    only_next: bool = False,
    top_last: bool = False,
    accepted: bool = False,
    seen: str | None = None,
) -> list[Round]:
    """Draft a round robin: all rounds from the next one on, or only the next.

    A table begun earlier continues with its field, cycles and first round. Unpublished drafts are
    replaced. `seen` is as for `pair_round`, for the next round. Raise `ConfirmationRequired` for more than
    one round unless `accepted`, `EditConflict` if the next round has changed since, and `Refused`
    if a round cannot be paired.
    """
    with act(actor, division) as action:
        number = next_round_number(division)
        refuse_outdated_version(
            Round.objects.filter(division=division, number=number).first(), seen
        )
        options = round_robin_options(division, number)
        if options is None:
            entrants = division_field(division).entrants
            active = [e for e in entrants if e.is_active_in(number)]
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
        if len(numbers) > 1 and not accepted:
            raise ConfirmationRequired(
                [
                    _("Draft {count} rounds at once, round {first} to round {last}?").format(
                        count=len(numbers), first=numbers[0], last=numbers[-1]
                    )
                ]
            )
        with action.undo_step(since=number):
            rounds = [draft_round(division, n, "round_robin", options) for n in numbers]
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

    With `firsts_as_listed` the first of each pair goes first. `seen` is as for `pair_round`. Raise
    `EditConflict` if the round has changed since, and `Refused` with every problem the checker
    finds.
    """
    options = {
        "pairs": [list(pair) for pair in pairs],
        "byes": list(byes),
        "firsts_as_listed": firsts_as_listed,
    }
    with act(actor, division) as action:
        number = next_round_number(division)
        refuse_outdated_version(
            Round.objects.filter(division=division, number=number).first(), seen
        )
        with action.undo_step(since=number):
            round_ = draft_round(division, number, "manual", options)
            sentence = say("make_by_hand", round=number, division=division)
            action.activity = _log_drafts(actor, division, [round_], sentence)
    return round_


def pairing_log_values(pairings: Iterable[Pairing]) -> list[dict[str, Any]]:
    """Return pairings in the log's stored form, by entry numbers."""
    return [
        {
            "board": pairing.board,
            "first": pairing.first.number,
            "second": pairing.second.number if pairing.second else None,
        }
        for pairing in pairings
    ]


def draft_round(division: Division, number: int, method: str, options: dict[str, Any]) -> Round:
    """Pair one round as a draft, replacing an earlier draft of it. May raise `Refused`.

    This runs in the caller's transaction.
    """
    request = pairing_request(division, number, new_seed())
    return _save_draft(division, number, PairingInputs(method, options, request).search())


def _save_draft(division: Division, number: int, searched: PairingSearchResult) -> Round:
    """Save a search result as a draft, replacing an earlier draft of the round."""
    inputs, plan = searched.inputs, searched.plan
    fixed = FixedPairs(inputs.request.fixed_pairs, inputs.request.fixed_byes)
    paired = {
        "method": inputs.method,
        "options": inputs.options,
        "seed": inputs.request.seed,
        "source_round": inputs.source_round,
        "fixed": fixed.as_dict(),
        "notes": messages_as_json([*plan.warnings, *plan.notes]),
    }
    round_, made = Round.objects.get_or_create(
        division=division, number=number, defaults={**paired, "created_at": timezone.now()}
    )
    round_.division = division
    if not made:
        current_pairings(round_).update(replaced_at=timezone.now())
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
                reasons=messages_as_json(pair.reasons),
            )
            for pair in plan.pairs
        ]
        + [
            Pairing(round=round_, first=entries[bye.number], reasons=messages_as_json(bye.reasons))
            for bye in plan.byes
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
            {"round": row.round.number} | pairing_log_values([row])[0]
            for row in pairings.select_related("round", "first", "second").order_by(
                "round__number", "board", "id"
            )
        ],
    )
