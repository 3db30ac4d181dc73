"""Who is known by a code: an entry by the token of its QR, or by number and letters."""

from secrets import compare_digest

from django.db.models import QuerySet

from tournament.hall.models import Kiosk, PlayerCode
from tournament.models import Division, Entry, Event


def codes_of(division: Division) -> dict[int, PlayerCode]:
    """The codes of a division by the number of the entry, with the entry's player. One query."""
    rows = _codes().filter(entry__division=division)
    return {code.entry.number: code for code in rows}


def code_of(entry: Entry) -> PlayerCode | None:
    """The code of one entry; None for an entry that got none yet (`make_codes` gives it one). One query."""
    return _codes().filter(entry=entry).first()


def address_of_player(code: PlayerCode, base: str) -> str:
    """Where the player's own page is, below the address of the hall or of a request."""
    return f"{base.rstrip('/')}/me/{code.token}/"


def code_by_token(token: str) -> PlayerCode | None:
    """The code with that token; None where nobody has it. One query."""
    return _codes().filter(token=token).first()


def code_by_letters(event: Event, number: int, letters: str) -> PlayerCode | None:
    """The code of who has that number in one of the divisions, and these letters; None where nobody does.

    Capitals or not, with or without spaces. One query, whatever was typed.
    """
    typed = "".join(letters.split()).upper().encode()
    rows = list(_codes().filter(entry__division__event=event, entry__number=number))
    matching = [code for code in rows if compare_digest(code.letters.encode(), typed)]
    return matching[0] if matching else None


def kiosk_of(secret: str) -> Kiosk | None:
    """The kiosk that a tablet is by what it holds; None once it is ended. One query."""
    return _kiosks().filter(secret=secret).first() if secret else None


def kiosk_by_code(code: str) -> Kiosk | None:
    """The kiosk opened by that code, capitals or not; None where there is none. One query."""
    return _kiosks().filter(code="".join(code.split()).upper()).first()


def kiosks_of(event: Event) -> list[Kiosk]:
    """The kiosks of an event that are not ended. One query."""
    return list(_kiosks().filter(event=event))


def _kiosks() -> QuerySet[Kiosk]:
    open_ = Kiosk.objects.filter(ended_at=None, event__closed_at=None)
    return open_.select_related("event")


def _codes() -> QuerySet[PlayerCode]:
    return PlayerCode.objects.select_related("entry__player", "entry__division__event")
