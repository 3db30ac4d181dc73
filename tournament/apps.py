"""The Django app of the event and the director's desk."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Names the app; its models live in `tournament.models`."""

    name = "tournament"
    verbose_name = "Event"
