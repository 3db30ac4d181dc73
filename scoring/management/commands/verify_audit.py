"""Walk the activity log and say the first entry that does not fit: `manage.py verify_audit`."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from scoring.queries.chain import check_chain


class Command(BaseCommand):
    help = (
        "Verify the activity log: every entry holds the hash of the one before it, so a changed, "
        "removed or added entry shows. Ends with status 0 when the log is whole, 1 when not."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        found = check_chain()
        for sentence in (found.broken, found.unguarded):
            if sentence:
                self.stdout.write(sentence)
        many = "entry" if found.entries == 1 else "entries"
        if found.is_whole:
            self.stdout.write(f"The activity log is whole: {found.entries} {many}.")
        elif found.broken:
            self.stdout.write(f"{found.entries} {many} before that fit.")
        if found.head:
            self.stdout.write(f"The last one that fits has the hash {found.head}.")
        if not found.is_whole:
            sys.exit(1)
