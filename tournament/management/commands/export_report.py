"""Write reports of an event to files: `manage.py export_report EVENT REPORT --format pdf`, or `--all`."""

import os
from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterable
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import (
    BaseCommand,
    CommandError,
    CommandParser,
    DjangoHelpFormatter,
)
from django.utils.translation import gettext as _

from scoring.management.jobs import require_job_count
from scoring.management.progress import with_progress_bar
from scoring.wording.phrases import or_list
from tournament.atomic_files import write_atomically
from tournament.management.arguments import (
    STANDARD_OUTPUT,
    add_event_argument,
    event_from_argument,
    write_failure_sentence,
    write_output,
)
from tournament.models import Event
from tournament.queries.cache import cache_reads
from tournament.reports.definition import Definition, NoSuchReport, all_reports, find_definition
from tournament.reports.delivery import (
    PICTURE_FORMATS,
    RenderedFile,
    build_report,
    event_state,
    render_picture,
    render_report,
)
from tournament.reports.event_folder import (
    DEFAULT_FORMATS,
    MIN_REPORTS_FOR_PROCESSES,
    WantedReport,
    event_folder_reports,
    infrequent_gc,
    render_event_folder,
)
from tournament.reports.paper import ORIENTATIONS, PAPERS, NoSuchPaper
from tournament.reports.renderer import all_renderers, renderer
from tournament.reports.report_options import CannotReport, options_from
from tournament.wording.plugins import (
    help_of,
    name_of,
    option_texts,
    paragraphs_of,
    summary_of,
    translate_text,
)

MAX_NAMED = 4
"""The maximum number of reports named with the most common help text of an option; above it, none is named."""


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Writes one report of an event, or all of them, as pages, PDF, workbooks, CSV or JSON."
        )
        parser.formatter_class = _ReportListFormatter
        lines = [f"  {key:22} {summary_of(report)}" for key, report in all_reports().items()]
        parser.epilog = "\n".join([_("Reports:"), *lines])
        add_event_argument(parser)
        parser.add_argument(
            "report",
            metavar="REPORT",
            nargs="?",
            help=_("name of a report listed below; --about describes it"),
        )
        parser.add_argument(
            "--all",
            action="store_true",
            help=_("all reports of the event, written to the folder given with --to"),
        )
        for name, (helps, number) in _options_of_all_reports().items():
            flag, kind = f"--{name.replace('_', '-')}", int if number else str
            parser.add_argument(
                flag, dest=f"option_{name}", metavar=name.upper(), type=kind, help=helps
            )
        parser.add_argument(
            "--format",
            metavar="FORMAT",
            help=_("one of: {formats}; with --all, {usual_formats} if none is given").format(
                formats=", ".join(all_renderers()), usual_formats=" and ".join(DEFAULT_FORMATS)
            ),
        )
        parser.add_argument(
            "--paper",
            default=settings.NINETIMER_PAPER,
            help=_("one of: {papers} (default: {usual})").format(
                papers=", ".join(PAPERS), usual=settings.NINETIMER_PAPER
            ),
        )
        parser.add_argument(
            "--way",
            default="",
            help=_("{ways}; default: the report's own").format(ways=" or ".join(ORIENTATIONS)),
        )
        parser.add_argument(
            "--jobs",
            type=int,
            help=_("number of processes, with --all (default: the number of processors)"),
        )
        parser.add_argument(
            "--picture",
            type=int,
            metavar="NUMBER",
            help=_("with --format {formats}: number of the picture in the report, from 1").format(
                formats=or_list(PICTURE_FORMATS)
            ),
        )
        parser.add_argument("--large", action="store_true", help=_("large type"))
        parser.add_argument("--black", action="store_true", help=_("black and white only"))
        parser.add_argument(
            "--to",
            metavar="FILE",
            help=_(
                "file or folder; the file extension determines the format; - is standard output"
            ),
        )
        parser.add_argument(
            "--about", action="store_true", help=_("describe the report and its options")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        event = event_from_argument(options["event"])
        given = {
            name.removeprefix("option_"): value
            for name, value in options.items()
            if name.startswith("option_") and value not in (None, "")
        }
        if bool(options["report"]) == options["all"]:
            raise CommandError(_("Name one report, or use --all."))
        try:
            if options["all"]:
                self._write_all_reports(event, given, options)
            else:
                self._write_report(event, given, options)
        except (NoSuchReport, NoSuchPaper, CannotReport) as reason:
            raise CommandError(str(reason)) from reason

    def _write_report(self, event: Event, given: dict[str, Any], options: dict[str, Any]) -> None:
        chosen = find_definition(options["report"])
        if options["about"]:
            self.stdout.write(report_description(chosen))
            return
        ending = Path(options["to"] or "").suffix.removeprefix(".").lower()
        if not options["format"] and ending in (*all_renderers(), *PICTURE_FORMATS):
            options["format"] = ending
        if not options["format"]:
            raise CommandError(
                _("Add --format: one of {formats}.").format(formats=", ".join(all_renderers()))
            )
        as_picture = options["format"] in PICTURE_FORMATS
        is_text = not as_picture and renderer(options["format"]).is_text
        if not options["to"] and not is_text:
            raise CommandError(
                _("The format {format} cannot be shown on the screen. Add --to FILE.").format(
                    format=options["format"]
                )
            )
        options_given = options_from(chosen.Options, given)
        state = event_state(event)
        report = build_report(
            chosen,
            event,
            options_given,
            state.moment,
            "pdf" if as_picture else options["format"],
            chain_head=state.head,
        )
        if as_picture:
            rendered = render_picture(report, options["format"], options["picture"])
        else:
            rendered = render_report(report, options["format"], _paper_words(options))
        for warning in rendered.warnings:
            self.stderr.write(warning)
        if options["to"]:
            write_output(rendered.content, options["to"], rendered.file_name, self.stdout)
        else:
            self.stdout.write(rendered.content.decode(), ending="")

    def _write_all_reports(
        self, event: Event, given: dict[str, Any], options: dict[str, Any]
    ) -> None:
        if options["to"] in (None, STANDARD_OUTPUT):
            raise CommandError(_("--all needs a folder. Add --to DIR."))
        if more := sorted(set(given) - {"audience"}):
            raise CommandError(
                _(
                    "With --all, every report uses its default options. Leave out --{options}."
                ).format(options=", --".join(more))
            )
        formats = [options["format"]] if options["format"] else []
        for file_format in formats:
            renderer(file_format)
        folder, everybody = Path(options["to"]), given.get("audience") == "everybody"
        with cache_reads(), infrequent_gc():
            wanted = event_folder_reports(event, everybody=everybody)
            jobs = options["jobs"] or (
                os.cpu_count() or 1 if len(wanted) > MIN_REPORTS_FOR_PROCESSES else 1
            )
            require_job_count(jobs)
            state = event_state(event)
            rendered_reports = render_event_folder(
                event, wanted, formats, _paper_words(options), state.moment, jobs, state.head
            )
            self._write_folder(
                folder, with_progress_bar(rendered_reports, len(wanted), self.stderr)
            )

    def _write_folder(
        self,
        folder: Path,
        rendered_reports: Iterable[tuple[WantedReport, list[RenderedFile] | CannotReport]],
    ) -> None:
        written, warnings, left_out = 0, dict[str, None](), list[str]()
        for chosen, delivered in rendered_reports:
            if isinstance(delivered, CannotReport):
                left_out.append(f"{name_of(chosen.chosen)}: {delivered}")
                continue
            for delivery in delivered:
                self._write_delivery(folder / chosen.folder, delivery, written)
                warnings |= dict.fromkeys(delivery.warnings)
                written += 1
        for line in (
            *warnings,
            *(_("Left out: {report}").format(report=chosen) for chosen in dict.fromkeys(left_out)),
        ):
            self.stderr.write(line)
        self.stdout.write(
            _("Wrote {written} files into {folder}.").format(written=written, folder=folder)
        )

    def _write_delivery(self, folder: Path, delivery: RenderedFile, before: int) -> None:
        path = folder / delivery.file_name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_atomically(delivery.content, path)
        except OSError as reason:
            raise CommandError(
                _("{why} Files already written: {before}.").format(
                    why=write_failure_sentence(path, reason), before=before
                )
            ) from reason


def _paper_words(options: dict[str, Any]) -> str:
    """Return the paper options as words for `Paper.parse`."""
    words = [options["paper"], options["way"]]
    words += [word for word in ("large", "black") if options[word]]
    return " ".join(words)


def _command_line_options(report: Definition) -> list[Field[Any]]:
    """Return the options of a report that the command line offers."""
    return [item for item in fields(report.Options) if not item.metadata["hidden"]]


def _options_of_all_reports() -> dict[str, tuple[str, bool]]:
    """Return every option of all reports, with its help and whether it is a number.

    The help text that most reports share comes first, without their names if they are more than
    `MAX_NAMED`; other texts begin with the names of their reports.
    """
    texts: dict[str, dict[str, list[str]]] = {}
    numbers: set[str] = set()
    for key, report in all_reports().items():
        for option in _command_line_options(report):
            texts.setdefault(option.name, {}).setdefault(option_texts(option).help, []).append(key)
            if str(option.type).startswith("int"):
                numbers.add(option.name)
    options: dict[str, tuple[str, bool]] = {}
    for name, helps in texts.items():
        by_use = sorted(helps, key=lambda text: -len(helps[text]))
        lines = [
            text
            if text == by_use[0] and len(helps[text]) > MAX_NAMED
            else f"{', '.join(helps[text])}: {text}"
            for text in by_use
        ]
        options[name] = (" ".join(lines), name in numbers)
    return options


class _ReportListFormatter(DjangoHelpFormatter, RawDescriptionHelpFormatter):
    """A help formatter that keeps the lines of the list of reports."""


def report_description(chosen: Definition) -> str:
    """Return the description of a report and of each option."""
    lines = [name_of(chosen), "", *help_of(chosen)]
    for item in _command_line_options(chosen):
        flag = f"--{item.name.replace('_', '-')}"
        lines += ["", _("{option}: {help}").format(option=flag, help=option_texts(item).help)]
        if item.name == chosen.chooses:
            lines += [
                f"  {value:14} {translate_text(paragraphs_of(variant.help)[0])}"
                for value, variant in chosen.variants.items()
            ]
    return "\n".join(lines)
