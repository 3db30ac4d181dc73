"""Codes of players, their requests to the director, and kiosks for players without a phone."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.models.accounts import account_key
from scoring.models.facts import LoggedModel
from tournament.models.codes import new_player_code, new_token
from tournament.models.event import Event
from tournament.models.people import Entry


class PlayerRequest(models.Model):
    """A request to the director, open until it is settled."""

    class Kind(models.TextChoices):
        """The kind of request."""

        CHALLENGE = "challenge", _lazy("Challenge")
        QUESTION = "question", _lazy("Question")
        DIRECTOR = "director", _lazy("Director needed")
        LEAVE = "leave", _lazy("Wants to leave")
        NO_PHONE = "no_phone", _lazy("No phone")

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="requests")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    """The round of the request; for a request to leave, the last round that the player will play."""
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    accepted = models.BooleanField(null=True, blank=True)
    """Whether the director granted the request; null while it is open, or if another request replaced it."""
    settled_by = account_key(blank=True)

    class Meta:
        db_table = "tournament_playerrequest"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "kind"],
                condition=Q(settled_at=None),
                name="one_open_request_of_a_kind",
            )
        ]

    def __str__(self) -> str:
        return _("{what}: {player}").format(what=self.get_kind_display(), player=self.entry.name)

    @property
    def needs_decision(self) -> bool:
        """Whether the request must be granted or declined, unlike one that calls the director to the board."""
        return self.kind in (self.Kind.LEAVE, self.Kind.NO_PHONE)


class Kiosk(LoggedModel):
    """A tablet shared by the players of an event, set up with a code that only the desk knows."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="kiosks")
    code = models.CharField(max_length=12, unique=True)
    secret = models.CharField(max_length=40, unique=True)
    """The secret stored in the tablet's cookie."""
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "tournament_kiosk"
        ordering = ["id"]

    def __str__(self) -> str:
        return _("Kiosk of {event}").format(event=self.event)


class PlayerCode(LoggedModel):
    """The code of one entry. A renewed code replaces the old one completely."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="code")
    token = models.CharField(max_length=32, unique=True, default=new_token)
    letters = models.CharField(max_length=4, default=new_player_code)
    made_at = models.DateTimeField()
    reports = models.BooleanField(default=True)
    """Whether the player may report results; the director can switch this off."""
    no_phone = models.BooleanField(default=False)
    """Whether the player has no phone, so that no report is expected."""

    class Meta:
        db_table = "tournament_playercode"
        ordering = ["entry__number"]

    def __str__(self) -> str:
        return f"{self.entry.number} {self.letters}"
