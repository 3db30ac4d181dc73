"""Convert findings to JSON values for storage, as codes with parameters, and restore their messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from scoring.engine.audit.findings import Finding, Severity
from scoring.engine.board.layouts import Premium
from scoring.engine.board.proof import Proof, TileProof, WordProof
from scoring.engine.board.squares import Square
from scoring.engine.message import Message


def finding_as_json(finding: Finding) -> dict[str, Any]:
    """Return a finding as JSON values for storage; `message_from_json` restores its messages."""
    return {
        "line": finding.line,
        "error": finding.severity is Severity.ERROR,
        "message": message_as_json(finding.message),
        "slips": [message_as_json(slip) for slip in finding.likely_slips],
    }


def message_from_json(value: Any) -> Message:
    """Return the message that `message_as_json` stored. Raise `ValueError` if the value is not a stored message."""
    with suppress(LookupError, TypeError, AttributeError):  # a damaged parameter
        match _from_json(value):
            case Message() as message:
                return message
    raise ValueError(f"{value!r} is no code with parameters")


def message_as_json(value: Any) -> Any:
    """Return a message or a parameter as JSON values; `message_from_json` restores types unknown to JSON."""
    match value:
        case Message():
            params = {key: message_as_json(part) for key, part in value.params.items()}
            return {"code": value.code, "params": params}
        case Premium():
            return {"premium": value.name}
        case Square():
            return {"square": str(value)}
        case Proof():
            words = [
                [word.text, [_tile_as_json(tile) for tile in word.tiles], *word[2:]]
                for word in value.words
            ]
            return {"proof": [words, value.bingo, value.total]}
        case tuple() | list():
            return [message_as_json(part) for part in value]
    return value


def _tile_as_json(tile: TileProof) -> list[Any]:
    premium = tile.premium.name if tile.premium else None
    return [tile.face, str(tile.square), tile.value, tile.new, premium]


def _from_json(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_from_json, value))
    if not isinstance(value, dict):
        return value
    match value:
        case {"code": str(code), "params": dict(params)}:
            return Message(code, **{key: _from_json(part) for key, part in params.items()})
    if len(value) == 1:
        ((kind, inner),) = value.items()
        if kind in VALUE_PARSERS:
            return VALUE_PARSERS[kind](inner)
    raise ValueError(f"{value!r} is no parameter of a message")


def _parse_proof(value: Any) -> Proof:
    words, bingo, total = value
    return Proof(tuple(map(_parse_word, words)), bingo, total)


def _parse_word(value: Any) -> WordProof:
    text, tiles, *figures = value
    return WordProof(text, tuple(map(_parse_tile, tiles)), *figures)


def _parse_tile(value: Any) -> TileProof:
    face, square, points, new, premium = value
    return TileProof(face, Square.parse(square), points, new, Premium[premium] if premium else None)


VALUE_PARSERS: Mapping[str, Callable[[Any], Any]] = {
    "premium": lambda name: Premium[name],
    "square": Square.parse,
    "proof": _parse_proof,
}
"""The functions that restore values of types unknown to JSON, by the key of the stored object."""
