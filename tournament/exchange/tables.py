"""Read tables from any program as rows of text cells."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import ClassVar

from django.utils.translation import gettext as _

from scoring.wording.phrases import FormattedInteger, or_list
from tournament.engine.plugins import Plugin, Plugins
from tournament.exchange import table_formats as folder

MAX_FILE_BYTES = 2_000_000
"""The largest file in bytes; a roster of 5,000 people needs a tenth of that."""
MAX_ROWS = 5_000
MAX_COLUMNS = 50
PICTURES = (".bmp", ".gif", ".heic", ".jpeg", ".jpg", ".pdf", ".png", ".svg", ".webp")
"""Extensions of pictures and PDFs, which contain no cells."""


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table of text cells, with notes for the director on how the file was read."""

    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    is_text: bool = False
    """Whether the cells come from a text file."""


class TableFormat(Plugin, ABC):
    """A kind of file that holds a table. The file name is its key, and the docstring is the help text."""

    suffixes: ClassVar[tuple[str, ...]]
    """The extensions of such files, in lower case, with the dot."""

    @abstractmethod
    def read(self, content: bytes, *, most_rows: int) -> TableSheet:
        """Return the first table in the file, with at most one row more than `most_rows`.

        Raise `UnreadableTable` if the file contains none.
        """


_FORMATS = Plugins(folder, TableFormat)  # type: ignore[type-abstract]


def table_formats() -> Mapping[str, TableFormat]:
    """Return every table format by key."""
    return _FORMATS


def table_extensions() -> tuple[str, ...]:
    """Return the extensions of readable files."""
    return tuple(suffix for known in table_formats().values() for suffix in known.suffixes)


def read_table_file(
    name: str,
    content: bytes,
    *,
    most_rows: int = MAX_ROWS,
    what: str = "players",
    largest: int = MAX_FILE_BYTES,
) -> TableSheet:
    """Return the table in a file, which should be a list of `what`.

    Raise `UnreadableTable`, with advice, if the file cannot be read or has more than `most_rows` rows or
    `largest` bytes.
    """
    if len(content) > largest:
        raise UnreadableTable(
            _(
                "{name} is too large for a list of {what}: the maximum is {most} MB. Save only "
                "the sheet with the {what}, or split the file into several files."
            ).format(name=name, what=what, most=largest // 1_000_000)
        )
    suffix = PurePath(name).suffix.casefold()
    for known in table_formats().values():
        if suffix in known.suffixes:
            sheet = known.read(content, most_rows=most_rows)
            if len(sheet.rows) > most_rows:
                raise UnreadableTable(
                    _(
                        "{name} has more than {most_rows:,} rows, the most for a list of "
                        "{what}. Remove the rows you do not need, or save it as several files."
                    ).format(name=name, most_rows=FormattedInteger(most_rows), what=what)
                )
            return sheet
    if suffix in PICTURES:
        raise UnreadableTable(
            _(
                "Ninetimer cannot read files like {name}, which are made for viewing. Type or "
                "paste the {what}, one per line, or ask for the original table."
            ).format(name=name, what=what)
        )
    raise UnreadableTable(
        _(
            "Ninetimer cannot read files like {name}. Save the file as {endings}, or copy the "
            "rows and paste them."
        ).format(name=name, endings=or_list(table_extensions()))
    )


def decode_table(content: bytes) -> tuple[str, tuple[str, ...]]:
    """Return the text of a table, and a note if it was read as Windows Latin because it is not valid Unicode."""
    for start, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if content.startswith(start):
            return content.decode(encoding, errors="replace"), ()
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        note = _("The file is not in UTF-8 and was read as Windows Latin. Check the accents.")
        return content.decode("cp1252", errors="replace"), (note,)


class UnreadableTable(Exception):
    """The file cannot be read as a table; the message gives the remedy."""
