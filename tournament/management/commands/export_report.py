"""Write reports of an event to files: `manage.py export_report EVENT REPORT --format pdf`, or `--all`."""

import os
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from scoring.management.progress import watched
from tournament.management.arguments import asked_event
from tournament.models import Event
from tournament.queries.cache import remembering
from tournament.reports.definition import NoSuchReport, all_reports, definition
from tournament.reports.delivery import Delivery, build, render, write_whole
from tournament.reports.everything import (
    FORMATS,
    WORTH_PROCESSES,
    Wanted,
    everything,
    folder_of,
)
from tournament.reports.paper import PAPERS, WAYS, NoSuchPaper
from tournament.reports.renderer import all_renderers, renderer
from tournament.reports.request import CannotReport, options_from

MOST_JOBS = 64


class Command(BaseCommand):
    help = "Write one report of an event, or all of them, as pages, PDF, workbooks, CSV or JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.epilog = "Reports: " + " ".join(
            f"{key}: {each.explanation().splitlines()[0]}" for key, each in all_reports().items()
        )
        parser.add_argument(
            "event", metavar="EVENT", help="the event's short name, as in its address"
        )
        parser.add_argument(
            "report", metavar="REPORT", nargs="?", help=f"one of: {', '.join(all_reports())}"
        )
        parser.add_argument(
            "--all", action="store_true", help="every report the event has, into the folder of --to"
        )
        for name, (helps, number) in _options_of_all_reports().items():
            flag, kind = f"--{name.replace('_', '-')}", int if number else str
            parser.add_argument(flag, dest=f"option_{name}", type=kind, help=helps)
        parser.add_argument(
            "--format",
            metavar="FORMAT",
            help=f"one of: {', '.join(all_renderers())}; with --all {' and '.join(FORMATS)} when none is",
        )
        parser.add_argument(
            "--paper", default="a4", help=f"one of: {', '.join(PAPERS)} (default: a4)"
        )
        parser.add_argument(
            "--way", default="", help=f"{' or '.join(WAYS)}, instead of the report's own"
        )
        parser.add_argument(
            "--jobs",
            type=int,
            help="processes to work in, with --all (as many as there are processors)",
        )
        parser.add_argument("--large", action="store_true", help="large type")
        parser.add_argument("--black", action="store_true", help="black and white alone")
        parser.add_argument(
            "--to", metavar="FILE", help="file or folder; text may go to the screen"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        event = asked_event(options["event"])
        given = {
            name.removeprefix("option_"): value
            for name, value in options.items()
            if name.startswith("option_") and value not in (None, "")
        }
        if bool(options["report"]) == options["all"]:
            raise CommandError("Name one report, or ask for --all of them.")
        try:
            if options["all"]:
                self._write_all(event, given, options)
            else:
                self._write_one(event, given, options)
        except (NoSuchReport, NoSuchPaper, CannotReport) as reason:
            raise CommandError(str(reason)) from reason

    def _write_one(self, event: Event, given: dict[str, Any], options: dict[str, Any]) -> None:
        if not options["format"]:
            raise CommandError(f"Add --format: one of {', '.join(all_renderers())}.")
        chosen = definition(options["report"])
        is_text = renderer(options["format"]).is_text
        if not options["to"] and not is_text:
            raise CommandError(f"A {options['format']} is not for the screen. Add --to FILE.")
        asked = options_from(chosen.Options, given)
        report = build(chosen, event, asked, timezone.localtime())
        rendered = render(report, options["format"], _paper(options))
        for warning in rendered.warnings:
            self.stderr.write(warning)
        if options["to"]:
            self._write(rendered, Path(options["to"]), rendered.file_name)
        else:
            self.stdout.write(rendered.content.decode(), ending="")

    def _write_all(self, event: Event, given: dict[str, Any], options: dict[str, Any]) -> None:
        if not options["to"]:
            raise CommandError("The whole folder needs a place. Add --to DIR.")
        if more := sorted(set(given) - {"audience"}):
            raise CommandError(
                f"With --all every report is as the event has it; leave out --{', --'.join(more)}."
            )
        formats = [options["format"]] if options["format"] else []
        for each in formats:
            renderer(each)
        folder, everybody = Path(options["to"]), given.get("audience") == "everybody"
        with remembering():
            wanted = everything(event, everybody=everybody)
            jobs = options["jobs"] or (os.cpu_count() or 1 if len(wanted) > WORTH_PROCESSES else 1)
            if not 1 <= jobs <= MOST_JOBS:
                raise CommandError(f"--jobs {jobs}: ask for 1 to {MOST_JOBS}.")
            found = folder_of(event, wanted, formats, _paper(options), timezone.localtime(), jobs)
            self._write_folder(folder, watched(found, len(wanted), self.stderr))

    def _write_folder(
        self, folder: Path, found: Iterable[tuple[Wanted, list[Delivery] | CannotReport]]
    ) -> None:
        written, warnings, left_out = 0, dict[str, None](), list[str]()
        for each, delivered in found:
            if isinstance(delivered, CannotReport):
                left_out.append(f"{each.chosen.title}: {delivered}")
                continue
            for delivery in delivered:
                self._into(folder / each.folder, delivery, written)
                warnings |= dict.fromkeys(delivery.warnings)
                written += 1
        for line in (*warnings, *(f"Left out: {each}" for each in dict.fromkeys(left_out))):
            self.stderr.write(line)
        self.stdout.write(f"Wrote {written} files into {folder}.")

    def _into(self, folder: Path, delivery: Delivery, before: int) -> None:
        path = folder / delivery.file_name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(delivery.content, path)
        except OSError as reason:
            raise CommandError(
                f"{_why(path, reason)} {before} files were written before."
            ) from reason

    def _write(self, rendered: Delivery, path: Path, name: str) -> None:
        if path.is_dir():
            path /= name
        try:
            write_whole(rendered.content, path)
        except OSError as reason:
            raise CommandError(_why(path, reason)) from reason
        self.stdout.write(f"Wrote {path} ({len(rendered.content):,} bytes).")


def _paper(options: dict[str, Any]) -> str:
    """The paper in words, as `Paper.parse` reads them."""
    words = [options["paper"], options["way"]]
    words += [word for word in ("large", "black") if options[word]]
    return " ".join(words)


def _options_of_all_reports() -> dict[str, tuple[str, bool]]:
    """Every option of any report, with its help and whether it is a number."""
    found: dict[str, tuple[str, bool]] = {}
    for key, report in all_reports().items():
        for option in fields(report.Options):
            helps = f"{key}: {option.metadata['help']}"
            before = found.get(option.name)
            number = str(option.type).startswith("int")
            found[option.name] = (f"{before[0]} {helps}" if before else helps, number)
    return found


def _why(path: Path, reason: OSError) -> str:
    folder = path.parent
    if not folder.exists():
        return f"{path} was not written: there is no folder {folder}."
    if isinstance(reason, PermissionError):
        return f"{path} was not written: the folder {folder} may not be written to."
    return f"{path} was not written: {reason.strerror or reason}."
