"""Screens in the hall, with their lists and divisions."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.models.organisation import TenantModel
from tournament.models.event import Event


class ScreenList(models.TextChoices):
    """The lists that a screen can show, in the order of their rotation."""

    PAIRINGS = "pairings", _lazy("Pairings by board")
    NAMES = "names", _lazy("Pairings by name")
    MISSING = "missing", _lazy("Missing boards")
    STANDINGS = "standings", _lazy("Standings")
    PRIZES = "prizes", _lazy("Prizes")
    PLAYS = "plays", _lazy("Best plays")
    LIVE = "live", _lazy("Live boards")
    HIGHLIGHTS = "highlights", _lazy("Highlights")
    CODE = "code", _lazy("QR code of the public site")
    CLOCK = "clock", _lazy("Clock")
    NOTICES = "notices", _lazy("Notices")
    FOLLOW = "follow", _lazy("Follow the event")
    """The screen follows the event: the state of each division determines what is shown, in place of other lists."""


DEFAULT_SHOWS = [ScreenList.FOLLOW]
DEFAULT_LISTS = [
    ScreenList.PAIRINGS,
    ScreenList.MISSING,
    ScreenList.STANDINGS,
    ScreenList.CODE,
    ScreenList.CLOCK,
    ScreenList.NOTICES,
]
"""The default lists of a screen that does not follow the event."""
DEFAULT_PACE = 12


class Screen(TenantModel):
    """A screen in the hall, addressed by its number. While it has no event, it waits until a desk claims it."""

    number = models.PositiveSmallIntegerField(unique=True)
    name = models.CharField(max_length=40, blank=True)
    event = models.ForeignKey(
        Event, on_delete=models.PROTECT, related_name="screens", null=True, blank=True
    )
    shows = models.JSONField(default=list, blank=True)
    """The values of `ScreenList` to show."""
    divisions = models.JSONField(default=list, blank=True)
    """The slugs of the divisions shown in turn; empty for all."""
    pace = models.PositiveSmallIntegerField(default=DEFAULT_PACE)
    """Seconds per page."""
    is_dark = models.BooleanField(default=True)
    shows_now = models.CharField(max_length=10, choices=ScreenList.choices, blank=True)
    """The only list shown until the desk resumes the rotation; empty during the rotation."""

    class Meta:
        db_table = "tournament_screen"
        ordering = ["number"]
        constraints = [models.CheckConstraint(condition=Q(pace__gte=3), name="screen_can_be_read")]

    def __str__(self) -> str:
        return self.name or _("Screen {number}").format(number=self.number)
