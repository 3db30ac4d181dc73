"""Writing and opening the backup of an organisation in a process of its own, for pages that show how far it is.

What it came to is noted in a folder of the data folder, for each organisation by its number, where every process of the
installation finds it.
"""

from __future__ import annotations

import json
import multiprocessing
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.processes import one_of

FOLDER = "backups"
LOST_AFTER = 120
"""Seconds after which a process that noted nothing more is taken for ended."""
NOTED_EVERY = 0.3
"""Seconds from one note to the next."""


@dataclass(frozen=True)
class JobState:
    """How far a backup is."""

    done: int = 0
    all: int = 0
    file: str = ""
    """The name of the backup, or of the organisation that was opened, once it is whole."""
    bytes: int = 0
    head: str = ""
    """How far the logs of the organisation went when it was written."""
    problem: str = ""
    """Why there is none, in words."""
    at: float = 0.0
    """When this was noted, in seconds since 1970."""

    @property
    def goes_on(self) -> bool:
        """Whether a process works on it."""
        return not self.file and not self.problem


OPENING = "opening"
"""The place of the backup that is opened; one at a time."""


def state_of(place: str) -> JobState | None:
    """How far the backup at a place is; None where none was begun. Of one whose process ended it says so."""
    try:
        state = JobState(**json.loads(_note(place).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    if state.goes_on and time.time() - state.at > LOST_AFTER:
        return JobState(problem=_("It stopped before it was done. Begin it again."), at=state.at)
    return state


def folder_of(place: str) -> Path:
    """The folder of a place; made where it is not there. Raises `OSError`."""
    folder = Path(settings.NINETIMER_DATA_DIR) / FOLDER / place
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def begin_writing(organisation: int, user: int) -> None:
    """Let a process write the backup of an organisation for somebody. Nothing is begun while one is at it."""
    _begin(str(organisation), write_in_process, organisation, user)


def begin_opening(path: Path, user: int, name: str, copy: bool) -> bool:
    """Let a process open the backup at that path, which it then removes. False while another is being opened."""
    return _begin(OPENING, open_in_process, str(path), user, name, copy)


def _begin(place: str, work: Any, *arguments: Any) -> bool:
    with one_of(f"backup {place}"):  # who presses twice begins once
        state = state_of(place)
        if state is not None and state.goes_on:
            return False
        note(place, JobState())
    context = multiprocessing.get_context("spawn")
    context.Process(target=work, args=(*arguments, translation.get_language()), daemon=True).start()
    return True


def note(place: str, state: JobState) -> None:
    """Remember how far the backup at a place is."""
    path = folder_of(place) / "state.json"
    half = path.with_suffix(".half")
    half.write_text(json.dumps(asdict(state) | {"at": time.time()}), "utf-8")
    half.replace(path)


def write_in_process(organisation: int, user: int, language: str | None) -> None:
    """Write the backup; what comes of it is noted. The function of a new process."""
    _ready(language)
    write_for_page(organisation, user)


def open_in_process(path: str, user: int, name: str, copy: bool, language: str | None) -> None:
    """Open the backup; what comes of it is noted. The function of a new process."""
    _ready(language)
    open_for_page(Path(path), user, name, copy)


def write_for_page(organisation: int, user: int) -> None:
    """Write the backup of an organisation, note how far it is, and log it."""
    from django.contrib.auth.models import User
    from django.db import transaction

    from scoring.actions.activity import Actor, log
    from scoring.models import Organisation
    from tournament.exchange.organisation_file import SUFFIX, file_name, write_backup
    from tournament.queries.files.organisation_rows import log_state
    from tournament.wording.log import say

    place = str(organisation)
    row = Organisation.objects.get(pk=organisation)
    try:
        folder = folder_of(place)
        written = write_backup(row, folder / file_name(row), _Noted(place))
        for before in set(folder.glob(f"*{SUFFIX}*")) - {written.path}:
            before.unlink()
        with transaction.atomic():
            log(
                Actor.of(User.objects.get(pk=user)),
                "export_organisation",
                say("export_organisation", organisation=row, rows=written.rows),
                scope=row.scope,
            )
        state = JobState(
            written.rows, written.rows, written.path.name, written.bytes, log_state(row)
        )
    except OSError as reason:
        problem = _("The backup could not be written: {reason}. Make room, then begin it again.")
        state = _earlier(place, problem.format(reason=reason.strerror or reason))
    note(place, state)


def _earlier(place: str, problem: str) -> JobState:
    """Why there is no new backup, with the one that was written before, where there is one."""
    from tournament.exchange.organisation_file import SUFFIX

    with suppress(OSError):
        for path in folder_of(place).glob(f"*{SUFFIX}"):
            return JobState(problem=problem, file=path.name, bytes=path.stat().st_size)
    return JobState(problem=problem)


def open_for_page(path: Path, user: int, name: str, copy: bool = False) -> None:
    """Open a backup, note how far it is, and remove the file."""
    from django.contrib.auth.models import User

    from scoring.actions.activity import Actor
    from tournament.actions.act import Refused
    from tournament.actions.files.organisation_archive import import_organisation
    from tournament.exchange.organisation_file import BackupFile, NotABackup

    owner = User.objects.get(pk=user)
    noted = _Noted(OPENING)
    try:
        backup = BackupFile(path)
        made = import_organisation(
            Actor.of(owner),
            backup,
            name=name,
            owner=owner,
            copy=copy,
            done=lambda rows: noted(rows, backup.rows),
        )
        state = JobState(backup.rows, backup.rows, str(made))
    except (NotABackup, Refused) as reason:
        state = JobState(problem=str(reason))
    except OSError as reason:
        state = JobState(problem=str(reason.strerror or reason))
    finally:
        with suppress(OSError):
            path.unlink()
    note(OPENING, state)


class _Noted:
    """Notes how far a backup is, now and then."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.last = 0.0

    def __call__(self, done: int, number: int) -> None:
        if time.monotonic() - self.last > NOTED_EVERY:
            self.last = time.monotonic()
            note(self.place, JobState(done, number))


def _ready(language: str | None) -> None:
    """Set Django up in the new process, which speaks the language of who asked."""
    import django

    django.setup()
    if language:
        translation.activate(language)


def _note(place: str) -> Path:
    return Path(settings.NINETIMER_DATA_DIR) / FOLDER / place / "state.json"
