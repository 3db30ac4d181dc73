"""Search an event's players and boards by a few letters or a number."""

from dataclasses import dataclass

from tournament.engine.attendance import matches_search
from tournament.models import Division, Entry, Event, Pairing
from tournament.models.rounds import Phase

MAX_MATCHES = 8
"""The maximum number of players shown for a search."""


@dataclass(frozen=True, slots=True)
class NumberedBoard:
    """A board of an active round."""

    division: Division
    round: int
    board: int
    names: tuple[str, ...]


def entries_matching(event: Event, search: str) -> list[Entry]:
    """Return the first `MAX_MATCHES` entries of an event that match the search, by division and number.

    Every word of the search must begin a word of the name, ignoring accents, or be the number. An
    empty search matches nobody. At most two queries.
    """
    if not search.strip():
        return []
    rows = (
        Entry.objects.filter(division__event=event)
        .order_by("division__position", "number")
        .values_list("pk", "player__name", "number")
    )
    fitting = [key for key, name, number in rows if matches_search(search, name, number)][
        :MAX_MATCHES
    ]
    if not fitting:
        return []
    entries = Entry.objects.filter(pk__in=fitting).select_related("player", "division")
    return sorted(entries, key=lambda entry: fitting.index(entry.pk))


def boards_with_number(event: Event, board: int) -> list[NumberedBoard]:
    """Return the board with this number in every active round. One query."""
    pairings = (
        Pairing.objects.filter(
            round__division__event=event,
            round__phase__in=(Phase.PUBLISHED, Phase.PLAYING),
            board=board,
            replaced_at=None,
        )
        .select_related("round__division", "first__player", "second__player")
        .order_by("round__division__position", "round__number")
    )
    return [
        NumberedBoard(
            pairing.round.division,
            pairing.round.number,
            board,
            tuple(entry.name for entry in (pairing.first, pairing.second) if entry),
        )
        for pairing in pairings
    ]
