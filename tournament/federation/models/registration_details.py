"""What belongs to a registration: how the person is reached, what was paid, and the messages to them."""

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from scoring.models.facts import LoggedModel
from tournament.federation.models.registration import Registration
from tournament.federation.wording.fees import WAYS


class RegistrationContact(models.Model):
    """How a registered person is reached, and the answers to the event's own questions.

    They are in no log, on no public page and in no archive of an event, and are removed as `Contact` is.
    """

    registration = models.OneToOneField(
        Registration, on_delete=models.CASCADE, related_name="contact"
    )
    email = models.EmailField(blank=True)
    telephone = models.CharField(max_length=40, blank=True)
    guardian = models.CharField(max_length=120, blank=True)
    """The parent or guardian of a minor."""
    answers = models.JSONField(default=dict, blank=True)
    """The answers by the key of the question."""
    language = models.CharField(max_length=10, blank=True)
    """The language in which the form was filled in."""
    address = models.CharField(max_length=200, blank=True)
    """Where the form was opened, such as https://club.example.org; empty where only this computer reaches it."""
    agreed_at = models.DateTimeField(null=True, blank=True)
    """When the person agreed that the contacts are stored."""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.registration)


class RegistrationPayment(LoggedModel):
    """An amount that was paid for a registration, or paid back where it is negative."""

    registration = models.ForeignKey(
        Registration, on_delete=models.CASCADE, related_name="payments"
    )
    cents = models.IntegerField()
    how = models.CharField(max_length=8, choices=WAYS)
    at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    """When it was taken back, because it had been entered by mistake."""

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.registration}, {self.cents / 100:.2f}"


class RegistrationMessage(models.Model):
    """A message to a registered person. Its text is made when it is shown or sent."""

    class Kind(models.TextChoices):
        """What the message says."""

        REGISTERED = "registered", _lazy("Confirmation")
        ACCEPTED = "accepted", _lazy("Accepted")
        MOVED_UP = "moved_up", _lazy("Moved up from the waiting list")
        REFUSED = "refused", _lazy("Refused")

    registration = models.ForeignKey(
        Registration, on_delete=models.CASCADE, related_name="messages"
    )
    kind = models.CharField(max_length=12, choices=Kind.choices)
    made_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True, blank=True)
    """When the mail server was last tried."""
    problem = models.CharField(max_length=300, blank=True)
    """Why that failed, in the words of the mail server."""
    sent_at = models.DateTimeField(null=True, blank=True)
    by_hand = models.BooleanField(default=False)
    """Whether somebody told the person; otherwise the mail server took it."""

    class Meta:
        ordering = ["made_at", "id"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.registration}"
