"""The figures behind a round of a look-ahead method, player by player."""

from dataclasses import dataclass

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.request import Record


@dataclass(frozen=True, slots=True)
class PlayerLookahead:
    """One player's figures from a look-ahead method. Places are 1-based."""

    number: int
    place: int
    record: Record
    best_place: int
    """The best place reached in any future."""
    best_likely_place: int
    """The best place reached in enough futures to be a real chance."""
    lowest_challenger: int | None
    """The lowest player with a real chance of this player's place; None if this player is out of the prizes."""
    is_settled: bool
    """Whether the player's prize is settled, whatever happens."""
    opponent: int | None = None
    """The opponent chosen by the method; None for the bye or for a pair fixed by the director."""
    weight: Message | None = None
    penalties: Messages = ()
