"""The bracket method."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.matches import decide_match
from tournament.engine.pairing.method import CannotPair, Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.pairing.round_robin_tables import drawn_order, row_proposal, table_field
from tournament.engine.plugins import option

BEST_AGAINST_LOWEST = "best_against_lowest"
HALVES = "halves"
DRAWN = "drawn"
LISTED = "listed"

Seat = int | None
"""The number of the player in a seat of the bracket, or None if the seat is empty and its opponent advances."""
Match = tuple[Seat, Seat]


@dataclass(frozen=True)
class BracketOptions:
    """Options for the length of a match and the first matches.

    `field` lists all players by seed; if empty, all who have not withdrawn before `start_round`.
    """

    games: int = option(3, "All games of a match are played.", label="Games in a match")
    seeding: str = option(
        BEST_AGAINST_LOWEST,
        "The pairings of the first matches. The winners of neighbouring matches meet next.",
        label="First matches",
        choices=(
            (BEST_AGAINST_LOWEST, "best seed against lowest"),
            (HALVES, "top half against bottom half"),
            (DRAWN, "drawn by lot"),
            (LISTED, "as listed"),
        ),
    )
    draw: int = option(
        1,
        "The seed for drawing the first matches. Keep the same number for all rounds.",
        label="Draw",
    )
    order: tuple[int, ...] = option(
        (),
        "For “as listed”: the numbers of all players from the top of the bracket down. The "
        "first meets the second, the third the fourth, and so on; 0 means no opponent.",
        label="Player numbers from the top down",
    )
    start_round: int = option(1, hidden=True)
    field: tuple[int, ...] = option((), hidden=True)


class Bracket(Method):
    """Pairs of players play a match of several games and the winner advances, until all places are settled.

    The best seed meets the lowest, or the first matches are drawn or listed. If the number of players is not
    2, 4, 8, 16 and so on, the first matches are preliminaries, in which the best seeds have the bye and
    advance. A match is decided by most wins, then by its spread, then by the better seed. Losers play on for
    the places below; two losers without an opponent play each other. If a player leaves, the opponent has the
    bye and advances.
    """

    label = "Bracket"
    Options = BracketOptions
    uses_standings = False

    def repeats_intentionally(self, options: Any) -> bool:
        """Return whether a match has several games."""
        return bool(options.games > 1)

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return this round's game of every match of the stage.

        Raise `CannotPair` for fewer than two players, invalid options, a round outside the bracket, or
        missing results.
        """
        field, games = table_field(request, options.start_round, options.field), options.games
        if len(field) < 2:
            raise CannotPair(Message("bracket_too_few"))
        if games < 1:
            raise CannotPair(Message("bracket_games"))
        matches = _first_matches(field, options)
        stages = (2 * len(matches)).bit_length() - 1
        row = request.round - options.start_round
        if not 0 <= row < stages * games:
            raise CannotPair(
                Message(
                    "bracket_over",
                    players=len(field),
                    first=options.start_round,
                    last=options.start_round + stages * games - 1,
                    round=request.round,
                )
            )
        stage, game = divmod(row, games)
        for done in range(stage):
            first = options.start_round + done * games
            matches = _next_matches(request, matches, range(first, first + games), done)
        reason = Message("bracket", match=stage + 1, matches=stages, game=game + 1, games=games)
        pairs = [pair if game % 2 == 0 else pair[::-1] for pair in matches]
        return row_proposal(request, pairs, reason, rejoin=stage > 0)


def _first_matches(field: Sequence[int], options: BracketOptions) -> list[Match]:
    """Return the first matches from the top of the bracket down; an empty seat is None.

    With eight players, best against lowest is 1 against 8, 4 against 5, 2 against 7, 3 against 6. Raise
    `CannotPair` for a list that does not name every player once.
    """
    size = 1 << (len(field) - 1).bit_length()
    seats: list[Seat] = [*field, *[None] * (size - len(field))]
    order = [0]
    while len(order) < size:
        last = 2 * len(order) - 1
        order = [place for best in order for place in (best, last - best)]
    if options.seeding == HALVES:
        order = [place for top in range(size // 2) for place in (top, top + size // 2)]
    if options.seeding == DRAWN:
        drawn = drawn_order(len(field), "bracket", options.draw)
        seats[: len(field)] = [field[place] for place in drawn]
    if options.seeding == LISTED:
        seats, order = [number or None for number in options.order], [*range(size)]
        named = [number for number in seats if number is not None]
        if sorted(named) != sorted(field) or len(seats) != size:
            raise CannotPair(Message("bracket_list", players=len(field), size=size))
    return [(seats[one], seats[other]) for one, other in zip(order[::2], order[1::2], strict=True)]


def _next_matches(
    request: PairingRequest, matches: list[Match], rounds: range, stage: int
) -> list[Match]:
    """Return the next matches: winners meet winners and losers losers, among players in play for the same places."""
    seeds = {entrant.number: (entrant.seed, entrant.number) for entrant in request.entrants}
    lowest = (len(seeds) + max((seed for seed, _ in seeds.values()), default=0) + 1, 0)

    def seed(number: Seat) -> tuple[int, int]:
        return lowest if number is None else seeds[number]

    ended = [_decide_bracket_match(request, match, rounds) for match in matches]
    block = max(len(matches) >> stage, 1)
    following: list[Match] = []
    for start in range(0, len(ended), block):
        for side in (0, 1):
            going = [match[side] for match in ended[start : start + block]]
            following += [
                (min(pair, key=seed), max(pair, key=seed))
                for pair in zip(going[::2], going[1::2], strict=True)
            ]
    return following


def _decide_bracket_match(request: PairingRequest, match: Match, rounds: range) -> Match:
    """Return the winner and the loser; an empty seat always loses.

    Raise `CannotPair` while results are missing.
    """
    one, other = match
    if one is None or other is None:
        return (other, one) if one is None else (one, other)
    return decide_match(request, (one, other), rounds)
