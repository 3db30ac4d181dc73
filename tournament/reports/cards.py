"""Cards: several small papers of one kind on a page, to be cut apart, such as result slips and badges.

A card consists of lines of fields. The fields with a key form one row of the table in data files,
so all formats show the same figures. Fields to fill in by hand appear on paper only.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.utils.translation import gettext as _

from tournament.reports.tables import Align, Column, Group, Kind, ReportMistake, Table, Value


class FontSize(Enum):
    """The font size of a field."""

    SMALL = "small"
    PLAIN = "plain"
    LARGE = "large"
    HUGE = "huge"
    """As large as the available space allows."""


@dataclass(frozen=True, slots=True)
class CardField:
    """A value on a card below its small label.

    `key` is its column in data files; a field without a key appears on paper and pages only. `share` is
    its share of the width of the line, a whole number. `by_hand` leaves a box to write in.
    """

    key: str = ""
    label: str = ""
    value: Value = None
    kind: Kind = Kind.TEXT
    size: FontSize = FontSize.PLAIN
    share: int = 1
    side: Align = Align.LEFT
    bold: bool = False
    by_hand: bool = False
    is_code: bool = False
    """Whether the value is an address to draw as a QR code, as large as the available space allows."""
    has_branding: bool = False
    """Whether to add the logo beside the field and the sponsor line below it."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """Fields beside each other. `share` is the line's share of the height of the card."""

    fields: tuple[CardField, ...]
    share: int = 1
    rule: bool = False
    """Whether to draw a rule above the line."""

    @classmethod
    def centred(
        cls,
        value: Value,
        size: FontSize = FontSize.PLAIN,
        *,
        share: int = 1,
        key: str = "",
        **more: Any,
    ) -> CardLine:
        """Return a line with a single field in the middle. `more` are other properties of the field."""
        return cls((CardField(key, value=value, size=size, side=Align.CENTRE, **more),), share)


@dataclass(frozen=True, slots=True)
class Card:
    """A card with its lines from top to bottom. `code` is the address of a QR code in the top right corner."""

    lines: tuple[CardLine, ...]
    code: str = ""

    @property
    def fields(self) -> tuple[CardField, ...]:
        """Return the fields that appear in data files."""
        return tuple(
            field for line in self.lines for field in line.fields if field.key and not field.by_hand
        )


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards in a grid of `across` by `down` on each page, with lines to cut along between them.

    Raise `ReportMistake` if the cards do not have the same fields.
    """

    key: str
    cards: tuple[Card, ...]
    across: int = 1
    down: int = 1
    title: str = ""
    empty: str = ""
    """The message if there are no cards; empty for the default, "Nothing to show"."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "empty", self.empty or _("Nothing to show."))
        kinds = {tuple((field.key, field.kind) for field in card.fields) for card in self.cards}
        if len(kinds) > 1:
            raise ReportMistake(f"The cards of {self.key!r} do not hold the same fields.")

    @property
    def table(self) -> Table:
        """Return the table for data files, with a row for each card."""
        first = self.cards[0].fields if self.cards else ()
        columns = tuple(
            Column(field.key, field.label or field.key.replace("_", " ").capitalize(), field.kind)
            for field in first
        )
        rows = tuple(tuple(field.value for field in card.fields) for card in self.cards)
        return Table(
            self.key, columns, (Group(rows),), title=self.title, empty=self.empty, data_only=True
        )
