"""Rule sets: the rules that differ between tournament bodies.

Values without a confirmed source are listed in `unconfirmed`, so that no page presents them as
rules.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, get_type_hints

from scoring.engine.board.datafile import DataFileError, parse_data_file, typed_strings, typed_value


class RackSettlement(Enum):
    """The scoring of the tiles left on the racks after a player has gone out."""

    DOUBLE = "double"
    """The player who went out receives twice the value of the opponent's rack; the opponent loses nothing."""
    TRANSFER = "transfer"
    """Every other player loses the value of their rack; the player who went out receives the sum."""


class TieRule(Enum):
    """The result of a game with equal final scores."""

    HALF = "half"
    """Nobody wins; each player receives half a win."""
    PRE_ADJUSTMENT = "pre-adjustment"
    """The higher score before the racks were settled wins. If those are equal too, the win is shared."""


class ChallengeMode(Enum):
    """The cost of an unsuccessful challenge."""

    VOID = "void"
    """Invalid words cannot be played at all."""
    SINGLE = "single"
    """An unsuccessful challenge costs nothing."""
    DOUBLE = "double"
    """The challenger loses their next turn."""
    POINTS = "points"
    """`penalty_points` are given to the challenged player or taken from the challenger."""
    TRIPLE = "triple"
    """The challenger loses the game."""


class PenaltyTo(Enum):
    """The player whose score an unsuccessful challenge changes."""

    CHALLENGED = "challenged"
    """The points are added to the player whose play was challenged."""
    CHALLENGER = "challenger"
    """The points are taken from the player who challenged."""


class PenaltyPer(Enum):
    """The unit for which the points of an unsuccessful challenge are charged."""

    TURN = "turn"
    WORD = "word"


class CapEffect(Enum):
    """The effect of exceeding the overtime cap."""

    NONE = "none"
    LOSES = "loses"
    """The player loses the game."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One body's rules of the game. Times are in seconds unless the name says otherwise; 0 disables a limit."""

    key: str
    name: str
    players_min: int
    players_max: int
    tile_set: str
    layout: str
    rack_size: int
    bingo_bonus: int
    exchange_minimum: int
    """Minimum number of tiles that must be in the bag for an exchange."""
    scoreless_limit: int
    """Number of consecutive scoreless turns, by all players together, after which the game may end."""
    pass_limit: int
    """Number of consecutive passes by every player after which the game may end."""
    out_form: RackSettlement
    tie_rule: TieRule
    challenge: ChallengeMode
    penalty_points: int
    penalty_to: PenaltyTo
    penalty_per: PenaltyPer
    initial_seconds: int
    overtime_per_minute: int
    """Points charged for every started minute of overtime."""
    overtime_cap_minutes: int
    overtime_cap_effect: CapEffect
    lexicons: tuple[str, ...]
    """Prefixes of the lexicon names for which these rules are used."""
    unconfirmed: tuple[str, ...]
    """Names of the fields above whose values have no confirmed source."""

    @classmethod
    def from_toml(cls, text: str, key: str) -> RuleSet:
        """Parse the text of a rule set file; `key` is the name of the file without its suffix.

        Raise `DataFileError`, naming the file and the problem, if it is invalid.
        """
        source = f"rules/{key}.toml"
        kinds = get_type_hints(cls)
        names = [item.name for item in fields(cls) if item.name != "key"]
        data = parse_data_file(text, source, names)
        values: dict[str, Any] = {
            name: _read_value(data, name, kinds[name], source) for name in names
        }
        for name in values["unconfirmed"]:
            if name not in names:
                raise DataFileError(source, f"“unconfirmed” names “{name}”, which is no switch.")
        if not 1 <= values["players_min"] <= values["players_max"] <= 4:
            raise DataFileError(source, "“players_min” and “players_max” must be 1 to 4, in order.")
        if values["out_form"] is RackSettlement.DOUBLE and values["players_max"] > 2:
            raise DataFileError(source, "“out_form” double is for two players; use transfer.")
        return cls(key=key, **values)


def _read_value(data: dict[str, object], name: str, kind: type, source: str) -> object:
    if kind == tuple[str, ...]:
        return typed_strings(data, name, source)
    if issubclass(kind, Enum):
        text = typed_value(data, name, str, source)
        try:
            return kind(text)
        except ValueError:
            known = ", ".join(str(member.value) for member in kind)
            raise DataFileError(source, f"“{name}” is “{text}”; known: {known}.") from None
    number = typed_value(data, name, kind, source)
    if kind is int and number < 0:
        raise DataFileError(source, f"“{name}” must not be below 0.")
    return number
