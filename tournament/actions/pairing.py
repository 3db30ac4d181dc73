"""Making drafts of rounds: by a table, or by the director's own list."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor, log
from scoring.models import Activity
from tournament.actions.deeds import deed
from tournament.actions.events import hold, refuse_when_closed
from tournament.actions.refusal import Refused
from tournament.engine.pairing.method import CannotPair
from tournament.engine.pairing.table import rounds_in_cycle
from tournament.models import Division, Entry, Pairing, Round
from tournament.models.rounds import Phase
from tournament.queries.field import division_field
from tournament.queries.pairing import NOTHING_FIXED, Fixed, preview_round
from tournament.queries.rounds import live_pairings, next_round_number, table_under_way


class RoundNotPossible(Refused):
    """The round cannot be paired as asked; the sentence names players and reasons."""


def make_round_robin(
    actor: Actor,
    division: Division,
    *,
    cycles: int = 1,
    only_next: bool = False,
    top_last: bool = False,
) -> list[Round]:
    """Drafts of a round robin: all rounds from the next on, or only the next.

    A table begun earlier goes on: its field and first round are those of the last round of that
    table. Drafts not yet published are made anew. Raises `RoundNotPossible` and `EventClosed`.
    """
    refuse_when_closed(division.event)
    with transaction.atomic():
        hold(division)
        number = next_round_number(division)
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
        with deed(division, since=number) as doing:
            rounds = [save_round(division, n, "round_robin", options) for n in numbers]
            if not only_next:
                _drop_drafts_after(division, rounds[-1].number)
            doing.told(_log_drafts(actor, division, rounds, "round robin"))
    return rounds


def pair_by_hand(
    actor: Actor,
    division: Division,
    pairs: Sequence[tuple[int, int]],
    byes: Iterable[int] = (),
    *,
    firsts_as_listed: bool = False,
) -> Round:
    """A draft of the next round with the director's pairs, given by entry numbers.

    Raises `RoundNotPossible` with everything the checker says against it, and `EventClosed`.
    """
    refuse_when_closed(division.event)
    options = {
        "pairs": [list(pair) for pair in pairs],
        "byes": list(byes),
        "firsts_as_listed": firsts_as_listed,
    }
    with transaction.atomic():
        hold(division)
        number = next_round_number(division)
        with deed(division, since=number) as doing:
            round_ = save_round(division, number, "manual", options)
            doing.told(_log_drafts(actor, division, [round_], "by hand"))
    return round_


def as_listed(pairings: Iterable[Pairing]) -> list[dict[str, Any]]:
    """Pairings as the activity log keeps them, by entry numbers."""
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
        raise RoundNotPossible(str(reason)) from reason
    if preview.blocking:
        raise RoundNotPossible(" ".join(preview.blocking))
    paired = {
        "method": method,
        "options": options,
        "seed": seed,
        "source_round": source_round,
        "fixed": fixed.as_dict(),
        "notes": [*preview.plan.warnings, *preview.plan.notes],
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
                reasons=list(pair.reasons),
            )
            for pair in preview.plan.pairs
        ]
        + [
            Pairing(round=round_, first=entries[bye.number], reasons=list(bye.reasons))
            for bye in preview.plan.byes
        ]
    )
    return round_


def _drop_drafts_after(division: Division, number: int) -> None:
    """Drafts of an earlier, longer table are replaced by nothing."""
    Pairing.objects.filter(
        round__division=division,
        round__number__gt=number,
        round__phase=Phase.DRAFT,
        replaced_at=None,
    ).update(replaced_at=timezone.now())


def _log_drafts(actor: Actor, division: Division, rounds: Sequence[Round], how: str) -> Activity:
    pairings = Pairing.objects.filter(round__in=rounds, replaced_at=None)
    first, last = rounds[0].number, rounds[-1].number
    which = f"Round {first}" if first == last else f"Rounds {first} to {last}"
    return log(
        actor,
        "make_rounds",
        f"{which} of division {division} drafted, {how}.",
        scope=division.scope,
        after=[
            {"round": row.round.number} | as_listed([row])[0]
            for row in pairings.select_related("round", "first", "second").order_by(
                "round__number", "board", "id"
            )
        ],
    )
