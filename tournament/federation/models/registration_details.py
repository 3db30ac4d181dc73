"""Details of registrations: contact details, payments and messages."""

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from scoring.models.facts import LoggedModel
from tournament.federation.models.registration import Registration
from tournament.federation.wording.fees import PAYMENT_METHODS


class RegistrationContact(models.Model):
    """The contact details of a registered person, and the answers to the event's questions.

    They are excluded from logs, public pages and event archives, and deleted like `Contact`.
    """

    registration = models.OneToOneField(
        Registration, on_delete=models.CASCADE, related_name="contact"
    )
    email = models.EmailField(blank=True)
    telephone = models.CharField(max_length=40, blank=True)
    guardian = models.CharField(max_length=120, blank=True)
    """The parent or guardian of a minor."""
    answers = models.JSONField(default=dict, blank=True)
    """The answers by question key."""
    language = models.CharField(max_length=10, blank=True)
    """The language of the form."""
    address = models.CharField(max_length=200, blank=True)
    """The base address of the form, such as https://club.example.org; empty if only this computer is reachable."""
    agreed_at = models.DateTimeField(null=True, blank=True)
    """The time of consent to store the contact details."""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.registration)


class RegistrationPayment(LoggedModel):
    """A payment for a registration, or a refund if negative."""

    registration = models.ForeignKey(
        Registration, on_delete=models.CASCADE, related_name="payments"
    )
    cents = models.IntegerField()
    how = models.CharField(max_length=8, choices=PAYMENT_METHODS)
    at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    """The time when the payment was revoked as a mistake."""

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.registration}, {self.cents / 100:.2f}"


class RegistrationMessage(models.Model):
    """A message to a registered person. Its text is built when it is shown or sent."""

    class Kind(models.TextChoices):
        """The kind of message."""

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
    """The time of the last attempt to send the message."""
    problem = models.CharField(max_length=300, blank=True)
    """The mail server's error message at the last attempt."""
    sent_at = models.DateTimeField(null=True, blank=True)
    by_hand = models.BooleanField(default=False)
    """Whether the message was delivered by hand instead of by mail."""

    class Meta:
        ordering = ["made_at", "id"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.registration}"
