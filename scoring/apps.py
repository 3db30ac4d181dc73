"""The Django app of the game on one board."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Names the app; its models live in `scoring.models`."""

    name = "scoring"
    verbose_name = "Game"

    def ready(self) -> None:
        """Have games of earlier versions summarised once the tables are there."""
        from scoring.actions.summaries import keep_summaries

        keep_summaries(self)
