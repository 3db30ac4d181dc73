"""The Django app that records and verifies single games."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """The configuration of the app; its models are in `scoring.models`."""

    name = "scoring"
    verbose_name = "Game"

    def ready(self) -> None:
        """Connect the post-migration tasks, and mark control characters in the output of commands."""
        from scoring.actions.organisations import connect_organisation_receiver
        from scoring.actions.summaries import connect_summary_receiver
        from scoring.control_marks import mark_command_output

        mark_command_output()
        connect_organisation_receiver(self)
        connect_summary_receiver(self)
