"""Tables people send: whatever the program that made them, rows of text cells come out."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import ClassVar

from django.utils.translation import gettext as _

from scoring.wording.phrases import Whole, or_list
from tournament.engine.plugins import Plugin, Plugins
from tournament.exchange import table_formats as folder

LARGEST_FILE = 2_000_000
"""Bytes. A roster of 5,000 people is a tenth of it."""
MOST_ROWS = 5_000
MOST_COLUMNS = 50
PICTURES = (".bmp", ".gif", ".heic", ".jpeg", ".jpg", ".pdf", ".png", ".svg", ".webp")
"""Endings of files in which nothing is a cell."""


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table as text, and what the director should know about how it was read."""

    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    is_text: bool = False
    """Whether the cells stood in a plain text."""


class TableFormat(Plugin, ABC):
    """A kind of file that holds a table. The file's name is its key, the docstring the help."""

    suffixes: ClassVar[tuple[str, ...]]
    """How names of such files end, in lower case, with the dot."""

    @abstractmethod
    def read(self, content: bytes, *, most_rows: int) -> TableSheet:
        """The first table in the file, and at most one row more than `most_rows`.

        Raises `UnreadableTable`.
        """


_FORMATS = Plugins(folder, TableFormat)  # type: ignore[type-abstract]


def table_formats() -> Mapping[str, TableFormat]:
    """Every format of tables by key."""
    return _FORMATS


def suffixes() -> tuple[str, ...]:
    """How the names of files that can be read end."""
    return tuple(suffix for known in table_formats().values() for suffix in known.suffixes)


def read_file(
    name: str,
    content: bytes,
    *,
    most_rows: int = MOST_ROWS,
    what: str = "players",
    largest: int = LARGEST_FILE,
) -> TableSheet:
    """The table in a file of that name, a list of `what`, of `most_rows` rows and `largest` bytes at most.

    Raises `UnreadableTable` saying what to do.
    """
    if len(content) > largest:
        raise UnreadableTable(
            _(
                "{name} is too large for a list of {what}: the maximum is {most} MB. Save "
                "only the sheet with the {what}, or split it into several files."
            ).format(name=name, what=what, most=largest // 1_000_000)
        )
    suffix = PurePath(name).suffix.casefold()
    for known in table_formats().values():
        if suffix in known.suffixes:
            sheet = known.read(content, most_rows=most_rows)
            if len(sheet.rows) > most_rows:
                raise UnreadableTable(
                    _(
                        "{name} has more than {most_rows:,} rows, the most for a list of {what}. Take "
                        "out the rows that are not needed, or save it as several files."
                    ).format(name=name, most_rows=Whole(most_rows), what=what)
                )
            return sheet
    if suffix in PICTURES:
        raise UnreadableTable(
            _(
                "{name} is not a kind of file that can be read here. It is made to be looked "
                "at: type or paste the {what}, a line each, or ask for the table it was made "
                "from."
            ).format(name=name, what=what)
        )
    raise UnreadableTable(
        _(
            "{name} is not a kind of file that can be read here. Save it as {endings}, or "
            "copy the rows and paste them."
        ).format(name=name, endings=or_list(suffixes()))
    )


def decoded_table(content: bytes) -> tuple[str, tuple[str, ...]]:
    """The text of a table, and what is to be said about how it was read."""
    for start, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if content.startswith(start):
            return content.decode(encoding, errors="replace"), ()
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        note = _("The file is not in UTF-8 and was read as Windows Latin: look at the accents.")
        return content.decode("cp1252", errors="replace"), (note,)


class UnreadableTable(Exception):
    """The file cannot be read as a table; the sentence says what to do."""
