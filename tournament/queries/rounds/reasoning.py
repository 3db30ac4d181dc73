"""The complete reasoning of a look-ahead method, player by player."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.engine.pairing.lookahead import PlayerLookahead
from tournament.engine.pairing.method import CannotPair, all_methods
from tournament.queries.rounds.explanations import ExplainedRound
from tournament.wording.sentences import refusal_sentence, sentence, sentences


@dataclass(frozen=True, slots=True)
class PlayerReasoning:
    """The method's information about a player, in words where needed."""

    seen: PlayerLookahead
    name: str
    lowest: str
    """The lowest-ranked player with a real chance of this player's place; empty for a player out of the prizes."""
    opponent: str
    """The opponent chosen by the method; empty for the bye and for pairs that the director has fixed."""
    weight: str
    penalties: tuple[str, ...]
    is_changed: bool
    """Whether the player has a different opponent in the actual round."""


@dataclass(frozen=True, slots=True)
class Reasoning:
    """All players in the order of the standings, or the reason why the reasoning is not available."""

    players: tuple[PlayerReasoning, ...] = ()
    unavailable_reason: str = ""

    @property
    def is_changed(self) -> bool:
        """Whether any player's actual opponent is not the method's choice."""
        return any(player.is_changed for player in self.players)


def is_lookahead_method(method: str) -> bool:
    """Return whether rounds of this method have a page with their reasoning."""
    known = all_methods().get(method)
    return known is not None and known.looks_ahead


def reasoning_of(explanation: ExplainedRound) -> Reasoning:
    """Return the reasoning of a round, recomputed with the round's seed, or why it is unavailable. No queries."""
    method = all_methods()[explanation.round.method]
    names = explanation.names
    try:
        options = method.options_from(explanation.round.options)
        seen = method.lookahead(explanation.request, options)
    except CannotPair as reason:
        return Reasoning(unavailable_reason=refusal_sentence(reason))
    meets = {
        number: (pair.numbers - {number})
        for pair in explanation.plan.pairs
        for number in pair.numbers
    }
    return Reasoning(tuple(_reasoned_player(player, names, meets) for player in seen))


def _reasoned_player(
    seen: PlayerLookahead, names: Mapping[int, str], meets: Mapping[int, frozenset[int]]
) -> PlayerReasoning:
    return PlayerReasoning(
        seen,
        names[seen.number],
        names[seen.lowest_challenger] if seen.lowest_challenger else "",
        names[seen.opponent] if seen.opponent else "",
        sentence(seen.weight, names) if seen.weight else "",
        sentences(seen.penalties, names),
        seen.opponent is not None and meets.get(seen.number) != frozenset((seen.opponent,)),
    )
