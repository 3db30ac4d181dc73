"""Background jobs that write and import the backup of an organisation."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from scoring.actions.activity import Actor, log
from scoring.models import Organisation
from scoring.tenancy import tenant
from tournament import jobs
from tournament.actions.act import Refused
from tournament.federation.actions.organisation_archive import import_organisation
from tournament.federation.exchange.organisation_file import (
    SUFFIX,
    BackupFile,
    NotABackup,
    backup_file_name,
    write_backup,
)
from tournament.federation.queries.organisation_rows import log_state
from tournament.wording.log import say

IMPORT_JOB_NAME = f"{jobs.BACKUPS}/opening"
"""The name of the job that imports a backup; only one is imported at a time."""


def backup_job_name(organisation: int) -> str:
    """Return the name of the job that writes an organisation's backup."""
    return f"{jobs.BACKUPS}/{organisation}"


def run_backup_job(
    progress: Callable[[int, int], None], organisation: int, user: int
) -> dict[str, Any]:
    """Write and log the backup of an organisation; return the file's name and size, and the log state.

    Earlier backups in the job's folder are deleted afterwards. Raise `OSError` if the file cannot be
    written.
    """
    with tenant(None):
        row = Organisation.objects.get(pk=organisation)
        folder = jobs.folder_of(backup_job_name(organisation))
        written = write_backup(row, folder / backup_file_name(row), progress)
        for before in set(folder.glob(f"*{SUFFIX}*")) - {written.path}:
            before.unlink()
        with transaction.atomic():
            log(
                Actor.for_user(User.objects.get(pk=user)),
                "export_organisation",
                say("export_organisation", organisation=row, rows=written.rows),
                scope=row.scope,
            )
        return {"file": written.path.name, "bytes": written.bytes, "head": log_state(row)}


def run_import_job(
    progress: Callable[[int, int], None], path: str, user: int, name: str, copy: bool = False
) -> dict[str, Any]:
    """Import a backup and return the name of its organisation; delete the file in any case.

    Raise `JobFailed` if the backup is refused.
    """
    try:
        with tenant(None):
            owner = User.objects.get(pk=user)
            backup = BackupFile(Path(path))
            made = import_organisation(
                Actor.for_user(owner),
                backup,
                name=name,
                owner=owner,
                copy=copy,
                done=lambda rows: progress(rows, backup.rows),
            )
            return {"made": str(made)}
    except (NotABackup, Refused) as reason:
        raise jobs.JobFailed(str(reason)) from reason
    finally:
        with suppress(OSError):
            Path(path).unlink()
