"""The figures of a game stored in its `GameSummary`, so that games can be searched and added up without a replay.

`sides` contains the figures of each player of a finished game: the score of every turn, bingos,
premiums, challenges, slips. Everything is derived from the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from scoring.engine.game.turns import TurnKind
from scoring.engine.rules.challenges import LOST_TO_A_CHALLENGE
from scoring.models.summary import NAME_SEPARATOR, searchable_text
from scoring.queries.sheets import GameSheet, SheetRow

_SCORED_KINDS = (TurnKind.PLAY, TurnKind.END_RACK)


def summary_figures(now: GameSheet, rulings: int | None = None) -> dict[str, Any]:
    """Return the columns of a game's `GameSummary` by name.

    For an unfinished game, only the players are filled in. `rulings` is the number of rulings; if it
    is None, they are counted.
    """
    figures: dict[str, Any] = {
        "players": _joined_names(now.names), "winners": "", "finals": [], "highest": None,
        "words": "", "bingos": 0, "differences": 0, "rulings": 0, "sides": None,
    }  # fmt: skip
    if now.game.finished_at is None:
        return figures
    outcome, turns = now.outcome, now.record.turns
    gone = {row.number - 1 for row in now.rows if row.taken_back}
    plays = [proof for at, proof in now.proofs.items() if at not in gone]
    differences = [
        at
        for at, turn in enumerate(turns)
        if turn.kind in _SCORED_KINDS and at not in gone
        if turn.announced not in (None, now.replay.scores[at])
    ]
    words = " ".join(proof.words[0].text.upper() for proof in plays)
    return figures | {
        "winners": _joined_names(now.names[seat] for seat in outcome.winners),
        "finals": list(outcome.finals),
        "highest": outcome.highest_score,
        "words": f" {words} " if words else "",
        "bingos": sum(1 for proof in plays if proof.bingo),
        "differences": len(differences),
        "rulings": len(now.rulings) if rulings is None else rulings,
        "sides": player_figures(now),
    }


def _joined_names(names: Iterable[str] | Sequence[str]) -> str:
    known = NAME_SEPARATOR.join(searchable_text(name) for name in names)
    return f"{NAME_SEPARATOR}{known}{NAME_SEPARATOR}" if known else ""


def player_figures(sheet: GameSheet) -> list[dict[str, Any]]:
    """Return the figures of every player of a finished game, by seat, based on the scores that count.

    `best` is the play with the most points. `scores` has one value for each turn: the points of a
    play that stood, None for an exchange, a pass or a play challenged off. `bingos` are pairs of
    word and score. `slips` are announced minus correct scores where they differ. `margin` is
    the lead over the best of the other players, negative if behind; 0 for tied winners and in
    a game without a winner. `half_points` is 2 for a win and 1 for a tie.
    """
    return [_player_figures(sheet, seat) for seat in range(len(sheet.names))]


def _player_figures(sheet: GameSheet, seat: int) -> dict[str, Any]:
    finals = [final or 0 for final in sheet.outcome.finals]
    winners, margin = sheet.outcome.winners, sheet.outcome.margin
    others = [other for other in range(len(sheet.names)) if other != seat]
    best = max(others, key=lambda other: finals[other])
    rows = [row for row in sheet.rows if row.seat == seat]
    return {
        "name": sheet.names[seat],
        "opponent": ", ".join(sheet.names[other] for other in others),
        "score": finals[seat],
        "opponent_score": finals[best],
        "margin": margin or 0 if margin is None or seat in winners else finals[seat] - finals[best],
        "half_points": 0 if seat not in winners else 1 if len(winners) > 1 else 2,
        "began": seat == 0,
        "went_out": sheet.replay.out == seat,
        "challenges_lost": _challenges_lost(sheet, seat),
        "challenges_won": sum(
            row.taken_back for row in sheet.rows if row.seat != seat and len(others) == 1
        ),
        "opponent_slips": _slip_amounts(row for row in sheet.rows if row.seat != seat),
        **_turn_figures(sheet, rows),
    }


def _turn_figures(sheet: GameSheet, rows: list[SheetRow]) -> dict[str, Any]:
    """Return the figures of a player's turns and premiums."""
    plays = [row for row in rows if row.turn.kind is TurnKind.PLAY and not row.taken_back]
    proofs = [
        (row, sheet.proofs[row.number - 1]) for row in plays if row.number - 1 in sheet.proofs
    ]
    factors = [tile.word_factor for _row, proof in proofs for tile in proof.words[0].tiles]
    marks = [mark for _row, proof in proofs for mark in proof.marks]
    own_turns = (TurnKind.PLAY, TurnKind.EXCHANGE, TurnKind.PASS)
    return {
        "scores": [
            row.counts if row.turn.kind is TurnKind.PLAY and not row.taken_back else None
            for row in rows
            if row.turn.kind in own_turns
        ],
        "bingos": [
            [
                sheet.tile_set.format_tiles(
                    [sheet.tile_set.letter_of(t.face) for t in proof.words[0].tiles]
                ),
                row.counts,
            ]
            for row, proof in proofs
            if "bingo" in proof.marks
        ],
        "best": _best_play(plays),
        "exchanges": sum(row.turn.kind is TurnKind.EXCHANGE for row in rows),
        "phonies": sum(row.taken_back for row in rows),
        "double_words": factors.count(2),
        "triple_words": factors.count(3),
        "double_doubles": marks.count("double_double"),
        "nine_timers": marks.count("nine_timer"),
        "slips": _slip_amounts(plays),
    }


def _best_play(plays: Iterable[SheetRow]) -> list[Any] | None:
    """Return the word and score of the first play with the most points, or None if there is no play."""
    best = max(plays, key=lambda row: row.counts, default=None)
    return [best.word, best.counts] if best is not None else None


def _slip_amounts(rows: Iterable[SheetRow]) -> list[int]:
    """Return announced minus correct scores of the wrongly announced plays that stood."""
    return [
        (row.announced or 0) - row.correct
        for row in rows
        if row.turn.kind is TurnKind.PLAY and row.differs and not row.taken_back
    ]


def _challenges_lost(sheet: GameSheet, seat: int) -> int:
    """Return how many challenges the player lost: turns lost and, with one opponent, challenge points.

    Each time points were deducted from the player, or given to the opponent, is counted as one.
    """
    lost = 0
    for row in sheet.rows:
        if row.turn.kind is TurnKind.PASS and row.seat == seat:
            lost += row.turn.remark == LOST_TO_A_CHALLENGE
        elif row.turn.kind is TurnKind.CHALLENGE_BONUS and len(sheet.names) == 2:
            lost += (row.counts > 0) == (row.seat != seat)
    return lost
