"""Write a whole event to a file: `manage.py export_event EVENT --format F --to PATH`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.engine.interchange import Unwritable
from tournament.exchange.event_exchange import NoSuchFormat, prepared
from tournament.exchange.event_files import writable
from tournament.exchange.upload import packed
from tournament.management.arguments import asked_event
from tournament.reports.delivery import write_whole


class Command(BaseCommand):
    help = "Writes a whole event for another program, for a rating body, or as an archive."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.epilog = "Formats: " + " ".join(
            f"{key}: {each.label}." for key, each in writable().items()
        )
        parser.add_argument(
            "event", metavar="EVENT", help="the event's short name, as in its address"
        )
        parser.add_argument(
            "--format", required=True, metavar="FORMAT", help=f"one of: {', '.join(writable())}"
        )
        parser.add_argument(
            "--to",
            metavar="PATH",
            help="a file; or a folder, which gets every file by its own name; needed unless --check",
        )
        parser.add_argument(
            "--check", action="store_true", help="only say what whoever gets it will miss"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        event = asked_event(options["event"])
        try:
            ready = prepared(event, options["format"])
            for sentence in ready.missing:
                self.stderr.write(sentence)
            if options["check"]:
                return
            if not options["to"]:
                raise CommandError("--to PATH is missing: say where the file goes.")
            path = Path(options["to"])
            files = ready.files()
            sent = files if path.is_dir() else (packed(files, event.slug),)
        except NoSuchFormat as reason:
            raise CommandError(str(reason)) from reason
        except Unwritable as reason:
            raise CommandError("Nothing was written.\n" + "\n".join(reason.reasons)) from reason
        for each in sent:
            self._write(each.content, path / each.name if path.is_dir() else path)
        if len(sent) < len(files):
            names = ", ".join(each.name for each in files)
            self.stdout.write(f"It is a zip of {names}. A folder as PATH gets each by itself.")

    def _write(self, content: bytes, path: Path) -> None:
        try:
            write_whole(content, path)
        except OSError as reason:
            raise CommandError(f"{path} was not written: {reason.strerror or reason}.") from reason
        self.stdout.write(f"Wrote {path} ({len(content):,} bytes).")
