"""Write a whole event to a file: `manage.py export_event EVENT --format F --to PATH`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.engine.interchange import UnwritableEvent
from tournament.exchange.event_exchange import NoSuchFormat, prepare_event
from tournament.exchange.event_files import writable_formats
from tournament.exchange.upload import pack_files
from tournament.management.arguments import add_event_argument, event_from_argument, write_output


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Writes a whole event for another program, for a rating body, or as an archive."
        )
        parser.epilog = _("Formats: {formats}").format(
            formats=" ".join(
                f"{key}: {format_.label}." for key, format_ in writable_formats().items()
            )
        )
        add_event_argument(parser)
        parser.add_argument(
            "--format",
            required=True,
            metavar="FORMAT",
            help=_("one of: {formats}").format(formats=", ".join(writable_formats())),
        )
        parser.add_argument(
            "--to",
            metavar="PATH",
            help=_(
                "a file, or a folder, in which each file gets its own name; required unless "
                "--check is given"
            ),
        )
        parser.add_argument(
            "--check", action="store_true", help=_("only list what the file leaves out")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        event = event_from_argument(options["event"])
        try:
            ready = prepare_event(event, options["format"])
            for loss in ready.losses:
                self.stderr.write(loss.summary)
                for detail in loss.details:
                    self.stderr.write(f"    {detail}")
            if options["check"]:
                return
            if not options["to"]:
                raise CommandError(_("--to PATH is missing. Say where to write the file."))
            path = Path(options["to"])
            files = ready.files()
            written_files = files if path.is_dir() else (pack_files(files, event.slug),)
        except NoSuchFormat as reason:
            raise CommandError(str(reason)) from reason
        except UnwritableEvent as reason:
            raise CommandError(_("Nothing was written.\n") + "\n".join(reason.reasons)) from reason
        for file in written_files:
            write_output(file.content, options["to"], file.name, self.stdout)
        if len(written_files) < len(files):
            names = ", ".join(file.name for file in files)
            self.stderr.write(
                _(
                    "The file is a zip of {names}. If PATH is a folder, each file is written "
                    "separately."
                ).format(names=names)
            )
