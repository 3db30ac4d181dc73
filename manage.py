#!/usr/bin/env python
"""Run one of Ninetimer's commands: `python manage.py help` lists them."""

import sys
from pathlib import Path

if __name__ == "__main__":
    try:
        import django  # noqa: F401 - only to see whether it is there
    except ImportError:
        sys.exit(
            "Django is not installed for this Python. Run `make demo` once, "
            "then use .venv/bin/python manage.py."
        )
    from tournament.command import run_command

    run_command([Path(sys.argv[0]).name, *sys.argv[1:]])
