"""The Django app of broadcasting: streams, live boards, the API and the published site."""

from django.apps import AppConfig

from tournament import extension


class BroadcastConfig(AppConfig):
    """The configuration of the app, whose models are in `tournament.broadcast.models`."""

    name = "tournament.broadcast"
    label = "broadcast"
    verbose_name = "Broadcast"

    def ready(self) -> None:
        """Register the room with the extension points of the core."""
        extension.ADDRESSES.add("tournament.broadcast.web.urls.urlpatterns")
        extension.MIDDLEWARE.add("tournament.broadcast.web.api.rate_limit.limit_programs")
        extension.PAGE_STATES.add("tournament.broadcast.queries.streams.state_of_channel")
        extension.ROOM_TABLES.add("tournament.broadcast.models.logged_tables.TABLES")
        extension.BACKGROUND_TASKS.add("tournament.broadcast.actions.publishing.BACKGROUND_TASK")
        extension.ARCHIVE.add("tournament.broadcast.queries.archive")
        extension.LOG.add("tournament.broadcast.wording.log")
        extension.TABS.add("tournament.broadcast.web.tabs.TABS")
        extension.PUBLIC_PREFIXES.add("tournament.broadcast.web.tabs.PUBLIC_PREFIXES")
        extension.CARDS.add("tournament.broadcast.web.tabs.CARDS")
        extension.LINKS.add("tournament.broadcast.web.tabs.LINKS")
        extension.COMMANDS.add("tournament.broadcast.web.tabs.COMMANDS")
        extension.SETTINGS.add("tournament.broadcast.web.settings.SETTINGS")
