#!/usr/bin/env python
"""Run one of Ninetimer's commands: `python manage.py help` lists them."""

import os
import sys


def main() -> None:
    """Hand the command line to Django; a wrong setting ends in a sentence, not in a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
        from django.db import DatabaseError
    except ImportError:
        sys.exit(
            "Django is not installed for this Python. Run `make demo` once, "
            "then use .venv/bin/python manage.py."
        )
    try:
        try:
            execute_from_command_line(sys.argv)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough, as in `| head -3`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except ImproperlyConfigured as problem:
        sys.exit(f"Ninetimer cannot start: {problem}")
    except (DatabaseError, OSError):
        from django.conf import settings

        from tournament.data_folder import why_not_writable

        if why := why_not_writable(settings.NINETIMER_DATA_DIR):
            sys.exit(f"Ninetimer cannot go on: {why}")
        raise


if __name__ == "__main__":
    main()
