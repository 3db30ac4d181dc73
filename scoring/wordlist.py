"""Write word lists, and build the shipped list from SCOWL with manual corrections.

The result is a plain text file in upper case, one word per line, sorted by length, then
alphabetically. People can read it, and the words of each length form a run of records of
equal size that :mod:`scoring.lexicon` searches in place. Building twice gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import gettext as _

from scoring.engine.typing.word_lists import MAX_WORD_LENGTH, MIN_WORD_LENGTH

MAX_SCOWL_LEVEL = 80
SPELLINGS = ("english", "american", "british", "british_z", "canadian", "australian")
ASCII_LOWER = frozenset("abcdefghijklmnopqrstuvwxyz")


class WordListSourceMissing(ValueError):
    """The folder does not contain SCOWL's word files."""


class CorrectionsInvalid(ValueError):
    """The corrections cannot be used. The message says why."""


@dataclass(frozen=True)
class Corrections:
    """Manual changes: the complete two-letter list, and three-letter words to add and remove."""

    two_letter_words: frozenset[str]
    added: frozenset[str]
    removed: frozenset[str]

    @classmethod
    def read(cls, path: Path) -> Corrections:
        """Return the corrections in a file. Raise `CorrectionsInvalid` if it cannot be read or is invalid."""
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise CorrectionsInvalid(
                _("{path} cannot be read ({strerror}).").format(path=path, strerror=error.strerror)
            ) from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise CorrectionsInvalid(
                _("{path} is not valid TOML ({error}).").format(path=path, error=error)
            ) from error
        unknown = sorted(set(data) - {"two_letter_words", "three_letter_words"})
        three = data.get("three_letter_words", {})
        if isinstance(three, dict):
            unknown += [
                f"three_letter_words.{key}" for key in sorted(set(three) - {"add", "remove"})
            ]
        if unknown:
            raise CorrectionsInvalid(
                _("{path}: unknown key {unknown}.").format(path=path, unknown=unknown[0])
            )
        try:
            return cls(
                _validated_words(path, "two_letter_words", data["two_letter_words"], 2),
                _validated_words(path, "three_letter_words.add", three["add"], 3),
                _validated_words(path, "three_letter_words.remove", three["remove"], 3),
            )
        except (KeyError, TypeError) as error:
            raise CorrectionsInvalid(
                _("{path}: a key is missing or not a table: {error}.").format(
                    path=path, error=error
                )
            ) from error

    def corrected_words(self, words: frozenset[str]) -> frozenset[str]:
        """Return the words with the corrections applied. Raise `CorrectionsInvalid` for an unnecessary correction."""
        needless = sorted((self.added & words) | (self.removed - words))
        if needless:
            raise CorrectionsInvalid(
                _("These corrections have no effect; remove them: {names}.").format(
                    names=", ".join(needless)
                )
            )
        longer = frozenset(word for word in words if len(word) > 2)
        return (longer - self.removed) | self.two_letter_words | self.added


@dataclass(frozen=True)
class BuiltWordList:
    """A finished word list: the bytes of its text and its description."""

    key: str
    name: str
    text: bytes
    counts: tuple[tuple[int, int], ...]
    tileset: str = "english"
    notice: str = "NOTICE.txt"
    made_by: str = "build_word_list"
    text_name: str = ""
    """The name of the text file, or "" for ``KEY.txt``."""
    may_be_copied: bool = False
    """Whether the licence allows the archives of events to include the list."""

    @property
    def sha256(self) -> str:
        """Hexadecimal SHA-256 of the text, as printed by ``sha256sum``."""
        return hashlib.sha256(self.text).hexdigest()

    @property
    def word_count(self) -> int:
        """The number of words."""
        return sum(count for _, count in self.counts)

    @property
    def description(self) -> str:
        """The TOML description of the list."""
        lines = [
            (
                f"# Written by manage.py {self.made_by}; the words are in "
                f"{self.text_name or 'the .txt of the same name'}."
            ),
            f"name = {json.dumps(self.name, ensure_ascii=False)}",
            *([f"text = {json.dumps(self.text_name)}"] if self.text_name else []),
            f"tileset = {json.dumps(self.tileset)}",
            f"notice = {json.dumps(self.notice, ensure_ascii=False)}",
            *(["may_be_copied = true"] if self.may_be_copied else []),
            f"words = {self.word_count}",
            f'sha256 = "{self.sha256}"',
            "",
            "# Length of the word in bytes = number of words of that length.",
            "[lengths]",
            *(f"{length} = {count}" for length, count in self.counts),
        ]
        return "\n".join(lines) + "\n"

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Write the text and its description into ``folder``; return both paths."""
        folder.mkdir(parents=True, exist_ok=True)
        text, description = folder / f"{self.key}.txt", folder / f"{self.key}.toml"
        text.write_bytes(self.text)
        description.write_bytes(self.description.encode())
        return text, description


def scowl_words(folder: Path, highest_level: int = MAX_SCOWL_LEVEL) -> frozenset[str]:
    """Return the playable words of SCOWL's ``final`` folder, in lower case without accents.

    Only the ``SPELLING-words.LEVEL`` files up to `highest_level` are read: no proper names,
    abbreviations, contractions or variant spellings. Raise `WordListSourceMissing` if there is no
    such file.
    """
    files = [
        path
        for spelling in SPELLINGS
        for path in sorted(folder.glob(f"{spelling}-words.*"))
        if path.suffix[1:].isdigit() and int(path.suffix[1:]) <= highest_level
    ]
    if not files:
        raise WordListSourceMissing(
            _(
                "{folder} contains no SCOWL word files (such as english-words.10). Install "
                "Debian's package scowl, or give the path of SCOWL's folder 'final'."
            ).format(folder=folder)
        )
    words: set[str] = set()
    for path in files:
        words.update(filter(_is_playable, map(_strip_accents, _read_text(path).split())))
    return frozenset(words)


def build_list(key: str, name: str, words: Iterable[str]) -> BuiltWordList:
    """Return a word list made of these words (lower case a-z)."""
    text, counts = serialize_words(word.upper() for word in words)
    return BuiltWordList(key, name, text, counts)


def serialize_words(words: Iterable[str]) -> tuple[bytes, tuple[tuple[int, int], ...]]:
    """Return the text of a list, with each word once in file order, and the number of words by length in bytes."""
    ordered = sorted({word.encode() for word in words}, key=lambda word: (len(word), word))
    counts: dict[int, int] = {}
    for word in ordered:
        counts[len(word)] = counts.get(len(word), 0) + 1
    return b"\n".join([*ordered, b""]), tuple(sorted(counts.items()))


def build_open_english(scowl: Path, corrections: Path) -> BuiltWordList:
    """Return the shipped list, built from SCOWL's folder and the corrections file."""
    words = Corrections.read(corrections).corrected_words(scowl_words(scowl))
    return build_list("open_english", "Open English (unofficial)", words)


def _validated_words(
    path: Path, key: str, table: Mapping[str, object], length: int
) -> frozenset[str]:
    for word, sense in table.items():
        if len(word) != length or not _is_playable(word):
            raise CorrectionsInvalid(
                _("{path}: {key}: {word!r} is not {length} letters a-z.").format(
                    path=path, key=key, word=word, length=length
                )
            )
        if not isinstance(sense, str) or not sense:
            raise CorrectionsInvalid(
                _("{path}: {key}: {word!r} needs a meaning or a reason, as text.").format(
                    path=path, key=key, word=word
                )
            )
    return frozenset(table)


def _is_playable(word: str) -> bool:
    return MIN_WORD_LENGTH <= len(word) <= MAX_WORD_LENGTH and ASCII_LOWER.issuperset(word)


def _read_text(path: Path) -> str:
    data = path.read_bytes()
    try:
        return data.decode("utf-8")  # Debian's package
    except UnicodeDecodeError:
        return data.decode("iso-8859-1")  # SCOWL as published


def _strip_accents(word: str) -> str:
    if word.isascii():
        return word
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
