"""Files that appear whole or not at all, with the permissions that the umask gives."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO


def draft_in(folder: Path, prefix: str) -> tuple[BinaryIO, Path]:
    """Open a new file under a temporary name in this folder, readable by whoever the umask lets."""
    path = folder / f"{prefix}{secrets.token_hex(6)}"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    return os.fdopen(handle, "wb"), path


def write_whole(content: bytes, path: Path) -> None:
    """Write a file under a temporary name beside it, then rename: a full disk leaves no half file.

    A file that stood there keeps its permissions. Raises `OSError` as it comes; the earlier file is
    then still there.
    """
    file, draft = draft_in(path.parent, f".{path.name[:60]}.")
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
