"""Contributions of the tea room to pages of the core."""

from django.utils.translation import gettext_lazy as _lazy
from tournament.tea.models import Cup

from tournament.web.cards import RoomCard, RoomLink
from tournament.web.event.settings_index import SettingsPage, SettingsSection
from tournament.web.menu import Tab

TABS = (("people", Tab(_lazy("Tea"), "tea", after="players")),)
SETTINGS = (
    SettingsSection("tea", _lazy("Tea room"), (SettingsPage("tea", label=_lazy("Kettle")),)),
)
CARDS = (
    RoomCard(
        "person",
        "tea/_cup.html",
        lambda _request, person: {"cups": Cup.objects.filter(entry__player=person)},
    ),
)
LINKS = (RoomLink("director_tools", _lazy("Tea for everybody"), "all_tea"),)


def name_the_tea(get_response):
    """Middleware that adds a header to every response."""

    def answer(request):
        response = get_response(request)
        response["X-Tea"] = "served"
        return response

    return answer
