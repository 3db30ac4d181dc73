"""tsh's configuration with the files of its divisions."""

from collections.abc import Sequence
from pathlib import PurePath

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.interchange import PortableEvent, Remark
from tournament.exchange.event_files import NamedFile
from tournament.exchange.tsh.bundle import event_from_files, tsh_files
from tournament.exchange.tsh.event_format import TshEventFormat


class TshEvent(TshEventFormat):
    """A whole tsh event: `config.tsh` and the `.t` file of every division, together or in one zip.

    The configuration is read as plain values and never run; anything else is kept line by line, listed,
    and written back. Passwords are neither kept nor written.
    """

    label = _lazy("tsh event (config.tsh with its .t files)")
    takes_parts = True

    def recognises(self, file: NamedFile) -> bool:
        """Return whether the extension is `.tsh` and the file is not a single-file archive."""
        return (
            PurePath(file.name).suffix.casefold() == ".tsh" and b"#begin_file" not in file.content
        )

    def read(self, files: Sequence[NamedFile]) -> PortableEvent:
        """Return the event, with remarks on sent files that the configuration does not name.

        Raise `Unreadable` if a file is missing or invalid.
        """
        file, *beside = files
        event = event_from_files(
            file.name, file.content, {other.name: other.content for other in beside}
        )
        used = {division.file for division in event.divisions}
        return event.with_remarks(
            *(
                Remark(
                    other.name,
                    0,
                    _("{file} does not refer to this file. It is left out.").format(file=file.name),
                )
                for other in beside
                if other.name not in used
            )
        )

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """Return the configuration and a file for each division. Raise `Unwritable` if `refusals` gives reasons."""
        return tuple(NamedFile(name, content) for name, content in tsh_files(event).items())
