"""Rating lists, and rated events."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.models.accounts import account_key
from scoring.models.facts import LoggedModel
from scoring.models.organisation import TenantModel
from tournament.engine.ratings.system import system_label
from tournament.models.club import Club
from tournament.models.event import Division
from tournament.models.people import Entry


class RatingList(TenantModel):
    """The ratings a body or a club published on a date. A list is never changed, only succeeded by a newer one.

    `system` is the key of the rating system; `source` describes where the list came from. A withdrawn
    list remains, with the time and the reason.
    """

    system = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="rating_lists", null=True, blank=True
    )
    """The club that keeps the list; null for the list of a rating body."""
    as_of = models.DateField()
    source = models.CharField(max_length=200)
    added_at = models.DateTimeField()
    added_by = account_key(blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_why = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-as_of", "-id"]

    def __str__(self) -> str:
        return f"{self.name}, {self.as_of}"

    @property
    def system_label(self) -> str:
        """The name of the list's rating system."""
        return system_label(self.system)


class ListedRating(models.Model):
    """One person on a list. `name_key` is the name for matching; `member` is the member number issued by the body."""

    on_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="rows")
    name = models.CharField(max_length=80)
    name_key = models.CharField(max_length=80, db_index=True)
    member = models.CharField(max_length=40, blank=True)
    rating = models.FloatField()
    games = models.PositiveIntegerField(null=True, blank=True)
    """The number of the person's career games; null if unknown."""
    deviation = models.FloatField(null=True, blank=True)
    volatility = models.FloatField(null=True, blank=True)
    last_played = models.DateField(null=True, blank=True)
    form = models.JSONField(default=list, blank=True)
    """The rating changes of the latest games, newest last, if the system uses them."""

    class Meta:
        ordering = ["-rating", "name"]
        indexes = [models.Index(fields=["on_list", "name_key"], name="listed_rating_by_name")]

    def __str__(self) -> str:
        return f"{self.name} {self.rating:g}"


class RatingRun(TenantModel):
    """Several events rated in date order into one new list. Undoing keeps the row, with the reason."""

    stood_on = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="runs")
    """The list on which the run is based."""
    made = models.OneToOneField(RatingList, on_delete=models.PROTECT, related_name="made_by_run")
    run_at = models.DateTimeField()
    run_by = account_key(blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_why = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-run_at", "-id"]

    def __str__(self) -> str:
        return str(self.made)


class Rating(LoggedModel):
    """A rating of a division by a system. Undoing keeps the row, with the time and the reason."""

    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="ratings")
    system = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    through = models.PositiveSmallIntegerField()
    """The last rated round."""
    stood_on = models.ForeignKey(
        RatingList, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    """The list with the ratings before the event; null for ratings from the entries or an unavailable list."""
    list_called = models.CharField(max_length=100, blank=True)
    """The name of the list in `stood_on`, for a computer without that list; empty if no list was used."""
    made = models.OneToOneField(
        RatingList, on_delete=models.PROTECT, related_name="made_by", null=True, blank=True
    )
    """The club's next list, which is `stood_on` with the changes applied; null if none was created."""
    run = models.ForeignKey(
        RatingRun, on_delete=models.PROTECT, related_name="ratings", null=True, blank=True
    )
    """The rating run that this rating belongs to, in which initial ratings come from the preceding events; null
    outside a run.
    """
    rated_at = models.DateTimeField()
    rated_by = account_key(blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_why = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-rated_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "system"],
                condition=Q(undone_at=None),
                name="division_rated_once_by_a_system",
            )
        ]

    def __str__(self) -> str:
        return _("{division} by {system}, through round {round}").format(
            division=self.division, system=system_label(self.system), round=self.through
        )


class RatingChange(LoggedModel):
    """One entry's rating change. `old` is null for an unrated player, and `new` is too if there are no rated games."""

    of = models.ForeignKey(Rating, on_delete=models.PROTECT, related_name="changes")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="rating_changes")
    old = models.FloatField(null=True, blank=True)
    new = models.FloatField(null=True, blank=True)
    games = models.PositiveSmallIntegerField()
    performance = models.PositiveSmallIntegerField(null=True, blank=True)
    deviation = models.FloatField(null=True, blank=True)
    volatility = models.FloatField(null=True, blank=True)
    form = models.JSONField(default=list, blank=True)
    came_with = models.JSONField(null=True, blank=True)
    """The figures known before the event other than the rating, by field name of `RatedPlayer`; null if not stored."""

    class Meta:
        ordering = ["entry__number"]
        constraints = [models.UniqueConstraint(fields=["of", "entry"], name="entry_once_a_rating")]

    def __str__(self) -> str:
        return _("{entry}: {old} to {new}").format(entry=self.entry, old=self.old, new=self.new)
