"""Results reported by players, before the desk or the opponent confirms them."""

from django.db import models
from django.db.models import Q

from scoring.models.facts import LoggedModel
from scoring.models.guard import GUARDED_TABLES, GuardedTable
from scoring.wording.phrases import scores_line
from tournament.models.people import Entry
from tournament.models.rounds import Pairing


class PlayerReport(LoggedModel):
    """A result reported by one of the two players; a new report replaces the player's earlier one.

    A report itself never counts: it creates a `ResultEntry` if the opponent's report agrees, or at once
    if the event's rules say so. Only `replaced_at` of a report ever changes.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="reports")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="reports")
    """The entry that reported the result."""
    first_score = models.IntegerField()
    second_score = models.IntegerField()
    at = models.DateTimeField()
    key = models.CharField(max_length=40)
    """The key of the submitted form, so that a repeated submission creates a single report."""
    at_kiosk = models.BooleanField(default=False)
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "entry"],
                condition=Q(replaced_at=None),
                name="one_report_a_player",
            ),
            models.UniqueConstraint(fields=["entry", "key"], name="one_report_a_form"),
        ]

    def __str__(self) -> str:
        return scores_line((self.first_score, self.second_score), "-")


_GUARDED_COLUMNS = ("pairing_id", "entry_id", "first_score", "second_score")
GUARDED_TABLES.append(
    GuardedTable(
        "tournament_playerreport",
        "What a player reported is neither changed nor removed: another report replaces it.",
        _GUARDED_COLUMNS,
    )
)
