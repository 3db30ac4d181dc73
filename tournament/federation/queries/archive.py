"""The tables of the federation that an event archive contains or omits."""

from tournament.federation.models import Registration, RegistrationPayment, RegistrationRules
from tournament.queries.files.archive import OwnedTable

ARCHIVED: tuple[OwnedTable, ...] = (
    (RegistrationRules, ("event",)),
    (Registration, ("event",)),
    (RegistrationPayment, ("registration__event",)),
)
LEFT_BEHIND = frozenset(
    {
        "tournament.Championship",
        "tournament.Contact",
        "tournament.Erasure",
        "tournament.RegistrationContact",
        "tournament.RegistrationMessage",
        "tournament.SharedPerson",
    }
)
"""The tables omitted from an event archive, because they belong to one installation."""
