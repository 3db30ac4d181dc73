"""The sides of recorded games, as `turn_statistics` reckons with them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.utils import timezone

from scoring.engine.board.proof import Proof
from scoring.engine.game.turns import Kind
from scoring.models import Game
from scoring.models.summary import PARTED, searchable, searchable_name
from scoring.queries.disputes import disputes_of
from scoring.queries.sheets import GameSheet, Row
from tournament.engine.turn_statistics import CountedTurn, GameSide
from tournament.queries.standings.turn_figures import LOST_TO_A_CHALLENGE

MOST_GAMES = 1000
"""Games replayed at once, the newest; a thousand take a few seconds."""


def sides_of(games: Collection[Game], player: str = "") -> list[GameSide]:
    """Every side of these games that are finished, or those of players whose name has `player` in it, or
    is `player` where it stands between quotation marks.

    Four queries.
    """
    wanted = searchable_name(player)
    finished = [game for game in games if game.finished_at is not None]
    return [
        side
        for dispute in disputes_of(finished)
        for side in _sides(dispute.sheet)
        if wanted in f"{PARTED}{searchable(side.name)}{PARTED}"
    ]


def _sides(sheet: GameSheet) -> Iterator[GameSide]:
    finals = [final or 0 for final in sheet.outcome.finals]
    winners = sheet.outcome.winners
    for seat, name in enumerate(sheet.names):
        others = [other for other in range(len(sheet.names)) if other != seat]
        best = max(others, key=lambda other: finals[other])
        rows = [row for row in sheet.rows if row.seat == seat]
        yield GameSide(
            game=sheet.game.pk,
            when=timezone.localtime(sheet.game.created_at).date().isoformat(),
            name=name,
            opponent=", ".join(sheet.names[other] for other in others),
            score=finals[seat],
            opponent_score=finals[best],
            margin=(sheet.outcome.margin or 0) * (1 if seat in winners else -1),
            half_points=0 if seat not in winners else 1 if len(winners) > 1 else 2,
            began=seat == 0,
            went_out=sheet.replay.out == seat,
            turns=tuple(_counted_turns(sheet, rows)),
            challenges_lost=_challenges_lost(sheet, seat),
            challenges_won=sum(
                row.taken_back for row in sheet.rows if row.seat != seat and len(others) == 1
            ),
            opponent_slips=tuple(
                slip for row in sheet.rows if row.seat != seat and (slip := _slip(row))
            ),
        )


def _counted_turns(sheet: GameSheet, rows: list[Row]) -> Iterator[CountedTurn]:
    for row in rows:
        if row.turn.kind is Kind.PLAY:
            yield _play(sheet, row, sheet.proofs.get(row.number - 1))
        elif row.turn.kind in (Kind.EXCHANGE, Kind.PASS):
            yield CountedTurn(is_exchange=row.turn.kind is Kind.EXCHANGE)


def _play(sheet: GameSheet, row: Row, proof: Proof | None) -> CountedTurn:
    if proof is None or row.taken_back:
        return CountedTurn(
            0 if row.taken_back else row.counts,
            row.word.strip("()") or "–",
            is_phony=row.taken_back,
        )
    tiles = proof.words[0].tiles
    factors = [tile.word_factor for tile in tiles]
    return CountedTurn(
        score=row.counts,
        word=sheet.tile_set.write([sheet.tile_set.plain(tile.face) for tile in tiles]),
        is_bingo="bingo" in proof.marks,
        is_double_double="double_double" in proof.marks,
        is_nine_timer="nine_timer" in proof.marks,
        double_words=factors.count(2),
        triple_words=factors.count(3),
        slip=_slip(row),
    )


def _slip(row: Row) -> int:
    """Announced less correct of a play that stood."""
    if row.turn.kind is not Kind.PLAY or not row.differs or row.taken_back:
        return 0
    return (row.announced or 0) - row.correct


def _challenges_lost(sheet: GameSheet, seat: int) -> int:
    """How often the player challenged in vain: a turn lost, or points for the one other player."""
    lost = 0
    for row in sheet.rows:
        if row.turn.kind is Kind.PASS and row.seat == seat:
            lost += row.turn.remark == LOST_TO_A_CHALLENGE
        elif row.turn.kind is Kind.CHALLENGE_BONUS and len(sheet.names) == 2:
            lost += (row.counts > 0) == (row.seat != seat)
    return lost
