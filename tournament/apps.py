"""The Django app of the event and the director's desk."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Names the app; its models live in `tournament.models`."""

    name = "tournament"
    verbose_name = "Event"

    def ready(self) -> None:
        """Listen to the score pad, whose games post results, and to Django before it migrates."""
        from django.db.models.signals import post_migrate, pre_migrate
        from django.forms import Field
        from django.utils.translation import gettext_lazy

        from tournament.languages import make_ready

        make_ready()
        # Before any form is imported: a field copies its sentences when it is made.
        Field.default_error_messages["required"] = gettext_lazy("This is empty: fill it in.")

        from scoring import signals
        from scoring.access import decide_by
        from scoring.actions.activity import chains_by, redacted_by
        from tournament.actions.results.recorded_games import (
            on_game_changing,
            on_game_finished,
            on_game_reopened,
        )
        from tournament.queries.safety.erasing import redact_erased_just_now
        from tournament.receivers import (
            chain_of,
            copy_before_games_come,
            copy_before_migrating,
            guard_after_migrating,
            open_before_migrating,
            refuse_a_newer_database,
        )
        from tournament.web.access import decide
        from tournament.web.results.game_links import (
            another_result,
            breadcrumbs,
            dispute_papers,
            game_papers,
            known_names,
            played_with,
        )
        from tournament.web.tables import file_of_list

        decide_by(decide)
        chains_by(chain_of)
        redacted_by(redact_erased_just_now)
        pre_migrate.connect(refuse_a_newer_database, sender=self, dispatch_uid="tournament.newer")
        pre_migrate.connect(open_before_migrating, sender=self, dispatch_uid="tournament.open")
        post_migrate.connect(guard_after_migrating, sender=self, dispatch_uid="tournament.guard")
        signals.game_changing.connect(on_game_changing, dispatch_uid="tournament.closed_event")
        signals.game_finished.connect(on_game_finished, dispatch_uid="tournament.post_result")
        signals.game_reopened.connect(on_game_reopened, dispatch_uid="tournament.withdraw_result")
        signals.breadcrumbs.connect(breadcrumbs, dispatch_uid="tournament.breadcrumbs")
        signals.dispute_reports.connect(dispute_papers, dispatch_uid="tournament.dispute_papers")
        signals.game_reports.connect(game_papers, dispatch_uid="tournament.game_papers")
        signals.other_result.connect(another_result, dispatch_uid="tournament.another_result")
        signals.known_people.connect(known_names, dispatch_uid="tournament.known_people")
        signals.word_lists_in_use.connect(played_with, dispatch_uid="tournament.played_with")
        signals.list_as_file.connect(file_of_list, dispatch_uid="tournament.list_as_file")
        pre_migrate.connect(copy_before_migrating, sender=self, dispatch_uid="tournament.copy")
        signals.games_about_to_be_saved.connect(
            copy_before_games_come, dispatch_uid="tournament.copy_before_games"
        )
