"""The available languages, and their catalogues compiled for gettext.

A language is a folder in each app's `locale/` with a catalogue `LC_MESSAGES/django.po`. The file
for gettext (`django.mo`) is compiled here, without any other program, if it is missing or the
catalogue has changed. This module does not need Django, so that the settings can use it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from polib import pofile

SOURCE = Path(__file__).resolve().parent.parent
LOCALE_FOLDERS = (
    SOURCE / "scoring" / "locale",
    SOURCE / "tournament" / "locale",
    *sorted((SOURCE / "tournament").glob("*/locale")),
)
"""The locale folder of each app, including inactive rooms, with a subfolder for each language."""
LANGUAGE_NAMES: Mapping[str, str] = {
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "ca": "Català",
    "it": "Italiano",
    "nl": "Nederlands",
    "pl": "Polski",
    "pt": "Português",
}
"""The native names of languages; a language that is missing here is shown by its code."""
ENGLISH = "English"


def languages(english: str) -> list[tuple[str, str]]:
    """Return the code and name of every available language, with English first under the given code."""
    codes = {
        path.parents[1].name for folder in LOCALE_FOLDERS for path in folder.glob("*/*/django.po")
    }
    named = [(code, LANGUAGE_NAMES.get(code, code)) for code in codes]
    return [(english, ENGLISH), *sorted(named, key=lambda row: row[1])]


def language_of_terminal(variables: Mapping[str, str], known: Sequence[str]) -> str:
    """Return the first known language in these environment variables, or "" if there is none.

    The order is that of gettext: the list in `LANGUAGE` counts only if the first of `LC_ALL`,
    `LC_MESSAGES` and `LANG` that is set names a language. English means the first English language in
    `known`.

    >>> language_of_terminal({"LANG": "de_AT.UTF-8"}, ["en-gb", "de"])
    'de'
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    setting = next(filter(None, (variables.get(name) for name in names)), "")
    wanted = [*variables.get("LANGUAGE", "").split(":"), setting] if _codes(setting) else []
    for name in wanted:
        for code in _codes(name):
            if code in known:
                return code
            if code == "en":
                return next((one for one in known if one.startswith("en")), "")
    return ""


def _codes(name: str) -> list[str]:
    """Return the possible language codes of a locale such as `pt_BR.UTF-8`, the closest first.

    There are none for `C` and `POSIX`.
    """
    code = name.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    return [] if code in ("", "c", "posix") else [code, code.partition("-")[0]]


def catalogues(language: str = "*") -> list[Path]:
    """Return the catalogues of a language, or of all languages."""
    return [
        path
        for folder in LOCALE_FOLDERS
        for path in sorted(folder.glob(f"{language}/LC_MESSAGES/django.po"))
    ]


def compile_catalogues() -> list[Path]:
    """Compile every changed catalogue for gettext, and return the compiled files.

    A folder without write permission is left unchanged; its catalogues were compiled at installation.
    """
    made = []
    for path in catalogues():
        compiled = path.with_suffix(".mo")
        with suppress(OSError):
            if compiled.exists() and compiled.stat().st_mtime_ns == path.stat().st_mtime_ns:
                continue
            _write_compiled(compiled, pofile(str(path)).to_binary(), path.stat().st_mtime_ns)
            made.append(compiled)
    return made


def _write_compiled(path: Path, content: bytes, moment: int) -> None:
    """Write a file atomically with the modification time of its source. Raise `OSError` if it cannot be written."""
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
