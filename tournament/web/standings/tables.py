"""The list of prizes a director works with."""

from __future__ import annotations

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.tables import FigureColumn, Filter, ListTable, TextColumn
from scoring.wording.phrases import comma_list
from tournament.engine.prizes.award import Award
from tournament.engine.prizes.kind import all_kinds
from tournament.models import Division, Prize
from tournament.wording.plugins import name_of


@dataclass(frozen=True)
class CeremonyItem:
    """One prize of the ceremony with its award. Of prizes that are shared the `first` shows it."""

    prize: Prize
    title: str
    award: Award
    first: bool
    number: int
    is_last: bool

    @property
    def winner_names(self) -> str:
        """Who has the prize as it stands."""
        return comma_list(winner.name for winner in self.award.winners)


class PrizesTable(ListTable):
    """The prizes in the order of the ceremony."""

    key = "prizes"
    searched = ("title", "prize__value", "winner_names")
    always = ("title", "order")
    at_first_hidden = ("kind",)

    number = FigureColumn(verbose_name=_lazy("No."))
    title = TextColumn(verbose_name=_lazy("Prize"))
    kind = TextColumn(verbose_name=_lazy("Kind"), accessor="prize__kind")
    division = TextColumn(
        verbose_name=_lazy("For"), accessor="prize__division", empty_values=(), order_by="number"
    )
    value = TextColumn(verbose_name=_lazy("Worth"), accessor="prize__value", empty_values=())
    winners = TextColumn(
        verbose_name=_lazy("As it stands"),
        empty_values=(),
        order_by="winner_names",
        wraps=True,
    )
    order = TextColumn(
        verbose_name=_lazy("Order"), empty_values=(), orderable=False, exclude_from_export=True
    )

    def mark_of(self, record: CeremonyItem) -> str:
        """The key of the prize."""
        return str(record.prize.pk)

    def marked_name(self, record: CeremonyItem) -> str:
        """What is read aloud of the box that marks the prize."""
        return _("Mark {name}").format(name=record.title)

    def render_title(self, record: CeremonyItem, value: str) -> SafeString:
        """The prize, with the way to it."""
        address = reverse("prize", args=[record.prize.event.slug, record.prize.pk])
        return format_html('<a href="{}">{}</a>', address, value)

    def value_title(self, value: str) -> str:
        """The prize, for a file."""
        return value

    def render_kind(self, record: CeremonyItem) -> str:
        """The name of its kind."""
        return name_of(all_kinds()[record.prize.kind])

    def render_division(self, record: CeremonyItem) -> str:
        """Whom it is for."""
        return str(record.prize.division or _("all"))

    def render_value(self, record: CeremonyItem) -> str:
        """What it is worth, and whether who has it gets no other."""
        exclusive = _("exclusive") if record.prize.exclusive else ""
        return comma_list(filter(None, (record.prize.value, exclusive)))

    def render_winners(self, record: CeremonyItem) -> str:
        """Who has it as it stands, and for what."""
        return render_to_string("tournament/standings/_winners.html", {"item": record})

    def value_winners(self, record: CeremonyItem) -> str:
        """Who has it as it stands, for a file."""
        return record.winner_names

    def render_order(self, record: CeremonyItem) -> str:
        """The buttons that move it in the ceremony."""
        if record.prize.event.closed_at:
            return ""
        return render_to_string(
            "tournament/standings/_prize_order.html", {"item": record}, request=self.request
        )


def prize_filters(divisions: list[Division]) -> list[Filter]:
    """What narrows the list of prizes, as far as there is something to choose between."""
    if len(divisions) < 2:
        return []
    choices = [(row.slug, row.name) for row in divisions]
    return [
        Filter(
            "division",
            _("Division"),
            choices,
            lambda row, key: row.prize.division is None or row.prize.division.slug == key,
        )
    ]
