"""Results as players reported them, before the desk or the other player makes one of them the result."""

from django.db import models
from django.db.models import Q

from scoring.models.facts import Held
from scoring.models.guard import GUARDED, GuardedTable
from scoring.wording.phrases import scores_line
from tournament.models.people import Entry
from tournament.models.rounds import Pairing


class PlayerReport(Held):
    """A result as one of its two players reported it; what somebody reports anew replaces the earlier one.

    It is never changed, and it counts for nothing by itself: two that agree make a `ResultEntry`.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="reports")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="reports")
    """Who reported it."""
    first_score = models.IntegerField()
    second_score = models.IntegerField()
    at = models.DateTimeField()
    key = models.CharField(max_length=40)
    """Names the form that was sent, so that one sent twice is one report."""
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


_REPORTED = ("pairing_id", "entry_id", "first_score", "second_score")
GUARDED.append(
    GuardedTable(
        "tournament_playerreport",
        "What a player reported is neither changed nor removed: another report replaces it.",
        _REPORTED,
    )
)
