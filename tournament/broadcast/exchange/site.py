"""The folder of a published site: only changed files are written, and foreign files are left alone.

A file in the folder lists the written files with their digests. A folder that has content but no such
list was not written by Ninetimer and is refused. New files are first written beside the old ones and
then renamed, and the old ones are kept until the end, so that a full disk or a file that is open in
another program leaves the site unchanged.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from errno import EACCES, EDQUOT, ENOSPC, EPERM, EROFS
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Self

from django.utils.translation import gettext as _

from tournament import jobs
from tournament.atomic_files import open_temporary_file, write_atomically

RECORD_FILE_NAME = ".ninetimer-site.json"
"""The file that lists what Ninetimer wrote into the folder."""
TEMPORARY_PREFIX = ".ninetimer-"
"""The prefix of temporary files."""
DISK_FULL_ERRNOS = (ENOSPC, EDQUOT)
ACCESS_ERRNOS = (EACCES, EPERM, EROFS)


class CannotPublish(Exception):
    """The site cannot be written to the folder. The message gives the reason and a remedy."""


@dataclass(frozen=True, slots=True)
class LazyFile:
    """A file that is slow to make, and is made only if `source`, which identifies its content, has changed."""

    source: str
    make: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class FileRecord:
    """The record of a written file: digest, size, modification time, and source."""

    digest: str
    size: int
    modified: int
    source: str = ""


@dataclass(frozen=True, slots=True)
class WriteResult:
    """The changes made by publishing."""

    changed: int
    unchanged: int
    removed: int
    kept_files: tuple[str, ...] = ()
    """Files that are no longer part of the site, but were changed since they were written and are therefore kept."""


@dataclass(frozen=True)
class SiteFolder:
    """A folder that contains the site of an event, or an empty folder for it."""

    path: Path
    event: str
    version: str = ""
    file_records: Mapping[str, FileRecord] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path, event: str) -> SiteFolder:
        """Return the folder at a path. Raise `CannotPublish` if the event's site cannot be written there."""
        with _translate_disk_errors(path):
            if not path.exists():
                if not path.parent.is_dir():
                    raise CannotPublish(
                        _(
                            "{folder} does not exist. Check that the USB stick is plugged in and "
                            "that the name is right."
                        ).format(folder=path.parent)
                    )
                return cls(path, event)
            if not path.is_dir():
                raise CannotPublish(_("{path} is a file. Name a folder.").format(path=path))
            known = path / RECORD_FILE_NAME
            if not known.exists():
                _refuse_foreign_files(path)
                return cls(path, event)
            return cls._from_record(path, event, known.read_bytes())

    @classmethod
    def _from_record(cls, path: Path, event: str, content: bytes) -> SiteFolder:
        try:
            whole = json.loads(content)
            marks = {str(name): FileRecord(*values) for name, values in whole["files"].items()}
            there, version = str(whole["event"]), str(whole["version"])
        except (ValueError, TypeError, KeyError, AttributeError):
            there, version, marks = "", "", {}
        if not there or not all(map(_is_inside_folder, marks)):
            raise CannotPublish(
                _(
                    "{file} cannot be read, so Ninetimer cannot tell which files in the folder "
                    "are its own. Choose another folder, or empty this one."
                ).format(file=path / RECORD_FILE_NAME)
            )
        if there != event:
            raise CannotPublish(
                _(
                    "{folder} contains the site of another event, “{event}”. Choose a different "
                    "folder for this one."
                ).format(folder=path, event=there)
            )
        return cls(path, event, version, marks)

    def is_up_to_date(self, version: str) -> bool:
        """Return whether the folder contains this version of the site, with all files unmodified."""
        return (
            bool(self.file_records)
            and self.version == version
            and all(map(self.is_unmodified, self.file_records))
        )

    def is_unmodified(self, name: str) -> bool:
        """Return whether a file is unmodified since it was written."""
        mark = self.file_records.get(name)
        try:
            there = (self.path / name).stat()
        except OSError:
            return False
        return mark is not None and (there.st_size, there.st_mtime_ns) == (mark.size, mark.modified)

    def write(
        self,
        version: str,
        files: Mapping[str, bytes | LazyFile],
        progress: jobs.OnProgress = jobs.ignore_progress,
    ) -> WriteResult:
        """Write a version of the site: replace changed files and remove obsolete ones.

        `progress` starts at half, because the files have already been made. Raise `CannotPublish` or the
        exception from `progress`; the folder is then unchanged, unless the message calls the site incomplete.
        """
        waiting: dict[str, tuple[Path, FileRecord]] = {}
        marks: dict[str, FileRecord] = {}
        folders: list[Path] = []
        try:
            with _translate_disk_errors(self.path):
                if not self.path.exists():
                    self.path.mkdir()
                    folders.append(self.path)
                for number, (name, content) in enumerate(files.items(), len(files)):
                    progress(number, 2 * len(files), "files")
                    self._prepare_file(name, content, waiting, marks, folders)
                for temporary, _mark in waiting.values():
                    _sync_to_disk(temporary)
                with _Replacement(self.path) as replaced:
                    replaced.move_aside(self.path / RECORD_FILE_NAME)
                    own = {name: mark for name, (_temporary, mark) in waiting.items()}
                    self._save_record("", {**self.file_records, **marks, **own})
                    for name, (temporary, mark) in waiting.items():
                        replaced.move_aside(self.path / name)
                        temporary.replace(self.path / name)
                        written = (self.path / name).stat()
                        marks[name] = FileRecord(
                            mark.digest, written.st_size, written.st_mtime_ns, mark.source
                        )
                    obsolete = set(self.file_records) - set(files)
                    removed, strangers = self._remove_files(obsolete, replaced)
                    self._save_record(version, marks)
        finally:
            for temporary, _mark in waiting.values():
                with suppress(OSError):
                    temporary.unlink()
            for folder in reversed(folders):  # remove created folders that are empty
                with suppress(OSError):
                    folder.rmdir()
        return WriteResult(len(waiting), len(files) - len(waiting), removed, strangers)

    def _prepare_file(
        self,
        name: str,
        content: bytes | LazyFile,
        waiting: dict[str, tuple[Path, FileRecord]],
        marks: dict[str, FileRecord],
        folders: list[Path],
    ) -> None:
        """Write a file beside its final place, unless the existing file is the same.

        Raise `CannotPublish` for a foreign file of that name, or a path that leads out of the
        folder.
        """
        target, source = self.path / name, ""
        if isinstance(content, LazyFile):
            known = self.file_records.get(name)
            if known and known.source == content.source and self.is_unmodified(name):
                marks[name] = known
                return
            source, content = content.source, content.make()
        digest = sha256(content).hexdigest()
        if target.is_file() and not target.is_symlink():
            there = target.stat()
            if there.st_size == len(content) and target.read_bytes() == content:
                marks[name] = FileRecord(digest, there.st_size, there.st_mtime_ns, source)
                return
        if name not in self.file_records and (target.exists() or target.is_symlink()):
            raise CannotPublish(
                _(
                    "{file} was not written by Ninetimer, but the site has a file of that name. "
                    "Move it, or choose another folder."
                ).format(file=target)
            )
        _make_folder(target.parent, folders)
        if not target.parent.resolve().is_relative_to(self.path.resolve()):
            raise CannotPublish(
                _(
                    "{folder} is a link that leads out of the site’s folder. Choose another folder."
                ).format(folder=target.parent)
            )
        file, draft = open_temporary_file(target.parent, TEMPORARY_PREFIX)
        waiting[name] = draft, FileRecord(digest, 0, 0, source)
        with file:
            file.write(content)

    def _remove_files(self, names: set[str], replaced: _Replacement) -> tuple[int, tuple[str, ...]]:
        removed, strangers = 0, []
        for name in sorted(names):
            target = self.path / name
            with suppress(FileNotFoundError):
                if sha256(target.read_bytes()).hexdigest() != self.file_records[name].digest:
                    strangers.append(name)
                    continue
                replaced.move_aside(target)
                removed += 1
                for folder in target.relative_to(self.path).parents[:-1]:
                    with suppress(OSError):  # not empty
                        (self.path / folder).rmdir()
        return removed, tuple(strangers)

    def _save_record(self, version: str, marks: Mapping[str, FileRecord]) -> None:
        whole = {
            "what": "The site of an event, written by Ninetimer; only these files are its own.",
            "event": self.event,
            "version": version,
            "files": {
                name: [mark.digest, mark.size, mark.modified, mark.source]
                for name, mark in sorted(marks.items())
            },
        }
        content = json.dumps(whole, ensure_ascii=False, indent=0).encode()
        write_atomically(content, self.path / RECORD_FILE_NAME)


class _Replacement:
    """A context in which files of a folder are replaced or removed; any exception brings them back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._aside: dict[Path, Path | None] = {}
        """The temporary name of each earlier file; None for a new one."""

    def move_aside(self, target: Path) -> None:
        """Rename a file that is about to be replaced or removed, if it exists."""
        self._aside[target] = None
        with suppress(FileNotFoundError):
            self._aside[target] = target.replace(
                self.folder / f"{TEMPORARY_PREFIX}{len(self._aside)}"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> None:
        """Remove the earlier files or, after an exception, bring them back.

        Raise `CannotPublish` if they cannot be brought back.
        """
        if problem is None:
            for earlier in filter(None, self._aside.values()):
                with suppress(OSError):
                    earlier.unlink()
            return
        try:
            for target, before in reversed(self._aside.items()):
                if before is None:
                    target.unlink(missing_ok=True)
                else:
                    target.parent.mkdir(parents=True, exist_ok=True)
                    before.replace(target)
        except OSError:
            raise CannotPublish(
                _(
                    "Writing to {folder} failed partway, so the site there is incomplete. Publish "
                    "it again."
                ).format(folder=self.folder)
            ) from problem


def _make_folder(path: Path, made: list[Path]) -> None:
    """Create a folder with its parents, and add the created ones to `made`, outermost first."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    path.mkdir(parents=True, exist_ok=True)
    made.extend(reversed(missing))


def _refuse_foreign_files(path: Path) -> None:
    """Raise `CannotPublish` if a folder contains foreign files; dot files and left-over folders are ignored."""
    other = sorted(
        entry.name
        for entry in path.iterdir()
        if not entry.name.startswith(".") and not _is_leftover(entry)
    )
    if other:
        raise CannotPublish(
            _(
                "{folder} contains files that Ninetimer did not write, such as {file}. Choose "
                "an empty folder, or a new one."
            ).format(folder=path, file=other[0])
        )


def _is_leftover(entry: Path) -> bool:
    """Return whether an entry is a folder containing only temporary files of an interrupted run."""
    return (
        entry.is_dir()
        and not entry.is_symlink()
        and all(
            file.is_dir() or file.name.startswith(TEMPORARY_PREFIX) for file in entry.rglob("*")
        )
    )


def _is_inside_folder(name: str) -> bool:
    """Return whether a name is that of a file inside the folder."""
    path = PurePosixPath(name)
    return (
        bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\\" not in name
    )


def _sync_to_disk(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


@contextmanager
def _translate_disk_errors(folder: Path) -> Iterator[None]:
    """Raise `CannotPublish` with a message for the user in place of disk errors."""
    try:
        yield
    except OSError as problem:
        if problem.errno in DISK_FULL_ERRNOS:
            sentence = _("There is no space left in {folder}. The site there has not changed.")
        elif problem.errno in ACCESS_ERRNOS:
            sentence = _(
                "{folder}, or a file in it, is read-only, open in another program, or belongs to "
                "another user."
            )
        else:
            sentence = _("{folder} is not writable: {problem}.")
        raise CannotPublish(
            sentence.format(folder=folder, problem=problem.strerror or problem)
        ) from problem
