"""Actions on several entries at once, done completely or not at all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import groupby

from django.db import transaction

from scoring.actions.activity import Actor
from tournament.actions.act import act
from tournament.actions.people.check_in import check_in, move_entry
from tournament.actions.people.details import details_of, update_entry
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.rounds.drafts import pair_round
from tournament.actions.rounds.pairing_search import PairingSearchResult
from tournament.models import Division, Entry, Round
from tournament.wording.log import say


def check_in_entries(actor: Actor, entries: Sequence[Entry], *, here: bool) -> int:
    """Check the entries in, or out if `here` is false, skipping those that need no change.

    Return the number of changed entries. May raise the exceptions of `check_in`; then nothing is
    changed.
    """
    changed = [entry for entry in entries if (entry.arrived_at is not None) != here]
    return _apply_by_division(
        actor,
        changed,
        lambda entry: check_in(actor, entry, here=here),
        "check_in",
        "check_in_all" if here else "check_out_all",
    )


def pair_present_entries(
    actor: Actor,
    division: Division,
    number: int,
    absent: Collection[int],
    *,
    seen: str | None = None,
    searched: PairingSearchResult | None = None,
) -> Round:
    """Pair round `number` according to the plan, without the entries whose numbers are in `absent`.

    This is one undo step. `seen` and `searched` are as for `pair_round`. The absent entries are
    withdrawn from that round on and can return like any other. May raise the exceptions of
    `withdraw` and `pair_round`; then nothing is changed.
    """
    with act(actor, division) as action, action.undo_step():
        rows = Entry.objects.select_related("player", "division__event")
        left_out = rows.filter(division=division, number__in=absent, withdrawn_after=None)
        for entry in left_out.order_by("number"):
            withdraw(actor, entry, after=number - 1)
        round_ = pair_round(actor, division, number, seen=seen, searched=searched)
        action.log(
            "pair_present",
            say("pair_present", round=number, division=division, count=len(absent)),
            after={"round": number, "absent": sorted(absent)},
        )
    return round_


def update_entries(
    actor: Actor,
    entries: Sequence[Entry],
    *,
    team: str | None = None,
    rating_class: str | None = None,
) -> int:
    """Put the entries into a team or rating class; an empty string removes them from it.

    None leaves the team or the class unchanged. Entries that need no change are skipped. Return the
    number of changed entries. May raise the exceptions of `update_entry`; then nothing is changed.
    """
    wanted = {"team": team, "rating_class": rating_class}
    new = {key: " ".join(value.split()) for key, value in wanted.items() if value is not None}
    changed = [entry for entry in entries if any(getattr(entry, key) != new[key] for key in new)]

    def describe(entry: Entry) -> None:
        details = details_of(entry) | new
        del details["name"]
        update_entry(actor, entry, **details)

    return _apply_by_division(actor, changed, describe, "describe_entry", "describe_all")


def move_entries(actor: Actor, entries: Sequence[Entry], to: Division) -> int:
    """Move the entries to another division in the given order, skipping those already there.

    Return the number of moved entries. May raise the exceptions of `move_entry`; then nobody is
    moved.
    """
    moved = [entry for entry in entries if entry.division_id != to.pk]
    with transaction.atomic():
        for entry in moved:
            move_entry(actor, entry, to)
    return len(moved)


def _apply_by_division(
    actor: Actor, entries: Sequence[Entry], do: Callable[[Entry], object], verb: str, code: str
) -> int:
    """Apply `do` to each entry, with one log entry and undo step per division; return the number of entries."""
    ordered = sorted(entries, key=lambda entry: (entry.division_id, entry.number))
    with transaction.atomic():
        for _key, group in groupby(ordered, key=lambda entry: entry.division_id):
            of_division = list(group)
            division = of_division[0].division
            with act(actor, division) as action, action.undo_step():
                for entry in of_division:
                    do(entry)
                action.log(
                    verb,
                    say(code, players=len(of_division), division=division),
                    after={"numbers": [entry.number for entry in of_division]},
                )
    return len(ordered)
