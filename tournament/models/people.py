"""People, and their entries in divisions."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.models.accounts import account_key
from scoring.models.facts import LoggedModel
from scoring.models.organisation import TenantModel
from tournament.engine.entrants import last_active_round
from tournament.models.event import Division, Event


class Player(TenantModel):
    """A person. `name_key` is the name without case and extra spaces, for matching.

    A duplicate remains as a row that refers to the person it was merged into.
    """

    name = models.CharField(max_length=80)
    sort_name = models.CharField(max_length=84)
    name_key = models.CharField(max_length=80, db_index=True)
    created_at = models.DateTimeField()
    is_minor = models.BooleanField(default=False)
    """Whether the person is a minor; the event decides how a minor's name appears in public."""
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["sort_name"]
        indexes = [
            models.Index(fields=["organisation", "sort_name", "id"], name="player_by_sort_name")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def narrow_name(self) -> tuple[str, str]:
        """The family name and the initial of the given name, or the full name and "" if it cannot be divided."""
        family, _, rest = self.sort_name.partition(", ")
        return (family, f"{rest[0]}.") if rest else (self.name, "")


class Entry(LoggedModel):
    """A person in a division, with a permanent number.

    `withdrawn_after` is the last round the entry plays; null while it is active. `arrived_at` is the
    time of check-in; null before it.
    """

    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    rating = models.PositiveSmallIntegerField(null=True, blank=True)
    member = models.CharField(max_length=40, blank=True, default="")
    """The member number issued by the body that rates the event; empty if unknown."""
    career_games = models.PositiveIntegerField(null=True, blank=True)
    """The number of career games before the event; null if unknown."""
    withdrawn_after = models.PositiveSmallIntegerField(null=True, blank=True)
    rounds_after_leaving = models.CharField(max_length=8, blank=True, default="")
    """The result of the rounds after withdrawal (forfeit or void); if empty, the event's rules decide."""
    fixed_board = models.PositiveSmallIntegerField(null=True, blank=True)
    rating_class = models.CharField(max_length=20, blank=True)
    team = models.CharField(max_length=40, blank=True)
    owes = models.CharField(max_length=40, blank=True)
    """The amount still to be paid, in the director's words; empty if nothing is due."""
    paid_at = models.DateTimeField(null=True, blank=True)
    by_initials = models.BooleanField(default=False)
    """Whether only the initials appear in public, at the player's request."""
    added_at = models.DateTimeField()
    arrived_at = models.DateTimeField(null=True, blank=True)
    extras = models.JSONField(default=dict, blank=True)
    """Fields of the imported file that have no use here, stored for export."""
    is_missing: bool
    """Whether the entry is neither checked in nor seated in a round past its draft.

    Set by `entries_with_attendance`; not a column.
    """

    class Meta:
        ordering = ["number"]
        verbose_name_plural = _lazy("entries")
        constraints = [
            models.UniqueConstraint(
                fields=["division", "number"], name="entry_number_once_a_division"
            ),
            models.UniqueConstraint(fields=["division", "player"], name="player_once_a_division"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"

    @property
    def name(self) -> str:
        """The player's name."""
        return self.player.name

    @property
    def missed_round_outcome(self) -> str:
        """The result of the rounds after withdrawal: forfeit or void."""
        return self.rounds_after_leaving or self.division.event.rules.rounds_after_leaving

    @property
    def left_after(self) -> int | None:
        """The last round the entry took part in (0 for none); None while it is active."""
        return last_active_round(self.withdrawn_after, self.extras.get("left"))


class KeepApart(LoggedModel):
    """Two people in an event who should not meet. Only the director sees such pairs.

    With `is_hard` they never meet, otherwise only if unavoidable. They are kept apart until `ended_at`,
    which is null while they still are.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="kept_apart")
    one = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    is_hard = models.BooleanField(default=True)
    reason = models.CharField(max_length=300, blank=True)
    added_by = account_key(blank=True)
    added_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["one__sort_name", "id"]
        verbose_name_plural = _lazy("pairs kept apart")
        constraints = [
            models.CheckConstraint(
                condition=~Q(one=F("other")), name="nobody_kept_apart_from_himself"
            )
        ]

    def __str__(self) -> str:
        return _("{one} and {other}").format(one=self.one, other=self.other)
