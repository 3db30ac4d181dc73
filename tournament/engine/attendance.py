"""Late entries and withdrawals: the options, the obstacles to each, and the search by name."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.event_rules import EventRules
from tournament.engine.message import Message, Messages
from tournament.engine.roster import accentless_key


class LateEntry(StrEnum):
    """The ways a late entry can join."""

    BYES_SEAT = "byes_seat"
    """The entry plays the player who has the bye, on a new board."""
    NEW_BYE = "new_bye"
    """The entry has the bye this round."""
    NEXT_ROUND = "next_round"
    """The entry is paired from the next round on."""


class Withdrawal(StrEnum):
    """The ways an entry can leave."""

    AFTER = "after"
    """The entry plays up to and including a given round."""
    NO_SHOW = "no_show"
    """The entry forfeits this round and stays in the event."""
    FORFEIT = "forfeit"
    """The entry forfeits this round and leaves."""
    OPPONENT_BYE = "opponent_bye"
    """The entry leaves and the opponent gets the bye."""
    OPPONENT_MEETS_BYE = "opponent_meets_bye"
    """The entry leaves and the opponent plays the player who has the bye."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceSituation:
    """An entry's situation in the latest round that is no longer a draft.

    `round` is 0 if there is no such round. `board` is the entry's board, or None for a bye, a missed
    round or no pairing. `byes` are the numbers of the other entries with a bye.
    """

    name: str
    round: int = 0
    phase: str = ""
    board: int | None = None
    has_begun: bool = False
    """Whether the board has a result or a game on the score pad."""
    has_bye: bool = False
    has_no_opponent: bool = False
    """Whether the entry has no opponent in this round, as with a bye or if the player arrives only now."""
    withdrawn: bool = False
    byes: tuple[int, ...] = ()

    @property
    def is_under_way(self) -> bool:
        """Whether the round is published and not closed."""
        return self.phase in ("published", "playing")


def reasons_not_to_join(way: LateEntry, now: AttendanceSituation) -> Messages:
    """Return every reason why the entry cannot join in this way; () if it can."""
    if way is LateEntry.NEXT_ROUND:
        return ()
    if not now.round:
        return (Message("no_seat_yet"),)
    reasons = []
    if now.phase == "playing":
        reasons.append(
            Message("joins_later_playing", round=now.round, player=now.name, next=now.round + 1)
        )
    elif now.phase == "closed":
        reasons.append(
            Message("joins_later_closed", round=now.round, player=now.name, next=now.round + 1)
        )
    if now.board is not None:
        reasons.append(Message("paired_already", player=now.name, round=now.round, board=now.board))
    elif now.withdrawn:
        reasons.append(Message("return_first", player=now.name))
    elif not now.has_no_opponent:
        reasons.append(Message("no_place_to_give_up", player=now.name, round=now.round))
    if way is LateEntry.NEW_BYE and now.has_bye:
        reasons.append(Message("has_bye_already", player=now.name, round=now.round))
    if way is LateEntry.BYES_SEAT and not now.byes:
        reasons.append(Message("no_bye_to_join", round=now.round))
    return tuple(reasons)


def missed_rounds_cost(rules: EventRules, last: int) -> Message | None:
    """Return the cost of missing rounds 1 to `last`, as a clause: `misses round 1: a forfeit, …`.

    Return None if no round is missed.
    """
    if last < 1:
        return None
    if rules.missed_rounds == "bye":
        return Message("misses_bye", rounds=last, spread=rules.bye_spread)
    if rules.missed_rounds == "forfeit":
        return Message("misses_forfeit", rounds=last, spread=rules.forfeit_spread)
    return Message("misses_void", rounds=last)


def rounds_after_leaving_message(
    missed_as: str, rules: EventRules, first: int, planned: int | None
) -> Message | None:
    """Return how the rounds from `first` on count for an entry that leaves: `Rounds 4 to 6 are forfeits`.

    `missed_as` is forfeit or void. `planned` is the number of rounds, or None if none is planned.
    Return None if no round remains.
    """
    if planned is not None and planned < first:
        return None
    forfeits, spread = missed_as == "forfeit", rules.forfeit_spread
    if planned is None:
        if forfeits:
            return Message("rounds_on_forfeit", first=first, spread=spread)
        return Message("rounds_on_void", first=first)
    if planned == first:
        if forfeits:
            return Message("round_forfeit", first=first, spread=spread)
        return Message("round_void", first=first)
    if forfeits:
        return Message("rounds_forfeit", first=first, last=planned, spread=spread)
    return Message("rounds_void", first=first, last=planned)


def reasons_not_to_leave(way: Withdrawal, now: AttendanceSituation, after: int = 0) -> Messages:
    """Return every reason why the entry cannot leave in this way; () if it can.

    `after` is the last round the entry plays, for `Withdrawal.AFTER`.
    """
    if way is Withdrawal.AFTER:
        return () if after >= now.round else (_leave_later_message(now),)
    if not now.round:
        return (Message("withdraw_before_first", player=now.name),)
    reasons = []
    if not now.is_under_way:
        reasons.append(Message("leaves_after_closed", round=now.round, player=now.name))
    if now.board is None and not (now.has_bye and way in (Withdrawal.FORFEIT, Withdrawal.NO_SHOW)):
        reasons.append(Message("no_opponent", player=now.name, round=now.round))
    if now.has_begun:
        reasons.append(Message("played_it", board=now.board, player=now.name, round=now.round))
    if way in (Withdrawal.OPPONENT_BYE, Withdrawal.OPPONENT_MEETS_BYE) and now.phase == "playing":
        reasons.append(Message("no_board_changes", round=now.round, player=now.name))
    if way is Withdrawal.OPPONENT_MEETS_BYE and not now.byes:
        reasons.append(Message("nobody_has_bye", round=now.round))
    return tuple(reasons)


def _leave_later_message(now: AttendanceSituation) -> Message:
    if now.phase == "closed":
        return Message("leaves_later_closed", round=now.round, player=now.name)
    if now.phase == "playing":
        return Message("leaves_later_playing", round=now.round, player=now.name)
    return Message("leaves_later_published", round=now.round, player=now.name)


def matches_search(search: str, name: str, number: int) -> bool:
    """Return whether each searched word begins a part of the name or equals the number."""
    words = accentless_key(search).split()
    parts = accentless_key(name).split()
    return all(
        word == str(number) or any(part.startswith(word) for part in parts) for word in words
    )
