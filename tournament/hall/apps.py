"""The Django app of the hall: phones, players' pages, kiosks, screens, clocks, notices, public pages."""

from django.apps import AppConfig

from tournament import extension, signals


class HallConfig(AppConfig):
    """The configuration of the app; its models are in `tournament.hall.models`."""

    name = "tournament.hall"
    label = "hall"
    verbose_name = "Hall"

    def ready(self) -> None:
        """Register with the extension points of the core."""
        extension.ADDRESSES.add("tournament.hall.web.urls.urlpatterns")
        extension.MIDDLEWARE.add("tournament.hall.web.kiosk.lock_kiosks")
        extension.REPORTS.add("tournament.hall.reports.definitions")
        extension.PUBLIC_PREFIXES.add("tournament.hall.web.contributions.PUBLIC_PREFIXES")
        extension.CARDS.add("tournament.hall.web.contributions.CARDS")
        extension.LINKS.add("tournament.hall.web.contributions.LINKS")
        extension.PUBLIC_PAGES.add("tournament.hall.web.contributions.PUBLIC_PAGES")
        extension.PUBLIC_PLACES.add("tournament.hall.web.contributions.PUBLIC_PLACES")
        extension.FRONT_PAGES.add("tournament.hall.web.contributions.front_page")
        extension.CODES_ON_PAPER.add("tournament.hall.reports.phone_codes.phone_codes")
        extension.ARCHIVE.add("tournament.hall.queries.archive")
        extension.LOGGED_VALUES.add("tournament.hall.queries.screens.LOGGED_VALUES")
        extension.LOG.add("tournament.hall.wording.log")
        extension.TABS.add("tournament.hall.web.tabs.TABS")
        extension.COMMANDS.add("tournament.hall.web.tabs.COMMANDS")
        extension.SETTINGS.add("tournament.hall.web.settings.SETTINGS")
        extension.PAGE_STATES.add("tournament.hall.queries.versions.public_state")
        extension.OTHER_DEVICES.add("tournament.hall.queries.phone_access.address_of_hall")
        extension.SERVER_COMPANIONS.add("tournament.hall.server.lan_listener.LanListener")
        extension.UNCACHED_COOKIES.add("tournament.hall.web.access.KIOSK_COOKIE")
        extension.ROOM_TABLES.add("tournament.hall.models.logged_tables.TABLES")
        extension.PERSONAL_TABLES.add(
            "tournament.hall.reports.personal_tables.REQUESTS",
            "tournament.hall.reports.personal_tables.CODES",
        )
        extension.UNDO_ROWS.add("tournament.hall.queries.clock.UNDO_CLOCKS")
        for signal, receiver in (
            (signals.entries_added, "player_codes.give_codes_to_new_entries"),
            (signals.entry_replaced, "player_codes.move_code"),
            (signals.people_imported, "player_codes.give_missing_codes"),
            (signals.division_removing, "screens.remove_division_from_screens"),
            (signals.demo_made, "screens.add_screen_to_demo"),
            (signals.code_guessed, "phone_access.report_code_guessing"),
        ):
            signals.connect(signal, f"tournament.hall.actions.{receiver}")
