"""The columns that can be left off an event's papers, as named in forms and the log."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

OMITTABLE_COLUMNS: Mapping[str, "StrOrPromise"] = {
    "numbers": _("Player numbers"),
    "ratings": _("Ratings"),
    "records": _("Wins and losses beside pairings"),
    "places": _("Best and worst final place"),
    "classes": _("Classes"),
    "teams": _("Teams"),
}
