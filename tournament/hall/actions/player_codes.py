"""Create players' codes when their entries are added, and renew lost codes."""

from collections.abc import Iterable

from django.utils import timezone

from scoring.actions.activity import Actor
from tournament.actions.act import act
from tournament.hall.models import PlayerCode
from tournament.models import Division, Entry, Event
from tournament.models.codes import new_player_code, new_token
from tournament.wording.log import say


def player_as_actor(entry: Entry) -> Actor:
    """Return the player as an actor with a name and number but no account."""
    return Actor(f"{entry.name} ({entry.number})")


def give_codes(event: Event, entries: Iterable[Entry]) -> list[PlayerCode]:
    """Create the codes for new entries, within the transaction that adds them. This takes two queries."""
    taken = _used_letters(event)
    now = timezone.now()
    return PlayerCode.objects.bulk_create(
        PlayerCode(entry=entry, letters=_free_letters(taken), made_at=now) for entry in entries
    )


def give_codes_to_new_entries(event: Event, entries: Iterable[Entry], **_message: object) -> None:
    """Give new entries their codes when they are added."""
    give_codes(event, entries)


def move_code(old: Entry, new: Entry, **_message: object) -> None:
    """Move a player's code from the old entry to the entry that replaces it."""
    PlayerCode.objects.filter(entry=old).update(entry=new)


def give_missing_division_codes(division: Division) -> int:
    """Create codes for the entries of a division that have none, and return their number.

    This is not logged, because the log already says that the entries were added. It takes at most
    three queries.
    """
    without = list(Entry.objects.filter(division=division, code=None))
    return len(give_codes(division.event, without)) if without else 0


def renew_code(actor: Actor, entry: Entry) -> PlayerCode:
    """Replace the code of an entry, or create one; printed copies of the old code stop working."""
    with act(actor, entry.division) as action:
        taken = _used_letters(entry.division.event)
        code, _made = PlayerCode.objects.update_or_create(
            entry=entry,
            defaults={
                "token": new_token(),
                "letters": _free_letters(taken),
                "made_at": timezone.now(),
            },
        )
        action.log(
            "renew_code",
            say("renew_code", player=entry.name, division=entry.division),
            after={"number": entry.number},
        )
    return code


def _used_letters(event: Event) -> set[str]:
    codes = PlayerCode.objects.filter(entry__division__event=event)
    return set(codes.values_list("letters", flat=True))


def _free_letters(taken: set[str]) -> str:
    """Return letters that are unused in the event, and add them to `taken`."""
    letters = new_player_code()
    while letters in taken:
        letters = new_player_code()
    taken.add(letters)
    return letters


def give_missing_codes(event: Event, **_message: object) -> None:
    """Create codes for the entries of an imported event whose archive contained none."""
    for division in event.divisions.all():
        give_missing_division_codes(division)
