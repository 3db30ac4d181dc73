"""Import every file reader, for the process that is forked to read uploads."""

import django

django.setup()

from tournament.exchange.event_files import event_formats  # noqa: E402 - Django first
from tournament.exchange.tables import table_formats  # noqa: E402

READERS = (*event_formats().values(), *table_formats().values())
