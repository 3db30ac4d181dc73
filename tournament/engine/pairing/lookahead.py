"""What a method that looks ahead sees for every player: the figures its round was made of."""

from dataclasses import dataclass

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.request import Record


@dataclass(frozen=True, slots=True)
class PlayerLookahead:
    """One player in the eyes of the method; places count from 1."""

    number: int
    place: int
    record: Record
    best: int
    """The best place reached in any future."""
    hoped: int
    """The best place reached in enough futures to be a hope."""
    lowest: int | None
    """The lowest player with a hope of this one's place; None for who plays for no prize."""
    is_settled: bool
    """Whether the prize is settled, whatever happens."""
    opponent: int | None = None
    """Whom the method has the player meet; None for the bye, or a pair set by the director."""
    weight: Message | None = None
    penalties: Messages = ()
