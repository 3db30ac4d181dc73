"""Codes of players: made with the entries, and renewed by the director when one is lost."""

from collections.abc import Iterable

from django.utils import timezone

from scoring.actions.activity import Actor
from tournament.actions.act import act
from tournament.hall.models import PlayerCode
from tournament.models import Division, Entry, Event
from tournament.models.codes import new_letters, new_token
from tournament.wording.log import say


def player_as_actor(entry: Entry) -> Actor:
    """The player as the one who acts: by name and number, without an account."""
    return Actor(f"{entry.name} ({entry.number})")


def give_codes(event: Event, entries: Iterable[Entry]) -> list[PlayerCode]:
    """Give new entries their codes, in the transaction of the action that adds them. Two queries."""
    taken = _letters_of(event)
    now = timezone.now()
    return PlayerCode.objects.bulk_create(
        PlayerCode(entry=entry, letters=_free_letters(taken), made_at=now) for entry in entries
    )


def give_codes_to_new(event: Event, entries: Iterable[Entry], **_message: object) -> None:
    """Give new entries their codes when they are added."""
    give_codes(event, entries)


def hand_code_on(old: Entry, new: Entry, **_message: object) -> None:
    """Let the player keep the code when another entry takes the place of theirs."""
    PlayerCode.objects.filter(entry=old).update(entry=new)


def make_codes(division: Division) -> int:
    """Give a code to every entry of the division that has none, and return how many got one.

    Nothing is logged: who was added when is in the log, and a code belongs to it. Three queries at most.
    """
    without = list(Entry.objects.filter(division=division, code=None))
    return len(give_codes(division.event, without)) if without else 0


def renew_code(actor: Actor, entry: Entry) -> PlayerCode:
    """Give the entry another code; what was printed of the old one leads nowhere from now on."""
    with act(actor, entry.division) as action:
        taken = _letters_of(entry.division.event)
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


def _letters_of(event: Event) -> set[str]:
    codes = PlayerCode.objects.filter(entry__division__event=event)
    return set(codes.values_list("letters", flat=True))


def _free_letters(taken: set[str]) -> str:
    """Letters nobody of the event has yet; noted as taken."""
    letters = new_letters()
    while letters in taken:
        letters = new_letters()
    taken.add(letters)
    return letters


def give_missing_codes(event: Event, **_message: object) -> None:
    """Give codes to the entries of an event that comes from an archive without them."""
    for division in event.divisions.all():
        make_codes(division)
