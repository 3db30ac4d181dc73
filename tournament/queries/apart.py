"""Who is kept apart from whom, for the director's page and for pairing."""

from tournament.models import Division, Entry, Event, KeepApart, Player


def kept_apart(event: Event) -> list[KeepApart]:
    """The pairs in force, by name. One query."""
    return list(KeepApart.objects.filter(event=event, ended_at=None).select_related("one", "other"))


def apart_in(
    division: Division,
) -> tuple[frozenset[frozenset[int]], frozenset[frozenset[int]]]:
    """The entry numbers of pairs in the division that never meet, and of those that should not.

    Two queries, and one where nobody is kept apart.
    """
    pairs = list(
        KeepApart.objects.filter(event=division.event_id, ended_at=None).values_list(
            "one", "other", "is_hard"
        )
    )
    if not pairs:
        return frozenset(), frozenset()
    numbers = dict(Entry.objects.filter(division=division).values_list("player", "number"))
    found = [
        (frozenset((numbers[one], numbers[other])), hard)
        for one, other, hard in pairs
        if one in numbers and other in numbers
    ]
    hard_pairs = frozenset(pair for pair, hard in found if hard)
    return hard_pairs, frozenset(pair for pair, hard in found if not hard)


def players_of(event: Event) -> list[Player]:
    """Everybody entered in the event, by name. One query."""
    return list(Player.objects.filter(entries__division__event=event).distinct())
