"""The formats of whole events, the recognition of files, and the combination of several files into an event."""

from __future__ import annotations

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
    UnreadableEvent,
    UnwritableEvent,
)
from tournament.engine.plugins import Plugin, Plugins
from tournament.exchange import formats
from tournament.exchange.preflight import Detail, details_of_kind, missing_results
from tournament.exchange.tables import TableSheet, read_table_file
from tournament.exchange.upload import MAX_FILE_BYTES, NamedFile, UnpackedFiles, unpack_files

MAX_REMARKS = 400
PLAYER_LIST_SUFFIXES = (".csv", ".ods", ".tsv", ".txt", ".xls", ".xlsm", ".xlsx")
GAME_SUFFIXES = (".gcg",)


class EventFormat(Plugin):
    """A format of whole events. The file name is its key, and the docstring is the help text."""

    label: ClassVar[str | Promise]
    """The name shown to the director."""
    reads: ClassVar[bool] = True
    writes: ClassVar[bool] = True
    is_part: ClassVar[bool] = False
    """Whether a file contains a single division, so that several files form an event."""
    takes_parts: ClassVar[bool] = False
    """Whether a file refers to the files of its divisions."""
    wants_games: ClassVar[bool] = False
    """Whether recorded games are included."""
    wants_figures: ClassVar[bool] = False
    """Whether the calculated ranks and ratings after each round are included."""
    wants_whole: ClassVar[bool] = False
    """Whether every row of the event is included, with its history."""

    def recognises(self, file: NamedFile) -> bool:  # noqa: ARG002 - of no file
        """Return whether the file appears to be of this format, by its name or content.

        A format that can be read overrides this method.
        """
        return False

    def read(self, files: Sequence[NamedFile]) -> PortableEvent:
        """Return the event in the first file and the files that belong to it. Raise `Unreadable` if one is invalid."""
        raise NotImplementedError

    holds: ClassVar[frozenset[str]] = frozenset()
    """The kinds in `data_losses.UNSUPPORTED_DATA` that the files can contain, and `bye_spread` if they can."""
    preset_read: ClassVar[str] = ""
    """The preset for importing the format's files; empty if the format implies none."""

    def details(self, event: PortableEvent) -> Iterable[Detail]:
        """Yield messages on what is missing, unusual or written differently in this event, with their kinds."""
        return details_of_kind("missing_results", missing_results(event))

    def detail_messages(self, event: PortableEvent) -> list[str]:
        """Return the messages of `details` without their kinds."""
        return [sentence for _kind, sentence in self.details(event)]

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """Return the event as files. Raise `Unwritable` if the format cannot represent it."""
        raise NotImplementedError

    def refusals(self, event: PortableEvent) -> tuple[str, ...]:
        """Return the reasons for which `write` would raise `Unwritable`, or () if it would not.

        A format that can determine them without writing overrides this method.
        """
        try:
            self.write(event)
        except UnwritableEvent as wrong:
            return wrong.reasons
        return ()

    @classmethod
    def explanation(cls) -> str:
        """Return the docstring for the director's pages: without backticks, and with one line per paragraph."""
        paragraphs = super().explanation().replace("`", "").split("\n\n")
        return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


_FORMATS = Plugins(formats, EventFormat)


def event_formats() -> Mapping[str, EventFormat]:
    """Return every event format by key."""
    return _FORMATS


def readable_formats() -> dict[str, EventFormat]:
    """Return the formats that can be read, by key."""
    return {
        key: event_format for key, event_format in event_formats().items() if event_format.reads
    }


def writable_formats() -> dict[str, EventFormat]:
    """Return the formats that can be written, by key."""
    return {
        key: event_format for key, event_format in event_formats().items() if event_format.writes
    }


def format_of(file: NamedFile) -> EventFormat | None:
    """Return the first import format that recognizes a file, or None if none does."""
    return next((kind for kind in readable_formats().values() if kind.recognises(file)), None)


def results_format_name(file: NamedFile) -> str:
    """Return the name of the file's format if the file, sent as a list of players, contains results.

    Return "" for an unknown format, and for a readable file without rounds or obstacles. A file of a
    known format that cannot be read counts as a results file.
    """
    kind = format_of(file)
    if kind is None:
        return ""
    try:
        event = kind.read([file])
    except UnreadableEvent:
        return str(kind.label)
    return (
        str(kind.label)
        if event.obstacles or any(division.rounds for division in event.divisions)
        else ""
    )


@dataclass(frozen=True)
class RosterFile:
    """A file sent as a list of players: a results file, divisions without pairings, or a table."""

    results: str = ""
    """The name of the file's format if it is a results file; otherwise empty."""
    divisions: tuple[PortableDivision, ...] = ()
    table: TableSheet = field(default_factory=lambda: TableSheet(()))


def read_roster_file(file: NamedFile) -> RosterFile:
    """Return what the file contains: results, divisions without pairings, or a table.

    Raise `UnreadableTable` for any other file.
    """
    if kind := results_format_name(file):
        return RosterFile(results=kind)
    if divisions := player_lists_in(file):
        return RosterFile(divisions=divisions)
    return RosterFile(table=read_table_file(file.name, file.content))


def player_lists_in(file: NamedFile) -> tuple[PortableDivision, ...]:
    """Return the divisions without pairings in another program's file, or in a zip of such files.

    Return () for any other file: one with rounds, an unreadable one, or a plain table.
    """
    is_zip = file.content.startswith(b"PK\x03\x04") and file.name.casefold().endswith(".zip")
    if not is_zip and format_of(file) is None:
        return ()
    try:
        event = read_bundle([file])
    except UnreadableEvent:
        return ()
    if event.obstacles or any(division.rounds for division in event.divisions):
        return ()
    return event.divisions


def read_bundle(files: Sequence[NamedFile]) -> PortableEvent:
    """Return the event that these files form, with at most `MAX_REMARKS` remarks and one more on the rest.

    Raise `Unreadable` with every reason.
    """
    upload = unpack_files(files)
    if not upload.files:
        sentence = _("No file was chosen. Choose one, or drop it on the field.")
        raise UnreadableEvent(*upload.remarks(), Remark("", 0, sentence, True))
    known: dict[str, list[NamedFile]] = {"whole": [], "part": []}
    remarks_of_files: list[Remark] = []
    names = Counter(file.name.casefold() for file in upload.files)
    for file in upload.files:
        kind = format_of(file)
        if kind is None and file.within:
            upload.omitted[file.within].append(file.name)
        elif names[file.name.casefold()] > 1:
            sentence = _("Two files have this name. Send each file once.")
            remark = Remark(file.name, 0, sentence, True)
            remarks_of_files += [remark] * (remark not in remarks_of_files)
        elif reason := _unusable_file_remark(file):
            remarks_of_files.append(reason)
        elif kind is None:
            sentence = _advice_on_file(file)
            remarks_of_files.append(Remark(file.name, 0, sentence, True))
        else:
            known["part" if kind.is_part else "whole"].append(file)
    if not any(known.values()) and not remarks_of_files:
        remarks_of_files = [_no_event_remark(folder) for folder in upload.omitted]
    wholes, parts = _main_files(known["whole"], upload), known["part"]
    if len(wholes) > 1:
        listed = ", ".join(file.name for file in wholes)
        sentence = _(
            "{files} contain different events, or the same event in several formats. Send one "
            "of them."
        ).format(files=listed)
        remarks_of_files.append(Remark("", 0, sentence, True))
    if remarks_of_files:
        raise UnreadableEvent(*remarks_of_files)
    main, *others = [*wholes, *parts]
    kind = format_of(main)
    if kind is None:  # every file was recognized above
        raise AssertionError(main.name)
    if strange := [file.name for file in parts if not _can_belong_to(file, kind)]:
        sentence = _(
            "{files} cannot belong to the event. Send only the files of one event."
        ).format(files=", ".join(strange))
        raise UnreadableEvent(Remark(main.name, 0, sentence, True))
    event = kind.read([main, *others]).with_remarks(*upload.remarks())
    if not event.name:
        event = replace(event, name=main.stem)
    if twice := _duplicate_division_name(event):
        sentence = _("There are two divisions called {name}. Rename one of the files.").format(
            name=twice
        )
        event = event.with_remarks(Remark(main.name, 0, sentence, True))
    if len(event.remarks) > MAX_REMARKS:
        blocking, odd = event.obstacles, event.oddities
        first_remarks = (*blocking, *odd)[:MAX_REMARKS]
        event = replace(
            event, remarks=(*first_remarks, Remark("", 0, _("More lines have the same problem.")))
        )
    return event


def _main_files(wholes: list[NamedFile], upload: UnpackedFiles) -> list[NamedFile]:
    """Return the files of whole events, without those beside the only configuration of a zip or folder.

    The names of the omitted files are added to `upload.left`.
    """
    configs = [file for file in wholes if (kind := format_of(file)) and kind.takes_parts]
    if len(configs) != 1 or not configs[0].within:
        return wholes
    beside = [file for file in wholes if file.within == configs[0].within and file not in configs]
    upload.omitted[configs[0].within] += [file.name for file in beside]
    return [file for file in wholes if file not in beside]


def _no_event_remark(within: str) -> Remark:
    """Return the remark on a zip or a folder without a readable file."""
    labels = comma_list(kind.label for kind in readable_formats().values())
    sentence = _(
        "None of the files inside is in a format that Ninetimer can read: {labels}. Check that "
        "you chose the right zip or folder."
    ).format(labels=labels)
    return Remark(within, 0, sentence, True)


def _advice_on_file(file: NamedFile) -> str:
    """Return advice for a file that is not an event."""
    ending = PurePath(file.name).suffix.casefold()
    if ending in PLAYER_LIST_SUFFIXES:
        sentence = _(
            "This file is not in any format that Ninetimer can read: {labels}. To import a list "
            "of players, use “Add players” of a division."
        )
    elif ending in GAME_SUFFIXES:
        sentence = _(
            "This file is not in any format that Ninetimer can read: {labels}. To import recorded "
            "games, use “Games from files”."
        )
    else:
        sentence = _(
            "This file is not in any format that Ninetimer can read: {labels}. Send the file of "
            "results itself."
        )
    return sentence.format(labels=comma_list(kind.label for kind in readable_formats().values()))


def _duplicate_division_name(event: PortableEvent) -> str:
    """Return a name that two divisions share, or an empty string."""
    names = [division.name for division in event.divisions]
    keys = [name.casefold() for name in names]
    return next((name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1), "")


def _can_belong_to(part: NamedFile, main: EventFormat) -> bool:
    """Return whether the file can be a division of an event whose main file has the format `main`."""
    return main.takes_parts or format_of(part) is main


def _unusable_file_remark(file: NamedFile) -> Remark | None:
    if not file.content.strip():
        return Remark(file.name, 0, _("The file is empty. Send the one with the results."), True)
    if len(file.content) > MAX_FILE_BYTES:
        too_large = _(
            "The file is {size:.0f} MB; the maximum is {most} MB. No event file is that large."
        ).format(size=len(file.content) / 1e6, most=MAX_FILE_BYTES // 1_000_000)
        return Remark(file.name, 0, too_large, True)
    return None
