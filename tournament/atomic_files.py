"""Atomic writing of files, with permissions according to the umask."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO


def open_temporary_file(folder: Path, prefix: str) -> tuple[BinaryIO, Path]:
    """Open a new file with a temporary name in this folder, and return it with its path.

    Its permissions follow the umask.
    """
    path = folder / f"{prefix}{secrets.token_hex(6)}"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    return os.fdopen(handle, "wb"), path


def write_atomically(content: bytes, path: Path) -> None:
    """Write the content to a temporary file beside `path`, then rename it, so that no partial file is ever left.

    An existing file keeps its permissions. On any exception the earlier file remains and the temporary
    one is removed. Raise `OSError` if the file cannot be written.
    """
    file, draft = open_temporary_file(path.parent, f".{path.name[:60]}.")
    try:
        with file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            draft.chmod(path.stat().st_mode & 0o777)
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
