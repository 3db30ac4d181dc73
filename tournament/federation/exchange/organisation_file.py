"""The backup of an organisation as one file: compressed lines of JSON, streamed in both directions.

The first line describes the file. Each table and log chain starts with a line that gives its name
and columns, followed by its rows. The last line contains the number of rows and the SHA-256 of all
previous lines, so that a truncated or changed file is detected before it is used.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import secrets
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Organisation
from scoring.queries.consistent_reads import consistent_read
from tournament.actions.safety.snapshots import OWNER_ONLY
from tournament.federation.queries.organisation_rows import (
    account_names,
    backup_fields,
    backup_rows,
    backup_tables,
    chain_rows,
    chains_of,
    json_rows,
    roles_in_backup,
    settings_of,
    word_lists_in_backup,
)
from tournament.models import Event
from tournament.models.tables import archived_table_name
from tournament.queries.files.archive import LOG_COLUMNS
from tournament.version import VERSION as PROGRAM_VERSION

KIND = "ninetimer organisation"
VERSION = 2
"""The format version, increased by changes that older programs cannot read. Older versions can always be read."""
SUFFIX = ".ninetimer-organisation"
MAX_LINE_BYTES = 64_000_000
"""The maximum size of one row in bytes, far more than a photograph or a logo takes."""
COMPRESSION_LEVEL = 5
"""The compression level. Level 9 takes three times as long and saves only 3 %."""

OnProgress = Callable[[int, int], None]
"""A function called with the number of finished rows and the total."""


class NotABackup(ValueError):
    """The file is not a valid backup of an organisation; the message gives the reason."""


@dataclass(frozen=True)
class WrittenBackup:
    """The written file and its size in rows and bytes."""

    path: Path
    rows: int
    bytes: int


@dataclass(frozen=True)
class BackupFileSection:
    """The header of a section, which contains a table or a log chain: its name and columns."""

    table: str
    chain: str | None
    columns: tuple[str, ...]


def backup_file_name(organisation: Organisation) -> str:
    """Return the file name of the backup."""
    stem = re.sub(r"\W+", "-", str(organisation)).strip("-").lower() or "organisation"
    return f"{stem}-{timezone.localdate():%Y-%m-%d}{SUFFIX}"


def write_backup(
    organisation: Organisation, path: Path, done: OnProgress | None = None
) -> WrittenBackup:
    """Write all data of the organisation as of this moment to a file, which gets its name once it is complete.

    Raise `OSError` if the file cannot be written; no partial file remains.
    """
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        with os.fdopen(descriptor, "wb") as file:
            with (
                gzip.GzipFile(
                    fileobj=file, mode="wb", compresslevel=COMPRESSION_LEVEL, mtime=0, filename=""
                ) as packed,
                consistent_read(),
            ):
                rows = _write_sections(organisation, packed, done or (lambda _done, _all: None))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    return WrittenBackup(path, rows, path.stat().st_size)


def _write_sections(organisation: Organisation, packed: gzip.GzipFile, done: OnProgress) -> int:
    digest = hashlib.sha256()

    def line(value: Any) -> None:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "surrogatepass"
        )
        packed.write(text + b"\n")
        digest.update(text + b"\n")

    chains = chains_of(organisation)
    tables = backup_tables()
    number = sum(backup_rows(organisation, model, way).count() for model, way in tables)
    line(
        {
            "kind": KIND,
            "version": VERSION,
            "program": PROGRAM_VERSION,
            "name": organisation.name,
            "written_at": timezone.now().isoformat(),
            "rows": number,
            "events": Event.everywhere.filter(organisation=organisation).count(),
            "settings": settings_of(organisation),
            "roles": roles_in_backup(organisation),
            "word_lists": word_lists_in_backup(organisation),
        }
    )
    names, rows = account_names(), 0
    for model, way in tables:
        columns = [field.name for field in backup_fields(model)]
        line({"table": archived_table_name(model), "columns": columns})
        for row in json_rows(organisation, model, way, names):
            line(row)
            rows += 1
            if rows % 500 == 0:
                done(rows, number)
    for chain, entries in chains.items():
        line({"table": "scoring.Activity", "chain": chain, "columns": LOG_COLUMNS})
        for row in chain_rows(entries):
            line(row)
            rows += 1
    packed.write(json.dumps({"end": rows, "sha256": digest.hexdigest()}).encode() + b"\n")
    done(number, number)
    return rows


class BackupFile:
    """A backup file, which is checked when it is opened.

    Opening it raises `NotABackup` if the check fails, and `OSError` if the file is unreadable.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.header: dict[str, Any] = {}
        self.rows = self._check_and_count()

    def _check_and_count(self) -> int:
        """Check the whole file and return the number of rows. Raise `NotABackup` if it is damaged."""
        digest, rows, last = hashlib.sha256(), 0, b""
        for number, line in enumerate(self._lines()):
            if number == 0:
                self.header = _parse_header(line)
            if last:
                digest.update(last)
                rows += last.startswith(b"[")
            last = line
        try:
            end = json.loads(last)
            whole = end["end"] == rows and end["sha256"] == digest.hexdigest()
        except (ValueError, TypeError, KeyError):
            whole = False
        if not whole:
            raise NotABackup(_damaged_message())
        return rows

    def sections(self) -> Iterator[tuple[BackupFileSection, list[Any] | None]]:
        """Yield (section, None) for each section, followed by (section, row) for each of its rows.

        Raise `NotABackup` for a row that does not fit the columns.
        """
        section = BackupFileSection("", None, ())
        for number, line in enumerate(self._lines()):
            value = json.loads(line)
            if isinstance(value, list):
                if len(value) != len(section.columns) + (section.chain is None):
                    raise NotABackup(_damaged_message())
                yield section, value
            elif number and "table" in value:
                section = BackupFileSection(
                    value["table"], value.get("chain"), tuple(value["columns"])
                )
                yield section, None

    def _lines(self) -> Iterator[bytes]:
        try:
            with gzip.open(self.path, "rb") as opened:
                while line := opened.readline(MAX_LINE_BYTES + 1):
                    if len(line) > MAX_LINE_BYTES:
                        raise NotABackup(_damaged_message())
                    yield line
        except (gzip.BadGzipFile, EOFError, zlib.error) as broken:
            if self.header:
                raise NotABackup(_damaged_message()) from broken
            raise NotABackup(_foreign_message()) from broken


def _parse_header(line: bytes) -> dict[str, Any]:
    try:
        header = json.loads(line)
        version = header["version"] if header.get("kind") == KIND else None
    except (ValueError, AttributeError, KeyError, RecursionError):
        version = None
    if not isinstance(version, int):
        raise NotABackup(_foreign_message())
    if version > VERSION:
        raise NotABackup(
            _(
                "The backup was written by Ninetimer {program}, which is newer than this "
                "version. Update Ninetimer first. Nothing was imported."
            ).format(program=header.get("program"))
        )
    return dict(header)


def _damaged_message() -> str:
    return _(
        "The backup is cut off or was changed, so nothing was imported. Copy it again from its "
        "source."
    )


def _foreign_message() -> str:
    return _(
        "This is not a backup of an organisation, so nothing was imported. Choose a file "
        "that ends in {ending}."
    ).format(ending=SUFFIX)
