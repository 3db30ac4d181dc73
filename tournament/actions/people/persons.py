"""One person in all events: the name corrected, the mark of a minor, and one person made of two entered twice."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.people.details import new_name, save_name, why_not_rename
from tournament.federation.actions.contacts import act_on_person, refuse_when_erased
from tournament.federation.models import Contact, SharedPerson
from tournament.federation.queries.contacts import FIELDS
from tournament.federation.queries.personal_data import PersonalData, personal_data
from tournament.models import Entry, KeepApart, Pairing, Penalty, Player
from tournament.models.rounds import Phase
from tournament.wording.log import say


class CannotCorrect(Refused):
    """The person cannot be called so; the sentence gives every reason."""


def correct_person(
    actor: Actor, player: Player, *, name: str, is_minor: bool, reason: str = ""
) -> Player:
    """Correct the name in every event, closed ones too, and say whether the person is a minor.

    A name under which a round was published needs a reason. Raises `CannotDescribe`, `CannotCorrect`, `ErasedAlready`
    and `ReasonMissing`.
    """
    with act_on_person(actor, player, reason=reason) as action:
        refuse_when_erased(player)
        held = Player.objects.get(pk=player.pk)
        renamed = new_name(held, name, family_first=False)
        before = {"name": held.sort_name, "is_minor": held.is_minor}
        after = {"name": renamed.sort_name if renamed else held.sort_name, "is_minor": is_minor}
        changed = [key for key in after if after[key] != before[key]]
        if not changed:
            return held
        if renamed and (reasons := why_not_rename(held, renamed)):
            raise CannotCorrect(" ".join(reasons))
        if renamed and not action.reason and _was_published(held):
            raise ReasonMissing(
                _(
                    "Rounds with {player} are published: the name stands on papers and screens. Give a reason."
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


def take_person_file(actor: Actor, player: Player) -> PersonalData:
    """Return everything stored about a person, contacts too, and write down who took it along."""
    with act_on_person(actor, player) as action:
        data = personal_data(player)
        action.log(
            "take_person_file",
            say("take_person_file", player=player),
            after={"person": player.pk},
        )
    return data


def _was_published(player: Player) -> bool:
    paired = Pairing.objects.filter(Q(first__player=player) | Q(second__player=player))
    return paired.exclude(round__phase=Phase.DRAFT).exists()


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
        _move_contacts(keep, other)
        _move_sharing(keep, other)
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


def _move_contacts(keep: Player, other: Player) -> None:
    """Let `keep` have the contacts of both; of two that differ that of `keep` stays."""
    moved = Contact.objects.filter(player=other).first()
    if moved is None:
        return
    own = Contact.objects.filter(player=keep).first()
    if own is None:
        Contact.objects.filter(pk=moved.pk).update(player=keep)
        return
    for name in FIELDS:
        setattr(own, name, getattr(own, name) or getattr(moved, name))
    own.save(update_fields=FIELDS)
    moved.delete()


def _move_sharing(keep: Player, other: Player) -> None:
    """Let what is shared of either be shared of `keep`; of two with one organisation the earlier one stays."""
    SharedPerson.objects.filter(own=other).update(own=keep)
    here = SharedPerson.objects.filter(player=keep, ended_at=None).values("to")
    twice = SharedPerson.objects.filter(player=other, ended_at=None, to__in=here)
    twice.update(ended_at=timezone.now())
    SharedPerson.objects.filter(player=other).update(player=keep)


def _move_pairs_kept_apart(keep: Player, other: Player) -> None:
    """Let pairs kept apart name `keep`, and remove a pair of the two themselves."""
    both = Q(one=keep, other=other) | Q(one=other, other=keep)
    KeepApart.objects.filter(both).delete()
    KeepApart.objects.filter(one=other).update(one=keep)
    KeepApart.objects.filter(other=other).update(other=keep)
