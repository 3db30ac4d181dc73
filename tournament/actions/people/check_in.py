"""Check-in, walk-ins, and moves to the right division."""

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused, act, lock_divisions
from tournament.actions.people.late_entries import add_late_entries
from tournament.engine.attendance import LateEntry
from tournament.models import Division, Entry, Pairing
from tournament.models.rounds import Phase
from tournament.queries.people.check_in import absent_filter
from tournament.signals import entry_replaced
from tournament.wording.log import say


def check_in(actor: Actor, entry: Entry, *, here: bool) -> Entry:
    """Check the entry in, or out if `here` is false. Nothing happens if it is already in that state."""
    with act(actor, entry.division) as action:
        entry.refresh_from_db(fields=["arrived_at"])
        if (entry.arrived_at is not None) == here:
            return entry
        with action.undo_step(entry=entry):
            entry.arrived_at = timezone.now() if here else None
            entry.save(update_fields=["arrived_at"])
            action.log(
                "check_in",
                say("check_in", player=entry.name, division=entry.division)
                if here
                else say("check_out", player=entry.name, division=entry.division),
                after={"number": entry.number, "here": here},
            )
    return entry


def add_walk_in(
    actor: Actor,
    division: Division,
    *,
    name: str,
    rating: int | None = None,
    way: LateEntry = LateEntry.NEXT_ROUND,
) -> Entry:
    """Enter a player at the desk and check them in. May raise the exceptions of `add_late_entries`.

    If nobody is checked in and some entries are not seated in a published round, the new entry is not
    checked in either, because the others would then count as missing.
    """
    line = " ".join(name.split())
    with transaction.atomic():
        others = division.entries.filter(withdrawn_after=None)
        is_used = (
            others.exclude(arrived_at=None).exists() or not others.filter(absent_filter()).exists()
        )
        added = add_late_entries(actor, division, f"{line}\t{rating}" if rating else line, way)
        entry = added.entries[0]
        if is_used:
            entry = check_in(actor, entry, here=True)
    return entry


def move_entry(actor: Actor, entry: Entry, to: Division) -> Entry:
    """Move a player to another division, under its next number, unless they have been publicly paired.

    If the player is in a draft, the old entry stays as withdrawn before round 1, so that the draft can
    still be shown. The new entry is then created without class and team, and takes over what the
    player owes or has paid. Return the entry in the new division. Raise `Refused` with every reason.
    """
    old = entry.division
    with act(actor, old.event) as action:
        lock_divisions(old.event)
        if reasons := move_obstacles(entry, to):
            raise Refused(" ".join(reasons))
        was = entry.number
        number = (to.entries.aggregate(last=Max("number"))["last"] or 0) + 1
        if _pairings_of(entry).exists():
            stays = entry
            entry = Entry.objects.create(
                division=to,
                player=entry.player,
                number=number,
                rating=entry.rating,
                member=entry.member,
                career_games=entry.career_games,
                fixed_board=entry.fixed_board,
                owes=entry.owes,
                paid_at=entry.paid_at,
                by_initials=entry.by_initials,
                extras=entry.extras,
                arrived_at=entry.arrived_at,
                added_at=timezone.now(),
            )
            stays.withdrawn_after, stays.owes, stays.paid_at = 0, "", None
            stays.save(update_fields=["withdrawn_after", "owes", "paid_at"])
            entry_replaced.send(Entry, old=stays, new=entry)
        else:
            entry.division, entry.number = to, number
            entry.save(update_fields=["division", "number"])
        action.log(
            "move_entry",
            say("move_entry", player=entry.name, old=old, to=to),
            scope=to.scope,
            before={"division": old.name, "number": was},
            after={"division": to.name, "number": number},
        )
    return entry


def move_obstacles(entry: Entry, to: Division) -> list[str]:
    """Return every reason why the entry cannot move to that division. Three queries."""
    reasons = []
    if to.event_id != entry.division.event_id:
        reasons.append(_("Division {division} belongs to another event.").format(division=to))
    if to.pk == entry.division_id:
        reasons.append(
            _("{player} is already in division {division}.").format(player=entry.name, division=to)
        )
    elif to.entries.filter(player=entry.player_id).exists():
        reasons.append(
            _("{player} already has a place in division {division}.").format(
                player=entry.name, division=to
            )
        )
    if _pairings_of(entry).exclude(round__phase=Phase.DRAFT).exists():
        reasons.append(
            _(
                "{player} has been paired in a published round of division {division}. Withdraw "
                "the player there and add a late entry in division {target}."
            ).format(player=entry.name, division=entry.division, target=to)
        )
    if to.rounds.exclude(phase=Phase.DRAFT).exists():
        reasons.append(
            _("Division {division} has begun. Add {player} there as a late entry.").format(
                division=to, player=entry.name
            )
        )
    return reasons


def _pairings_of(entry: Entry) -> QuerySet[Pairing]:
    return Pairing.objects.filter(Q(first=entry) | Q(second=entry))
