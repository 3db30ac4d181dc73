"""The event settings that the broadcast room adds."""

from django.utils.translation import gettext_lazy as _lazy

from tournament.broadcast.web.publishing import PublishForm
from tournament.web.event.settings_index import SettingsPage, SettingsSection

SETTINGS = (
    SettingsSection(
        "hall",
        _lazy("Clock, screens and phones"),
        (SettingsPage("streams", label=_lazy("Streams")),),
    ),
    SettingsSection(
        "papers",
        _lazy("Papers and public files"),
        (
            SettingsPage("publishing", label=_lazy("Public site as files")),
            SettingsPage("publishing", PublishForm),
        ),
    ),
    SettingsSection(
        "helpers",
        _lazy("Words, helpers and programs"),
        (SettingsPage("api_keys", label=_lazy("API keys")),),
    ),
)
