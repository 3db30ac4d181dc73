"""The switches in which tournament bodies differ, one value of them a body.

Source: the table of rule sets in the project's facts on the rules. What is not confirmed there is
listed in `unconfirmed`, so that no screen prints it as a rule.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, get_type_hints

from scoring.engine.board.datafile import DataFileError, parse, texts, typed


class OutForm(Enum):
    """What the tiles left on the racks do when somebody has gone out."""

    DOUBLE = "double"
    """The player who went out receives twice the opponent's rack; the opponent keeps his score."""
    TRANSFER = "transfer"
    """Every other player loses his rack; the player who went out receives their sum."""


class TieRule(Enum):
    """Who wins when the final scores are equal."""

    HALF = "half"
    """Nobody: half a win each."""
    PRE_ADJUSTMENT = "pre-adjustment"
    """The player with the higher score before the racks were settled; equal there too: shared."""


class ChallengeMode(Enum):
    """What an unsuccessful challenge costs."""

    VOID = "void"
    """Invalid words cannot be played at all."""
    SINGLE = "single"
    """Nothing."""
    DOUBLE = "double"
    """The challenger's next turn."""
    POINTS = "points"
    """`penalty_points`, to the challenged player or off the challenger."""
    TRIPLE = "triple"
    """The game."""


class PenaltyTo(Enum):
    """Where the points of an unsuccessful challenge go."""

    CHALLENGED = "challenged"
    """Added to the player whose play was challenged."""
    CHALLENGER = "challenger"
    """Taken off the player who challenged."""


class PenaltyPer(Enum):
    """What the points of an unsuccessful challenge are counted for."""

    TURN = "turn"
    WORD = "word"


class CapEffect(Enum):
    """What happens beyond the overtime cap."""

    NONE = "none"
    LOSES = "loses"
    """The player loses the game."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One body's rules of the game. Counts of tiles and turns; times in seconds; 0 switches a limit off."""

    key: str
    name: str
    players_min: int
    players_max: int
    tile_set: str
    layout: str
    rack_size: int
    bingo_bonus: int
    exchange_minimum: int
    """Tiles that must be in the bag to exchange."""
    scoreless_limit: int
    """Turns worth nothing in a row, all players together, after which the game may end."""
    pass_limit: int
    """Passes in a row by every player after which the game may end."""
    out_form: OutForm
    tie_rule: TieRule
    challenge: ChallengeMode
    penalty_points: int
    penalty_to: PenaltyTo
    penalty_per: PenaltyPer
    initial_seconds: int
    overtime_per_minute: int
    """Points for every started minute of overtime."""
    overtime_cap_minutes: int
    overtime_cap_effect: CapEffect
    lexicons: tuple[str, ...]
    """Beginnings of lexicon names that go with these rules."""
    unconfirmed: tuple[str, ...]
    """Names of the fields above that no rule text was found for."""

    @classmethod
    def from_toml(cls, text: str, key: str) -> RuleSet:
        """Read one rule set file; raise `DataFileError` naming file and key."""
        source = f"rules/{key}.toml"
        kinds = get_type_hints(cls)
        names = [item.name for item in fields(cls) if item.name != "key"]
        data = parse(text, source, names)
        values: dict[str, Any] = {name: _read(data, name, kinds[name], source) for name in names}
        for name in values["unconfirmed"]:
            if name not in names:
                raise DataFileError(source, f"“unconfirmed” names “{name}”, which is no switch.")
        if not 1 <= values["players_min"] <= values["players_max"] <= 4:
            raise DataFileError(source, "“players_min” and “players_max” must be 1 to 4, in order.")
        if values["out_form"] is OutForm.DOUBLE and values["players_max"] > 2:
            raise DataFileError(source, "“out_form” double is for two players; use transfer.")
        return cls(key=key, **values)


def _read(data: dict[str, object], name: str, kind: type, source: str) -> object:
    if kind == tuple[str, ...]:
        return texts(data, name, source)
    if issubclass(kind, Enum):
        text = typed(data, name, str, source)
        try:
            return kind(text)
        except ValueError:
            known = ", ".join(str(member.value) for member in kind)
            raise DataFileError(source, f"“{name}” is “{text}”; known: {known}.") from None
    number = typed(data, name, kind, source)
    if kind is int and number < 0:
        raise DataFileError(source, f"“{name}” must not be below 0.")
    return number
