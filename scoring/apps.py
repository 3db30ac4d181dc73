"""The Django app of the game on one board."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Names the app; its models live in `scoring.models`."""

    name = "scoring"
    verbose_name = "Game"

    def ready(self) -> None:
        """Have the first organisation, and summaries of games of earlier versions, once the tables are there."""
        from scoring.actions.organisations import keep_organisations
        from scoring.actions.summaries import keep_summaries

        keep_organisations(self)
        keep_summaries(self)
