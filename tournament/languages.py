"""The languages the program speaks: which there are, and their sentences made ready for gettext.

A language is a folder in each app's `locale/` with a catalogue `LC_MESSAGES/django.po`, which people write. What
gettext reads (`django.mo`) is made from it here, without any other program, when it is missing or older.
Nothing here needs Django, so that the settings may ask.
"""

from __future__ import annotations

import ast
import os
import re
import struct
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
CATALOGUES = (SOURCE / "scoring" / "locale", SOURCE / "tournament" / "locale")
"""The folder of each app, a folder in it for each language."""
NAMES: Mapping[str, str] = {
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "ca": "Català",
    "it": "Italiano",
    "nl": "Nederlands",
    "pl": "Polski",
    "pt": "Português",
}
"""Each language in its own words; one that is missing here is called by its code."""
ENGLISH = "English"
MAGIC = 0x950412DE
_QUOTED = re.compile(r'^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)?\s*(".*")$')
_PLURAL = re.compile(r"\[(\d+)\]")


@dataclass(slots=True)
class Sentence:
    """One sentence of a catalogue: what the source says and how the language says it."""

    context: str = ""
    source: str = ""
    plural: str = ""
    """The sentence for several; empty where there is one form alone."""
    forms: list[str] = field(default_factory=list)
    """The translation, one for each form of the plural where there is one."""
    places: list[str] = field(default_factory=list)
    """The files that say it."""
    is_fuzzy: bool = False

    @property
    def is_translated(self) -> bool:
        """Whether every form is there."""
        return bool(self.forms) and all(self.forms)


def languages(english: str) -> list[tuple[str, str]]:
    """Return code and name of every language there is, English first under the code given."""
    codes = {path.parents[1].name for folder in CATALOGUES for path in folder.glob("*/*/django.po")}
    named = [(code, NAMES.get(code, code)) for code in codes]
    return [(english, ENGLISH), *sorted(named, key=lambda row: row[1])]


def catalogues(language: str = "*") -> list[Path]:
    """Return the catalogues of a language, or of all."""
    return [
        path
        for folder in CATALOGUES
        for path in sorted(folder.glob(f"{language}/LC_MESSAGES/django.po"))
    ]


def read_catalogue(path: Path) -> list[Sentence]:
    """Return the sentences of a catalogue, its header (an empty source) first."""
    return list(_sentences(path.read_text(encoding="utf-8")))


def make_ready() -> list[Path]:
    """Make what gettext reads of every catalogue that changed, and return it.

    A folder that cannot be written to is left as it is: whoever installed it has made it ready.
    """
    made = []
    for path in catalogues():
        compiled = path.with_suffix(".mo")
        with suppress(OSError):
            if compiled.exists() and compiled.stat().st_mtime_ns == path.stat().st_mtime_ns:
                continue
            _write(compiled, compiled_catalogue(read_catalogue(path)), path.stat().st_mtime_ns)
            made.append(compiled)
    return made


def _form(key: str) -> int:
    """Return which plural form ``msgstr[2]`` is; 0 for a plain ``msgstr``."""
    match = _PLURAL.search(key)
    return int(match[1]) if match else 0


def compiled_catalogue(sentences: list[Sentence]) -> bytes:
    """Return a catalogue as gettext reads it, without what is untranslated or fuzzy."""
    entries: dict[bytes, bytes] = {}
    for sentence in sentences:
        if not sentence.is_translated or (sentence.is_fuzzy and sentence.source):
            continue
        key = f"{sentence.context}\x04{sentence.source}" if sentence.context else sentence.source
        if sentence.plural:
            key = f"{key}\x00{sentence.plural}"
        entries[key.encode()] = "\x00".join(sentence.forms).encode()
    keys = sorted(entries)
    count = len(keys)
    start = 28 + 16 * count
    texts = bytearray()
    originals: list[bytes] = []
    translations: list[bytes] = []
    for table, values in ((originals, keys), (translations, [entries[key] for key in keys])):
        for value in values:
            table.append(struct.pack("<II", len(value), start + len(texts)))
            texts += value + b"\x00"
    header = struct.pack("<7I", MAGIC, 0, count, 28, 28 + 8 * count, 0, start)
    return b"".join((header, *originals, *translations, texts))


def _sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a catalogue as text, without those that are no longer used."""
    for block in re.split(r"\n\s*\n", text):
        sentence, keyword = Sentence(), ""
        parts: dict[str, str] = {}
        for line in block.splitlines():
            if line.startswith("#:"):
                sentence.places += [place.rpartition(":")[0] or place for place in line[2:].split()]
            elif line.startswith("#,"):
                sentence.is_fuzzy = "fuzzy" in line
            elif match := _QUOTED.match(line):
                keyword = match[1] or keyword
                parts[keyword] = parts.get(keyword, "") + ast.literal_eval(match[2])
        if "msgid" not in parts:
            continue
        sentence.context = parts.get("msgctxt", "")
        sentence.source, sentence.plural = parts["msgid"], parts.get("msgid_plural", "")
        forms = [(_form(key), words) for key, words in parts.items() if key.startswith("msgstr")]
        sentence.forms = [words for _number, words in sorted(forms)]
        yield sentence


def _write(path: Path, content: bytes, moment: int) -> None:
    """Write a file at one stroke, as old as the file it was made from: others may read it meanwhile."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        unfinished.chmod(0o644)
        os.utime(unfinished, ns=(moment, moment))
        unfinished.replace(path)
    except OSError:
        unfinished.unlink()
        raise
