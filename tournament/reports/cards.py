"""Cards: many small papers of one kind on a page, to be cut apart; result slips, badges, signs.

A card is lines of fields. Its fields with a key are one row of the table data files carry, so the
figures are the same in every format; what is to be written by hand is on paper only.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from django.utils.translation import gettext as _

from tournament.reports.tables import (
    Align,
    Column,
    Group,
    Kind,
    ReportMistake,
    Table,
    Value,
)


class Size(Enum):
    """How large a field is set."""

    SMALL = "small"
    PLAIN = "plain"
    LARGE = "large"
    HUGE = "huge"
    """As large as its place allows."""


@dataclass(frozen=True, slots=True)
class CardField:
    """One figure or name of a card, under its small label.

    `key` is its column in data files; without one it is on paper and page only. `share` is its part
    of the width of its line, a whole number. `by_hand` leaves a box to write in.
    """

    key: str = ""
    label: str = ""
    value: Value = None
    kind: Kind = Kind.TEXT
    size: Size = Size.PLAIN
    share: int = 1
    side: Align = Align.LEFT
    bold: bool = False
    by_hand: bool = False
    is_code: bool = False
    """Whether the value is an address that is drawn as a QR code, as large as its place allows."""
    is_house: bool = False
    """Whether the club's picture stands beside it and the sponsor's line below it, where there are any."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """Fields beside each other. `share` is the line's part of the height of the card."""

    fields: tuple[CardField, ...]
    share: int = 1
    rule: bool = False
    """A line drawn above it."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card, from the top down; a `code` is the address of a QR code in its top right corner."""

    lines: tuple[CardLine, ...]
    code: str = ""

    @property
    def fields(self) -> tuple[CardField, ...]:
        """Return every field that data files carry."""
        return tuple(
            field for line in self.lines for field in line.fields if field.key and not field.by_hand
        )


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards `across` and `down` a page, with lines to cut along where there are several.

    Raises `ReportMistake` when the cards do not hold the same fields.
    """

    key: str
    cards: tuple[Card, ...]
    across: int = 1
    down: int = 1
    title: str = ""
    empty: str = ""
    """What is said where there are no cards; "Nothing to show." when nothing is given."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "empty", self.empty or _("Nothing to show."))
        kinds = {tuple((field.key, field.kind) for field in card.fields) for card in self.cards}
        if len(kinds) > 1:
            raise ReportMistake(f"The cards of {self.key!r} do not hold the same fields.")

    @property
    def table(self) -> Table:
        """Return the cards as data files have them: a row for each."""
        first = self.cards[0].fields if self.cards else ()
        columns = tuple(
            Column(field.key, field.label or field.key.replace("_", " ").capitalize(), field.kind)
            for field in first
        )
        rows = tuple(tuple(field.value for field in card.fields) for card in self.cards)
        return Table(
            self.key, columns, (Group(rows),), title=self.title, empty=self.empty, data_only=True
        )
