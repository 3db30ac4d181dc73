"""The alphabet of the language in the order of a query, as `tournament.wording.alphabet` has it."""

from django.db import connection
from django.db.models.functions import Collate
from django.utils.translation import get_language

from tournament.wording.alphabet import COLLATION


def in_alphabet(path: str) -> Collate:
    """The text at a path of fields, as names are ordered in the language of now.

    SQLite asks our own order; PostgreSQL has one for each language from ICU.
    """
    if connection.vendor == "sqlite":
        return Collate(path, COLLATION)
    return Collate(path, f"{(get_language() or 'und').partition('-')[0]}-x-icu")
