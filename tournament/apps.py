"""The Django app of the event and the director's desk."""

from django.apps import AppConfig
from django.conf import settings


class TournamentConfig(AppConfig):
    """The configuration of the app, whose models are in `tournament.models`."""

    name = "tournament"
    verbose_name = "Event"

    def ready(self) -> None:
        """Compile the catalogues, and register the app's permission check, log chains and signal receivers.

        Also set the message for empty form fields, before any form is imported.
        """
        from django.db.models.signals import post_delete, post_migrate, post_save, pre_migrate
        from django.forms import Field
        from django.utils.translation import gettext_lazy

        from tournament.languages import compile_catalogues

        compile_catalogues()
        # Before any form is imported, because a field copies its messages at creation.
        Field.default_error_messages["required"] = gettext_lazy("Fill in this field.")

        from scoring import signals
        from scoring.access import register_permission_check
        from scoring.actions.activity import register_chain_lookup
        from tournament.actions.disabled_rooms import connect_deletion_receivers
        from tournament.actions.results.recorded_games import (
            on_game_changing,
            on_game_finished,
            on_game_reopened,
            on_game_settled,
        )
        from tournament.receivers import (
            chain_of,
            drop_triggers_before_migrating,
            log_account_after_commit,
            refuse_newer_database,
            restore_triggers_after_migrating,
            snapshot_before_game_import,
            snapshot_before_migrating,
        )
        from tournament.signals import connect
        from tournament.web.access import has_permission_at

        if settings.ROOMS_OFF:
            connect_deletion_receivers()
        register_permission_check(has_permission_at)
        register_chain_lookup(chain_of)
        pre_migrate.connect(refuse_newer_database, sender=self, dispatch_uid="tournament.newer")
        pre_migrate.connect(
            drop_triggers_before_migrating, sender=self, dispatch_uid="tournament.open"
        )
        post_migrate.connect(
            restore_triggers_after_migrating, sender=self, dispatch_uid="tournament.guard"
        )
        for written in (post_save, post_delete):
            written.connect(
                log_account_after_commit, sender="auth.User", dispatch_uid="tournament.account"
            )
        signals.game_changing.connect(on_game_changing, dispatch_uid="tournament.closed_event")
        signals.game_finished.connect(on_game_finished, dispatch_uid="tournament.post_result")
        signals.game_settled.connect(on_game_settled, dispatch_uid="tournament.post_settled")
        signals.game_reopened.connect(on_game_reopened, dispatch_uid="tournament.withdraw_result")
        pre_migrate.connect(snapshot_before_migrating, sender=self, dispatch_uid="tournament.copy")
        signals.games_about_to_be_saved.connect(
            snapshot_before_game_import, dispatch_uid="tournament.copy_before_games"
        )
        for signal, receiver in (
            (signals.breadcrumbs, "results.game_links.breadcrumbs"),
            (signals.dispute_reports, "results.game_links.dispute_papers"),
            (signals.game_reports, "results.game_links.game_papers"),
            (signals.other_result, "results.game_links.other_result"),
            (signals.known_people, "results.game_links.known_names"),
            (signals.word_lists_in_use, "results.game_links.event_using_word_list"),
            (signals.list_as_file, "tables.file_of_list"),
        ):
            connect(signal, f"tournament.web.{receiver}")
