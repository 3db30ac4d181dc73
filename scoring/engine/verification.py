"""From the text of a file to its audit: read, identify, replay, compare."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.engine.audit import Audit, compare
from scoring.engine.findings import Finding
from scoring.engine.gcg import read
from scoring.engine.identify import Setting, Shelf, Wanted, by_letters, identify
from scoring.engine.layouts import Layout
from scoring.engine.legality import Reason
from scoring.engine.record import Record
from scoring.engine.replay import Replay, replay
from scoring.engine.tiles import TileSet
from scoring.engine.turns import Kind


@dataclass(frozen=True)
class Verification:
    """An audit and what it was made by."""

    audit: Audit
    setting: Setting


ANYTHING = Wanted()


def verify(
    text: str, shelf: Shelf, wanted: Wanted = ANYTHING, odd: tuple[Finding, ...] = ()
) -> Verification:
    """Verify one recorded game; `odd` is what decoding its file had to say.

    Raises `gcg.Unreadable` when there is no game in the text.
    """
    record = read(text)
    setting = identify(record, shelf, wanted)
    record, game = _replayed(record, setting)
    if game.faults and _meets_unknown_letters(game):
        setting = by_letters(record, setting, shelf, wanted)
        record, game = _replayed(record, setting)
    result = compare(record, game)
    if setting.findings or odd:
        findings = (*odd, *setting.findings, *result.findings)
        result = dataclasses.replace(result, findings=findings)
    return Verification(result, setting)


def others_that_fit(done: Verification, shelf: Shelf) -> Iterator[tuple[TileSet, Layout]]:
    """Other shipped tile sets and layouts under which no score of the record would differ."""
    record, now = done.audit.record, done.setting
    for layout in shelf.layouts.values():
        for tile_set in shelf.tile_sets.values():
            if (tile_set, layout) == (now.tile_set, now.layout):
                continue
            record, game = _replayed(
                record, dataclasses.replace(now, tile_set=tile_set, layout=layout)
            )
            if all(
                turn.announced in (None, score)
                for turn, score in zip(game.turns, game.scores, strict=True)
                if turn.kind in (Kind.PLAY, Kind.END_RACK)
            ) and not any(
                fault.reason.placement for found in game.faults.values() for fault in found
            ):
                yield tile_set, layout


def _replayed(record: Record, setting: Setting) -> tuple[Record, Replay]:
    record = record.in_tiles(setting.tile_set)
    seats = max(2, len(record.seats))
    return record, replay(record.turns, setting.rules, setting.tile_set, setting.layout, seats)


def _meets_unknown_letters(game: Replay) -> bool:
    return any(
        fault.reason is Reason.UNKNOWN_TILE for faults in game.faults.values() for fault in faults
    )
