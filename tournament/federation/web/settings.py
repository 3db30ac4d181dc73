"""The settings of an event that the federation adds."""

from django.utils.translation import gettext_lazy as _lazy

from tournament.federation.web.registration_rules import RegistrationRulesForm
from tournament.web.event.settings_index import SettingsPage, SettingsSection

SETTINGS = (
    SettingsSection(
        "people",
        _lazy("Players and prizes"),
        (SettingsPage("registration_rules", RegistrationRulesForm),),
        first=True,
    ),
)
