"""How a person is reached: seen by owners and directors alone, and in no archive of an event."""

from django.db import models
from django.utils.translation import gettext as _

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
        ordering = ["player__sort_name"]

    def __str__(self) -> str:
        return _("Contacts of {player}").format(player=self.player)
