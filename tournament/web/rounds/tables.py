"""The lines of a plan as a list."""

from __future__ import annotations

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.tables import FigureColumn, ListTable, TextColumn
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.engine.pairing.method import all_methods
from tournament.wording.methods import (
    method_label,
    options_in_words,
    repeats_in_words,
    source_label,
)


@dataclass(frozen=True)
class PlanRow:
    """One line of the plan in words."""

    rounds: str
    method: str
    source: str
    repeats: str
    options: str
    why: str = ""
    from_round: int = 0
    to_round: int = 0
    is_open: bool = False
    """Whether any of the line's rounds is unpublished."""

    @property
    def mark(self) -> str:
        """The first and last round, which identify the line in its list."""
        return f"{self.from_round}-{self.to_round}"

    @property
    def open_rounds(self) -> str:
        """The unpublished rounds of an open line, as `4` or `4–10` with an en dash."""
        first, last = self.from_round, self.to_round
        return str(first) if first == last else f"{first}\N{EN DASH}{last}"

    @classmethod
    def from_line(cls, line: PlannedRounds, first_open: int, why: str = "") -> PlanRow:
        """Return the line in words; `source` is empty if the method does not use standings."""
        method = all_methods().get(line.method)
        ranks = method is None or method.uses_standings
        return cls(
            line.rounds,
            method_label(line.method),
            source_label(line.source) if ranks else "",
            repeats_in_words(line.method, line.options),
            options_in_words(
                line.method, {name: line.options[name] for name in line.options if name != "again"}
            ),
            why,
            max(line.from_round, first_open),
            line.to_round,
            line.to_round >= first_open,
        )


class PlanTable(ListTable):
    """The lines of a plan in the order of rounds."""

    key = "plan"
    always = ("rounds", "change")
    marked_by = "mark"

    rounds = FigureColumn(verbose_name=_lazy("Rounds"), order_by="from_round")
    method = TextColumn(verbose_name=_lazy("Method"), wraps=True)
    source = TextColumn(verbose_name=_lazy("Uses standings after"))
    repeats = TextColumn(verbose_name=_lazy("Repeats"))
    change = TextColumn(
        verbose_name=_lazy("Change"), empty_values=(), orderable=False, exclude_from_export=True
    )

    def checkbox_label(self, record: PlanRow) -> str:
        """Return the accessible label of the line's checkbox."""
        return _("Select rounds {rounds}").format(rounds=record.rounds)

    def render_method(self, record: PlanRow) -> str:
        """Return the method with its options."""
        return f"{record.method}, {record.options}" if record.options else record.method

    def render_change(self, record: PlanRow) -> str:
        """Return the buttons that change or remove the line."""
        return render_to_string("tournament/rounds/_plan_change.html", {"line": record})
