"""The COP method, as of June 2026.

It differs from the published description in these ways:

- A forced pair or a penalty is not a large number added to the others but a higher level, so that
  no sum of small weights exceeds it.
- A constraint that cannot be met is dropped and reported, so that a leader who may meet only one
  player because of loss of control is not left without an opponent.
- A player loses control if they have a real chance of winning the event and win it clearly more
  often by meeting the leader. A player who cannot meet the leader in this round is skipped and
  named.
- A margin counts at most half the spread allowance of its round, because the allowance is what
  two players of a game gain on each other.
- A pair that leaves a player's firsts and seconds three or more apart is made only if a constraint or
  a penalty requires it, because an event promises balanced starts with every method.
- Byes follow the event's own rule, as with every method, and count as wins in the futures. A void
  round and a double forfeit score nothing.
- At most 10,000 futures are simulated first, to determine how far down the leader's opponents may
  rank; the full simulation follows.
- For king of the hill in the last round, the players who can win a prize are those who won one in
  any future, plus the next of the same group if their number is odd.
- In the futures in which a player who might lose control is not paired with the leader in every round,
  the two do not meet before the last round, in which king of the hill decides.
- Percentages of futures are integers.
"""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.byes import ByeChoice
from tournament.engine.pairing.cop.constraints import ControlWatch, gibson_groups
from tournament.engine.pairing.cop.place_odds import FutureSimulator
from tournament.engine.pairing.cop.reasoning import lookahead_of, round_notes
from tournament.engine.pairing.cop.round import (
    WeighedRound,
    constraints_of,
    proposal_from,
    top_pairs_constraint,
    watch_control_in_round,
)
from tournament.engine.pairing.cop.weights import Weights
from tournament.engine.pairing.field import PairingField
from tournament.engine.pairing.gibson import bye_for, gibsonized_entries
from tournament.engine.pairing.lookahead import PlayerLookahead
from tournament.engine.pairing.method import CannotPair, Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.reachable_places import ReachablePlaces
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.pairing.simulation import MAX_PLAYERS
from tournament.engine.plugins import option

MAX_SIMULATIONS = 1_000_000


@dataclass(frozen=True)
class CopOptions:
    """Options for the simulation and its evaluation. Shares are in percent."""

    simulations: int = option(
        100_000,
        "The number of simulations used to find the places each player can reach.",
        label="Simulations of the division",
    )
    hopefulness: tuple[int, ...] = option(
        (10, 10, 5, 2, 1),
        "The percentage of simulations in which a player must reach a place to be in the "
        "running for it: with 1 round left, with 2, and so on. The last figure applies to all "
        "earlier rounds.",
        label="Minimum chance, in %",
    )
    control_loss: bool = option(
        True,
        "The leader meets the lowest-ranked player who, by winning every game, would win the "
        "event clearly more often if the two met than otherwise. With more than four rounds left, "
        "the opponent can be either of the two lowest-ranked such players.",
        label="Check for loss of control",
    )
    control_loss_from: int = option(
        0,
        "The first round in which loss of control counts. Enter 0 for the last quarter of the "
        "rounds.",
        label="Loss of control counts from round",
    )
    control_loss_threshold: int = option(
        25,
        "A player counts as losing control if meeting the leader raises the share of simulations "
        "in which that player wins the event by at least this much; 25 to 30 is usual.",
        label="Threshold for loss of control, in %",
    )
    control_loss_simulations: int = option(
        10_000,
        "The number of simulations for each player who could lose control.",
        label="Simulations for loss of control",
    )
    factor_three: bool = option(
        True,
        "With two rounds left, 1 meets 4, 2 meets 5 and 3 meets 6 if the lower player can still "
        "catch up.",
        label="Factor 3 before the last round",
    )


class Cop(Method):
    """COP (Castellano-O'Connor): players who can still win a prize meet the opponents who decide it.

    COP simulates the rest of the event many times and ignores ratings. The simulations show which places each
    player may still reach, who is out of the prizes, and who could win every game and still not win the event
    without meeting the leader.

    Some pairs are then forced or forbidden: by king of the hill in the last round, by loss of control,
    by factor 3 with two rounds left, and by gibsonized players, who split the field into groups. Of
    the remaining pairings, COP takes the one with the lowest weight. Weight comes from the
    difference in rank (cubed; squared outside the prizes), from repeats, and from pairs whose lower
    player cannot reach the place of the higher one.

    In the last quarter of the rounds, one criterion decides the opponents of players who can win a
    prize: how near the opponent is to the lowest player who can still reach the place of the
    higher-ranked of the two. Repeats weigh heavily but are not forbidden. Two players who need to
    meet for a prize meet again.
    """

    label = "COP"
    reads_no_results = True
    Options = CopOptions
    looks_ahead = True

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return the pairing of least weight that meets the round's constraints, with every reason.

        Raise `CannotPair` for invalid options or if no pairing is possible.
        """
        if not PairingField(request).unpaired:
            return Proposal(())
        weighed, bye, notes = self.weighed_round(request, options)
        return proposal_from(weighed, bye, notes)

    def lookahead(self, request: PairingRequest, options: Any) -> tuple[PlayerLookahead, ...]:
        """Return every player's chances, simulated again with the same seed; () if no one is left to be paired.

        Raise `CannotPair` like `propose`.
        """
        if not PairingField(request).unpaired:
            return ()
        weighed, _, _ = self.weighed_round(request, options)
        return tuple(lookahead_of(weighed))

    def weighed_round(
        self, request: PairingRequest, options: Any
    ) -> tuple[WeighedRound, ByeChoice | None, list[Message]]:
        """Return the weighed round of the players without the bye, then the bye itself, and the notes.

        The bye is None for an even field. Raise `CannotPair` for invalid options or if no bye is possible.
        """
        if refused := _refusal(request, options):
            raise CannotPair(refused)
        field = PairingField(request, repeats_free=True)
        reachable = ReachablePlaces.from_request(request)
        won = gibsonized_entries(reachable)
        settled = frozenset(entry.number for entry in won if not entry.band.group)
        bye = bye_for(field, gibson_groups(field.unpaired, settled)[1])
        players = tuple(number for number in field.unpaired if bye is None or number != bye.number)
        simulated = FutureSimulator.from_request(
            request, reachable, [reachable.place[n] - 1 for n in settled]
        )
        odds = simulated.odds(
            futures=options.simulations,
            percent=options.hopefulness[min(reachable.rounds_left, len(options.hopefulness)) - 1],
        )
        if bye is not None and bye.number in settled:
            whole, _ = gibson_groups(field.unpaired, settled)
            groups = [tuple(n for n in group if n != bye.number) for group in whole]
        else:
            groups, _ = gibson_groups(players, settled)
        weights = Weights(
            reachable,
            odds,
            settled,
            {entry.number: entry.band.group for entry in won if entry.band.group},
            {n: place for place, group in enumerate(groups[:-1]) for n in group},
            request.meetings,
            request.round,
            is_last_quarter=is_last_quarter(request),
        )
        top = top_pairs_constraint(request, weights, groups, wanted=options.factor_three)
        watch = ControlWatch()
        if top is None and _watches_control(request, options) and reachable.order[0] not in settled:
            watch = watch_control_in_round(
                request,
                simulated,
                odds,
                players,
                percent=options.control_loss_threshold,
                futures=options.control_loss_simulations,
                begins=control_start_round(request, options),
            )
        constraints = constraints_of(request, weights, players, groups, watch, top)
        notes = round_notes(weights, request.seed, won, watch, constraints)
        return WeighedRound(field, players, weights, constraints), bye, notes


def is_last_quarter(request: PairingRequest) -> bool:
    """Return whether at most a quarter of the rounds remain to be paired."""
    return 4 * (request.rounds_left or 0) <= (request.rounds_total or 0)


def control_start_round(request: PairingRequest, options: CopOptions) -> int:
    """Return the first round in which loss of control matters."""
    total = request.rounds_total or 0
    return options.control_loss_from or total - -(-total // 4) + 1


def _watches_control(request: PairingRequest, options: CopOptions) -> bool:
    """Return whether loss of control is checked in this round; never in the last, which is king of the hill."""
    begins = control_start_round(request, options)
    return options.control_loss and request.round >= begins and request.rounds_left != 1


def _refusal(request: PairingRequest, options: CopOptions) -> Message | None:
    """Return why COP cannot pair with these options, or None if it can."""
    if request.rounds_total is None:
        return Message("cop_rounds")
    if not 1 <= options.simulations <= MAX_SIMULATIONS:
        return Message("cop_futures", futures=options.simulations, most=MAX_SIMULATIONS)
    if not 1 <= options.control_loss_simulations <= MAX_SIMULATIONS:
        return Message(
            "cop_control_futures", futures=options.control_loss_simulations, most=MAX_SIMULATIONS
        )
    if not options.hopefulness or not all(0 <= share <= 100 for share in options.hopefulness):
        return Message("cop_hope")
    if not 0 < options.control_loss_threshold <= 100:
        return Message("cop_loss", percent=options.control_loss_threshold)
    if len(request.entrants) > MAX_PLAYERS:
        return Message("cop_too_many", most=MAX_PLAYERS)
    return None
