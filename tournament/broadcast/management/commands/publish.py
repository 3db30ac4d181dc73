"""Write the public site of an event as files: `manage.py publish EVENT --to FOLDER`."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wording.phrases import FormattedInteger
from tournament.broadcast.actions.publishing import run_publish_command
from tournament.broadcast.exchange.site import CannotPublish, WriteResult
from tournament.broadcast.web.site_files import publish_site
from tournament.management.arguments import add_event_argument, event_from_argument
from tournament.static_files import collect_static_files


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Writes the public site of an event as files that work from a USB stick or any web "
            "host. Files that have not changed since the last time are not written again."
        )
        add_event_argument(parser)
        parser.add_argument(
            "--to",
            required=True,
            metavar="FOLDER",
            help=_("an empty or new folder, or the one that already contains the event's site"),
        )

        parser.add_argument("--gently", action="store_true", help=_("run at low priority"))

    def handle(self, *args: Any, **options: Any) -> None:
        event, folder = event_from_argument(options["event"]), Path(options["to"])
        if options["gently"] and hasattr(os, "nice"):
            os.nice(10)
        collect_static_files()
        try:
            written = publish_site(event, folder)
        except CannotPublish as reason:
            raise CommandError(str(reason)) from reason
        self._report(written, folder)
        if problem := run_publish_command(event.slug, str(folder.absolute())):
            raise CommandError(problem)

    def _report(self, written: WriteResult | None, folder: Path) -> None:
        if written is None:
            self.stdout.write(_("{folder} is up to date.").format(folder=folder))
            return
        sentence = ngettext(
            "{folder}: {count:,} file written, {same:,} unchanged.",
            "{folder}: {count:,} files written, {same:,} unchanged.",
            written.changed,
        )
        self.stdout.write(
            sentence.format(
                folder=folder,
                count=FormattedInteger(written.changed),
                same=FormattedInteger(written.unchanged),
            )
        )
        for name in written.kept_files:
            self.stderr.write(
                _(
                    "{file} is no longer part of the site, but it was changed after publishing, "
                    "so it is kept."
                ).format(file=folder / name)
            )
