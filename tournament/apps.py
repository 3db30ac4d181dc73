"""The Django app of the event and the director's desk."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Names the app; its models live in `tournament.models`."""

    name = "tournament"
    verbose_name = "Event"

    def ready(self) -> None:
        """Listen to the score pad, whose games post results, and to Django before it migrates."""
        from django.db.models.signals import pre_migrate
        from django.forms import Field

        # Before any form is imported: a field copies its sentences when it is made.
        Field.default_error_messages["required"] = "This is empty: fill it in."

        from scoring.access import decide_by
        from scoring.signals import game_changing, game_finished, game_reopened, games_coming
        from scoring.signals import papers as asked_for_prints
        from scoring.signals import printable as asked_for_papers
        from scoring.signals import uncounted as asked_for_another
        from scoring.signals import whereabouts as asked_for_whereabouts
        from tournament.actions.results.recorded_games import (
            on_game_changing,
            on_game_finished,
            on_game_reopened,
        )
        from tournament.receivers import copy_before_games_come, copy_before_migrating
        from tournament.web.access import decide
        from tournament.web.results.game_links import (
            another_result,
            breadcrumbs,
            dispute_papers,
            game_papers,
        )

        decide_by(decide)
        game_changing.connect(on_game_changing, dispatch_uid="tournament.closed_event")
        game_finished.connect(on_game_finished, dispatch_uid="tournament.post_result")
        game_reopened.connect(on_game_reopened, dispatch_uid="tournament.withdraw_result")
        asked_for_whereabouts.connect(breadcrumbs, dispatch_uid="tournament.whereabouts")
        asked_for_papers.connect(dispute_papers, dispatch_uid="tournament.dispute_papers")
        asked_for_prints.connect(game_papers, dispatch_uid="tournament.game_papers")
        asked_for_another.connect(another_result, dispatch_uid="tournament.another_result")
        pre_migrate.connect(copy_before_migrating, sender=self, dispatch_uid="tournament.copy")
        games_coming.connect(copy_before_games_come, dispatch_uid="tournament.copy_before_games")
