"""Word lists: looking up words in a file on disk without loading it.

A word list is two files: ``KEY.toml`` (name, tile set, number of words of each length, SHA-256) and
``KEY.txt`` (one word per line in upper case, sorted by length, then alphabetically). Words of one
length are records of equal size, so the text is mapped into memory and searched by bisection:
opening costs nothing, processes share the pages, and a lookup takes a few microseconds.

A word is a string such as ``"FROZEN"`` or a sequence of tiles. Lower case (a blank) counts as the
letter it stands for, and a tile of several characters is in brackets in the text: ``[CH]``.

Shipped lists are stored with the program. Lists loaded by a director are stored in the folder
``lexicons`` of the data folder, where every process finds them at its next lookup. Lists of a
single organisation are in its own subfolder, hidden from other organisations.
"""

from __future__ import annotations

import hashlib
import mmap
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from scoring.tenancy import current_tenant

SHIPPED_LISTS_FOLDER = Path(__file__).parent / "data" / "lexicons"
REQUIRED_KEYS = {
    "name": str,
    "tileset": str,
    "notice": str,
    "words": int,
    "sha256": str,
    "lengths": dict,
}
OPTIONAL_KEYS = {"text": str, "may_be_copied": bool}
"""Optional keys of a description.

`text` is the name of the word file if it differs from the name of the description. `may_be_copied`
means that the licence allows including the list with an event.
"""


LIST_FILE = re.compile(r"(organisation-[0-9]+/)?[a-z0-9_-]+\.(toml|txt)")
"""Pattern of the path of a loaded list's file, relative to `loaded_lists_folder`.

The lists of a single organisation are in a subfolder.
"""


class LexiconMissing(LookupError):
    """There is no word list with that key, or one of its files cannot be read.

    The message names the available lists, or the file.
    """


class LexiconDamaged(ValueError):
    """The files of a word list are invalid or do not match. The message names the file and the problem."""


@dataclass(frozen=True, slots=True)
class _WordRecords:
    """The words of one length as bytes: `count` records of ``length + 1`` bytes from `start`."""

    data: mmap.mmap
    start: int
    length: int
    count: int

    def __getitem__(self, index: int) -> bytes:
        at = self.start + index * (self.length + 1)
        return self.data[at : at + self.length]

    def contains(self, record: bytes) -> bool:
        """Return whether the record is one of these words, by bisection."""
        data, start, length = self.data, self.start, self.length
        size, low, high = length + 1, 0, self.count
        while low < high:
            middle = (low + high) >> 1
            at = start + middle * size
            middle_record = data[at : at + length]
            if middle_record < record:
                low = middle + 1
            elif middle_record == record:
                return True
            else:
                high = middle
        return False


@dataclass(frozen=True)
class Lexicon:
    """A named word list. ``word in lexicon`` is true if the word is valid."""

    key: str
    name: str
    tileset: str
    sha256: str
    shipped: bool
    """Whether the list comes with the program and may be copied."""
    may_be_copied: bool
    """Whether the licence allows including the list with an event."""
    for_all: bool
    """Whether the list is for all organisations, not only for the one that loaded it."""
    _data: mmap.mmap = field(repr=False, compare=False)
    _records: dict[int, _WordRecords] = field(repr=False, compare=False)

    @classmethod
    def open(cls, description: Path) -> Lexicon:
        """Return the list described by a ``.toml`` file.

        Raise `LexiconMissing` if a file cannot be read, and `LexiconDamaged` if the files are invalid.
        """
        text = description.with_suffix(".txt")
        try:
            entries = _checked_description(
                description, tomllib.loads(description.read_text("utf-8"))
            )
            text = description.with_name(entries.get("text", text.name))
            data = _map_file(text)
        except OSError as error:
            raise LexiconMissing(
                _("{filename} cannot be read ({strerror}).").format(
                    filename=error.filename, strerror=error.strerror
                )
            ) from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise LexiconDamaged(
                _("{description} is not valid TOML ({error}).").format(
                    description=description, error=error
                )
            ) from error
        records, start = {}, 0
        for length, count in sorted((int(k), v) for k, v in entries["lengths"].items()):
            records[length] = _WordRecords(data, start, length, count)
            start += (length + 1) * count
        words = sum(run.count for run in records.values())
        if start != len(data) or words != entries["words"]:
            raise LexiconDamaged(
                _(
                    "{text} has {count} bytes, but {name} says {start} bytes for {words} words. "
                    "Restore both files as they were shipped."
                ).format(
                    text=text,
                    count=len(data),
                    name=description.name,
                    start=start,
                    words=entries["words"],
                )
            )
        name, tileset, sha256 = entries["name"], entries["tileset"], entries["sha256"]
        shipped = description.parent == SHIPPED_LISTS_FOLDER
        may_be_copied = shipped or entries.get("may_be_copied") is True
        for_all = description.parent in (SHIPPED_LISTS_FOLDER, loaded_lists_folder())
        return cls(
            description.stem, name, tileset, sha256, shipped, may_be_copied, for_all, data, records
        )

    def __contains__(self, word: object) -> bool:
        record = _word_record(word)
        if record is None:
            return False
        run = self._records.get(len(record))
        return run is not None and run.contains(record)

    def __len__(self) -> int:
        """Return the number of words."""
        return sum(run.count for run in self._records.values())

    def __iter__(self) -> Iterator[str]:
        """Yield every word, by length, then alphabetically."""
        for run in self._records.values():
            for index in range(run.count):
                yield run[index].decode()

    @property
    def text(self) -> str:
        """All words, one per line."""
        return bytes(self._data).decode()

    def unknown_words(
        self, words: Sequence[str | Sequence[str]]
    ) -> tuple[str | Sequence[str], ...]:
        """Return the words that are not in the list, in order."""
        return tuple(word for word in words if word not in self)

    def is_unchanged(self) -> bool:
        """Return whether the text still has its stated SHA-256. This reads the whole file."""
        return hashlib.sha256(self._data).hexdigest() == self.sha256


@dataclass(frozen=True)
class WordLists:
    """All available word lists by key, and an error message for each that cannot be used."""

    lists: dict[str, Lexicon]
    damaged: dict[str, str]


def lexicons(organisation: int | None = None) -> dict[str, Lexicon]:
    """Return every usable word list by key; see `installed_word_lists`."""
    return installed_word_lists(organisation).lists


def lexicon(key: str, organisation: int | None = None) -> Lexicon:
    """Return the word list with that key.

    Raise `LexiconMissing` if there is none, or `LexiconDamaged` if it is unusable.
    """
    here = installed_word_lists(organisation)
    if key in here.damaged:
        raise LexiconDamaged(here.damaged[key])
    try:
        return here.lists[key]
    except KeyError:
        known = ", ".join(here.lists) or _("none")
        raise LexiconMissing(
            _("There is no word list {key!r}. Available word lists: {known}.").format(
                key=key, known=known
            )
        ) from None


def installed_word_lists(organisation: int | None = None) -> WordLists:
    """Return the word lists currently on disk, including those just loaded by another process.

    The order is: shipped lists, the organisation's own lists, lists for all organisations. A list that
    is later loaded for all organisations therefore does not replace an organisation's own list of the
    same name. Without an `organisation`, the current one is used; if there is none, only shipped lists
    and lists for all organisations are returned.
    """
    lists, damaged = dict(_shipped_lists()), {}
    own = organisation or current_tenant()
    folders = (
        [organisation_lists_folder(own), loaded_lists_folder()] if own else [loaded_lists_folder()]
    )
    for path in (path for folder in folders for path in sorted(folder.glob("*.toml"))):
        if path.stem in lists or path.stem in damaged:
            continue
        try:
            state = path.stat()
            words = _open_list(path, state.st_mtime_ns, state.st_ino)
        except OSError:
            continue  # removed since the folder was listed
        except (LexiconMissing, LexiconDamaged) as problem:
            damaged[path.stem] = str(problem)
        else:
            lists[path.stem] = words
    return WordLists(lists, damaged)


def loaded_lists_folder() -> Path:
    """Return the folder of loaded lists, which may not exist yet."""
    return Path(settings.NINETIMER_DATA_DIR) / "lexicons"


def organisation_lists_folder(organisation: int) -> Path:
    """Return the folder of an organisation's own lists, which may not exist yet."""
    return loaded_lists_folder() / f"organisation-{organisation}"


def loaded_list_files() -> dict[str, Path]:
    """Return all files of loaded lists, by path relative to `loaded_lists_folder`, for backups."""
    place = loaded_lists_folder()
    files = {path.relative_to(place).as_posix(): path for path in sorted(place.rglob("*.t*"))}
    return {name: path for name, path in files.items() if LIST_FILE.fullmatch(name)}


def organisations_with_lists() -> list[int]:
    """Return the primary keys of the organisations that have loaded lists of their own."""
    folders = loaded_lists_folder().glob("organisation-*")
    return sorted(int(folder.name.partition("-")[2]) for folder in folders)


def has_own_lists(organisation: int | None) -> bool:
    """Return whether an organisation has loaded lists of its own, even if they have since been removed."""
    return organisation is not None and organisation_lists_folder(organisation).is_dir()


@cache
def _shipped_lists() -> dict[str, Lexicon]:
    return {path.stem: Lexicon.open(path) for path in sorted(SHIPPED_LISTS_FOLDER.glob("*.toml"))}


@lru_cache(maxsize=64)
def _open_list(path: Path, _changed: int, _file: int) -> Lexicon:
    """Return the list described by `path`, opened once for every version of that file."""
    return Lexicon.open(path)


def _checked_description(path: Path, entries: dict[str, Any]) -> dict[str, Any]:
    for name, value in entries.items():
        if name in OPTIONAL_KEYS:
            if not isinstance(value, OPTIONAL_KEYS[name]):
                raise LexiconDamaged(
                    _("{path}: the key {name} is missing or not a {kind}.").format(
                        path=path, name=name, kind=OPTIONAL_KEYS[name].__name__
                    )
                )
            if name == "text" and Path(str(value)).name != value:
                raise LexiconDamaged(
                    _("{path}: {name} must be the name of a file in the same folder.").format(
                        path=path, name=name
                    )
                )
        elif name not in REQUIRED_KEYS:
            raise LexiconDamaged(_("{path}: unknown key {name}.").format(path=path, name=name))
    for name, kind in REQUIRED_KEYS.items():
        if not isinstance(entries.get(name), kind):
            raise LexiconDamaged(
                _("{path}: the key {name} is missing or not a {kind}.").format(
                    path=path, name=name, kind=kind.__name__
                )
            )
    lengths = entries["lengths"]
    if not all(k.isdigit() and isinstance(v, int) and v > 0 for k, v in lengths.items()):
        raise LexiconDamaged(
            _("{path}: each line of [lengths] must have the form length = number of words.").format(
                path=path
            )
        )
    return entries


def _map_file(text: Path) -> mmap.mmap:
    if not text.stat().st_size:
        raise LexiconDamaged(
            _("{text} is empty. Restore the file as it was shipped.").format(text=text)
        )
    with text.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _word_record(word: object) -> bytes | None:
    if isinstance(word, str):
        return word.upper().encode()
    if isinstance(word, Sequence) and all(isinstance(tile, str) for tile in word):
        tiles = (tile if len(tile) == 1 else f"[{tile}]" for tile in word)
        return "".join(tiles).upper().encode()
    return None
