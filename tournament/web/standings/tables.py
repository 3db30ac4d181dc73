"""The director's list of prizes."""

from __future__ import annotations

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.tables import FigureColumn, ListFilter, ListTable, TextColumn
from scoring.wording.phrases import comma_list
from tournament.engine.prizes.award import Award
from tournament.engine.prizes.kind import all_kinds
from tournament.models import Division, Prize
from tournament.wording.plugins import name_of


@dataclass(frozen=True)
class CeremonyItem:
    """A prize in the ceremony with its award.

    If several prizes share an award, `first` is true for the one that shows it.
    """

    prize: Prize
    title: str
    award: Award
    first: bool
    number: int
    is_last: bool

    @property
    def winner_names(self) -> str:
        """The current winners' names, separated by commas."""
        return comma_list(winner.name for winner in self.award.winners)


class PrizesTable(ListTable):
    """The prizes in ceremony order."""

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
        verbose_name=_lazy("Currently"), empty_values=(), order_by="winner_names", wraps=True
    )
    order = TextColumn(
        verbose_name=_lazy("Order"), empty_values=(), orderable=False, exclude_from_export=True
    )

    def checkbox_value(self, record: CeremonyItem) -> str:
        """Return the primary key of the prize."""
        return str(record.prize.pk)

    def checkbox_label(self, record: CeremonyItem) -> str:
        """Return the accessible label of the prize's checkbox."""
        return _("Select {name}").format(name=record.title)

    def render_title(self, record: CeremonyItem, value: str) -> SafeString:
        """Return the prize's title as a link to its page."""
        address = reverse("prize", args=[record.prize.event.slug, record.prize.pk])
        return format_html('<a href="{}">{}</a>', address, value)

    def value_title(self, value: str) -> str:
        """Return the prize's title, for a file."""
        return value

    def render_kind(self, record: CeremonyItem) -> str:
        """Return the name of the prize's kind."""
        return name_of(all_kinds()[record.prize.kind])

    def render_division(self, record: CeremonyItem) -> str:
        """Return the division, or “all” for a prize of all divisions."""
        return str(record.prize.division or _("all"))

    def render_value(self, record: CeremonyItem) -> str:
        """Return the prize's value, and a note if the prize is exclusive."""
        exclusive = _("exclusive") if record.prize.exclusive else ""
        return comma_list(filter(None, (record.prize.value, exclusive)))

    def render_winners(self, record: CeremonyItem) -> str:
        """Return the current winners and their achievements."""
        return render_to_string("tournament/standings/_winners.html", {"item": record})

    def value_winners(self, record: CeremonyItem) -> str:
        """Return the current winners, for a file."""
        return record.winner_names

    def render_order(self, record: CeremonyItem) -> str:
        """Return the buttons that move the prize in the ceremony, or an empty string in a closed event."""
        if record.prize.event.closed_at:
            return ""
        return render_to_string(
            "tournament/standings/_prize_order.html", {"item": record}, request=self.request
        )


def prize_filters(divisions: list[Division]) -> list[ListFilter]:
    """Return a list with the filter by division, or an empty list for fewer than two divisions.

    Prizes that belong to no single division match every choice.
    """
    if len(divisions) < 2:
        return []
    choices = [(row.slug, row.name) for row in divisions]
    return [
        ListFilter(
            "division",
            _("Division"),
            choices,
            lambda row, key: row.prize.division is None or row.prize.division.slug == key,
        )
    ]
