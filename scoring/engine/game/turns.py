"""One go of a game, as it was recorded.

A turn is a named tuple, not a dataclass, because verifying an archive builds a quarter of a million
of them a second; it is as frozen, and its `repr` round-trips.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple


class Kind(Enum):
    """What a line of the record says was done; the value is the word used in files and pages."""

    PLAY = "play"
    """Tiles laid."""
    EXCHANGE = "exchange"
    """Tiles returned to the bag for others."""
    PASS = "pass"
    """Nothing done; also a turn lost to an unsuccessful challenge."""
    WITHDRAWN = "withdrawn"
    """The same player's play just before was challenged off: tiles back, the turn lost."""
    CHALLENGE_BONUS = "challenge_bonus"
    """Points for the player whose play was challenged in vain, or off the player who challenged."""
    OVERTIME = "overtime"
    """Points off for time."""
    END_RACK = "end_rack"
    """Points for or off the tiles left on a rack at the end."""
    ADJUSTMENT = "adjustment"
    """Points the director gives or takes, with a reason."""


PLAY, EXCHANGE, PASS, WITHDRAWN, CHALLENGE_BONUS, OVERTIME, END_RACK, ADJUSTMENT = Kind
"""The kinds by themselves, for code that is asked for a whole archive: on Python 3.11 an attribute of
an `Enum` costs ten times as much as a name."""


class Turn(NamedTuple):
    """One recorded go.

    `player` counts seats from 0. `coordinate` is ``8H`` or ``H8`` for a play, empty otherwise.
    `tiles` are the tiles of a play (``"."`` for one already on the board, or its letter), those
    exchanged, or those an `END_RACK` counts. `rack` is what the player held, as far as recorded;
    None is unknown. `exchanged` is the number of tiles exchanged when only that is known. `announced`
    and `total` are points as they were said or written; None is not recorded. `line` is the line
    of the file it came from, 0 if none. `remark` holds a director's reason.
    """

    kind: Kind
    player: int
    rack: Sequence[str] | None = None
    coordinate: str = ""
    tiles: Sequence[str] = ""
    announced: int | None = None
    total: int | None = None
    line: int = 0
    exchanged: int | None = None
    remark: str = ""
