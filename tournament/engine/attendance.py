"""Who may come and go when: the ways to join or leave a round, the reasons against each, and finding people."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.event_rules import EventRules
from tournament.engine.roster import without_accents
from tournament.engine.standings import signed


class LateEntry(StrEnum):
    """How a late entry comes in."""

    BYES_SEAT = "byes_seat"
    """Meets the one who has the bye, on a new board."""
    NEW_BYE = "new_bye"
    """Has the bye this round."""
    NEXT_ROUND = "next_round"
    """Is paired from the next round on."""


class Withdrawal(StrEnum):
    """How somebody leaves."""

    AFTER = "after"
    """Plays until a round, and no further."""
    NO_SHOW = "no_show"
    """Forfeits this round and stays in."""
    FORFEIT = "forfeit"
    """Forfeits this round and is out."""
    OPPONENT_BYE = "opponent_bye"
    """Is out, and the opponent has the bye."""
    OPPONENT_MEETS_BYE = "opponent_meets_bye"
    """Is out, and the opponent meets the one who has the bye."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceSituation:
    """One entry at the latest round that is past its draft (0: there is none).

    `board` is the board of the entry in it, or None for a bye, a missed round or no pairing;
    `byes` are the numbers of others who have the bye.
    """

    name: str
    round: int = 0
    phase: str = ""
    board: int | None = None
    begun: bool = False
    """Whether the board has a result or a game on the score pad."""
    has_bye: bool = False
    missed: bool = False
    """Whether the entry is in this round without an opponent: a bye, or it came too late."""
    withdrawn: bool = False
    byes: tuple[int, ...] = ()

    @property
    def under_way(self) -> bool:
        """Whether the round is published and not closed."""
        return self.phase in ("published", "playing")


def why_not_join(way: LateEntry, now: AttendanceSituation) -> tuple[str, ...]:
    """Every reason why the entry cannot come in that way; empty when it can."""
    if way is LateEntry.NEXT_ROUND:
        return ()
    if not now.round:
        return (
            "No round is published yet, so there is no seat to take: the draft is paired anew.",
        )
    reasons = []
    if now.phase != "published":
        word = "being played" if now.phase == "playing" else now.phase
        reasons.append(f"Round {now.round} is {word}: {now.name} joins in round {now.round + 1}.")
    if now.board is not None:
        reasons.append(f"{now.name} is paired in round {now.round} already, on board {now.board}.")
    elif now.withdrawn:
        reasons.append(f"{now.name} has withdrawn. Let them return first.")
    elif not now.missed:
        reasons.append(f"{now.name} has no place in round {now.round} to give up.")
    if way is LateEntry.NEW_BYE and now.has_bye:
        reasons.append(f"{now.name} has the bye in round {now.round} already.")
    if way is LateEntry.BYES_SEAT and not now.byes:
        reasons.append(f"Nobody has the bye in round {now.round}. Give a new bye instead.")
    return tuple(reasons)


def told_missed(rules: EventRules, last: int) -> str:
    """What missing rounds 1 to `last` costs who comes late, as a clause: `misses round 1: a forfeit, …`.

    Empty where no round is missed.
    """
    if last < 1:
        return ""
    each = " each" if last > 1 else ""
    cost = {
        "bye": f"a bye{each}, {signed(rules.bye_spread)} by these rules",
        "forfeit": f"a forfeit{each}, {signed(rules.forfeit_spread)} by these rules",
        "void": "nothing counts there by these rules",
    }[rules.missed_rounds]
    which = "round 1" if last == 1 else f"rounds 1 to {last}"
    return f"misses {which}: {cost}"


def why_not_leave(way: Withdrawal, now: AttendanceSituation, after: int = 0) -> tuple[str, ...]:
    """Every reason why the entry cannot leave that way; empty when it can.

    `after` is the last round played, for `Leaving.AFTER`.
    """
    if way is Withdrawal.AFTER:
        if after >= now.round:
            return ()
        told = f"Round {now.round} is {now.phase}: {now.name} leaves after round {now.round} "
        return (told + "or later, or forfeits it now.",)
    if not now.round:
        return (f"No round is published yet. Withdraw {now.name} before round 1.",)
    reasons = []
    if not now.under_way:
        reasons.append(f"Round {now.round} is closed: {now.name} leaves after it.")
    if now.board is None and not (now.has_bye and way in (Withdrawal.FORFEIT, Withdrawal.NO_SHOW)):
        reasons.append(f"{now.name} has no opponent in round {now.round}: leave after it.")
    if now.begun:
        reasons.append(
            f"Board {now.board} has a result or a recorded game: {now.name} played round "
            f"{now.round}. Leave after it, or correct the result."
        )
    if way in (Withdrawal.OPPONENT_BYE, Withdrawal.OPPONENT_MEETS_BYE) and now.phase == "playing":
        reasons.append(
            f"Round {now.round} is being played, so no board changes: {now.name} forfeits it "
            "or leaves after it."
        )
    if way is Withdrawal.OPPONENT_MEETS_BYE and not now.byes:
        reasons.append(f"Nobody has the bye in round {now.round}.")
    return tuple(reasons)


def matches(search: str, name: str, number: int) -> bool:
    """Whether every word typed begins a word of the name, or is the number; blank finds all."""
    words = without_accents(search).split()
    parts = without_accents(name).split()
    return all(
        word == str(number) or any(part.startswith(word) for part in parts) for word in words
    )
