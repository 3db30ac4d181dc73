"""Verify the text of a file: read, identify, replay, compare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scoring.engine.audit.audit import Audit, audit_replay
from scoring.engine.audit.findings import Code, Finding, Severity
from scoring.engine.audit.identify import (
    AvailableRules,
    RequestedKeys,
    Setting,
    identify,
    with_tile_set_from_letters,
)
from scoring.engine.board.layouts import Layout
from scoring.engine.board.tiles import TileSet
from scoring.engine.game.legality import Reason
from scoring.engine.game.record import Record
from scoring.engine.game.replay import Replay, replay
from scoring.engine.game.turns import TurnKind
from scoring.engine.gcg import Unreadable, read


class Verification(NamedTuple):
    """An audit, and the setting under which it was made."""

    audit: Audit
    setting: Setting


NO_REQUESTED_KEYS = RequestedKeys()
_SETTING_ERROR_CODES = {Code.PLAY_SCORE, Code.END_RACK_AMOUNT, Code.MORE_THAN_SET} | {
    reason.code for reason in Reason if reason.placement
}
"""Codes of errors that a wrong tile set or layout may cause. Errors of addition do not depend on either."""


def verify(
    text: str,
    available: AvailableRules,
    wanted: RequestedKeys = NO_REQUESTED_KEYS,
    odd: tuple[Finding, ...] = (),
) -> Verification:
    """Verify one recorded game; `odd` are the findings from decoding its file.

    Raise `gcg.Unreadable` if the text does not contain a game.
    """
    record = read(text)
    setting = identify(record, available, wanted)
    replayed = _split_and_replay(record, setting)
    return _add_decoding_findings(
        odd, _verification_of(record, replayed, setting, available, wanted)
    )


def verify_all(
    files: Iterable[tuple[str, tuple[Finding, ...]]],
    available: AvailableRules,
    wanted: RequestedKeys = NO_REQUESTED_KEYS,
) -> list[Verification | Unreadable]:
    """Verify many games, each given as its text and the findings from decoding it.

    This returns what `verify` returns for each game, but takes an eighth less time: each step is done
    for all games before the next begins, which suits the branch prediction of processors. An
    unreadable file is represented by its `Unreadable` error. All games are held in memory at once.
    """
    files = list(files)
    read_or_not = [_read_record(text) for text, _ in files]
    records = [record for record in read_or_not if isinstance(record, Record)]
    settings = [identify(record, available, wanted) for record in records]
    games = [
        _split_and_replay(record, setting)
        for record, setting in zip(records, settings, strict=True)
    ]
    judged = iter(
        [
            _verification_of(record, game, setting, available, wanted)
            for record, game, setting in zip(records, games, settings, strict=True)
        ]
    )
    return [
        record if isinstance(record, Unreadable) else _add_decoding_findings(odd, next(judged))
        for record, (_, odd) in zip(read_or_not, files, strict=True)
    ]


def matching_alternatives(
    done: Verification, available: AvailableRules
) -> Iterator[tuple[TileSet, Layout]]:
    """Yield the other pairs of tile set and layout under which the record has no errors.

    Nothing is yielded if the record has errors that do not depend on either.
    """
    record, now = _unsplit_record(done.audit.record), done.setting
    if any(
        finding.severity is Severity.ERROR and finding.code not in _SETTING_ERROR_CODES
        for finding in done.audit.findings
    ):
        return
    letters = {letter for turn in record.turns for letter in turn.tiles} - {".", "[", "]"}
    for tile_set in available.tile_sets.values():
        if not letters.issubset("".join(tile_set.units)):
            continue
        split = record.split_into_tiles(tile_set)
        for layout in available.layouts.values():
            if tile_set is now.tile_set and layout is now.layout:
                continue
            setting = now._replace(tile_set=tile_set, layout=layout)
            if _has_no_errors(split, setting):
                yield tile_set, layout


def _has_no_errors(record: Record, setting: Setting) -> bool:
    """Return whether the record has no errors under this setting, stopping at the first wrong play."""
    seats = max(2, len(record.seats))
    game = Replay(setting.rules, setting.tile_set, setting.layout, seats)
    for index, turn in enumerate(record.turns):
        game.add_turns((turn,))
        if turn.kind is TurnKind.PLAY and turn.announced not in (None, game.scores[index]):
            return False
    return not any(
        finding.severity is Severity.ERROR for finding in audit_replay(record, game).findings
    )


def _unsplit_record(record: Record) -> Record:
    """Return the record with racks and words as read, before a tile set split them."""
    turns = (
        turn._replace(
            rack=None if turn.rack is None else "".join(turn.rack), tiles="".join(turn.tiles)
        )
        for turn in record.turns
    )
    return record._replace(turns=tuple(turns))


def _read_record(text: str) -> Record | Unreadable:
    try:
        return read(text)
    except Unreadable as reason:
        return reason


def _split_and_replay(record: Record, setting: Setting) -> tuple[Record, Replay]:
    """Return the record split into tiles, and its replay."""
    record = record.split_into_tiles(setting.tile_set)
    seats = max(2, len(record.seats))
    return record, replay(record.turns, setting.rules, setting.tile_set, setting.layout, seats)


def _verification_of(
    as_read: Record,
    replayed: tuple[Record, Replay],
    setting: Setting,
    available: AvailableRules,
    wanted: RequestedKeys,
) -> Verification:
    """Return the verification of a replayed record, with another tile set if its letters require one.

    `as_read` is the record before it was split into tiles.
    """
    record, game = replayed
    if game.faults and _has_unknown_letters(game):
        setting = with_tile_set_from_letters(as_read, setting, available, wanted)
        record, game = _split_and_replay(as_read, setting)
    return Verification(audit_replay(record, game), setting)


def _add_decoding_findings(odd: tuple[Finding, ...], done: Verification) -> Verification:
    """Return the verification with the findings from decoding and identifying placed first."""
    if not odd and not done.setting.findings:
        return done
    findings = (*odd, *done.setting.findings, *done.audit.findings)
    return done._replace(audit=done.audit._replace(findings=findings))


def _has_unknown_letters(game: Replay) -> bool:
    return any(
        fault.reason in (Reason.UNKNOWN_TILE, Reason.RACK_UNKNOWN_TILE)
        for faults in game.faults.values()
        for fault in faults
    )
