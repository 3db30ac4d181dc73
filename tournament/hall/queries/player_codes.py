"""Find players by the token of their QR code, or by number and letters."""

from secrets import compare_digest

from django.db.models import QuerySet

from tournament.hall.models import Kiosk, PlayerCode
from tournament.models import Division, Entry, Event


def codes_of(division: Division) -> dict[int, PlayerCode]:
    """Return the codes of a division by entry number, with their players. This takes one query."""
    rows = _codes().filter(entry__division=division)
    return {code.entry.number: code for code in rows}


def code_of(entry: Entry) -> PlayerCode | None:
    """Return the code of an entry, or None if it has none yet (see `give_codes`). This takes one query."""
    return _codes().filter(entry=entry).first()


def address_of_player(code: PlayerCode, base: str) -> str:
    """Return the address of the player's own page, given the base address."""
    return f"{base.rstrip('/')}/me/{code.token}/"


def code_by_token(token: str) -> PlayerCode | None:
    """Return the code with this token, or None if there is none. This takes one query."""
    return _codes().filter(token=token).first()


def code_by_letters(event: Event, number: int, letters: str) -> PlayerCode | None:
    """Return the code with these letters that belongs to an entry with this number, in any division; else None.

    Case and spaces are ignored. This takes one query for any input.
    """
    typed = "".join(letters.split()).upper().encode()
    rows = list(_codes().filter(entry__division__event=event, entry__number=number))
    matching = [code for code in rows if compare_digest(code.letters.encode(), typed)]
    return matching[0] if matching else None


def kiosk_by_secret(secret: str) -> Kiosk | None:
    """Return the open kiosk with the secret of a tablet, or None if there is none. At most one query."""
    return _kiosks().filter(secret=secret).first() if secret else None


def kiosk_by_code(code: str) -> Kiosk | None:
    """Return the open kiosk with a code, ignoring case and spaces, or None if there is none. One query."""
    return _kiosks().filter(code="".join(code.split()).upper()).first()


def kiosks_of(event: Event) -> list[Kiosk]:
    """Return the open kiosks of an event. This takes one query."""
    return list(_kiosks().filter(event=event))


def _kiosks() -> QuerySet[Kiosk]:
    open_ = Kiosk.objects.filter(ended_at=None, event__closed_at=None)
    return open_.select_related("event")


def _codes() -> QuerySet[PlayerCode]:
    return PlayerCode.objects.select_related("entry__player", "entry__division__event")
