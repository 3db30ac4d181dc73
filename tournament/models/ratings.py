"""Lists of ratings, and events that have been rated."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.models.facts import Held
from scoring.models.organisation import Owned
from tournament.engine.ratings.system import system_label
from tournament.models.club import Club
from tournament.models.event import Division
from tournament.models.people import Entry


class RatingList(Owned):
    """The ratings a body or a club published on a day. A list is never changed; a later one is newer.

    `system` is the key of the rating system, `source` where the list came from, in words. A list that
    was taken back stays, with the time and the reason.
    """

    system = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="rating_lists", null=True, blank=True
    )
    """The club whose own list it is; null: a body's."""
    as_of = models.DateField()
    source = models.CharField(max_length=200)
    added_at = models.DateTimeField()
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_why = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-as_of", "-id"]

    def __str__(self) -> str:
        return f"{self.name}, {self.as_of}"

    @property
    def system_label(self) -> str:
        """The name of its system."""
        return system_label(self.system)


class ListedRating(models.Model):
    """One person on a list. `name_key` is the name as people are found by; `member` the body's number."""

    on_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="rows")
    name = models.CharField(max_length=80)
    name_key = models.CharField(max_length=80, db_index=True)
    member = models.CharField(max_length=40, blank=True)
    rating = models.FloatField()
    games = models.PositiveIntegerField(null=True, blank=True)
    """Rated games of the person so far; null where it is not known."""
    deviation = models.FloatField(null=True, blank=True)
    volatility = models.FloatField(null=True, blank=True)
    last_played = models.DateField(null=True, blank=True)
    form = models.JSONField(default=list, blank=True)
    """The rating changes of the last games, the latest last, where the system uses them."""

    class Meta:
        ordering = ["-rating", "name"]
        indexes = [models.Index(fields=["on_list", "name_key"], name="listed_rating_by_name")]

    def __str__(self) -> str:
        return f"{self.name} {self.rating:g}"


class RatingRun(Owned):
    """Several events rated in the order of their days into one new list. Undoing keeps the row, with the reason."""

    stood_on = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="runs")
    """The list the run began from."""
    made = models.OneToOneField(RatingList, on_delete=models.PROTECT, related_name="made_by_run")
    run_at = models.DateTimeField()
    run_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_why = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-run_at", "-id"]

    def __str__(self) -> str:
        return str(self.made)


class Rating(Held):
    """A division rated once by a system. Undoing keeps the row, with the time and the reason."""

    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="ratings")
    system = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    through = models.PositiveSmallIntegerField()
    """The last round that was rated."""
    stood_on = models.ForeignKey(
        RatingList, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    """The list the ratings before come from; null: the entries, or a list that is not here."""
    list_called = models.CharField(max_length=100, blank=True)
    """The name of that list, for a laptop that does not have it; empty: no list was used."""
    made = models.OneToOneField(
        RatingList, on_delete=models.PROTECT, related_name="made_by", null=True, blank=True
    )
    """The club's next list, carried on from `stood_on` with the changes."""
    run = models.ForeignKey(
        RatingRun, on_delete=models.PROTECT, related_name="ratings", null=True, blank=True
    )
    """The run it is part of: its ratings before are what the events before it in the run made."""
    rated_at = models.DateTimeField()
    rated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_why = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-rated_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "system"],
                condition=Q(undone_at=None),
                name="division_rated_once_by_a_system",
            ),
        ]

    def __str__(self) -> str:
        return _("{division} by {system}, through round {round}").format(
            division=self.division, system=system_label(self.system), round=self.through
        )


class RatingChange(Held):
    """One entry before and after; `old` and `new` are null for somebody unrated who met nobody."""

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
    """The other figures of the list, by the field names of `Before`; null: they were not stored."""

    class Meta:
        ordering = ["entry__number"]
        constraints = [
            models.UniqueConstraint(fields=["of", "entry"], name="entry_once_a_rating"),
        ]

    def __str__(self) -> str:
        return _("{entry}: {old} to {new}").format(entry=self.entry, old=self.old, new=self.new)
