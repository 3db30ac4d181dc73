"""Files of whole events: which formats there are, which file is which, several files as one event."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring.wording.phrases import comma_list
from tournament.engine.interchange import (
    PortableDivision,
    PortableEvent,
    Remark,
    Unreadable,
    Unwritable,
)
from tournament.engine.plugins import Plugin, Plugins
from tournament.exchange import formats
from tournament.exchange.preflight import Detail, missing_results, of_kind
from tournament.exchange.tables import TableSheet, read_file
from tournament.exchange.upload import LARGEST_FILE, NamedFile, Unpacked, unpacked

MOST_REMARKS = 400
OF_PLAYERS = (".csv", ".ods", ".tsv", ".txt", ".xls", ".xlsm", ".xlsx")
OF_GAMES = (".gcg",)


class EventFormat(Plugin, ABC):
    """A format of whole events. The file's name is its key, the docstring the help."""

    label: ClassVar[str | Promise]
    """What the director calls it."""
    reads: ClassVar[bool] = True
    writes: ClassVar[bool] = True
    is_part: ClassVar[bool] = False
    """Whether a file is one division, so that several make an event."""
    takes_parts: ClassVar[bool] = False
    """Whether its file names the files of its divisions, which come with it."""
    wants_games: ClassVar[bool] = False
    """Whether the recorded games are written too."""
    wants_figures: ClassVar[bool] = False
    """Whether ranks and ratings after each round are written too, from our own reckoning."""
    wants_whole: ClassVar[bool] = False
    """Whether every row of the event is written, with its history."""

    @abstractmethod
    def recognises(self, file: NamedFile) -> bool:
        """Whether the file looks like one of this format, by its name or its beginning."""

    def read(self, files: Sequence[NamedFile]) -> PortableEvent:
        """The event in the first file, with others that belong to it. Raises `Unreadable`."""
        raise NotImplementedError

    holds: ClassVar[frozenset[str]] = frozenset()
    """The kinds of `losses.PLACELESS` that its files have a place for."""
    preset_read: ClassVar[str] = ""
    """The preset of rules that its files are imported by, where the format tells."""

    def details(self, event: PortableEvent) -> Iterable[Detail]:
        """What is missing, odd or written otherwise in this event, each with its kind."""
        return of_kind("missing_results", missing_results(event))

    def missing(self, event: PortableEvent) -> list[str]:
        """The sentences of `details`."""
        return [sentence for _kind, sentence in self.details(event)]

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """The event as files. Raises `Unwritable`."""
        raise NotImplementedError

    def refusals(self, event: PortableEvent) -> tuple[str, ...]:
        """Why it cannot be written, as `write` raises it; empty where it can.

        A format that knows it sooner than by writing everything says so here.
        """
        try:
            self.write(event)
        except Unwritable as wrong:
            return wrong.reasons
        return ()

    @classmethod
    def explanation(cls) -> str:
        """The docstring, for the director's pages: a paragraph a line."""
        paragraphs = super().explanation().replace("`", "").split("\n\n")
        return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


_FORMATS = Plugins(formats, EventFormat)  # type: ignore[type-abstract]


def event_formats() -> Mapping[str, EventFormat]:
    """Every format of events by key."""
    return _FORMATS


def readable() -> dict[str, EventFormat]:
    """The formats that can be read."""
    return {
        key: event_format for key, event_format in event_formats().items() if event_format.reads
    }


def writable() -> dict[str, EventFormat]:
    """The formats that can be written."""
    return {
        key: event_format for key, event_format in event_formats().items() if event_format.writes
    }


def format_of(file: NamedFile) -> EventFormat | None:
    """The format of a file, or None."""
    return next((kind for kind in readable().values() if kind.recognises(file)), None)


def results_in(file: NamedFile) -> str:
    """What kind of file of results it is, where somebody sends it as a list; empty for any other."""
    kind = format_of(file)
    if kind is None:
        return ""
    try:
        event = kind.read([file])
    except Unreadable:
        return str(kind.label)
    return (
        str(kind.label)
        if event.obstacles or any(division.rounds for division in event.divisions)
        else ""
    )


@dataclass(frozen=True)
class RosterFile:
    """What a file sent as a list of players is: a file of results, divisions before round 1, or a table."""

    results: str = ""
    """What kind of file of results it is."""
    divisions: tuple[PortableDivision, ...] = ()
    table: TableSheet = field(default_factory=lambda: TableSheet(()))


def read_roster_file(file: NamedFile) -> RosterFile:
    """What the file is, and the players in it. Raises `UnreadableTable`."""
    if kind := results_in(file):
        return RosterFile(results=kind)
    if divisions := player_lists_in(file):
        return RosterFile(divisions=divisions)
    return RosterFile(table=read_file(file.name, file.content))


def player_lists_in(file: NamedFile) -> tuple[PortableDivision, ...]:
    """The divisions of a file of another program, or a zip of such files, in which nobody is paired yet.

    Empty for every other file: one with rounds, one that cannot be read, and a plain table.
    """
    is_zip = file.content.startswith(b"PK\x03\x04") and file.name.casefold().endswith(".zip")
    if not is_zip and format_of(file) is None:
        return ()
    try:
        event = read_bundle([file])
    except Unreadable:
        return ()
    if event.obstacles or any(division.rounds for division in event.divisions):
        return ()
    return event.divisions


def read_bundle(files: Sequence[NamedFile]) -> PortableEvent:
    """The one event that these files are. Raises `Unreadable` with every reason."""
    upload = unpacked(files)
    if not upload.files:
        sentence = _("There is no file. Choose one, or drop it on the field.")
        raise Unreadable(*upload.remarks(), Remark("", 0, sentence, True))
    known: dict[str, list[NamedFile]] = {"whole": [], "part": []}
    remarks_of_files: list[Remark] = []
    names = Counter(file.name.casefold() for file in upload.files)
    for file in upload.files:
        kind = format_of(file)
        if kind is None and file.within:
            upload.left[file.within].append(file.name)
        elif names[file.name.casefold()] > 1:
            sentence = _("Two files have this name. Send each file once.")
            remark = Remark(file.name, 0, sentence, True)
            remarks_of_files += [remark] * (remark not in remarks_of_files)
        elif reason := _wrong(file):
            remarks_of_files.append(reason)
        elif kind is None:
            sentence = _what_else(file)
            remarks_of_files.append(Remark(file.name, 0, sentence, True))
        else:
            known["part" if kind.is_part else "whole"].append(file)
    if not any(known.values()) and not remarks_of_files:
        remarks_of_files = [_no_event(folder) for folder in upload.left]
    wholes, parts = _main_of_a_folder(known["whole"], upload), known["part"]
    if len(wholes) > 1:
        listed = ", ".join(file.name for file in wholes)
        sentence = _(
            "{files} are different events, or one event in several formats. Send one of them."
        ).format(files=listed)
        remarks_of_files.append(Remark("", 0, sentence, True))
    if remarks_of_files:
        raise Unreadable(*remarks_of_files)
    main, *others = [*wholes, *parts]
    kind = format_of(main)
    if kind is None:  # every file was recognised above
        raise AssertionError(main.name)
    if strange := [file.name for file in parts if not _belongs(file, kind)]:
        sentence = _("{files} cannot belong to it. Send only the files of one event.").format(
            files=", ".join(strange)
        )
        raise Unreadable(Remark(main.name, 0, sentence, True))
    event = kind.read([main, *others]).with_remarks(*upload.remarks())
    if not event.name:
        event = replace(event, name=main.stem)
    if twice := _named_twice(event):
        sentence = _("There are two divisions {name}. Rename one of the files.").format(name=twice)
        event = event.with_remarks(Remark(main.name, 0, sentence, True))
    if len(event.remarks) > MOST_REMARKS:
        blocking, odd = event.obstacles, event.oddities
        first_remarks = (*blocking, *odd)[:MOST_REMARKS]
        event = replace(
            event, remarks=(*first_remarks, Remark("", 0, _("There is more like this.")))
        )
    return event


def _main_of_a_folder(wholes: list[NamedFile], upload: Unpacked) -> list[NamedFile]:
    """The whole events; beside the one configuration of a zip or a folder its other forms are left out."""
    configs = [file for file in wholes if (kind := format_of(file)) and kind.takes_parts]
    if len(configs) != 1 or not configs[0].within:
        return wholes
    beside = [file for file in wholes if file.within == configs[0].within and file not in configs]
    upload.left[configs[0].within] += [file.name for file in beside]
    return [file for file in wholes if file not in beside]


def _no_event(within: str) -> Remark:
    """What is said of a zip or a folder without a file that can be read."""
    labels = comma_list(kind.label for kind in readable().values())
    sentence = _(
        "There is no file in it that can be read here: {labels}. Look whether it is the right one."
    ).format(labels=labels)
    return Remark(within, 0, sentence, True)


def _what_else(file: NamedFile) -> str:
    """What to do with a file that is no event."""
    ending = PurePath(file.name).suffix.casefold()
    if ending in OF_PLAYERS:
        sentence = _(
            "This is none of the files that can be read here: {labels}. A list of players goes to "
            "“Add players” of a division."
        )
    elif ending in OF_GAMES:
        sentence = _(
            "This is none of the files that can be read here: {labels}. Recorded games go to “Games "
            "from files”."
        )
    else:
        sentence = _(
            "This is none of the files that can be read here: {labels}. Send the file of the results "
            "itself."
        )
    return sentence.format(labels=comma_list(kind.label for kind in readable().values()))


def _named_twice(event: PortableEvent) -> str:
    """The name that two divisions have; empty where all differ."""
    names = [division.name for division in event.divisions]
    keys = [name.casefold() for name in names]
    return next((name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1), "")


def _belongs(part: NamedFile, main: EventFormat) -> bool:
    """Whether the file can be a division of an event whose first file is of that format."""
    return main.takes_parts or format_of(part) is main


def _wrong(file: NamedFile) -> Remark | None:
    if not file.content.strip():
        return Remark(file.name, 0, _("The file is empty. Send the one with the results."), True)
    if len(file.content) > LARGEST_FILE:
        too_large = _(
            "The file is {size:.0f} MB; the maximum is {most} MB. No file of an event is "
            "that large."
        ).format(size=len(file.content) / 1e6, most=LARGEST_FILE // 1_000_000)
        return Remark(file.name, 0, too_large, True)
    return None
