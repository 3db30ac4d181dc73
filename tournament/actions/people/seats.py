"""Change the seats of a published round without affecting the other boards.

These functions run in the caller's transaction, after the caller's checks.
"""

from random import Random

from django.db.models import Max
from django.utils import timezone

from scoring.actions.activity import Actor
from tournament.actions.results.awards import award_bye
from tournament.engine.message import Message, messages_as_json
from tournament.engine.pairing.firsts import decide_first, meetings_between
from tournament.models import Entry, Pairing, ResultEntry, Round
from tournament.models.results import ResultStatus
from tournament.queries.rounds.pairing import pairing_request
from tournament.queries.rounds.rounds import current_pairings


def mark_pairing_replaced(pairing: Pairing) -> None:
    """Mark the pairing as replaced and its results as superseded; the rows are kept."""
    now = timezone.now()
    ResultEntry.objects.filter(pairing=pairing).exclude(standing=ResultStatus.SUPERSEDED).update(
        standing=ResultStatus.SUPERSEDED, superseded_at=now
    )
    Pairing.objects.filter(pk=pairing.pk).update(replaced_at=now)


def seat_pair(round_: Round, board: int, one: Entry, other: Entry, why: Message) -> Pairing:
    """Pair two entries on a board, and decide who goes first by their earlier starts.

    If the event's rules have `head_to_head_firsts`, their earlier games against each other are
    considered too.
    """
    request = pairing_request(round_.division, round_.number, round_.seed)
    rules = round_.division.event.rules
    met = (
        meetings_between(one.number, other.number, request.results, request.start_rules)
        if rules.head_to_head_firsts
        else ()
    )
    starts = request.starts
    first = decide_first(
        starts[one.number], starts[other.number], Random(round_.seed + board), met=met
    )
    ordered = (one, other) if first.number == one.number else (other, one)
    return Pairing.objects.create(
        round=round_,
        board=board,
        first=ordered[0],
        second=ordered[1],
        reasons=messages_as_json([why, first.reason]),
    )


def give_bye(actor: Actor, round_: Round, entry: Entry, why: Message) -> Pairing:
    """Give the entry a bye, and award its result."""
    pairing = Pairing.objects.create(round=round_, first=entry, reasons=messages_as_json([why]))
    award_bye(actor, pairing, round_.division.event.rules)
    return pairing


def next_board(round_: Round) -> int:
    """Return the number after the round's last board; 1 if it has none."""
    return (current_pairings(round_).aggregate(last=Max("board"))["last"] or 0) + 1
