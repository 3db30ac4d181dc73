"""Making one person of two who were entered under different names."""

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from tournament.actions.act import Refused
from tournament.models import Entry, KeepApart, Pairing, Penalty, Player
from tournament.wording.log import say


class CannotMerge(Refused):
    """The two cannot be one person; the sentence gives every reason."""


def merge_persons(actor: Actor, keep: Player, other: Player) -> Player:
    """Everything `other` played belongs to `keep` from now on; `other` stays as a row merged into it.

    Where both have a place in one division, the place that was never paired goes; when both were
    paired they have met others under both names and cannot be one. Whoever types the other name
    later finds `keep`. Raises `CannotMerge` with every reason.
    """
    with transaction.atomic():
        locked = (
            Player.objects.order_by("pk")
            .select_for_update(no_key=True)
            .in_bulk([keep.pk, other.pk])
        )
        keep, other = locked[keep.pk], locked[other.pk]
        reasons = []
        if keep == other:
            reasons.append(_("Choose two different people."))
        reasons += [
            _("{player} was merged into {other} already.").format(
                player=player, other=player.merged_into
            )
            for player in dict.fromkeys((keep, other))
            if player.merged_into is not None
        ]
        places = _shared_divisions(keep, other) if not reasons else []
        spare = []
        for mine, theirs in places:
            unused = next((entry for entry in (theirs, mine) if not _was_used(entry)), None)
            if unused is None:
                reasons.append(
                    _(
                        "Both were paired in division {division} of {event}. "
                        "They are two people there, or results have to be corrected first."
                    ).format(division=mine.division, event=mine.division.event)
                )
            else:
                spare.append(unused)
        if reasons:
            raise CannotMerge(" ".join(reasons))
        removed = [{"division": entry.division.scope, "number": entry.number} for entry in spare]
        for entry in spare:
            entry.delete()
        moved = Entry.objects.filter(player=other).update(player=keep)
        _move_pairs_kept_apart(keep, other)
        Player.objects.filter(merged_into=other).update(merged_into=keep)
        other.merged_into = keep
        other.save(update_fields=["merged_into"])
        log(
            actor,
            "merge_persons",
            say("merge_persons", other=other, kept=keep, entries=moved),
            scope=f"player:{keep.pk}",
            before={"kept": keep.name, "merged": other.name},
            after={"entries_moved": moved, "unused_places": removed},
        )
    return keep


def _shared_divisions(keep: Player, other: Player) -> list[tuple[Entry, Entry]]:
    """The places of both in the same division."""
    theirs = {entry.division_id: entry for entry in _entries(other)}
    return [
        (mine, theirs[mine.division_id]) for mine in _entries(keep) if mine.division_id in theirs
    ]


def _entries(player: Player) -> list[Entry]:
    return list(Entry.objects.filter(player=player).select_related("division__event", "player"))


def _was_used(entry: Entry) -> bool:
    paired = Pairing.objects.filter(Q(first=entry) | Q(second=entry)).exists()
    return paired or Penalty.objects.filter(entry=entry).exists()


def _move_pairs_kept_apart(keep: Player, other: Player) -> None:
    """Let pairs kept apart name `keep`, and remove a pair of the two themselves."""
    both = Q(one=keep, other=other) | Q(one=other, other=keep)
    KeepApart.objects.filter(both).delete()
    KeepApart.objects.filter(one=other).update(one=keep)
    KeepApart.objects.filter(other=other).update(other=keep)
