"""Registration for events: the settings, and the registered people before they become players."""

import datetime as dt

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from scoring.models.facts import LoggedModel
from tournament.models.codes import REGISTRATION_CODE_LENGTH, new_registration_code
from tournament.models.event import Division, Event
from tournament.models.people import Entry

MAX_NOTES_LENGTH = 300
MAX_ABOUT_LENGTH = 1000


class RegistrationRules(LoggedModel):
    """The registration settings of an event. An event without a row takes no registrations."""

    class When(models.TextChoices):
        """The period in which registrations are taken."""

        NEVER = "never", pgettext_lazy("registration", "closed")
        NOW = "now", pgettext_lazy("registration", "open")
        DATES = "dates", _lazy("open between two dates")

    class Contact(models.TextChoices):
        """Whether a registration includes an e-mail address or telephone number."""

        NONE = "none", _lazy("not asked for")
        OPTIONAL = "optional", _lazy("optional")
        REQUIRED = "required", _lazy("required")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="registration")
    when = models.CharField(max_length=8, choices=When.choices, default=When.NEVER)
    opens_at = models.DateTimeField(null=True, blank=True)
    """The start of registration if `when` is `DATES`; null for no start."""
    closes_at = models.DateTimeField(null=True, blank=True)
    """The end of registration if `when` is `DATES`; null if it ends when the event is closed."""
    limit = models.PositiveSmallIntegerField(null=True, blank=True)
    """The maximum number of places in total; null for no limit."""
    division_limits = models.JSONField(default=dict, blank=True)
    """The maximum number of places by division slug, for divisions with their own limit."""
    asks_director = models.BooleanField(default=False)
    """Whether the director must accept every registration; a place is reserved for it meanwhile."""
    shows_names = models.BooleanField(default=False)
    """Whether the names of registered people are public."""
    about = models.TextField(max_length=MAX_ABOUT_LENGTH, blank=True)
    """Information for players, such as the start or what to bring."""
    contact = models.CharField(max_length=8, choices=Contact.choices, default=Contact.OPTIONAL)
    fee = models.CharField(max_length=20, blank=True)
    """The fee with its currency, such as 15 €; empty if free."""
    questions = models.JSONField(default=list, blank=True)
    """The event's own questions in order; see `federation.engine.questions`."""

    class Meta:
        db_table = "tournament_registrationrules"

    def __str__(self) -> str:
        return f"{self.event}, {self.When(self.when).label}"

    def is_open_at(self, moment: dt.datetime) -> bool:
        """Return whether registration is open at a moment; False for a closed event."""
        if self.event.closed_at is not None or self.when == self.When.NEVER:
            return False
        if self.when == self.When.NOW:
            return True
        return (self.opens_at is None or moment >= self.opens_at) and (
            self.closes_at is None or moment < self.closes_at
        )

    @property
    def is_open(self) -> bool:
        """Return whether registration is open now."""
        return self.is_open_at(timezone.now())

    @property
    def opens_later(self) -> bool:
        """Return whether registration opens in the future."""
        return (
            self.opens_at is not None
            and self.opens_at > timezone.now()
            and self.is_open_at(self.opens_at)
        )


class Registration(LoggedModel):
    """One person's registration for an event. The row is kept, whatever its state."""

    class State(models.TextChoices):
        """The state of a registration."""

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
    """A note for the director only."""
    by_initials = models.BooleanField(default=False)
    """Whether public pages show initials only."""
    state = models.CharField(max_length=10, choices=State.choices)
    code = models.CharField(
        max_length=REGISTRATION_CODE_LENGTH, unique=True, default=new_registration_code
    )
    came_at = models.DateTimeField()
    queued_at = models.DateTimeField()
    """The time that determines the position on the waiting list; a change of division sets it again."""
    accepted_at = models.DateTimeField(null=True, blank=True)
    """The time of acceptance, or of registration if the event does not require acceptance; null until accepted."""
    ended_at = models.DateTimeField(null=True, blank=True)
    """The time when the registration was withdrawn or refused."""
    refused_why = models.CharField(max_length=300, blank=True)
    entry = models.ForeignKey(
        Entry, on_delete=models.SET_NULL, related_name="registrations", null=True, blank=True
    )
    """The player's entry; null until the director adds the registered people."""
    club = models.CharField(max_length=60, blank=True)
    is_minor = models.BooleanField(default=False)
    fee_cents = models.PositiveIntegerField(null=True, blank=True)
    """An individual fee; null for the event's fee."""
    family = models.CharField(max_length=REGISTRATION_CODE_LENGTH, blank=True, db_index=True)
    """The code shared by all people registered with the same form; empty for a single person."""

    class Meta:
        db_table = "tournament_registration"
        ordering = ["queued_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=("place", "waiting")) | Q(ended_at__isnull=False),
                name="registration_ended_at_some_time",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_alive(self) -> bool:
        """Return whether the registration has a place or is waiting for one."""
        return self.state in (self.State.PLACE, self.State.WAITING)

    @property
    def shown_code(self) -> str:
        """Return the code in groups of four letters."""
        return _group_in_fours(self.code)

    @property
    def formatted_family_code(self) -> str:
        """Return the family code in groups of four letters."""
        return _group_in_fours(self.family)


def _group_in_fours(code: str) -> str:
    return " ".join(code[at : at + 4] for at in range(0, len(code), 4))
