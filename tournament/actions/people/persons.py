"""Actions on one person across all events: correct the name, mark a minor, merge duplicates."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.tenancy import tenant
from tournament.actions.act import Action, ReasonMissing, Refused, act
from tournament.actions.people.details import parse_new_name, rename_obstacles, save_name
from tournament.models import Entry, KeepApart, Pairing, Penalty, Player
from tournament.models.rounds import Phase
from tournament.signals import person_changing, persons_merged
from tournament.wording.log import say


@contextmanager
def act_on_person(actor: Actor, player: Player, *, reason: str = "") -> Iterator[Action]:
    """Run an action on a person in their organisation, after bringing the name of `player` up to date."""
    with tenant(player.organisation_id), act(actor, None, reason=reason) as action:
        action.default_scope = player.organisation.scope
        held = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        player.name, player.sort_name, player.name_key = held.name, held.sort_name, held.name_key
        yield action


def correct_person(
    actor: Actor, player: Player, *, name: str, is_minor: bool, reason: str = ""
) -> Player:
    """Correct the name in every event, including closed ones, and set whether the person is a minor.

    A name already used in a published round needs a reason. Raise `ReasonMissing`, or `Refused`
    for an unreadable name or one that another person has. May raise the exceptions of receivers of
    `person_changing`.
    """
    with act_on_person(actor, player, reason=reason) as action:
        person_changing.send(Player, player=player)
        held = Player.objects.get(pk=player.pk)
        renamed = parse_new_name(held, name, family_first=False)
        before = {"name": held.sort_name, "is_minor": held.is_minor}
        after = {"name": renamed.sort_name if renamed else held.sort_name, "is_minor": is_minor}
        changed = [key for key in after if after[key] != before[key]]
        if not changed:
            return held
        if renamed and (reasons := rename_obstacles(held, renamed)):
            raise Refused(" ".join(reasons))
        if renamed and not action.reason and _was_published(held):
            raise ReasonMissing(
                _(
                    "Rounds with {player} are published, so the name is on papers and screens. "
                    "Give a reason."
                ).format(player=held)
            )
        called = held.name
        if renamed:
            save_name(held, renamed)
        held.is_minor = is_minor
        held.save(update_fields=["is_minor"])
        what = [
            say("about_name", name=held.name) if key == "name" else say("not_of_age")
            for key in changed
        ]
        action.log(
            "correct_person",
            say("correct_person", player=called, what=what),
            before={key: before[key] for key in changed},
            after={key: after[key] for key in changed},
        )
    return held


def _was_published(player: Player) -> bool:
    paired = Pairing.objects.filter(Q(first__player=player) | Q(second__player=player))
    return paired.exclude(round__phase=Phase.DRAFT).exists()


def merge_persons(actor: Actor, keep: Player, other: Player) -> Player:
    """Move all entries of `other` to `keep`; the row of `other` stays, marked as merged.

    If both have an entry in one division, one without pairings and penalties is removed; if both
    entries have been used, the merge is refused. Pairs kept apart and the mark as a minor are carried
    over. Later uses of the other name find `keep`. Raise `Refused` with every reason.
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
            _("{player} has already been merged into {other}.").format(
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
                        "Both were paired in division {division} of {event}. Either they are two "
                        "different people, or the results of that division must be corrected "
                        "first."
                    ).format(division=mine.division, event=mine.division.event)
                )
            else:
                spare.append(unused)
        if reasons:
            raise Refused(" ".join(reasons))
        removed = [{"division": entry.division.scope, "number": entry.number} for entry in spare]
        for entry in spare:
            entry.delete()
        moved = Entry.objects.filter(player=other).update(player=keep)
        _move_pairs_kept_apart(keep, other)
        Player.objects.filter(merged_into=other).update(merged_into=keep)
        persons_merged.send(Player, keep=keep, other=other)
        other.merged_into = keep
        other.save(update_fields=["merged_into"])
        if other.is_minor and not keep.is_minor:
            keep.is_minor = True
            keep.save(update_fields=["is_minor"])
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
    """Return the two people's entries in each division they share, the entry of `keep` first."""
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
    """Replace `other` with `keep` in pairs kept apart, and remove pairs of the two themselves."""
    both = Q(one=keep, other=other) | Q(one=other, other=keep)
    KeepApart.objects.filter(both).delete()
    KeepApart.objects.filter(one=other).update(one=keep)
    KeepApart.objects.filter(other=other).update(other=keep)
