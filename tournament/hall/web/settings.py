"""The settings of an event that the hall adds."""

from django.utils.translation import gettext_lazy as _lazy

from tournament.web.event.settings_index import PageOfSettings, SettingsSection

SETTINGS = (
    SettingsSection(
        "hall",
        _lazy("Clock, screens and phones"),
        (
            PageOfSettings("room", label=_lazy("Clock and screens")),
            PageOfSettings("room", label=_lazy("Notices"), place="#notices-title"),
            PageOfSettings("hall", label=_lazy("Public site")),
            PageOfSettings("phones", label=_lazy("Phones in the room")),
            PageOfSettings("player_phones", label=_lazy("Codes of players")),
            PageOfSettings("player_phones", label=_lazy("Reports allowed"), place="#off-title"),
            PageOfSettings("player_phones", label=_lazy("Kiosks"), place="#kiosk-title"),
        ),
    ),
)
