"""tsh's archive, with configuration and divisions in one file."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.interchange import PortableEvent, Remark, UnreadableEvent
from tournament.exchange.event_files import NamedFile
from tournament.exchange.tsh.bundle import CONFIG, event_from_files, tsh_files
from tournament.exchange.tsh.event_format import TshEventFormat
from tournament.exchange.tsh.text import LATIN, MARKS, decode_text, encode_text, lines_of

BEGIN = re.compile(r"#begin_file\s+name=(\S+)\s*", re.IGNORECASE)
END = re.compile(r"#end_file\b.*", re.IGNORECASE)


HEAD = "# tsh archive file"
"""The first line of an archive."""


class TshArchive(TshEventFormat):
    """A whole tsh event in one file, as used by tsh, NASPA and Woogles.

    The configuration is at the top; the file of each division follows between `#begin_file name=X` and
    `#end_file name=X`. NASPA's numbers for the event and its director are in comments in the
    configuration.
    """

    label = _lazy("tsh archive (one file)")

    def recognises(self, file: NamedFile) -> bool:
        """Return whether the first 20,000 bytes have a line that begins a division's file."""
        return b"#begin_file" in file.content[:20_000]

    def read(self, files: Sequence[NamedFile]) -> PortableEvent:
        """Return the event.

        Raise `UnreadableEvent` if the archive is cut off, has no configuration, or contains an invalid one, or if
        the file of a division is missing or invalid.
        """
        file = files[0]
        archive = _parse_archive(file)
        text = archive.encode_lines(archive.outside)
        config, places = file.name, tuple(number for number, _line in archive.outside)
        if not any(line.strip() and not line.startswith("#") for _, line in archive.outside):
            config = next((name for name in archive.inside if _is_config(name)), "")
            text = archive.inside.get(config, b"")
            places = ()
        if not config:
            sentence = _(
                "The archive contains no configuration: there is no line such as “division A "
                "a.t” above the files. Send the .t files themselves."
            )
            raise UnreadableEvent(Remark(file.name, 0, sentence, True))
        parts = {name: text for name, text in archive.inside.items() if name != config}
        try:
            event = event_from_files(config, text, parts)
        except UnreadableEvent as wrong:
            raise UnreadableEvent(
                *(
                    _remark_in_archive(remark, file, archive, config, places)
                    for remark in wrong.remarks
                )
            ) from wrong
        used = {division.file for division in event.divisions}
        remarks = [
            _remark_in_archive(remark, file, archive, config, places) for remark in event.remarks
        ]
        remarks += [
            Remark(
                file.name,
                archive.starts[name],
                _("{name} is not a division of the event. It is left out.").format(name=name),
            )
            for name in parts
            if name not in used
        ]
        lines = [line for line in event.extras.get("config", []) if line != HEAD]
        return replace(event, remarks=tuple(remarks), extras={**event.extras, "config": lines})

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """Return the archive. Raise `Unwritable` if `refusals` gives reasons."""
        files = tsh_files(event)
        config, _remarks = decode_text(CONFIG, files.pop(CONFIG), LATIN)
        parts = [f"{HEAD}\n", config]
        for name, content in files.items():
            text, _remarks = decode_text(name, content, LATIN)
            parts.append(f"#begin_file name={name}\n{text}#end_file name={name}\n")
        stem = re.sub(r"\W+", "-", event.name).strip("-").lower() or "event"
        declared = any("encoding" in line for line in event.extras.get("config", []))
        return (NamedFile(f"{stem}.tsh", encode_text("".join(parts), declared=declared)),)


@dataclass(frozen=True)
class _Archive:
    """A parsed archive: the files in it, the lines they start on, and the lines outside them."""

    inside: dict[str, bytes]
    starts: dict[str, int]
    outside: list[tuple[int, str]]
    """The number and text of each line outside a file."""
    is_marked: bool
    """Whether the archive begins with a byte order mark, which makes all of it Unicode."""

    def encode_lines(self, lines: Sequence[tuple[int, str]]) -> bytes:
        """Return the lines as the content of a file."""
        return _encoded_lines((line for _, line in lines), is_marked=self.is_marked)


def _parse_archive(file: NamedFile) -> _Archive:
    """Return the parsed archive. Raise `UnreadableEvent` if a file in it has no end, or if it is not text."""
    is_marked = any(file.content.startswith(mark) for mark, _ in MARKS)
    text = decode_text(file.name, file.content)[0] if is_marked else _bytes_as_letters(file)
    archive = _Archive({}, {}, [], is_marked)
    name = ""
    lines: list[str] = []
    for number, line in enumerate(lines_of(text), start=1):
        if not name:
            if match := BEGIN.fullmatch(line.strip()):
                name, lines = match[1].replace("\\", "/").split("/")[-1], []
                archive.starts[name] = number
            else:
                archive.outside.append((number, line))
        elif END.fullmatch(line.strip()):
            archive.inside[name] = _encoded_lines(lines, is_marked=is_marked)
            name = ""
        else:
            lines.append(line)
    if name:
        sentence = _(
            "{name} begins here but never ends. The archive is cut off; send the complete file."
        ).format(name=name)
        raise UnreadableEvent(Remark(file.name, archive.starts[name], sentence, True))
    return archive


def _is_config(name: str) -> bool:
    """Return whether a file inside an archive is the configuration, which earlier Ninetimer versions put there."""
    return name.casefold().endswith(".tsh")


def _encoded_lines(lines: Iterable[str], *, is_marked: bool) -> bytes:
    """Return lines as the bytes of a separate file."""
    whole = "".join(f"{line}\n" for line in lines)
    return MARKS[0][0] + whole.encode() if is_marked else whole.encode(LATIN)


def _bytes_as_letters(file: NamedFile) -> str:
    """Return the text with a letter for every byte, because each file in the archive has its own encoding."""
    return decode_text(file.name, file.content, LATIN)[0]


def _remark_in_archive(
    remark: Remark, file: NamedFile, archive: _Archive, config: str, places: Sequence[int]
) -> Remark:
    """Return the remark with the file name and line of the archive; its text names the file inside, if any.

    `places` has the archive's line number for each line of a configuration outside the files.
    """
    if remark.file == file.name and places:
        return replace(remark, line=places[remark.line - 1] if remark.line else 0)
    line = remark.line + archive.starts.get(remark.file, 0) if remark.line else 0
    is_named = remark.file and remark.file != config
    sentence = f"{remark.file}: {remark.text}" if is_named else remark.text
    return replace(remark, file=file.name, line=line, text=sentence)
