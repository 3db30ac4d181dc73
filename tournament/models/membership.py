"""Access rights: roles, memberships and invitations, and the second factor of an account."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.models.accounts import account_key
from scoring.models.facts import LoggedModel
from scoring.models.organisation import Organisation
from scoring.wording.phrases import label_within_sentence
from tournament.models.event import Event


class Role(models.TextChoices):
    """A role in an event or an organisation; `tournament.web.access` defines its permissions."""

    OWNER = "owner", _lazy("Owner")
    DIRECTOR = "director", _lazy("Director")
    RATING_OFFICER = "rating_officer", _lazy("Rating officer")
    SCOREKEEPER = "scorekeeper", _lazy("Scorekeeper")
    DOOR = "door", _lazy("Door")
    READER = "reader", _lazy("Read-only")


DIRECTING_ROLES = frozenset({Role.OWNER, Role.DIRECTOR})
"""Roles in an event that also allow creating events and clubs in its organisation."""
EVENT_ROLES = (Role.OWNER, Role.DIRECTOR, Role.SCOREKEEPER, Role.DOOR, Role.READER)
"""The possible roles in an event."""
ORGANISATION_ROLES = (Role.OWNER, Role.DIRECTOR, Role.RATING_OFFICER, Role.READER)
"""The possible roles in an organisation, which apply to all its events."""


class EventOrOrganisationModel(LoggedModel):
    """Base class of memberships and invitations, each in one event or in an organisation with all its events.

    Removing an event removes its memberships and invitations.
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
    def place(self) -> Event | Organisation:
        """The event or the organisation."""
        return self.event or self.organisation  # type: ignore[return-value]  # one of them: a constraint


EVENT_OR_ORGANISATION = Q(event=None, organisation__isnull=False) | Q(
    event__isnull=False, organisation=None
)


class Membership(EventOrOrganisationModel):
    """A user's role. A change of role ends one row and adds another."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"
    )
    role = models.CharField(max_length=16, choices=Role.choices)
    given_by = account_key(blank=True)
    given_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "user"], condition=Q(ended_at=None), name="one_role_a_person"
            ),
            models.UniqueConstraint(
                fields=["organisation", "user"],
                condition=Q(ended_at=None),
                name="one_role_in_an_organisation",
            ),
            models.CheckConstraint(condition=EVENT_OR_ORGANISATION, name="membership_of_one_place"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user.get_username()}, {label_within_sentence(self.get_role_display())}"


class AccountLanguage(models.Model):
    """A user's preferred language, and the columns chosen for tables."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reads"
    )
    language = models.CharField(max_length=10, blank=True, default="")
    columns = models.JSONField(default=dict, blank=True)
    """The roles chosen for a table's columns, by the kind of table and its shape.

    The shape is `engine.columns.ColumnTable.shape`.
    """

    def __str__(self) -> str:
        return f"{self.user.get_username()}, {self.language}"


class Invitation(EventOrOrganisationModel):
    """A link with which one person can accept a role, once.

    Only the SHA-256 hash of the link's secret is stored, so that a reader of the database cannot use
    the link.
    """

    role = models.CharField(max_length=16, choices=Role.choices)
    secret_hash = models.CharField(max_length=64, unique=True)
    without_password = models.BooleanField(default=False)
    """Whether the invited person may join on a single device, with a name but without a password."""
    made_by = account_key(blank=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    used_by = account_key(blank=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(used_by=None, used_at=None)
                | Q(used_by__isnull=False, used_at__isnull=False),
                name="used_by_somebody_at_some_time",
            ),
            models.CheckConstraint(condition=EVENT_OR_ORGANISATION, name="invitation_to_one_place"),
        ]

    def __str__(self) -> str:
        return _("Invitation to join {event} as {role}").format(
            role=label_within_sentence(self.get_role_display()), event=self.place
        )


class SecondFactor(LoggedModel):
    """The secret shared by an account and its owner's app; active once a code has been confirmed."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor"
    )
    secret = models.CharField(max_length=64)
    """The secret in base 32, as apps read it."""
    confirmed_at = models.DateTimeField(null=True)
    """When the second factor became active; null during setup."""
    last_step = models.PositiveBigIntegerField(default=0)
    """The time step (30 s) of the latest accepted code; codes of this step and of earlier ones are refused."""
    wrong = models.PositiveSmallIntegerField(default=0)
    """The number of wrong codes since the last correct one."""
    held_until = models.DateTimeField(null=True)
    """The end of the lockout after too many wrong codes; null if there was none."""

    def __str__(self) -> str:
        return f"{self.user}"


class RecoveryCode(LoggedModel):
    """A single-use code that works without the app. Only its hash is stored."""

    factor = models.ForeignKey(
        SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    digest = models.CharField(max_length=64)
    """The SHA-256 hash of the code without hyphens; 50 random bits need no slower hash."""
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.digest[:8]
