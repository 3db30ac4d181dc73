"""The Django app of the hall: phones, players' pages, kiosks, screens, clock, notices, public pages."""

from django.apps import AppConfig

from tournament import extension


class HallConfig(AppConfig):
    """Names the app; its models live in `tournament.hall.models`."""

    name = "tournament.hall"
    label = "hall"
    verbose_name = "Hall"

    def ready(self) -> None:
        """Join the core."""
        extension.ADDRESSES.add("tournament.hall.web.urls.urlpatterns")
        extension.MIDDLEWARE.add("tournament.hall.web.kiosk.lock_kiosks")
        extension.REPORTS.add("tournament.hall.reports.definitions")
