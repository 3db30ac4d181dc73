"""How the rounds of a division are to be paired, as the director planned it."""

from django.db import models
from django.db.models import F, Q

from tournament.engine.pairing.event_plan import PlannedRounds, Source
from tournament.models.event import Division


class PlanLine(models.Model):
    """Rounds in a row that are paired by one method with one set of options.

    `source` says which standings are used, as `Source.parse` of the engine reads it:
    `previous`, `one earlier`, `round 4`.
    """

    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="plan_lines")
    from_round = models.PositiveSmallIntegerField()
    to_round = models.PositiveSmallIntegerField()
    method = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    source = models.CharField(max_length=20)

    class Meta:
        ordering = ["from_round"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "from_round"], name="plan_line_once_a_round"
            ),
            models.CheckConstraint(
                condition=Q(from_round__lte=F("to_round")), name="plan_line_runs_forward"
            ),
        ]

    def __str__(self) -> str:
        return str(self.as_planned)

    @property
    def as_planned(self) -> PlannedRounds:
        """The line as the engine reads it. Raises `NoSuchSource` when it was tampered with."""
        return PlannedRounds(
            self.from_round, self.to_round, self.method, self.options, Source.parse(self.source)
        )
