"""Taking out somebody who was entered by mistake and never had an opponent."""

from django.db import transaction
from django.db.models import ProtectedError, Q

from scoring.actions.activity import Actor, log
from tournament.actions.events import hold, refuse_when_closed
from tournament.actions.refusal import Refused
from tournament.models import Entry, Pairing, Penalty, Player, ResultEntry
from tournament.models.rounds import Phase
from tournament.queries.attendance import drafts_naming, had_opponent


class CannotTakeOut(Refused):
    """The entry has to stay; the sentence gives every reason."""


def take_out(actor: Actor, entry: Entry, *, reason: str = "") -> None:
    """Remove an entry that never had an opponent, with what it was awarded for coming late.

    Somebody who is in no other event is forgotten, too. The number is not given again while a higher
    one is there. Raises `CannotTakeOut` with every reason, and `EventClosed`.
    """
    division = entry.division
    refuse_when_closed(division.event)
    with transaction.atomic():
        hold(division)
        entry = Entry.objects.select_related("player").get(pk=entry.pk)
        reasons = []
        if had_opponent(entry):
            reasons.append(f"{entry.name} has been paired. Let them leave instead: history stays.")
        if drafts := drafts_naming(entry, 0):
            which = ", ".join(str(number) for number in drafts)
            reasons.append(
                f"The draft of round {which} names {entry.name}. Change it, or make it anew, first."
            )
        if Penalty.objects.filter(entry=entry).exists():
            reasons.append(f"{entry.name} has a penalty in the list. Let them leave instead.")
        if reasons:
            raise CannotTakeOut(" ".join(reasons))
        person = entry.player
        own = Pairing.objects.filter(Q(first=entry) | Q(second=entry))
        missed = own.exclude(round__phase=Phase.DRAFT)
        stale = own.filter(round__phase=Phase.DRAFT).exclude(replaced_at=None)
        try:
            with transaction.atomic():
                ResultEntry.objects.filter(pairing__in=missed).delete()
                missed.delete()
                stale.delete()
                entry.delete()
        except ProtectedError as used:
            told = f"Something in this event still names {person.name}. Let them leave instead."
            raise CannotTakeOut(told) from used
        _forget(person)
        log(
            actor,
            "take_out",
            f"{person.name}, division {division}, taken out: entered by mistake.",
            scope=division.scope,
            reason=" ".join(reason.split()),
            before={"number": entry.number, "name": person.name, "rating": entry.rating},
        )


def _forget(person: Player) -> None:
    """Remove a person nothing names any more."""
    if person.entries.exists():
        return
    try:
        with transaction.atomic():
            Player.objects.filter(pk=person.pk).delete()
    except ProtectedError:
        return
