"""Who may do what: roles, memberships and invitations, and the second factor of an account."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.models.facts import Held
from scoring.models.organisation import Organisation
from scoring.wording.phrases import within_sentence
from tournament.models.event import Event


class Role(models.TextChoices):
    """What somebody is to an event or an organisation; `tournament.web.access` says what each may do."""

    OWNER = "owner", _lazy("Owner")
    DIRECTOR = "director", _lazy("Director")
    RATING_OFFICER = "rating_officer", _lazy("Rating officer")
    SCOREKEEPER = "scorekeeper", _lazy("Scorekeeper")
    DOOR = "door", _lazy("Door")
    READER = "reader", _lazy("Read-only")


RUNS_EVENTS = frozenset({Role.OWNER, Role.DIRECTOR})
"""Whoever has such a role in an event may also make events and clubs in its organisation."""
EVENT_ROLES = (Role.OWNER, Role.DIRECTOR, Role.SCOREKEEPER, Role.DOOR, Role.READER)
"""What somebody can be to one event."""
ORGANISATION_ROLES = (Role.OWNER, Role.DIRECTOR, Role.RATING_OFFICER, Role.READER)
"""What somebody can be to an organisation, and with it to all its events."""


class AtPlace(Held):
    """Where somebody has a role: an event, or an organisation with all its events.

    With an event that is removed go the roles in it.
    """

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="%(class)ss", null=True, blank=True
    )
    organisation = models.ForeignKey(
        Organisation, on_delete=models.PROTECT, related_name="%(class)ss", null=True, blank=True
    )

    class Meta:
        abstract = True

    @property
    def of(self) -> Event | Organisation:
        """The event or the organisation."""
        return self.event or self.organisation  # type: ignore[return-value]  # one of them: a constraint


ONE_PLACE = Q(event=None, organisation__isnull=False) | Q(event__isnull=False, organisation=None)


class Membership(AtPlace):
    """Somebody in a role. A change of role ends one row and adds another."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"
    )
    role = models.CharField(max_length=16, choices=Role.choices)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    given_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "user"],
                condition=Q(ended_at=None),
                name="one_role_a_person",
            ),
            models.UniqueConstraint(
                fields=["organisation", "user"],
                condition=Q(ended_at=None),
                name="one_role_in_an_organisation",
            ),
            models.CheckConstraint(condition=ONE_PLACE, name="membership_of_one_place"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user.get_username()}, {within_sentence(self.get_role_display())}"


class AccountLanguage(models.Model):
    """The language somebody reads, wherever they log in, and what they chose as the columns of tables."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reads"
    )
    language = models.CharField(max_length=10, blank=True, default="")
    columns = models.JSONField(default=dict, blank=True)
    """By kind of table and by its shape (`engine.columns.ColumnTable.shape`), the role of each column."""

    def __str__(self) -> str:
        return f"{self.user.get_username()}, {self.language}"


class Invitation(AtPlace):
    """A link by which one person comes in a role, once.

    The link's secret is stored as its SHA-256 hash only, so that a reader of the database cannot use it.
    """

    role = models.CharField(max_length=16, choices=Role.choices)
    secret_hash = models.CharField(max_length=64, unique=True)
    without_password = models.BooleanField(default=False)
    """Whether whoever comes may join on one device alone, by a name without a password."""
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(used_by=None, used_at=None)
                | Q(used_by__isnull=False, used_at__isnull=False),
                name="used_by_somebody_at_some_time",
            ),
            models.CheckConstraint(condition=ONE_PLACE, name="invitation_to_one_place"),
        ]

    def __str__(self) -> str:
        return _("Invitation as {role} of {event}").format(
            role=within_sentence(self.get_role_display()), event=self.of
        )


class SecondFactor(Held):
    """The secret an account shares with its owner's app; in force once a code of it was typed."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor"
    )
    secret = models.CharField(max_length=64)
    """As apps read it, in base 32."""
    confirmed_at = models.DateTimeField(null=True)
    """From when on it is asked for; null while it is being set up."""
    last_step = models.PositiveBigIntegerField(default=0)
    """The step of time (30 s) of the latest code that was taken: neither it nor an earlier one is taken again."""
    wrong = models.PositiveSmallIntegerField(default=0)
    """Wrong codes since the last right one."""
    held_until = models.DateTimeField(null=True)
    """Until when no code is looked at, after too many wrong ones."""

    def __str__(self) -> str:
        return f"{self.user}"


class RecoveryCode(Held):
    """One of the codes that work once, without the app. Only its hash is kept."""

    factor = models.ForeignKey(
        SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    digest = models.CharField(max_length=64)
    """SHA-256 of the code without its hyphens: 50 bits by chance need no slower hash."""
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.digest[:8]
