"""Import an event from files of other programs: `manage.py import_event PATH... [--slug S]`."""

import json
import re
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.management.organisations import OrganisationCommand
from tournament.actions.act import ConfirmationRequired, Refused
from tournament.actions.files.importing import import_event
from tournament.actions.safety.snapshots import SnapshotFailed, take_snapshot_before
from tournament.catalogue import presets
from tournament.engine.columns import ColumnTable
from tournament.engine.interchange import Remark, UnreadableEvent
from tournament.engine.result_table import ROLES
from tournament.exchange.event_files import MAX_FILE_BYTES, NamedFile, read_bundle, readable_formats
from tournament.exchange.result_tables import (
    corrected_table,
    is_results_table,
    results_file,
    results_table_in,
)
from tournament.models import Division, Entry, Event, Round
from tournament.queries.files.events import matching_event
from tournament.queries.safety.archive_proof import ArchiveProof
from tournament.wording.log import say
from tournament.wording.sentences import sentence

ACTOR = Actor("manage.py import_event")


class Command(OrganisationCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Imports an event from the files of another program, completely or not at all. Name "
            "several files of one event, such as config.tsh and a.t, together."
        )
        parser.epilog = _("File formats: {formats}.").format(
            formats="; ".join(str(format_.label) for format_ in readable_formats().values())
        )
        parser.add_argument("paths", metavar="PATH", nargs="+", help=_("a file, a zip or a folder"))
        parser.add_argument("--slug", default="", help=_("the event's short name"))
        parser.add_argument("--name", default="", help=_("the event's name, if no file has it"))
        parser.add_argument(
            "--preset",
            default="",
            choices=["", *presets()],
            metavar="PRESET",
            help=_("the rules to use if the files have none: {presets}").format(
                presets=", ".join(presets())
            ),
        )
        parser.add_argument(
            "--date",
            default="",
            metavar="DAY",
            help=_(
                "the first day, such as 2026-02-14, if the file does not say which is the day "
                "and which the month"
            ),
        )
        parser.add_argument(
            "--mend",
            action="append",
            default=[],
            metavar="ROW:COLUMN=TEXT",
            help=_(
                "in a table of results, the correct content of a cell, such as "
                "14:other_score=310; the columns are {columns}. Can be given several times."
            ).format(columns=", ".join(ROLES)),
        )
        parser.add_argument(
            "--leave-out",
            action="store_true",
            help=_("leave out the rows of a table of results that cannot be read, and print each"),
        )
        parser.add_argument(
            "--accept",
            action="store_true",
            help=_("import an archive although its rows and its log do not agree"),
        )
        parser.add_argument(
            "--json", action="store_true", help=_("print what was imported as JSON")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        del args
        try:
            event, warnings = self._import_event(options)
        except CommandError as reason:
            if not options["json"]:
                raise
            self.stdout.write(json.dumps({"error": str(reason)}, ensure_ascii=False))
            raise SystemExit(1) from None
        self._print_outcome(event, warnings, as_json=options["json"])

    def _import_event(self, options: dict[str, Any]) -> tuple[Event, list[str]]:
        files = _named_files(options["paths"])
        left_out: list[str] = []
        try:
            if table := _table_to_correct(files, mends=options["mend"]):
                files, left_out = _corrected_files(
                    files[0], table, options["mend"], options["leave_out"]
                )
            source = read_bundle(files)
            if source.obstacles:
                raise UnreadableEvent(*source.obstacles)
        except UnreadableEvent as wrong:
            lines = "\n".join(str(remark) for remark in wrong.remarks)
            raise CommandError(_("Nothing was imported.\n{lines}").format(lines=lines)) from wrong
        warnings = [*left_out, *(str(remark) for remark in source.oddities)]
        if source.archive_content is not None:
            proof: ArchiveProof = source.archive_content["proof"]
            warnings += [*proof.sentences, *proof.differences]
        if here := matching_event(source, name=options["name"]):
            warnings.append(
                _(
                    "An event with this name and date already existed: {slug}. The imported event "
                    "is a second copy."
                ).format(slug=here.slug)
            )
        try:
            take_snapshot_before(say("before_importing_files"), ACTOR)
        except SnapshotFailed as failed:
            warnings.append(str(failed))
        try:
            event = import_event(
                ACTOR,
                source,
                name=options["name"],
                preset=options["preset"],
                slug=options["slug"],
                day=options["date"],
                accepted=options["accept"],
            )
        except ConfirmationRequired as doubtful:
            raise CommandError(
                _(
                    "Nothing was imported: the rows of the archive and its log do not agree. With "
                    "--accept, it is imported anyway.\n{lines}"
                ).format(lines="\n".join(doubtful.questions))
            ) from doubtful
        except Refused as refused:
            raise CommandError(
                _("Nothing was imported.\n{refused}").format(refused=refused)
            ) from refused
        return event, warnings

    def _print_outcome(self, event: Event, warnings: list[str], *, as_json: bool) -> None:
        divisions: list[dict[str, Any]] = [
            {
                "name": division.name,
                "players": Entry.objects.filter(division=division).count(),
                "rounds": Round.objects.filter(division=division).count(),
            }
            for division in Division.objects.filter(event=event).order_by("position")
        ]
        if as_json:
            summary = {"event": event.slug, "divisions": divisions, "warnings": warnings}
            self.stdout.write(json.dumps(summary, ensure_ascii=False, indent=2))
            return
        for warning in warnings:
            self.stdout.write(warning)
        for division in divisions:
            players, rounds = division["players"], division["rounds"]
            self.stdout.write(
                _("Division {division}: {players}, {rounds}.").format(
                    division=division["name"],
                    players=ngettext("{count} player", "{count} players", players).format(
                        count=players
                    ),
                    rounds=ngettext("{count} round", "{count} rounds", rounds).format(count=rounds),
                )
            )
        self.stdout.write(_("{event} has been imported.").format(event=event))
        self.stdout.write(event.slug)


def _table_to_correct(files: list[NamedFile], *, mends: list[str]) -> ColumnTable | None:
    """Return the single results table if it has obstacles or there are `mends` for it, otherwise None.

    Return None too for several files or another kind of file; with `mends`, raise `CommandError`
    for these.
    """
    if len(files) != 1 or not is_results_table(files[0]):
        if mends:
            raise CommandError(_("--mend works only with a single table of results."))
        return None
    table = results_table_in(files[0])
    try:
        return table if mends or read_bundle(files).obstacles else None
    except UnreadableEvent:
        return table


def _corrected_files(
    file: NamedFile, table: ColumnTable, mends: list[str], leave_out: bool
) -> tuple[list[NamedFile], list[str]]:
    """Return the corrected table as a results file, and a message about each omitted row.

    Raise `UnreadableEvent` if rows still have problems and `leave_out` is not set, and `CommandError` if one of
    `mends` names no cell.
    """
    mended = corrected_table(
        table, dict(_parse_correction(text, len(table.rows)) for text in mends)
    )
    odd = [
        Remark(file.name, row.number, sentence(row.problem))
        for row in mended.invalid_rows
        if row.problem
    ]
    if odd and not leave_out:
        what_to_do = _(
            "Correct a cell with --mend ROW:COLUMN=TEXT, or leave these rows out with --leave-out."
        )
        raise UnreadableEvent(*odd, Remark("", 0, what_to_do))
    left_out = [_("Left out: {row}").format(row=remark) for remark in odd]
    return [results_file(mended.valid_rows, file.stem)], left_out


def _parse_correction(text: str, rows: int) -> tuple[tuple[int, str], str]:
    """Return the row and column of a cell, and its new text. Raise `CommandError` if `text` names no cell."""
    match = re.fullmatch(rf"(\d{{1,6}}):({'|'.join(ROLES)})=(.*)", text, re.ASCII)
    if match is None or not 1 <= int(match[1]) <= rows:
        raise CommandError(
            _(
                "“{text}” does not name a cell. Write row, column and text, such as "
                "14:other_score=310; the table has {rows} rows, and the columns are {columns}."
            ).format(text=text, rows=rows, columns=", ".join(ROLES))
        )
    return (int(match[1]), match[2]), match[3].strip()


def _named_files(paths: list[str]) -> list[NamedFile]:
    """Return the named files, and those in named folders except hidden ones.

    Raise `CommandError` if one cannot be read.
    """
    files: list[NamedFile] = []
    for name in paths:
        path = Path(name)
        if path.is_dir():
            inside = sorted(entry for entry in path.iterdir() if entry.is_file())
            seen = [entry for entry in inside if not entry.name.startswith(".")]
            files += [_read_named_file(entry, within=str(path)) for entry in seen]
        else:
            files.append(_read_named_file(path))
    return files


def _read_named_file(path: Path, *, within: str = "") -> NamedFile:
    try:
        with path.open("rb") as opened:
            return NamedFile(path.name, opened.read(MAX_FILE_BYTES + 1), within)
    except OSError as reason:
        raise CommandError(
            _("{path} cannot be read: {reason}.").format(
                path=path, reason=reason.strerror or reason
            )
        ) from reason
