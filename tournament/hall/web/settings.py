"""The settings of an event that the hall adds."""

from django.utils.translation import gettext_lazy as _lazy

from tournament.web.event.settings_index import SettingsPage, SettingsSection

SETTINGS = (
    SettingsSection(
        "hall",
        _lazy("Clock, screens and phones"),
        (
            SettingsPage("room", label=_lazy("Clock and screens")),
            SettingsPage("room", label=_lazy("Notices"), anchor="#notices-title"),
            SettingsPage("hall", label=_lazy("Public site")),
            SettingsPage("phones", label=_lazy("Phones in the room")),
            SettingsPage("player_phones", label=_lazy("Player codes")),
            SettingsPage("player_phones", label=_lazy("Reports allowed"), anchor="#off-title"),
            SettingsPage("player_phones", label=_lazy("Kiosks"), anchor="#kiosk-title"),
        ),
    ),
)
