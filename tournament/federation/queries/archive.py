"""Which tables of the room an archive of an event holds, and of which it has nothing."""

from tournament.federation.models import (
    Registration,
    RegistrationPayment,
    RegistrationRules,
)
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
"""They belong to one installation."""
