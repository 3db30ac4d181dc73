"""Report problems with this installation and their solutions, without changing anything: `ninetimer doctor`."""

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError
from django.utils.translation import gettext as _
from PIL import ImageFont

import tournament.reports
from scoring.lexicon import (
    LexiconDamaged,
    LexiconMissing,
    installed_word_lists,
    organisations_with_lists,
)
from scoring.queries.chain import check_log
from tournament.data_folder import folder_problem
from tournament.management.commands.serve import PortTaken, open_socket, read_database_version
from tournament.management.commands.start import FIRST_PORT
from tournament.queries.safety.database import database_damage, recovery_sentence
from tournament.server.instance import running_address

MIN_FREE_BYTES = 500_000_000
"""The free disk space in bytes below which snapshots and papers may fill the disk during an event."""
FONTS = Path(tournament.reports.__file__).parent / "fonts"
TYPEFACES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")


@dataclass(frozen=True)
class Finding:
    """The subject of a check, and its result or the problem with its solution."""

    subject: str
    text: str
    is_wrong: bool = False


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Checks disk, database, activity log, typefaces, word lists and port, and says what "
            "is wrong and what to do. Changes nothing. The exit code is 0 if all is well, "
            "otherwise 1."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for finding in findings():
            wrong += finding.is_wrong
            mark = "!" if finding.is_wrong else " "
            self.stdout.write(f"{mark} {finding.subject}: {finding.text}")
        if wrong:
            sys.exit(1)
        self.stdout.write(_("All is well."))


def findings() -> Iterator[Finding]:
    """Yield the findings of all checks, skipping checks of the database that depend on a failed one."""
    yield from _check_disk()
    if not folder_problem(settings.NINETIMER_DATA_DIR):  # SQLite cannot open it there
        database = list(_check_database())
        yield from database
        if not any(row.is_wrong for row in database) and not read_database_version().is_empty:
            yield _check_activity_log()
    yield _check_fonts()
    yield from _check_word_lists()
    yield _check_port()


def _check_disk() -> Iterator[Finding]:
    subject, folder = _("disk"), settings.NINETIMER_DATA_DIR
    free = shutil.disk_usage(folder).free
    room = f"{free / 1e9:.1f} GB"
    if why := folder_problem(folder):
        yield Finding(subject, why, is_wrong=True)
    elif free < MIN_FREE_BYTES:
        yield Finding(
            subject,
            _(
                "only {room} is free on the disk with the data ({folder}). Make space before "
                "the event: empty the bin, or move pictures and videos elsewhere."
            ).format(room=room, folder=folder),
            is_wrong=True,
        )
    else:
        yield Finding(subject, _("{room} is free in {folder}.").format(room=room, folder=folder))
    copy = settings.NINETIMER_COPY_TO
    if copy and (why := folder_problem(Path(copy)) if Path(copy).is_dir() else copy):
        yield Finding(
            subject,
            _(
                "the running copy cannot be written to {folder}. Plug in the USB stick, or set "
                "NINETIMER_COPY_TO to another folder."
            ).format(folder=copy),
            is_wrong=True,
        )


def _check_database() -> Iterator[Finding]:
    subject = _("database")
    try:
        version = read_database_version()
        damaged = database_damage()
    except (CommandError, DatabaseError) as problem:
        why = str(problem).rstrip(".")  # SQLite adds no full stop
        yield Finding(subject, f"{why}. {recovery_sentence()}", is_wrong=True)
        return
    if damaged:
        text = _("it is damaged ({state}).").format(state=damaged)
        yield Finding(subject, f"{text} {recovery_sentence()}", is_wrong=True)
    elif version.too_new_reason:
        yield Finding(subject, version.too_new_reason, is_wrong=True)
    elif version.is_empty:
        yield Finding(subject, _("there is none yet. It is created when Ninetimer starts."))
    elif version.pending_migrations:
        yield Finding(
            subject,
            _(
                "it is from an older version. `{command} start` makes a copy and upgrades it."
            ).format(command=settings.COMMAND),
            is_wrong=True,
        )
    else:
        yield Finding(subject, _("it is intact and up to date."))


def _check_activity_log() -> Finding:
    subject = _("activity log")
    report = check_log()
    if report.is_intact:
        text = _("all entries are intact ({count}).").format(count=report.entries)
        return Finding(subject, text)
    what = " ".join(filter(None, [report.fault_message, report.guard_message]))
    advice = _(
        "The database was changed with another program. Compare the log with the entries named on "
        "printed standings (`{command} verify_audit EVENT --head HEAD`) and with the snapshots."
    ).format(command=settings.COMMAND)
    return Finding(subject, f"{what} {advice}", is_wrong=True)


def _check_fonts() -> Finding:
    subject = _("typefaces")
    for name in TYPEFACES:
        try:
            # Opened here, because Pillow replaces a missing path with the system's font of that
            # name.
            with (FONTS / name).open("rb") as file:
                ImageFont.truetype(file)
        except OSError as problem:
            return Finding(
                subject,
                _("{path} cannot be read ({problem}), so nothing can be printed. {again}").format(
                    path=FONTS / name, problem=problem, again=_reinstall_advice()
                ),
                is_wrong=True,
            )
    return Finding(subject, _("the typefaces for printing are installed."))


def _check_word_lists() -> Iterator[Finding]:
    subject = _("word lists")
    try:
        shelves = [installed_word_lists(), *map(installed_word_lists, organisations_with_lists())]
    except (LexiconDamaged, LexiconMissing) as problem:
        yield Finding(subject, f"{problem} {_reinstall_advice()}", is_wrong=True)
        return
    wrong = False
    for sentence in {text for here in shelves for text in here.damaged.values()}:
        wrong = True
        again = _("Load it again: `{command} import_lexicon`.").format(command=settings.COMMAND)
        yield Finding(subject, f"{sentence} {again}", is_wrong=True)
    lists = {words for here in shelves for words in here.lists.values()}
    for words in sorted(lists, key=lambda words: words.name):
        if words.is_unchanged():
            continue
        wrong = True
        again = (
            _reinstall_advice()
            if words.shipped
            else _("Load it again: `{command} import_lexicon`.").format(command=settings.COMMAND)
        )
        yield Finding(
            subject,
            _("“{name}” has been changed: its file contains different words. {again}").format(
                name=words.name, again=again
            ),
            is_wrong=True,
        )
    if not wrong:
        yield Finding(subject, ", ".join(sorted({words.name for words in lists})) + ".")


def _reinstall_advice() -> str:
    return _("Install Ninetimer again. Your data is stored elsewhere and is not affected.")


def _check_port() -> Finding:
    subject = _("port")
    if address := running_address():
        return Finding(subject, _("Ninetimer is running at {address}").format(address=address))
    try:
        open_socket("127.0.0.1", FIRST_PORT).close()
    except PortTaken:
        return Finding(
            subject,
            _(
                "{port} is used by another program, so Ninetimer would use the next port, and the "
                "addresses on papers and phones would change. Stop that program, or choose "
                "another port with --port and keep to it."
            ).format(port=FIRST_PORT),
            is_wrong=True,
        )
    except CommandError as problem:
        return Finding(subject, str(problem), is_wrong=True)
    return Finding(subject, _("{port} is free.").format(port=FIRST_PORT))
