"""The Django app of the tea room."""

from django.apps import AppConfig

from tournament import extension, signals


class TeaConfig(AppConfig):
    """The app configuration; the models are in `tournament.tea.models`."""

    name = "tournament.tea"
    label = "tea"

    def ready(self) -> None:
        """Connect the room to the core."""
        extension.ADDRESSES.add("tournament.tea.web.urls.urlpatterns")
        extension.TABS.add("tournament.tea.web.contributions.TABS")
        extension.SETTINGS.add("tournament.tea.web.contributions.SETTINGS")
        extension.CARDS.add("tournament.tea.web.contributions.CARDS")
        extension.LINKS.add("tournament.tea.web.contributions.LINKS")
        extension.REPORTS.add("tournament.tea.reports.definitions")
        extension.LOG.add("tournament.tea.wording.log")
        extension.ARCHIVE.add("tournament.tea.queries.archive")
        extension.BACKGROUND_TASKS.add("tournament.tea.actions.cups.BACKGROUND_TASK")
        extension.MIDDLEWARE.add("tournament.tea.web.contributions.name_the_tea")
        signals.connect(signals.entries_added, "tournament.tea.actions.cups.pour")
