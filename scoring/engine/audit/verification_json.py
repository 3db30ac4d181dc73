"""The JSON output of `verify_games --json` for one file. The keys are a public interface."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scoring.engine.audit.findings import Finding
from scoring.engine.audit.verification import Verification
from scoring.engine.board.proof import words_laid
from scoring.engine.game.progress import Progress
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import TurnKind
from scoring.engine.message import Message


def verification_as_json(
    file: str,
    done: Verification | None,
    findings: Sequence[Finding],
    sentence: Callable[[Message], str],
) -> dict[str, Any]:
    """Return the JSON object for a file; `done` is None if it was unreadable.

    Unknown values are None or empty. `sentence` turns a message into text.
    """
    item: dict[str, Any] = {
        "file": file,
        "status": "unreadable",
        "rules": None,
        "tileset": None,
        "layout": None,
        "lexicon": None,
        "players": [],
        "turns": [],
        "announced_final": {},
        "correct_final": {},
        "winner": None,
        "findings": [_finding_as_json(finding, sentence) for finding in findings],
    }
    if done is None:
        return item
    audit, setting, outcome = done.audit, done.setting, done.audit.outcome
    nicks = [seat.nick for seat in audit.record.seats]
    winners = [nicks[seat] for seat in outcome.winners if seat < len(nicks)]
    return item | {
        "status": audit.status.value,
        "rules": setting.rules.key,
        "tileset": setting.tile_set.key,
        "layout": setting.layout.key,
        "lexicon": audit.record.pragma("lexicon"),
        "players": [{"nick": seat.nick, "name": seat.name} for seat in audit.record.seats],
        "turns": _turns_as_json(audit.game, nicks),
        "announced_final": dict(zip(nicks, audit.announced_finals, strict=False)),
        "correct_final": dict(zip(nicks, outcome.finals, strict=False)),
        "winner": winners[0] if len(winners) == 1 else None,
    }


def _turns_as_json(game: Replay, nicks: Sequence[str]) -> list[dict[str, Any]]:
    write, rack_size, progress = game.tile_set.format_tiles, game.rules.rack_size, Progress(game)
    board, turns = progress.board, []
    for index, turn in enumerate(game.turns):
        kind, player, _, coordinate, tiles, announced, total, line, _, _ = turn
        lies = progress.advance()
        number = len(board.laid) if lies else 0
        turns.append(
            {
                "line": line or None,
                "number": index + 1,
                "player": nicks[player],
                "kind": kind.value,
                "square": coordinate or None,
                "word": write(tiles) if kind is TurnKind.PLAY else None,
                "announced": announced,
                "correct": game.scores[index] if lies or kind is not TurnKind.PLAY else None,
                "announced_total": total,
                "correct_total": game.totals[index],
                "words": [
                    {"text": text, "score": score, "multiplier": multiplier}
                    for text, score, multiplier in (words_laid(board, coordinate) if lies else ())
                ],
                "tiles_laid": number,
                "bingo": number == rack_size,
            }
        )
    return turns


def _finding_as_json(finding: Finding, sentence: Callable[[Message], str]) -> dict[str, Any]:
    return {
        "line": finding.line or None,
        "turn": finding.turn,
        "code": finding.code.value,
        "severity": finding.severity.value,
        "announced": finding.announced,
        "correct": finding.correct,
        "message": sentence(finding.message),
        "likely_slips": [sentence(slip) for slip in finding.likely_slips],
    }
