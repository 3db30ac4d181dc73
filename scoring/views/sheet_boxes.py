"""The boxes for typing the columns of the players' sheets, with the problems of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _lazy

from scoring.actions.disputes import TypedColumn
from scoring.engine.dispute.columns import MAX_CHARACTERS, Column, ColumnKind, ColumnProblem
from scoring.queries.disputes import ColumnPosition

COLUMN_KIND_CHOICES = (
    ("", _lazy("detect automatically")),
    ("scores", _lazy("turn scores")),
    ("totals", _lazy("running totals")),
    ("both", _lazy("score and total")),
)


@dataclass(frozen=True)
class ColumnBox:
    """One column to type: the keeper of its sheet, the player whose scores it contains, and its figures."""

    place: ColumnPosition
    owner: str
    text: str
    holds: str
    problems: tuple[ColumnProblem, ...]
    read_as: str
    """The detected meaning of the figures if none was chosen, otherwise empty."""

    @property
    def name(self) -> str:
        """The name of the form field."""
        return f"column-{self.place}"

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """Possible meanings of a lone figure: value, label, and whether it is selected."""
        return [(value, str(label), value == self.holds) for value, label in COLUMN_KIND_CHOICES]


@dataclass(frozen=True)
class SheetBoxes:
    """The boxes for one player's sheet."""

    keeper: str
    boxes: tuple[ColumnBox, ...]


def typed_columns(data: QueryDict, seats: int) -> dict[ColumnPosition, TypedColumn]:
    """Return the submitted columns by position; other submitted fields are ignored."""
    columns = {}
    for place in _column_positions(seats):
        text = data.get(f"column-{place}")
        if text is not None:
            holds = data.get(f"holds-{place}", "")
            known = {kind.value: kind for kind in ColumnKind}
            # Longer texts are refused anyway; this limits the text shown again.
            columns[place] = TypedColumn(str(text)[: 2 * MAX_CHARACTERS], known.get(str(holds)))
    return columns


def boxes_of_sheets(
    names: Sequence[str],
    typed: Mapping[ColumnPosition, TypedColumn],
    problems: Mapping[ColumnPosition, Sequence[ColumnProblem]] | None = None,
    read: Mapping[ColumnPosition, Column] | None = None,
) -> list[SheetBoxes]:
    """Return the boxes of every sheet, filled with the typed columns."""
    labels = dict(COLUMN_KIND_CHOICES)
    sheets = []
    for keeper, keeper_name in enumerate(names, 1):
        own_boxes = []
        for seat, owner in enumerate(names, 1):
            place = ColumnPosition(keeper, seat)
            written = typed.get(place, TypedColumn(""))
            column = (read or {}).get(place)
            own_boxes.append(
                ColumnBox(
                    place=place,
                    owner=owner,
                    text=written.text,
                    holds=written.holds.value if written.holds else "",
                    problems=tuple((problems or {}).get(place, ())),
                    read_as=""
                    if column is None or written.holds
                    else str(labels[column.holds.value]),
                )
            )
        sheets.append(SheetBoxes(keeper_name, tuple(own_boxes)))
    return sheets


def _column_positions(seats: int) -> list[ColumnPosition]:
    numbers = range(1, seats + 1)
    return [ColumnPosition(keeper, seat) for keeper in numbers for seat in numbers]
