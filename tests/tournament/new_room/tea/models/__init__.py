"""Models of the tea room."""

from django.db import models

from scoring.models.facts import LoggedModel, register_facts
from tournament.models import Entry


class Cup(LoggedModel):
    """The cup of one player."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="cup")
    sugar = models.PositiveSmallIntegerField(default=0)


register_facts("cup", Cup, "entry_id", "sugar", to_event="entry__division__event")
