"""How a division numbers its boards and gives its byes, whatever the method."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from tournament.engine.pairing.bye_order import ByeOrder


def _told(default: Any, label: str, text: str = "") -> Any:
    """A field with what the director reads beside it."""
    return field(default=default, metadata={"label": label, "help": text})


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """What the director chose once for all rounds of the division."""

    first_board: int = _told(
        1, "Boards begin with number", "Another division's boards may come first in the hall."
    )
    through: bool = _told(
        False,
        "Boards go on from the divisions before",
        "Each division then begins with the number after the last board of those above it.",
    )
    stay_put: bool = _told(
        False, "The higher-ranked of a pair stays at the board of the last round"
    )
    byes_top_down: bool = _told(
        False,
        "Byes go from the top of the standings down",
        "Otherwise the lowest with the fewest byes so far has it.",
    )
    byes_spared: int = _told(
        0, "Places spared from byes", "Who stands on them has the bye only when nobody else can."
    )
    byes_allowed: bool = _told(
        True, "An odd field has a bye", "Otherwise an odd number of players is not paired."
    )

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Seating":
        """The seating in stored `values`; what is not there is as usual."""
        known = {item.name for item in fields(cls)}
        return cls(**{key: value for key, value in values.items() if key in known})

    @property
    def bye_order(self) -> ByeOrder:
        """Who is asked first to take the bye."""
        return ByeOrder(self.byes_top_down, self.byes_spared)

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for storing; `of` reads them back."""
        return asdict(self)


AS_USUAL = Seating()
