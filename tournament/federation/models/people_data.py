"""The data of people: how they are reached, which organisation shares them, who was erased."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.models.facts import LoggedModel
from scoring.models.organisation import Organisation, TenantModel
from scoring.tenancy import current_or_first_tenant
from tournament.models.people import Player


class Contact(models.Model):
    """The contacts of one person. They are in no log, on no public page and in no archive of an event."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="contact")
    email = models.EmailField(blank=True)
    telephone = models.CharField(max_length=40, blank=True)
    call_whom = models.CharField(max_length=200, blank=True)
    """Whom to call when something happens, such as a parent."""
    changed_at = models.DateTimeField()

    class Meta:
        db_table = "tournament_contact"
        ordering = ["player__sort_name"]

    def __str__(self) -> str:
        return _("Contacts of {player}").format(player=self.player)


class SharedPerson(LoggedModel):
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
        db_table = "tournament_sharedperson"
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


class Erasure(TenantModel):
    """One person put under initials. The name stands nowhere in it.

    It outlives going back to a snapshot, in which the person may be under the name still, or not be at all: so it
    points at no row.
    """

    organisation = models.ForeignKey(
        Organisation,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
        default=current_or_first_tenant,
    )
    person = models.PositiveBigIntegerField(null=True)
    """The number of the row of the person here; null where the erasing came from another database."""
    shown = models.CharField(max_length=80)
    """The initials that stand for the name."""
    digests = models.JSONField(default=list)
    """Keyed digests of the names the person was found by; the key is the installation's own."""
    photographs_too = models.BooleanField(default=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "tournament_erasure"
        ordering = ["id"]

    def __str__(self) -> str:
        return self.shown


OUTLIVES = (Erasure, ("person",))
"""Who was erased stays so when somebody goes back to a snapshot."""
