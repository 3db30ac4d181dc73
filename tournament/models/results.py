"""Results as they were entered, every one of them for ever, and penalties."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.engine.results import GAMES, Outcome, shares, winners
from tournament.engine.standings import signed
from tournament.models.people import Entry
from tournament.models.rounds import Pairing


class ResultSource(models.TextChoices):
    """Where a result comes from."""

    TYPED = "typed", "typed"
    RECORDED = "recorded", "recorded on the score pad"
    IMPORTED = "imported", "read from a file"
    AWARDED = "awarded", "awarded with the pairing"


class Standing(models.TextChoices):
    """What a result entry is worth now."""

    COUNTS = "counts", "counts"
    BESIDE = "beside", "contradicts, not ruled on"
    SUPERSEDED = "superseded", "superseded"


OUTCOMES = [
    (Outcome.PLAYED.value, "Played"),
    (Outcome.FIRST_WINS.value, "First wins, whatever the scores"),
    (Outcome.SECOND_WINS.value, "Second wins, whatever the scores"),
    (Outcome.BYE.value, "Bye"),
    (Outcome.FIRST_FORFEITS.value, "First forfeits"),
    (Outcome.SECOND_FORFEITS.value, "Second forfeits"),
    (Outcome.BOTH_FORFEIT.value, "Both forfeit"),
    (Outcome.VOID.value, "Void"),
]


class ResultEntry(models.Model):
    """One result somebody entered or a recorded game gave. It is never changed, only superseded.

    For a game the scores are points; for anything else they are the spread awarded.
    At most one entry of a pairing counts; one that contradicts it may stand beside it.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="results")
    first_score = models.IntegerField()
    second_score = models.IntegerField()
    spread_only = models.BooleanField(default=False)
    """Only the spread is known: it stands as the first score, and the second is 0."""
    outcome = models.CharField(max_length=20, choices=OUTCOMES, default=Outcome.PLAYED.value)
    source = models.CharField(
        max_length=10, choices=ResultSource.choices, default=ResultSource.TYPED
    )
    standing = models.CharField(max_length=10, choices=Standing.choices, default=Standing.COUNTS)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    entered_at = models.DateTimeField()
    reason = models.CharField(max_length=300, blank=True)
    superseded_at = models.DateTimeField(null=True, blank=True)
    superseded_by = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="supersedes"
    )

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "result entries"
        constraints = [
            models.UniqueConstraint(
                fields=["pairing"],
                condition=Q(standing="counts"),
                name="one_result_counts",
            ),
        ]

    def __str__(self) -> str:
        if not self.is_game:
            return str(self.get_outcome_display())
        figures = f"{self.first_score}-{self.second_score}"
        if self.spread_only:
            figures = f"spread {signed(self.first_score)}"
        return figures if self.outcome == Outcome.PLAYED else f"{figures}, {self.winner_named}"

    @property
    def is_game(self) -> bool:
        """Whether two sat down and finished, so that the scores are points."""
        return self.outcome in GAMES

    @property
    def told_alone(self) -> str:
        """The same for somebody who has no opponent, and so is neither first nor second."""
        return "Forfeits" if self.outcome == Outcome.FIRST_FORFEITS else str(self)

    @property
    def winner_named(self) -> str:
        """Who wins where the scores do not say it: “first wins”, “second wins”; else empty."""
        return {Outcome.FIRST_WINS: "first wins", Outcome.SECOND_WINS: "second wins"}.get(
            Outcome(self.outcome), ""
        )

    @property
    def margin(self) -> int:
        """The first entry's spread."""
        return shares(self.outcome, self.first_score, self.second_score)[0].spread

    @property
    def opponent_margin(self) -> int:
        """The second entry's spread."""
        return shares(self.outcome, self.first_score, self.second_score)[1].spread

    @property
    def winners(self) -> tuple[int, ...]:
        """Who wins a game: (0,) the first entry, (1,) the second, (0, 1) a tie; () for what is no game."""
        return winners(self.outcome, self.first_score, self.second_score)


class Penalty(models.Model):
    """Spread taken from an entry in one round (negative) or given back, with the reason."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    round_number = models.PositiveSmallIntegerField()
    spread = models.IntegerField()
    reason = models.CharField(max_length=300, blank=True)
    """Why; empty only where a file that was imported does not say."""
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    entered_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round_number", "id"]
        verbose_name_plural = "penalties"

    def __str__(self) -> str:
        return f"{self.entry}: {self.spread} in round {self.round_number}"
