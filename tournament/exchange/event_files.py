"""Files of whole events: which formats there are, which file is which, several files as one event."""

from __future__ import annotations

import io
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import PurePath
from types import MappingProxyType
from typing import ClassVar

from tournament.engine.folder import classes_in, help_text
from tournament.engine.interchange import Event, Remark, Unreadable, missing_results
from tournament.exchange import formats

LARGEST_FILE = 10_000_000
"""Bytes. An event of 1,000 players with 30 rounds has a tenth of it."""
MOST_FILES = 100
UNPACKED = 50_000_000
"""Bytes a zip may unpack to."""
MOST_REMARKS = 400
OF_PLAYERS = (".csv", ".ods", ".tsv", ".txt", ".xls", ".xlsm", ".xlsx")
OF_GAMES = (".gcg",)


@dataclass(frozen=True, slots=True)
class Sent:
    """One file as it was sent or is to be written. The name has no folder."""

    name: str
    content: bytes

    @property
    def stem(self) -> str:
        """The name without its ending."""
        return PurePath(self.name).stem


class EventFormat(ABC):
    """A format of whole events. The file's name is its key, the docstring the help."""

    label: ClassVar[str]
    """What the director calls it."""
    reads: ClassVar[bool] = True
    writes: ClassVar[bool] = True
    is_part: ClassVar[bool] = False
    """Whether a file is one division, so that several make an event."""
    takes_parts: ClassVar[bool] = False
    """Whether its file names the files of its divisions, which come with it."""
    wants_games: ClassVar[bool] = False
    """Whether the recorded games are written too."""
    wants_whole: ClassVar[bool] = False
    """Whether every row of the event is written, with its history."""

    @abstractmethod
    def recognises(self, sent: Sent) -> bool:
        """Whether the file looks like one of this format, by its name or its beginning."""

    def read(self, files: Sequence[Sent]) -> Event:
        """The event in the first file, with others that belong to it. Raises `Unreadable`."""
        raise NotImplementedError

    def missing(self, event: Event) -> list[str]:
        """What whoever gets the file will miss or find different, before it is written."""
        return list(missing_results(event))

    def write(self, event: Event) -> tuple[Sent, ...]:
        """The event as files. Raises `Unwritable`."""
        raise NotImplementedError

    @classmethod
    def explanation(cls) -> str:
        """The docstring, for the director's pages: a paragraph a line."""
        paragraphs = help_text(cls).replace("`", "").split("\n\n")
        return "\n\n".join(" ".join(each.split()) for each in paragraphs)


@cache
def event_formats() -> Mapping[str, EventFormat]:
    """Every format of events by key."""
    found = classes_in(formats, EventFormat)  # type: ignore[type-abstract]
    return MappingProxyType({key: cls() for key, cls in found.items()})


def readable() -> dict[str, EventFormat]:
    """The formats that can be read."""
    return {key: each for key, each in event_formats().items() if each.reads}


def writable() -> dict[str, EventFormat]:
    """The formats that can be written."""
    return {key: each for key, each in event_formats().items() if each.writes}


def format_of(sent: Sent) -> EventFormat | None:
    """The format of a file, or None."""
    return next((each for each in readable().values() if each.recognises(sent)), None)


def read_together(files: Sequence[Sent]) -> Event:
    """The one event that these files are. Raises `Unreadable` with every reason."""
    files = list(_unpacked(files))
    if not files:
        raise Unreadable(
            Remark("", 0, "There is no file. Choose one, or drop it on the field.", True)
        )
    known: dict[str, list[Sent]] = {"whole": [], "part": []}
    wrong: list[Remark] = []
    names = [sent.name.casefold() for sent in files]
    for sent in files:
        if names.count(sent.name.casefold()) > 1:
            told = "Two files have this name. Send each file once."
            wrong.append(Remark(sent.name, 0, told, True))
        elif reason := _wrong(sent):
            wrong.append(reason)
        elif (found := format_of(sent)) is None:
            told = _what_else(sent)
            wrong.append(Remark(sent.name, 0, told, True))
        else:
            known["part" if found.is_part else "whole"].append(sent)
    wholes, parts = known["whole"], known["part"]
    if len(wholes) > 1:
        listed = ", ".join(sent.name for sent in wholes)
        told = f"{listed} are different events, or one event in several formats. Send one of them."
        wrong.append(Remark("", 0, told, True))
    if wrong:
        raise Unreadable(*wrong)
    main, *others = [*wholes, *parts]
    found = format_of(main)
    if found is None:  # every file was recognised above
        raise AssertionError(main.name)
    if strange := [sent.name for sent in parts if not _belongs(sent, found)]:
        told = f"{', '.join(strange)} cannot belong to it. Send the files of one event alone."
        raise Unreadable(Remark(main.name, 0, told, True))
    event = found.read([main, *others])
    if not event.name:
        event = replace(event, name=main.stem)
    if twice := _named_twice(event):
        told = f"There are two divisions {twice}. Name one of the files otherwise."
        event = event.with_remarks(Remark(main.name, 0, told, True))
    if len(event.remarks) > MOST_REMARKS:
        blocking, odd = event.obstacles, event.oddities
        kept = (*blocking, *odd)[:MOST_REMARKS]
        event = replace(event, remarks=(*kept, Remark("", 0, "There is more like this.")))
    return event


def _what_else(sent: Sent) -> str:
    """What to do with a file that is no event."""
    labels = ", ".join(each.label for each in readable().values())
    told = f"This is none of the files that can be read here: {labels}."
    ending = PurePath(sent.name).suffix.casefold()
    if ending in OF_PLAYERS:
        return f"{told} A list of players goes to “Add players” of a division."
    if ending in OF_GAMES:
        return f"{told} Recorded games go to “Games from files”."
    return f"{told} Send the file of the results itself."


def _named_twice(event: Event) -> str:
    """The name that two divisions have; empty where all differ."""
    names = [division.name.casefold() for division in event.divisions]
    return next(
        (each.name for each in event.divisions if names.count(each.name.casefold()) > 1), ""
    )


def _belongs(part: Sent, main: EventFormat) -> bool:
    """Whether the file can be a division of an event whose first file is of that format."""
    return main.takes_parts or format_of(part) is main


def packed(files: Sequence[Sent], stem: str) -> Sent:
    """One file: the only one, or a zip of them that is the same each time."""
    if len(files) == 1:
        return files[0]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        for sent in files:
            info = zipfile.ZipInfo(sent.name, date_time=(1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            zipped.writestr(info, sent.content)
    return Sent(f"{stem}.zip", out.getvalue())


def _wrong(sent: Sent) -> Remark | None:
    if not sent.content.strip():
        return Remark(sent.name, 0, "The file is empty. Send the one with the results.", True)
    if len(sent.content) > LARGEST_FILE:
        told = (
            f"The file has {len(sent.content) / 1e6:.0f} MB; {LARGEST_FILE // 1_000_000} are the "
            "most. No file of an event is that large."
        )
        return Remark(sent.name, 0, told, True)
    return None


def _unpacked(files: Iterable[Sent]) -> Iterator[Sent]:
    """The files, those in a zip one by one. Raises `Unreadable`."""
    for number, sent in enumerate(files, start=1):
        if number > MOST_FILES:
            raise Unreadable(Remark("", 0, f"{MOST_FILES} files at once are the most.", True))
        if not sent.content.startswith(b"PK\x03\x04") or sent.name.casefold().endswith(
            (".xlsx", ".xlsm")
        ):
            yield sent
            continue
        try:
            with zipfile.ZipFile(io.BytesIO(sent.content)) as zipped:
                yield from _inside(sent, zipped)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            RuntimeError,
            NotImplementedError,
            ValueError,
        ) as broken:
            told = "The zip cannot be opened. Unpack it and send the files in it."
            raise Unreadable(Remark(sent.name, 0, told, True)) from broken


def _inside(sent: Sent, zipped: zipfile.ZipFile) -> Iterator[Sent]:
    infos = [
        info
        for info in zipped.infolist()
        if not info.is_dir() and not PurePath(info.filename).name.startswith(".")
    ]
    if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > UNPACKED:
        told = f"The zip holds more than {MOST_FILES} files or {UNPACKED // 1_000_000} MB."
        raise Unreadable(Remark(sent.name, 0, told, True))
    for info in infos:
        with zipped.open(info) as opened:
            yield Sent(PurePath(info.filename).name, opened.read(LARGEST_FILE + 1))
