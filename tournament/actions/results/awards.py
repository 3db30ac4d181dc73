"""Results awarded without a game: byes, forfeits and missed rounds."""

from django.utils import timezone

from scoring.actions.activity import Actor
from tournament.engine.event_rules import EventRules
from tournament.engine.message import Message, messages_as_json
from tournament.engine.results import Outcome, awarded_spread
from tournament.models import Division, Entry, Pairing, ResultEntry, Round
from tournament.models.results import ResultSource
from tournament.queries.people.check_in import MISSED


def award_bye(actor: Actor, pairing: Pairing, rules: EventRules) -> ResultEntry:
    """Award a bye in the caller's transaction."""
    return _award(actor, pairing, Outcome.BYE, rules)


def award_missed_round(
    actor: Actor, division: Division, round_: Round, entry: Entry
) -> ResultEntry:
    """Award a round that was published before the entry joined, in the caller's transaction.

    The event's rules say whether it is a bye, a forfeit or void.
    """
    missed_as = division.event.rules.missed_rounds
    return _award_absence(actor, division, round_, entry, missed_as, MISSED)


def award_round_after_leaving(
    actor: Actor, division: Division, round_: Round, entry: Entry
) -> ResultEntry:
    """Award a round that the entry misses because it has withdrawn, in the caller's transaction.

    The outcome is the one chosen at the withdrawal, or else the one in the event's rules.
    """
    return _award_absence(
        actor, division, round_, entry, entry.missed_round_outcome, Message("has_withdrawn")
    )


def award_round_before_return(
    actor: Actor, division: Division, round_: Round, entry: Entry, missed_as: str
) -> ResultEntry:
    """Award a round missed by an entry that has since returned, in the caller's transaction.

    `missed_as` is "bye", "forfeit" or "void".
    """
    return _award_absence(actor, division, round_, entry, missed_as, Message("came_back"))


def _award_absence(
    actor: Actor, division: Division, round_: Round, entry: Entry, missed_as: str, why: Message
) -> ResultEntry:
    outcome = {"forfeit": Outcome.FIRST_FORFEITS, "void": Outcome.VOID, "bye": Outcome.BYE}[
        missed_as
    ]
    pairing = Pairing.objects.create(round=round_, first=entry, reasons=messages_as_json([why]))
    return _award(actor, pairing, outcome, division.event.rules)


def award_forfeit(actor: Actor, pairing: Pairing, rules: EventRules) -> ResultEntry:
    """Award a forfeit against an absent player who had the bye, in the caller's transaction."""
    return _award(actor, pairing, Outcome.FIRST_FORFEITS, rules)


def _award(actor: Actor, pairing: Pairing, outcome: Outcome, rules: EventRules) -> ResultEntry:
    first, second = awarded_spread(outcome, rules.bye_spread, rules.forfeit_spread)
    return ResultEntry.objects.create(
        pairing=pairing,
        first_score=first,
        second_score=second if pairing.second_id else 0,
        outcome=outcome,
        source=ResultSource.AWARDED,
        entered_by=actor.user,
        entered_at=timezone.now(),
    )
