"""Every turn of an event's recorded games, for statistics and prizes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import TurnKind
from scoring.engine.rules.challenges import LOST_TO_A_CHALLENGE
from scoring.models import Activity
from scoring.queries.disputes import disputes_of
from scoring.queries.sheets import GameSheet
from tournament.engine.turn_figures import RecordedTurn, TurnOutcome
from tournament.models import Event, Pairing

_cached_turns: dict[int, tuple[str, EventTurns]] = {}
"""The turns of the event requested last, by its key, with the head of the log at that time.

Reports request them repeatedly.
"""


@dataclass(frozen=True, slots=True)
class EventTurns:
    """The turns of an event's recorded games, and the number of recorded games in each division."""

    turns: tuple[RecordedTurn, ...] = ()
    games: tuple[tuple[str, int], ...] = ()

    def game_count_of(self, division: str) -> int:
        """Return the number of recorded games in that division."""
        return dict(self.games).get(division, 0)


def recorded_turns_of(event: Event) -> EventTurns:
    """Return every turn of every recorded game in the order of divisions, rounds and boards.

    The latest result is cached until the activity log grows; returning it takes one query. At most
    seven queries.
    """
    at = Activity.objects.order_by("-id").values_list("hash", flat=True).first() or ""
    cached = _cached_turns.get(event.pk)
    if cached and cached[0] == at and at:
        return cached[1]
    recorded = recorded_turns_of_events([event]).get(event.pk, EventTurns())
    _cached_turns.clear()
    _cached_turns[event.pk] = (at, recorded)
    return recorded


def recorded_turns_of_events(
    events: Collection[Event], *, only_open: bool = False
) -> dict[int, EventTurns]:
    """Return the recorded turns of several events by key, leaving out events that have none. Six queries.

    With `only_open`, only unfinished games are included. Games without plays are left out.
    """
    recorded = Pairing.objects.filter(
        round__division__event__in=events, game__isnull=False, replaced_at=None
    )
    if only_open:
        recorded = recorded.filter(game__finished_at=None)
    pairings = list(
        recorded.select_related(
            "game", "round__division", "first__player", "second__player"
        ).order_by("round__division__position", "round__number", "board")
    )
    games = [pairing.game for pairing in pairings if pairing.game is not None]
    turns: dict[int, list[RecordedTurn]] = {}
    counts: dict[int, dict[str, int]] = {}
    for pairing, dispute in zip(pairings, disputes_of(games), strict=True):
        if not dispute.has_plays:
            continue
        division = pairing.round.division
        of_event = counts.setdefault(division.event_id, {})
        of_event[division.name] = of_event.get(division.name, 0) + 1
        turns.setdefault(division.event_id, []).extend(
            _turns(pairing, division.name, dispute.sheet)
        )
    return {
        key: EventTurns(tuple(turns[key]), tuple(of_event.items()))
        for key, of_event in counts.items()
    }


def _turns(pairing: Pairing, division: str, sheet: GameSheet) -> Iterator[RecordedTurn]:
    numbers = [pairing.first.number, pairing.second.number if pairing.second else 0]
    if pairing.second and sheet.names == [pairing.second.name, pairing.first.name]:
        numbers.reverse()  # the other one began
    fold = Replay(sheet.rules, sheet.tile_set, sheet.layout, len(sheet.names))
    for row in sheet.rows:
        fold.add_turns([row.turn])
        if row.seat > 1:
            continue
        laid = len(fold.board.laid) if row.turn.kind is TurnKind.PLAY else 0
        did = _turn_outcome(row.turn.kind, row.turn.remark, taken_back=row.taken_back)
        if did is None:
            continue
        place = (division, pairing.round.number, pairing.board)
        own, other = numbers[row.seat], numbers[1 - row.seat]
        if did is TurnOutcome.PLAY or did is TurnOutcome.PHONY:
            yield RecordedTurn(
                *place,
                own,
                other,
                did,
                row.word,
                row.turn.coordinate,
                row.counts,
                laid,
                laid == sheet.rules.rack_size,
                _word_factors(fold) if laid else (),
                row.announced,
                row.correct,
            )
            if did is TurnOutcome.PHONY:
                yield RecordedTurn(
                    *place, other, own, TurnOutcome.CHALLENGE_WON, row.word, row.turn.coordinate
                )
        elif did is TurnOutcome.EXCHANGE:
            tiles = len(row.turn.tiles) or row.turn.exchanged or 0
            yield RecordedTurn(
                *place, own, other, did, sheet.tile_set.format_tiles(row.turn.tiles), tiles=tiles
            )
        elif (
            did is TurnOutcome.CHALLENGE_LOST and row.counts > 0
        ):  # the points go to the challenged player
            yield RecordedTurn(*place, other, own, did, score=-row.counts)
        else:
            yield RecordedTurn(*place, own, other, did, score=row.counts)


def _word_factors(fold: Replay) -> tuple[int, ...]:
    """Return the word premium factors under the tiles of the last play."""
    factors = fold.board.layout.word_factors
    return tuple(factors[cell] for cell in fold.board.laid if factors[cell] > 1)


def _turn_outcome(kind: TurnKind, remark: str, *, taken_back: bool) -> TurnOutcome | None:
    """Return how a turn is counted, or None for a row that is not a player's turn, such as an adjustment."""
    if kind is TurnKind.PLAY:
        return TurnOutcome.PHONY if taken_back else TurnOutcome.PLAY
    if kind is TurnKind.EXCHANGE:
        return TurnOutcome.EXCHANGE
    if kind is TurnKind.PASS:
        return TurnOutcome.CHALLENGE_LOST if remark == LOST_TO_A_CHALLENGE else TurnOutcome.PASS
    return TurnOutcome.CHALLENGE_LOST if kind is TurnKind.CHALLENGE_BONUS else None
