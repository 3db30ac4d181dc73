"""All results ever entered, and penalties."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.models.accounts import account_key
from scoring.models.facts import LoggedModel
from scoring.models.guard import GUARDED_TABLES, GuardedTable
from scoring.wording.phrases import format_signed, scores_line
from tournament.engine.results import GAMES, Outcome, result_values, winners
from tournament.models.people import Entry
from tournament.models.rounds import Pairing


class ResultSource(models.TextChoices):
    """The source of a result."""

    TYPED = "typed", _lazy("typed")
    RECORDED = "recorded", _lazy("recorded on the score pad")
    IMPORTED = "imported", _lazy("read from a file")
    REPORTED = "reported", _lazy("reported by the players")
    AWARDED = "awarded", _lazy("awarded with the pairing")


class ResultStatus(models.TextChoices):
    """The status of a result entry: it counts, contradicts the one that counts, or has been superseded."""

    COUNTS = "counts", _lazy("counts")
    BESIDE = "beside", _lazy("contradicts, no ruling yet")
    SUPERSEDED = "superseded", _lazy("superseded")


OUTCOME_CHOICES = [
    (Outcome.PLAYED.value, _lazy("Played")),
    (Outcome.FIRST_WINS.value, _lazy("First wins, whatever the scores")),
    (Outcome.SECOND_WINS.value, _lazy("Second wins, whatever the scores")),
    (Outcome.BYE.value, _lazy("Bye")),
    (Outcome.HALF_BYE.value, _lazy("Half bye")),
    (Outcome.FIRST_FORFEITS.value, _lazy("First forfeits")),
    (Outcome.SECOND_FORFEITS.value, _lazy("Second forfeits")),
    (Outcome.BOTH_FORFEIT.value, _lazy("Both forfeit")),
    (Outcome.VOID.value, _lazy("Void")),
]


class ResultEntry(LoggedModel):
    """One result, entered or from a recorded game. It is never changed, only superseded.

    For a game the scores are points, otherwise the awarded spread. At most one entry of a pairing
    counts; one that contradicts it may exist beside it.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="results")
    first_score = models.IntegerField()
    second_score = models.IntegerField()
    spread_only = models.BooleanField(default=False)
    """Whether only the spread is known: it is the first score, and the second is 0."""
    outcome = models.CharField(max_length=20, choices=OUTCOME_CHOICES, default=Outcome.PLAYED.value)
    source = models.CharField(
        max_length=10, choices=ResultSource.choices, default=ResultSource.TYPED
    )
    standing = models.CharField(
        max_length=10, choices=ResultStatus.choices, default=ResultStatus.COUNTS
    )
    entered_by = account_key(blank=True)
    entered_at = models.DateTimeField()
    reason = models.CharField(max_length=300, blank=True)
    corrects: "ResultEntry | None" = None
    """The entry that this one supersedes, set by the writer; not stored."""
    superseded_at = models.DateTimeField(null=True, blank=True)
    superseded_by = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="supersedes"
    )

    class Meta:
        ordering = ["id"]
        verbose_name_plural = _lazy("result entries")
        constraints = [
            models.UniqueConstraint(
                fields=["pairing"], condition=Q(standing="counts"), name="one_result_counts"
            )
        ]

    def __str__(self) -> str:
        if not self.is_game:
            return str(self.get_outcome_display())
        figures = scores_line((self.first_score, self.second_score), "-")
        if self.spread_only:
            figures = _("spread {spread}").format(spread=format_signed(self.first_score))
        sentence = {
            Outcome.FIRST_WINS: _("{figures}, first player wins"),
            Outcome.SECOND_WINS: _("{figures}, second player wins"),
        }.get(Outcome(self.outcome), "{figures}")
        return sentence.format(figures=figures)

    @property
    def is_game(self) -> bool:
        """Whether the game was played to the end, so that the scores are points."""
        return self.outcome in GAMES

    @property
    def label_without_opponent(self) -> str:
        """The result in words for an entry without an opponent, not called “first” or “second”."""
        return _("Forfeits") if self.outcome == Outcome.FIRST_FORFEITS else str(self)

    def label_for_players(self, first: str, second: str) -> str:
        """Return the result in words for two players with these names; a forfeit names the player."""
        forfeits = {Outcome.FIRST_FORFEITS: first, Outcome.SECOND_FORFEITS: second}
        name = forfeits.get(Outcome(self.outcome))
        return _("{player} forfeits").format(player=name) if name else str(self)

    @property
    def winner_label(self) -> str:
        """The winner if the scores do not show it: “first wins”, “second wins”; otherwise empty."""
        return {Outcome.FIRST_WINS: _("first wins"), Outcome.SECOND_WINS: _("second wins")}.get(
            Outcome(self.outcome), ""
        )

    @property
    def margin(self) -> int:
        """The first entry's spread."""
        return result_values(self.outcome, self.first_score, self.second_score)[0].spread

    @property
    def opponent_margin(self) -> int:
        """The second entry's spread."""
        return result_values(self.outcome, self.first_score, self.second_score)[1].spread

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners of a game: (0,) for the first entry, (1,) for the second, (0, 1) for a tie; else ()."""
        return winners(self.outcome, self.first_score, self.second_score)


class Penalty(LoggedModel):
    """Spread deducted from an entry in one round (negative) or given back (positive), with the reason."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    round_number = models.PositiveSmallIntegerField()
    spread = models.IntegerField()
    reason = models.CharField(max_length=300, blank=True)
    """The reason; empty only if an imported file gives none."""
    entered_by = account_key(blank=True)
    entered_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round_number", "id"]
        verbose_name_plural = _lazy("penalties")

    def __str__(self) -> str:
        return _("{entry}: {spread} in round {round}").format(
            entry=self.entry, spread=self.spread, round=self.round_number
        )


_GUARDED_COLUMNS = ("pairing_id", "first_score", "second_score", "spread_only", "outcome", "source")
GUARDED_TABLES.append(
    GuardedTable(
        "tournament_resultentry",
        "A result is neither changed nor removed: a correction supersedes it.",
        _GUARDED_COLUMNS,
    )
)
