"""The models of a federation: registrations, championships, and personal data."""

from tournament.federation.models import logged_tables  # noqa: F401 - says which tables the log holds
from tournament.federation.models.championship import Championship
from tournament.federation.models.people_data import Contact, Erasure, SharedPerson
from tournament.federation.models.registration import Registration, RegistrationRules
from tournament.federation.models.registration_details import (
    RegistrationContact,
    RegistrationMessage,
    RegistrationPayment,
)

__all__ = [
    "Championship",
    "Contact",
    "Erasure",
    "Registration",
    "RegistrationContact",
    "RegistrationMessage",
    "RegistrationPayment",
    "RegistrationRules",
    "SharedPerson",
]
