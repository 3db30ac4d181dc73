"""Read uploaded game files, also from zips, within limits on their number and size."""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Protocol

from django.utils.translation import gettext as _

from scoring.actions.refusals import Refused
from scoring.wording.log import say
from scoring.wording.phrases import FormattedInteger
from scoring.wording.sentence import Sentence

MAX_FILES = 2_000
MAX_GAME_BYTES = 200_000
"""Maximum size of one file in bytes. A game has a few thousand."""
MEGABYTE = 1_048_576
MAX_UNPACKED_BYTES = 32 * MEGABYTE
"""Maximum size of all unpacked files together in bytes."""
_MAX_LISTING_BYTES = MAX_FILES * 512
"""Maximum size of the directory of a zip in bytes, enough for the permitted number of files."""
_GAME_SUFFIXES = (".gcg", ".txt")
ZIP_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    LookupError,  # an unknown encoding
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
)
"""Exceptions raised when opening a truncated, damaged or encrypted zip, or reading a file in it."""


class UploadedFile(Protocol):
    """A file as sent by the browser."""

    name: str | None
    size: int | None

    def read(self) -> bytes:
        """Return the content of the file."""


@dataclass(frozen=True)
class GameFile:
    """One file that may contain a game, with its content or the reason why it was not read."""

    name: str
    data: bytes = b""
    problem: Sentence | None = None


@dataclass(frozen=True)
class UnpackedGames:
    """The files to examine, and the number of other files that are not hidden."""

    files: tuple[GameFile, ...]
    left_out: int


def unpack(uploads: Iterable[UploadedFile], *, limit: int) -> UnpackedGames:
    """Return all files in the `uploads` that may be games; `limit` is their maximum total size in bytes.

    A file that is too large by itself is returned with a message instead of its content. Raise `Refused`
    if all files together are too large or too many, or if a zip unpacks to too much.
    """
    files = list(uploads)
    size = sum(file.size or 0 for file in files)
    if size > limit:
        raise Refused(
            _(
                "The files total {size:.0f} MB; you can send up to {most} MB at once. Nothing "
                "was read. Send them in parts."
            ).format(size=size / MEGABYTE, most=limit // MEGABYTE)
        )
    pieces: list[GameFile] = []
    left_out = 0
    for file in files:
        name = _display_name(file.name or "file")
        if name.lower().endswith(".zip"):
            games, others = _unzip(name, file.read())
            pieces += games
            left_out += others
        elif (file.size or 0) > MAX_GAME_BYTES:
            pieces.append(GameFile(name, problem=_too_large_sentence(file.size or 0)))
        else:
            pieces.append(GameFile(name, file.read()))
        _refuse_too_many_files(pieces)
    return UnpackedGames(tuple(pieces), left_out)


def _unzip(name: str, data: bytes) -> tuple[list[GameFile], int]:
    """Return the games in a zip and the number of other files; hidden files do not count, a broken zip is one game.

    Raise `Refused` if the zip lists too many files or unpacks to too much.
    """
    if _MAX_LISTING_BYTES < _zip_directory_size(data) <= len(data):
        raise Refused(
            _("{file} lists more than {most:,} files. Nothing was read. Send fewer files.").format(
                file=name, most=FormattedInteger(MAX_FILES)
            )
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as bundle:
            return _games_in(name, bundle)
    except ZIP_FAULTS as broken:
        problem = say("zip_broken", problem=broken)
        return [GameFile(name, problem=problem)], 0


def _games_in(name: str, bundle: zipfile.ZipFile) -> tuple[list[GameFile], int]:
    entries = [entry for entry in bundle.infolist() if not entry.is_dir()]
    total = sum(entry.file_size for entry in entries)
    if len(entries) > MAX_FILES:
        raise Refused(
            _(
                "{file} contains {count:,} files; you can send up to {most:,} at once. Nothing was read."
            ).format(
                file=name, count=FormattedInteger(len(entries)), most=FormattedInteger(MAX_FILES)
            )
        )
    if total > MAX_UNPACKED_BYTES:
        raise Refused(
            _(
                "{file} would unpack to {size:,.0f} MB; the maximum is {most} MB. Nothing was "
                "unpacked. Recorded games are small: check what the file contains."
            ).format(file=name, size=total / MEGABYTE, most=MAX_UNPACKED_BYTES // MEGABYTE)
        )
    shown = [entry for entry in entries if not _is_hidden(entry.filename)]
    games = [entry for entry in shown if entry.filename.lower().endswith(_GAME_SUFFIXES)]
    budget = MAX_UNPACKED_BYTES
    pieces = []
    for entry in games:
        piece = _unzipped_file(bundle, entry)
        budget -= len(piece.data)
        if budget < 0:
            raise Refused(
                _(
                    "{file} unpacks to more data than it declares, so nothing was saved from it. "
                    "Create it again."
                ).format(file=name)
            )
        pieces.append(piece)
    return pieces, len(shown) - len(games)


def _unzipped_file(bundle: zipfile.ZipFile, entry: zipfile.ZipInfo) -> GameFile:
    """Return one file of a zip, with a problem if it is too large, encrypted or damaged.

    It is read only up to the size limit even if the zip states a smaller size.
    """
    name = _display_name(entry.filename)
    if entry.file_size > MAX_GAME_BYTES:
        return GameFile(name, problem=_too_large_sentence(entry.file_size))
    if entry.flag_bits & 0x1:
        return GameFile(name, problem=say("locked"))
    try:
        with bundle.open(entry) as file:
            data = file.read(MAX_GAME_BYTES + 1)
    except ZIP_FAULTS as broken:
        problem = say("not_unpacked", problem=broken)
        return GameFile(name, problem=problem)
    if len(data) > MAX_GAME_BYTES:
        return GameFile(name, problem=_too_large_sentence(len(data)))
    return GameFile(name, data)


def _zip_directory_size(data: bytes) -> int:
    """Return the size in bytes of the directory of a zip as stated in its end record, or 0 if it has none."""
    at = data.rfind(b"PK\x05\x06", max(0, len(data) - 65_557))
    if at < 0 or at + 16 > len(data):
        return 0
    (size,) = struct.unpack_from("<L", data, at + 12)
    return int(size)


def _is_hidden(path: str) -> bool:
    parts = PurePosixPath(path.replace("\\", "/")).parts
    return any(part.startswith(".") or part == "__MACOSX" for part in parts)


def _refuse_too_many_files(pieces: list[GameFile]) -> None:
    if len(pieces) > MAX_FILES:
        raise Refused(
            _("You can send up to {most:,} files at once. Nothing was read.").format(
                most=FormattedInteger(MAX_FILES)
            )
        )


def _too_large_sentence(size: int) -> Sentence:
    return say("file_too_large", size=size, most=MAX_GAME_BYTES)


def _display_name(name: str) -> str:
    """Return a file name on a single line, at most its last 200 characters."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)[-200:]
