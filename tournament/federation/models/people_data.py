"""Personal data: contact details, sharing between organisations, and erasures."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.models.facts import LoggedModel
from scoring.models.organisation import Organisation, TenantModel
from scoring.tenancy import current_or_first_tenant
from tournament.models.people import Player


class Contact(models.Model):
    """The contact details of one person. They are excluded from logs, public pages and event archives."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="contact")
    email = models.EmailField(blank=True)
    telephone = models.CharField(max_length=40, blank=True)
    call_whom = models.CharField(max_length=200, blank=True)
    """The person to call in an emergency, such as a parent."""
    changed_at = models.DateTimeField()

    class Meta:
        db_table = "tournament_contact"
        ordering = ["player__sort_name"]

    def __str__(self) -> str:
        return _("Contact details of {player}").format(player=self.player)


class SharedPerson(LoggedModel):
    """One person offered to another organisation.

    Only the name, the member number and, once accepted, whether the person is a minor are shared. The
    receiving organisation accepts the person as one of its own people (`own`) or declines. Either
    organisation may end the sharing.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="shares")
    to = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="+")
    consent_how = models.CharField(max_length=200)
    """How the person agreed, such as "on the entry form of 3 May"."""
    offered_by = models.CharField(max_length=150)
    offered_at = models.DateTimeField()
    own = models.ForeignKey(
        Player, on_delete=models.SET_NULL, related_name="received", null=True, blank=True
    )
    """The person in the receiving organisation; null until accepted."""
    accepted_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    """The time when the offer was declined or the sharing ended."""

    class Meta:
        db_table = "tournament_sharedperson"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "to"], condition=Q(ended_at=None), name="person_shared_once"
            )
        ]

    def __str__(self) -> str:
        return _("{player}, shared with {organisation}").format(
            player=self.player, organisation=self.to
        )


class Erasure(TenantModel):
    """The record of an erased person, without the name.

    It is kept when a snapshot is restored, although the person may be missing from that snapshot, so it
    has no foreign key to the person.
    """

    organisation = models.ForeignKey(
        Organisation,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
        default=current_or_first_tenant,
    )
    person = models.PositiveBigIntegerField(null=True)
    """The person's key in this database; null if the erasure came from another database."""
    shown = models.CharField(max_length=80)
    """The initials that replace the name."""
    digests = models.JSONField(default=list)
    """Keyed digests of the person's search keys; the key belongs to the installation."""
    photographs_too = models.BooleanField(default=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "tournament_erasure"
        ordering = ["id"]

    def __str__(self) -> str:
        return self.shown


OUTLIVES = (Erasure, ("person",))
"""The model of erasures, which are kept when a snapshot is restored, and its columns with keys of people."""
