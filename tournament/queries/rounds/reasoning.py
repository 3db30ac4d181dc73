"""The whole reasoning of a method that looks ahead, player by player."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.engine.pairing.lookahead import PlayerLookahead
from tournament.engine.pairing.method import CannotPair, all_methods
from tournament.queries.rounds.explanations import ExplainedRound
from tournament.wording.sentences import refusal, sentence, sentences


@dataclass(frozen=True, slots=True)
class ReasonedPlayer:
    """One line of the page: what was seen for a player, in words where words are needed."""

    seen: PlayerLookahead
    name: str
    lowest: str
    """The lowest player with a hope of the place; empty for who plays for no prize."""
    opponent: str
    """Whom the method has the player meet; empty for the bye and for pairs set by the director."""
    weight: str
    penalties: tuple[str, ...]
    is_changed: bool
    """Whether the player meets somebody else in the round as it is."""


@dataclass(frozen=True, slots=True)
class Reasoning:
    """Everybody in the order of the standings, or why nothing can be said any more."""

    players: tuple[ReasonedPlayer, ...] = ()
    refused: str = ""

    @property
    def is_changed(self) -> bool:
        """Whether anybody meets somebody else than the method had them meet."""
        return any(player.is_changed for player in self.players)


def looks_ahead(method: str) -> bool:
    """Whether rounds of this method have a page of their whole reasoning."""
    known = all_methods().get(method)
    return known is not None and known.looks_ahead


def reasoning_of(explanation: ExplainedRound) -> Reasoning:
    """The reasoning of a round, worked out once more with the seed it was paired with. No query."""
    method = all_methods()[explanation.round.method]
    names = explanation.names
    try:
        options = method.options_from(explanation.round.options)
        seen = method.lookahead(explanation.request, options)
    except CannotPair as reason:
        return Reasoning(refused=refusal(reason))
    meets = {
        number: (pair.numbers - {number})
        for pair in explanation.plan.pairs
        for number in pair.numbers
    }
    return Reasoning(tuple(_in_words(player, names, meets) for player in seen))


def _in_words(
    seen: PlayerLookahead, names: Mapping[int, str], meets: Mapping[int, frozenset[int]]
) -> ReasonedPlayer:
    return ReasonedPlayer(
        seen,
        names[seen.number],
        names[seen.lowest] if seen.lowest else "",
        names[seen.opponent] if seen.opponent else "",
        sentence(seen.weight, names) if seen.weight else "",
        sentences(seen.penalties, names),
        seen.opponent is not None and meets.get(seen.number) != frozenset((seen.opponent,)),
    )
