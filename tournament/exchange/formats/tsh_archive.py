"""tsh's archive: configuration and divisions in one file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.interchange import PortableEvent, Remark, Unreadable
from tournament.exchange.event_files import EventFormat, NamedFile
from tournament.exchange.preflight import for_own_lines
from tournament.exchange.tsh.bundle import CONFIG, event_of, written
from tournament.exchange.tsh.config_writing import names_changed_there
from tournament.exchange.tsh.text import LATIN, MARKS, decoded, encoded, lines_of

BEGIN = re.compile(r"#begin_file\s+name=(\S+)\s*", re.IGNORECASE)
END = re.compile(r"#end_file\b.*", re.IGNORECASE)


class TshArchive(EventFormat):
    """A whole tsh event in one file: every file between `#begin_file name=X` and `#end_file name=X`."""

    label = _lazy("tsh archive (one file)")

    def recognises(self, file: NamedFile) -> bool:
        """By the first line that begins a file."""
        return b"#begin_file" in file.content[:20_000]

    def read(self, files: Sequence[NamedFile]) -> PortableEvent:
        """The event in it. Raises `Unreadable` for an archive that is cut off."""
        file = files[0]
        inside, starts, remarks = _files_in(file)
        config = next((name for name in inside if name.casefold().endswith(".tsh")), "")
        if not config:
            sentence = _(
                "There is no configuration (config.tsh) in it. Send the .t files themselves."
            )
            raise Unreadable(Remark(file.name, 0, sentence, True))
        divisions = {name: text for name, text in inside.items() if name != config}
        try:
            event = event_of(config, inside[config], divisions)
        except Unreadable as wrong:
            raise Unreadable(*(_at(remark, file, starts) for remark in wrong.remarks)) from wrong
        moved = tuple(_at(remark, file, starts) for remark in event.remarks)
        return replace(event, remarks=(*remarks, *moved))

    def missing(self, event: PortableEvent) -> list[str]:
        """Boards without a result, awards that do not fit, players without a member number."""
        return [*names_changed_there(event), *for_own_lines(event)]

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """The archive."""
        parts = []
        for name, content in written(event).items():
            text, _ = decoded(name, content, LATIN)
            parts.append(f"#begin_file name={name}\n{text}#end_file name={name}\n")
        stem = re.sub(r"\W+", "-", event.name).strip("-").lower() or "event"
        whole = "".join(parts)
        declared = any("encoding" in line for line in event.kept.get("config", []))
        return (NamedFile(f"{stem}.tsh", encoded(whole, declared=declared)),)


def _files_in(file: NamedFile) -> tuple[dict[str, bytes], dict[str, int], list[Remark]]:
    """The files, the lines they begin on, and what stands between them."""
    marked = any(file.content.startswith(mark) for mark, _ in MARKS)
    text = decoded(file.name, file.content)[0] if marked else _bytes_as_letters(file)
    files: dict[str, bytes] = {}
    starts: dict[str, int] = {}
    remarks: list[Remark] = []
    name = ""
    inside: list[str] = []
    for number, line in enumerate(lines_of(text), start=1):
        if not name:
            if match := BEGIN.fullmatch(line.strip()):
                name, inside = match[1].replace("\\", "/").split("/")[-1], []
                starts[name] = number
            elif line.strip():
                remarks.append(Remark(file.name, number, _("Stands in no file, and is left out.")))
        elif END.fullmatch(line.strip()):
            whole = "".join(f"{each}\n" for each in inside)
            files[name] = MARKS[0][0] + whole.encode() if marked else whole.encode(LATIN)
            name = ""
        else:
            inside.append(line)
    if name:
        sentence = _(
            "{name} begins here and never ends. The archive is cut off; send it whole."
        ).format(name=name)
        raise Unreadable(Remark(file.name, starts[name], sentence, True))
    return files, starts, remarks


def _bytes_as_letters(file: NamedFile) -> str:
    """The text with a letter for every byte: each file in it tells its own encoding."""
    return decoded(file.name, file.content, LATIN)[0]


def _at(remark: Remark, file: NamedFile, starts: Mapping[str, int]) -> Remark:
    """The same remark with its line in the archive."""
    line = remark.line + starts.get(remark.file, 0) if remark.line else 0
    sentence = (
        f"{remark.file}: {remark.text}" if remark.file and remark.file != CONFIG else remark.text
    )
    return replace(remark, file=file.name, line=line, text=sentence)
