"""The papers of a whole event as one zip, made a little at a time, so that a bar can move and somebody can stop it.

The files made so far lie in a folder of the data folder, with a note of how far it came: the next step goes on
there, also after a new start and in another process of the same installation.
"""

from __future__ import annotations

import json
import shutil
import time
import zipfile
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from django.conf import settings

from tournament.models import Event
from tournament.queries.cache import cached_reads
from tournament.reports.delivery import as_of, write_whole
from tournament.reports.everything import WantedReport, everything, folder_of
from tournament.reports.request import CannotReport
from tournament.wording.plugins import name_of

FOLDER = "whole-events"
STEP = 1.0
"""Seconds of a step, about: a report that was begun is finished."""
HELD_FOR = 60.0
"""Seconds after which a step that never ended holds up no other."""


@dataclass(frozen=True)
class Progress:
    """How far the zip of an event has come."""

    paper: str
    everybody: bool
    """Whether it holds only what everybody may read."""
    head: str
    """How far the log went when it was begun."""
    all: int
    """How many reports there are."""
    made: int = 0
    files: int = 0
    left_out: tuple[str, ...] = ()
    """Why a report is not in it, each reason once."""
    warnings: tuple[str, ...] = ()
    stopped: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to be made."""
        return self.made >= self.all

    @property
    def goes_on(self) -> bool:
        """Whether the next step makes more."""
        return not self.is_whole and not self.stopped


def progress_of(event: Event) -> Progress | None:
    """Return how far the zip of the event has come; None where none was begun."""
    try:
        values = json.loads(_note(event).read_text("utf-8"))
        values |= {name: tuple(values[name]) for name in ("left_out", "warnings")}
        return Progress(**values)
    except (OSError, ValueError, TypeError, KeyError):
        return None


def begin(event: Event, paper: str, *, everybody: bool) -> Progress:
    """Begin the zip anew; what there was of an earlier one goes. Raises `OSError`."""
    shutil.rmtree(_place(event), ignore_errors=True)
    _place(event).mkdir(mode=0o700, parents=True)
    wanted = everything(event, everybody=everybody)
    return _keep(event, Progress(paper, everybody, as_of(event).head, len(wanted)))


def stop(event: Event) -> None:
    """Make no more of it; what is made stays until it is begun anew."""
    if progress := progress_of(event):
        _keep(event, replace(progress, stopped=True))


def make_some(event: Event) -> Progress | None:
    """Make some more reports, and the zip with the last of them; return how far it has come.

    While another process makes some nothing is done. Where the event has other reports than when it was begun,
    it begins anew. Raises `OSError`.
    """
    progress = progress_of(event)
    if progress is None or not progress.goes_on or not _hold(event):
        return progress
    try:
        with cached_reads():
            wanted = everything(event, everybody=progress.everybody)
            if len(wanted) != progress.all:
                return begin(event, progress.paper, everybody=progress.everybody)
            progress = _make(event, progress, wanted[progress.made :])
        if progress.is_whole:
            _bundle(event)
    finally:
        with suppress(OSError):
            _lock(event).rmdir()
    return progress


def zip_of(event: Event) -> Path:
    """Where the zip lies once it is whole."""
    return _place(event) / f"{event.slug}-papers.zip"


def _make(event: Event, progress: Progress, wanted: list[WantedReport]) -> Progress:
    """Make reports until the time is over, and note each."""
    end, state = time.monotonic() + STEP, as_of(event)
    reports = folder_of(event, wanted, (), progress.paper, state.moment, chain_head=state.head)
    for chosen, made in reports:
        left_out, warnings = dict.fromkeys(progress.left_out), dict.fromkeys(progress.warnings)
        files = progress.files
        if isinstance(made, CannotReport):
            left_out[f"{name_of(chosen.chosen)}: {made}"] = None
        else:
            for delivery in made:
                folder = _files(event) / chosen.folder
                folder.mkdir(parents=True, exist_ok=True)
                write_whole(delivery.content, folder / delivery.file_name)
                warnings |= dict.fromkeys(delivery.warnings)
                files += 1
        latest = progress_of(event)
        progress = replace(
            progress,
            made=progress.made + 1,
            files=files,
            left_out=tuple(left_out),
            warnings=tuple(warnings),
            stopped=bool(latest and latest.stopped),
        )
        _keep(event, progress)
        if progress.stopped or time.monotonic() > end:
            break
    return progress


def _bundle(event: Event) -> None:
    """Put the files into the zip: what is written is packed already, so it is not packed again."""
    part = zip_of(event).with_suffix(".part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as bundle:
        for path in sorted(_files(event).rglob("*")):
            if path.is_file():
                bundle.write(path, f"{event.slug}/{path.relative_to(_files(event)).as_posix()}")
    part.replace(zip_of(event))
    shutil.rmtree(_files(event), ignore_errors=True)


def _hold(event: Event) -> bool:
    """Whether the step may begin: no other one is under way."""
    lock = _lock(event)
    with suppress(OSError):
        if time.time() - lock.stat().st_mtime > HELD_FOR:
            lock.rmdir()
    try:
        lock.mkdir()
    except OSError:
        return False
    return True


def _keep(event: Event, progress: Progress) -> Progress:
    write_whole(json.dumps(asdict(progress)).encode(), _note(event))
    return progress


def _place(event: Event) -> Path:
    return Path(settings.NINETIMER_DATA_DIR) / FOLDER / event.slug


def _files(event: Event) -> Path:
    return _place(event) / "files"


def _note(event: Event) -> Path:
    return _place(event) / "progress.json"


def _lock(event: Event) -> Path:
    return _place(event) / "held"
