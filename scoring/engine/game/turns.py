"""One turn of a game, as it was recorded.

A turn is a named tuple, not a dataclass, because verifying an archive builds a quarter of a million
of them a second. It is just as immutable, and its `repr` round-trips.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple


class TurnKind(Enum):
    """The kind of a turn. The value is the word used in files and on pages."""

    PLAY = "play"
    """Tiles were laid."""
    EXCHANGE = "exchange"
    """Tiles were exchanged for tiles from the bag."""
    PASS = "pass"
    """A pass, or a turn lost to an unsuccessful challenge."""
    WITHDRAWN = "withdrawn"
    """The same player's previous play was challenged off: the tiles are returned and the turn is lost."""
    CHALLENGE_BONUS = "challenge_bonus"
    """Points given to the unsuccessfully challenged player, or taken from the challenger."""
    OVERTIME = "overtime"
    """Points deducted for overtime."""
    END_RACK = "end_rack"
    """Points added or deducted for the tiles left on a rack at the end."""
    ADJUSTMENT = "adjustment"
    """Points that the director adds or deducts, with a reason."""


PLAY, EXCHANGE, PASS, WITHDRAWN, CHALLENGE_BONUS, OVERTIME, END_RACK, ADJUSTMENT = TurnKind
"""The kinds as module-level names, for code that runs over whole archives.

On Python 3.11, looking up an attribute of an `Enum` takes ten times as long as looking up a name.
"""


class Turn(NamedTuple):
    """One recorded turn.

    `player` counts seats from 0. `coordinate` is ``8H`` or ``H8`` for a play and empty otherwise.
    `tiles` are the tiles of a play (``"."`` for one already on the board, or its letter), the
    exchanged tiles, or the tiles counted by an `END_RACK`. `rack` is the recorded rack, or None if
    unknown. `exchanged` is the number of tiles exchanged if only that is known. `announced` and
    `total` are points as announced or written, or None if not recorded. `line` is the line in the
    file, or 0 without a file. `remark` is a remark or a director's reason.
    """

    kind: TurnKind
    player: int
    rack: Sequence[str] | None = None
    coordinate: str = ""
    tiles: Sequence[str] = ""
    announced: int | None = None
    total: int | None = None
    line: int = 0
    exchanged: int | None = None
    remark: str = ""
