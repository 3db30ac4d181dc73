"""Cutting a division into rating classes: equal ratings are never split."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.db import transaction

from scoring.actions.activity import Actor, log
from tournament.actions.events import hold, refuse_when_closed
from tournament.actions.refusal import Refused
from tournament.engine.prizes.classes import MOST_CLASSES, Cut, cut, equal_parts, read_cuts
from tournament.models import Division, Entry


class CannotCut(Refused):
    """The classes cannot be as asked; the sentence gives every reason."""


def cut_classes(actor: Actor, division: Division, text: str) -> list[Entry]:
    """Put everybody into the class of their rating: "A from 1600, B from 1200, C".

    An empty text takes everybody out of every class. Returns the entries whose class changed.
    Raises `CannotCut` with every reason, and `EventClosed`.
    """
    lines = read_cuts(text)
    if reasons := [f"“{line.text}”: {line.problem}" for line in lines if line.problem]:
        raise CannotCut(" ".join(reasons))
    return _cut(actor, division, [line.cut for line in lines if line.cut])


def cut_equally(actor: Actor, division: Division, parts: int) -> tuple[Cut, ...]:
    """Cut the division into `parts` classes as equal in number as equal ratings allow.

    Returns the cuts made. Raises `CannotCut` and `EventClosed`.
    """
    if not 1 <= parts <= MOST_CLASSES:
        raise CannotCut(f"A division is cut into 1 to {MOST_CLASSES} classes.")
    cuts = equal_parts(dict(division.entries.values_list("number", "rating")), parts)
    _cut(actor, division, cuts)
    return cuts


def _cut(actor: Actor, division: Division, cuts: Sequence[Cut]) -> list[Entry]:
    refuse_when_closed(division.event)
    with transaction.atomic():
        hold(division)
        entries = list(Entry.objects.filter(division=division).select_related("player"))
        found = cut({entry.number: entry.rating for entry in entries}, cuts)
        changed = [entry for entry in entries if entry.rating_class != found[entry.number]]
        if not changed:
            return []
        before = {entry.number: entry.rating_class for entry in changed}
        for entry in changed:
            entry.rating_class = found[entry.number]
        Entry.objects.bulk_update(changed, ["rating_class"])
        sizes = Counter(filter(None, found.values()))
        told = ", ".join(f"{each} ({sizes[each.name]})" for each in cuts)
        log(
            actor,
            "cut_classes",
            f"Division {division} is cut into classes: {told}."
            if cuts
            else f"Division {division} has no classes any more.",
            scope=division.scope,
            before=before,
            after={entry.number: entry.rating_class for entry in changed},
        )
    return changed
