"""Common arguments of commands: the event by its slug, and the output path."""

import sys
from pathlib import Path

from django.core.management.base import CommandError, CommandParser, OutputWrapper
from django.utils.translation import gettext as _

from scoring.wording.phrases import FormattedInteger
from tournament.atomic_files import write_atomically
from tournament.models import Event
from tournament.queries.event.events import NameNotFound, event_by_slug

STANDARD_OUTPUT = "-"
"""The value of `--to` that stands for standard output."""


def add_event_argument(parser: CommandParser) -> None:
    """Add the argument that names an event."""
    help_text = _("the event's short name, as in its address")
    parser.add_argument("event", metavar="EVENT", help=help_text)


def event_from_argument(slug: str) -> Event:
    """Return the event with this slug. Raise `CommandError` with a list of the existing slugs if there is none."""
    try:
        return event_by_slug(slug)
    except NameNotFound as reason:
        raise CommandError(str(reason)) from reason


def write_output(content: bytes, to: str, name: str, stdout: OutputWrapper) -> None:
    """Write a file to standard output, into a folder under its own name, or to a path.

    The path is reported on `stdout`, unless the file itself is written there. Raise `CommandError` with
    the path and the reason.
    """
    if to == STANDARD_OUTPUT:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    path = Path(to)
    if path.is_dir():
        path /= name
    try:
        write_atomically(content, path)
    except OSError as reason:
        raise CommandError(write_failure_sentence(path, reason)) from reason
    stdout.write(
        _("Wrote {path} ({count:,} bytes).").format(path=path, count=FormattedInteger(len(content)))
    )


def write_failure_sentence(path: Path, reason: OSError) -> str:
    """Return why a file was not written, as a sentence."""
    folder = path.parent
    if not folder.exists():
        return _("{path} was not written: there is no folder {folder}.").format(
            path=path, folder=folder
        )
    if isinstance(reason, PermissionError):
        return _("{path} was not written: the folder {folder} is not writable.").format(
            path=path, folder=folder
        )
    return _("{path} was not written: {reason}.").format(
        path=path, reason=reason.strerror or reason
    )
