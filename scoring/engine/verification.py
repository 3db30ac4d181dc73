"""From the text of a file to its audit: read, identify, replay, compare."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from scoring.engine.audit import Audit, compare
from scoring.engine.gcg import read
from scoring.engine.identify import Setting, Shelf, Wanted, by_letters, identify
from scoring.engine.legality import Reason
from scoring.engine.record import Record
from scoring.engine.replay import Replay, replay


@dataclass(frozen=True)
class Verification:
    """An audit and what it was made by."""

    audit: Audit
    setting: Setting


def verify(text: str, shelf: Shelf, wanted: Wanted = Wanted()) -> Verification:  # noqa: B008
    """Verify one recorded game. Raises `gcg.Unreadable` when there is no game in the text."""
    record = read(text)
    setting = identify(record, shelf, wanted)
    record, game = _replayed(record, setting)
    if game.faults and _meets_unknown_letters(game):
        setting = by_letters(record, setting, shelf, wanted)
        record, game = _replayed(record, setting)
    result = compare(record, game)
    if setting.findings:
        result = dataclasses.replace(result, findings=(*setting.findings, *result.findings))
    return Verification(result, setting)


def _replayed(record: Record, setting: Setting) -> tuple[Record, Replay]:
    record = record.in_tiles(setting.tile_set)
    seats = max(2, len(record.seats))
    return record, replay(record.turns, setting.rules, setting.tile_set, setting.layout, seats)


def _meets_unknown_letters(game: Replay) -> bool:
    return any(
        fault.reason is Reason.UNKNOWN_TILE for faults in game.faults.values() for fault in faults
    )
