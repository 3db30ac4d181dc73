"""People, once; and their places in divisions."""

from django.db import models

from tournament.models.event import Division


class Player(models.Model):
    """A person. `name_key` is the name without case and odd blanks, to find the person again."""

    name = models.CharField(max_length=80)
    sort_name = models.CharField(max_length=84)
    name_key = models.CharField(max_length=80, db_index=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["sort_name"]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A person in a division, under a number that never changes.

    `withdrawn_after` is the last round the entry takes part in; null while it is in.
    `arrived_at` is when it was checked in on the day; null while it is not here.
    """

    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    rating = models.PositiveSmallIntegerField(null=True, blank=True)
    withdrawn_after = models.PositiveSmallIntegerField(null=True, blank=True)
    fixed_board = models.PositiveSmallIntegerField(null=True, blank=True)
    added_at = models.DateTimeField()
    arrived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "entries"
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
