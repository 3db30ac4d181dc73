"""How people register themselves for an event, and who has: before they are players."""

import datetime as dt

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from scoring.models.facts import LoggedModel
from tournament.models.codes import REGISTRATION_LETTERS, new_code
from tournament.models.event import Division, Event
from tournament.models.people import Entry

MAX_NOTES_LENGTH = 300
MAX_ABOUT_LENGTH = 1000


class RegistrationRules(LoggedModel):
    """How an event takes registrations. An event without a row takes none."""

    class When(models.TextChoices):
        """When registrations are taken."""

        NEVER = "never", pgettext_lazy("registration", "closed")
        NOW = "now", pgettext_lazy("registration", "open")
        DATES = "dates", _lazy("open between two dates")

    class Contact(models.TextChoices):
        """Whether a registration has an e-mail address or a telephone number."""

        NONE = "none", _lazy("not wanted")
        OPTIONAL = "optional", _lazy("if they like")
        REQUIRED = "required", _lazy("required")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="registration")
    when = models.CharField(max_length=8, choices=When.choices, default=When.NEVER)
    opens_at = models.DateTimeField(null=True, blank=True)
    """From when on, where dates decide; null: from now on."""
    closes_at = models.DateTimeField(null=True, blank=True)
    """Until when, where dates decide; null: until the event is closed."""
    limit = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many places there are in all; null: no limit."""
    division_limits = models.JSONField(default=dict, blank=True)
    """How many there are in a division, by its short name, where it has a limit of its own."""
    asks_director = models.BooleanField(default=False)
    """Whether every registration waits for the director's yes; its place is kept meanwhile."""
    shows_names = models.BooleanField(default=False)
    """Whether everybody sees the names of who is registered."""
    about = models.TextField(max_length=MAX_ABOUT_LENGTH, blank=True)
    """What players should know: start, what to bring."""
    contact = models.CharField(max_length=8, choices=Contact.choices, default=Contact.OPTIONAL)
    fee = models.CharField(max_length=20, blank=True)
    """What everybody pays, with its currency, such as 15 €; empty where it is free."""
    questions = models.JSONField(default=list, blank=True)
    """The event's own questions, in their order: see `federation.engine.questions`."""

    class Meta:
        db_table = "tournament_registrationrules"

    def __str__(self) -> str:
        return f"{self.event}, {self.When(self.when).label}"

    def takes_at(self, moment: dt.datetime) -> bool:
        """Whether somebody can register at a moment."""
        if self.event.closed_at is not None or self.when == self.When.NEVER:
            return False
        if self.when == self.When.NOW:
            return True
        return (self.opens_at is None or moment >= self.opens_at) and (
            self.closes_at is None or moment < self.closes_at
        )

    @property
    def is_open(self) -> bool:
        """Whether somebody can register now."""
        return self.takes_at(timezone.now())

    @property
    def opens_later(self) -> bool:
        """Whether registration opens at a moment to come."""
        return (
            self.opens_at is not None
            and self.opens_at > timezone.now()
            and self.takes_at(self.opens_at)
        )


class Registration(LoggedModel):
    """One person who registered for an event. It stays as a row whatever becomes of it."""

    class State(models.TextChoices):
        """Where a registration stands."""

        PLACE = "place", _lazy("registered")
        WAITING = "waiting", _lazy("on the waiting list")
        REFUSED = "refused", _lazy("refused")
        WITHDRAWN = "withdrawn", _lazy("withdrawn")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="registrations")
    division = models.ForeignKey(
        Division, on_delete=models.SET_NULL, related_name="registrations", null=True, blank=True
    )
    name = models.CharField(max_length=80)
    name_key = models.CharField(max_length=80)
    member = models.CharField(max_length=40, blank=True)
    notes = models.CharField(max_length=MAX_NOTES_LENGTH, blank=True)
    "For the director only."
    by_initials = models.BooleanField(default=False)
    """Shown to everybody by initials alone."""
    state = models.CharField(max_length=10, choices=State.choices)
    code = models.CharField(max_length=REGISTRATION_LETTERS, unique=True, default=new_code)
    came_at = models.DateTimeField()
    queued_at = models.DateTimeField()
    """What the waiting list is ordered by: who changes to another division comes to its end."""
    accepted_at = models.DateTimeField(null=True, blank=True)
    """When the director said yes, or at once where the event does not ask; null: not yet."""
    ended_at = models.DateTimeField(null=True, blank=True)
    """When it was withdrawn or refused."""
    refused_why = models.CharField(max_length=300, blank=True)
    entry = models.ForeignKey(
        Entry, on_delete=models.SET_NULL, related_name="registrations", null=True, blank=True
    )
    """The entry it became; null until the director adds the registered to the players."""
    club = models.CharField(max_length=60, blank=True)
    is_minor = models.BooleanField(default=False)
    fee_cents = models.PositiveIntegerField(null=True, blank=True)
    """What this person pays instead of the event's fee; null: the event's fee."""
    family = models.CharField(max_length=REGISTRATION_LETTERS, blank=True, db_index=True)
    """The code that opens everybody who was registered by the same form; empty for a single person."""

    class Meta:
        db_table = "tournament_registration"
        ordering = ["queued_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=("place", "waiting")) | Q(ended_at__isnull=False),
                name="registration_ended_at_some_time",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_alive(self) -> bool:
        """Whether it holds a place or waits for one."""
        return self.state in (self.State.PLACE, self.State.WAITING)

    @property
    def shown_code(self) -> str:
        """The code in groups of four letters, as it is read and typed."""
        return _in_fours(self.code)

    @property
    def shown_family(self) -> str:
        """The code of the family in groups of four letters."""
        return _in_fours(self.family)


def _in_fours(code: str) -> str:
    return " ".join(code[at : at + 4] for at in range(0, len(code), 4))
