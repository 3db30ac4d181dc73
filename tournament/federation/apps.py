"""The Django app of a federation: registration, members, rating runs, championships, organisations, people's data."""

from django.apps import AppConfig

from tournament import extension


class FederationConfig(AppConfig):
    """Names the app; its models live in `tournament.federation.models`."""

    name = "tournament.federation"
    label = "federation"
    verbose_name = "Federation"

    def ready(self) -> None:
        """Join the core."""
        extension.ADDRESSES.add("tournament.federation.web.urls.urlpatterns")
        extension.REPORTS.add("tournament.federation.reports.definitions")
        extension.LONG_WORK.add("tournament.federation.actions.erasing.LONG_WORK")
        extension.LOG.add("tournament.federation.wording.log")
        extension.TABS.add("tournament.federation.web.tabs.TABS")
        extension.SETTINGS.add("tournament.federation.web.settings.SETTINGS")
