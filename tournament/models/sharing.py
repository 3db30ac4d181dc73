"""A person of one organisation that another has in its own list, by the person's consent."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.models.organisation import Organisation
from tournament.models.people import Player


class SharedPerson(models.Model):
    """One person offered to another organisation.

    Name, member number and, once accepted, the mark of a minor cross the wall; nothing else does.

    The receiving organisation accepts it as a person of its own (`own`), or declines it. Either may end it.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="shares")
    to = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="+")
    consent_how = models.CharField(max_length=200)
    """How the person said yes, such as "on the entry form of 3 May"."""
    offered_by = models.CharField(max_length=150)
    offered_at = models.DateTimeField()
    own = models.ForeignKey(
        Player, on_delete=models.SET_NULL, related_name="received", null=True, blank=True
    )
    """The person in the receiving organisation; null until it is accepted."""
    accepted_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    """When it was declined, or shared no longer."""

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "to"], condition=Q(ended_at=None), name="person_shared_once"
            ),
        ]

    def __str__(self) -> str:
        return _("{player}, shared with {organisation}").format(
            player=self.player, organisation=self.to
        )
