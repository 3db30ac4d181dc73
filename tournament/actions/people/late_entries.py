"""Add late entries, and seat them in a round that has already been published."""

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused, act
from tournament.actions.people.entries import RosterAddition, add_players
from tournament.actions.people.seats import give_bye, mark_pairing_replaced, next_board, seat_pair
from tournament.engine.attendance import LateEntry, reasons_not_to_join
from tournament.engine.message import Message
from tournament.models import Division, Entry
from tournament.queries.people.check_in import byes_in, latest_round, pairing_in, situation_of
from tournament.queries.people.rosters import offered_division
from tournament.wording.log import say
from tournament.wording.sentences import sentences


def add_late_entries(actor: Actor, division: Division, text: str, way: LateEntry) -> RosterAddition:
    """Add the players in `text`, and seat them according to `way`, completely or not at all.

    Raise `Refused` if several players would need a seat in the current round, or with every reason
    why the player cannot be seated. May raise the exceptions of `add_players`.
    """
    with transaction.atomic():
        added = add_players(actor, division, text)
        if way is not LateEntry.NEXT_ROUND:
            if len(added.entries) != 1:
                raise Refused(
                    _(
                        "Only one late player at a time can be seated in the current round. Add "
                        "the others for a later round."
                    )
                )
            seat_late_entry(actor, added.entries[0], way)
    return added


def accept_late_offer(
    actor: Actor, division: Division, text: str, way: LateEntry
) -> RosterAddition:
    """Add returning players as `add_late_entries` does, and end the offer to add them."""
    with transaction.atomic():
        added = add_late_entries(actor, division, text, way)
        decline_late_offer(actor, division)
    return added


def decline_late_offer(actor: Actor, division: Division) -> None:
    """End the offer, if there is one, to add returning players to a division of a copied event."""
    with act(actor, division) as action:
        if offered_division(division):
            action.log("end_offer", say("end_offer", division=division))


def seat_late_entry(actor: Actor, entry: Entry, way: LateEntry) -> Entry:
    """Seat an entry that misses the published round, without changing other boards.

    Nothing is changed for `LateEntry.NEXT_ROUND`. Raise `Refused` with every reason.
    """
    division = entry.division
    with act(actor, division) as action:
        if reasons := reasons_not_to_join(way, situation_of(entry)):
            raise Refused(" ".join(sentences(reasons)))
        if way is LateEntry.NEXT_ROUND:
            return entry
        round_ = latest_round(division)
        missed = pairing_in(entry, round_) if round_ else None
        assert round_ is not None
        assert missed is not None
        round_.division = division
        with action.undo_step():
            mark_pairing_replaced(missed)
            if way is LateEntry.NEW_BYE:
                give_bye(actor, round_, entry, Message("came_late"))
                summary = say("join_by_bye", player=entry.name, round=round_.number)
            else:
                bye = byes_in(round_)[0]
                mark_pairing_replaced(bye)
                pairing = seat_pair(
                    round_,
                    next_board(round_),
                    entry,
                    bye.first,
                    Message("came_late_meets_bye", entry=entry.number, bye=bye.first.number),
                )
                summary = say(
                    "join_against_bye",
                    player=entry.name,
                    opponent=bye.first.name,
                    board=pairing.board,
                    round=round_.number,
                )
            action.log(
                "join_round",
                summary,
                after={"number": entry.number, "round": round_.number, "way": way},
            )
    return entry
