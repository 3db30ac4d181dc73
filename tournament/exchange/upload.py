"""Unpack uploaded files, separating those that can belong to an event from the rest, and pack files for download."""

from __future__ import annotations

import io
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.actions.unpacking import ZIP_FAULTS
from scoring.wording.phrases import comma_list
from tournament.engine.interchange import Remark, UnreadableEvent

MAX_FILE_BYTES = 10_000_000
"""The largest file in bytes; an event with 1,000 players and 30 rounds needs a tenth of that."""
MAX_FILES = 100
MAX_UNPACKED_BYTES = 50_000_000
"""The largest unpacked size of a zip, in bytes."""
MAX_NAMED_FILES = 6
"""The maximum number of omitted files that are named one by one."""
OF_AN_EVENT = _lazy("the configuration, the divisions or the results")
_OF_THE_ZIP = "__MACOSX"


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file that was sent or is to be written. The name has no folder.

    `within` is the zip or the folder that contained it; empty for a single file.
    """

    name: str
    content: bytes
    within: str = ""

    @property
    def stem(self) -> str:
        """The name without its extension."""
        return PurePath(self.name).stem

    @property
    def beginning(self) -> bytes:
        """About the first 500 characters, without a byte order mark and without the null bytes of UTF-16."""
        head = self.content[:1000]
        two = head.startswith((b"\xff\xfe", b"\xfe\xff"))
        return head[2:].replace(b"\0", b"") if two else head[:500].removeprefix(b"\xef\xbb\xbf")


@dataclass
class UnpackedFiles:
    """The files that can belong to an event, and the names of the omitted files of each zip or folder."""

    files: list[NamedFile] = field(default_factory=list)
    omitted: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def remarks(self) -> Iterator[Remark]:
        """Yield a remark for each zip or folder from which files were omitted."""
        for within, names in self.omitted.items():
            if not names:
                continue
            more = len(names) - MAX_NAMED_FILES
            first_names = comma_list(names[:MAX_NAMED_FILES])
            if more > 0:
                text = _("Not needed for the event and left out: {names} and {count} more.")
            else:
                text = _("Not needed for the event and left out: {names}.")
            yield Remark(within, 0, text.format(names=first_names, count=more))


def unpack_files(files: Iterable[NamedFile]) -> UnpackedFiles:
    """Return the files, with each zip replaced by those of its files that can belong to an event.

    Raise `UnreadableEvent` if there are too many files, or if a zip is damaged or too large.
    """
    done = UnpackedFiles()
    for number, file in enumerate(files, start=1):
        if number > MAX_FILES:
            sentence = _(
                "You can send at most {most_files} files at once. Send only {of_an_event}."
            ).format(most_files=MAX_FILES, of_an_event=OF_AN_EVENT)
            raise UnreadableEvent(Remark("", 0, sentence, True))
        if not file.content.startswith(b"PK\x03\x04") or file.name.casefold().endswith(
            (".xlsx", ".xlsm")
        ):
            done.files.append(file)
            continue
        try:
            with zipfile.ZipFile(io.BytesIO(file.content)) as zipped:
                _add_zipped_files(file, zipped, done)
        except ZIP_FAULTS as broken:
            sentence = _(
                "The zip cannot be opened: it is cut off, damaged or protected. Create or copy "
                "it again, or send the files it contains."
            )
            raise UnreadableEvent(Remark(file.name, 0, sentence, True)) from broken
    return done


def pack_files(files: Sequence[NamedFile], stem: str) -> NamedFile:
    """Return the only file, or a reproducible zip of several."""
    return files[0] if len(files) == 1 else zip_files(files, stem)


def zip_files(files: Sequence[NamedFile], stem: str) -> NamedFile:
    """Return a reproducible zip of one file or more."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        for file in files:
            info = zipfile.ZipInfo(file.name, date_time=(1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            zipped.writestr(info, file.content)
    return NamedFile(f"{stem}.zip", out.getvalue())


def _add_zipped_files(file: NamedFile, zipped: zipfile.ZipFile, done: UnpackedFiles) -> None:
    """Add the files of one zip to `done`.

    Raise `BadZipFile` for a file without a name, which some versions of Python accept, and `UnreadableEvent`
    if the zip is too large or has too many files.
    """
    if not all(info.filename for info in zipped.infolist()):
        raise zipfile.BadZipFile("A file in it has no name.")
    infos = [
        info
        for info in zipped.infolist()
        if not info.is_dir()
        and not PurePath(info.filename).name.startswith(".")
        and _OF_THE_ZIP not in PurePath(info.filename).parts
    ]
    there = _event_paths([info.filename for info in infos])
    done.omitted[file.name] += [info.filename for info in infos if info.filename not in there]
    infos = [info for info in infos if info.filename in there]
    if len(infos) > MAX_FILES or sum(info.file_size for info in infos) > MAX_UNPACKED_BYTES:
        too_much = _(
            "The zip contains more than {files} files or {size} MB. Include only {of_an_event}."
        ).format(files=MAX_FILES, size=MAX_UNPACKED_BYTES // 1_000_000, of_an_event=OF_AN_EVENT)
        raise UnreadableEvent(Remark(file.name, 0, too_much, True))
    for info in infos:
        with zipped.open(info) as opened:
            name = PurePath(info.filename).name
            done.files.append(NamedFile(name, opened.read(MAX_FILE_BYTES + 1), within=file.name))


def _event_paths(paths: Sequence[str]) -> set[str]:
    """Return the paths that can be files of the event.

    Without a configuration, these are all of them. With one, these are the files in its folder, and
    division files elsewhere with names that do not occur in that folder. Copies and web pages in other
    folders are excluded.
    """
    configs = [path for path in paths if path.casefold().endswith(".tsh")]
    if not configs:
        return set(paths)
    home = min((PurePath(path).parent for path in configs), key=lambda folder: len(folder.parts))
    paths_of_event = {path for path in paths if PurePath(path).parent == home}
    names = {PurePath(path).name.casefold() for path in paths_of_event}
    for path in sorted(paths, key=lambda candidate: len(PurePath(candidate).parts)):
        name = PurePath(path).name.casefold()
        if name.endswith(".t") and name not in names:
            paths_of_event.add(path)
            names.add(name)
    return paths_of_event
