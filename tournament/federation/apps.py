"""The Django app of a federation: registration, members, rating runs, championships, organisations, privacy."""

from django.apps import AppConfig

from tournament import extension, signals


class FederationConfig(AppConfig):
    """The configuration of the app; its models are in `tournament.federation.models`."""

    name = "tournament.federation"
    label = "federation"
    verbose_name = "Federation"

    def ready(self) -> None:
        """Register with the extension points of the core."""
        from scoring.actions.activity import register_redactor
        from tournament.federation.queries.erasure import redact_recently_erased

        extension.ADDRESSES.add("tournament.federation.web.urls.urlpatterns")
        extension.REPORTS.add("tournament.federation.reports.definitions")
        extension.CARDS.add("tournament.federation.web.contacts.CARDS")
        extension.LINKS.add("tournament.federation.web.links.LINKS")
        extension.BACKGROUND_TASKS.add("tournament.federation.actions.erasure.BACKGROUND_TASK")
        extension.BACKGROUND_TASKS.add(
            "tournament.federation.actions.registration_messages.BACKGROUND_TASK"
        )
        extension.ARCHIVE.add("tournament.federation.queries.archive")
        extension.LOG.add("tournament.federation.wording.log")
        extension.TABS.add("tournament.federation.web.tabs.TABS")
        extension.COMMANDS.add("tournament.federation.web.tabs.COMMANDS")
        extension.SETTINGS.add("tournament.federation.web.settings.SETTINGS")
        extension.OUTLIVES_SNAPSHOTS.add("tournament.federation.models.people_data.OUTLIVES")
        extension.AROUND_RESTORING.add(
            "tournament.federation.actions.erasure.privacy_after_restore"
        )
        register_redactor(redact_recently_erased)
        for signal, receiver in (
            (signals.person_changing, "contacts.on_person_changing"),
            (signals.persons_merged, "contacts.on_persons_merged"),
            (signals.persons_merged, "sharing.on_persons_merged"),
            (signals.event_closed, "contacts.on_event_closed"),
            (signals.people_imported, "erasure.on_people_imported"),
            (signals.demo_made, "demo.add_to_demo"),
        ):
            signals.connect(signal, f"tournament.federation.actions.{receiver}")
