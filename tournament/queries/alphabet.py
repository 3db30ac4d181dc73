"""Sort query results alphabetically in the active language, as `tournament.wording.alphabet` defines it."""

from django.db import connection
from django.db.models.functions import Collate
from django.utils.translation import get_language

from tournament.wording.alphabet import COLLATION


def collate_by_language(path: str) -> Collate:
    """Return the expression for the text at a field path, collated for the active language.

    SQLite uses the program's own collation; PostgreSQL has an ICU collation for each language.
    """
    if connection.vendor == "sqlite":
        return Collate(path, COLLATION)
    return Collate(path, f"{(get_language() or 'und').partition('-')[0]}-x-icu")
