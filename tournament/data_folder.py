"""The data folder of this installation, and the secret key in it.

All entered data is in one folder outside the program: the database (unless DATABASE_URL names
another), the secret key, the error log and the collected static files. Copying that folder copies
the tournament.
"""

import os
import secrets
import shutil
import sys
from pathlib import Path

SECRET_KEY_FILE = "secret_key"
MIN_FREE_BYTES = 100_000
"""The free space below which a disk counts as full; an open database needs 32,768 bytes for its log."""


class DataFolderProblem(Exception):
    """The data folder cannot be used; the message says which folder, why, and what to do."""


def default_data_folder() -> Path:
    """Return the default data folder of this user on this operating system."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "Ninetimer"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Ninetimer"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "ninetimer"


def open_data_folder(chosen: str) -> Path:
    """Return the data folder, created if missing and private to this user.

    `chosen` is the value of NINETIMER_DATA_DIR; empty means the default folder. An existing folder
    keeps its permissions. Raise `DataFolderProblem` if the folder cannot be created.
    """
    folder = Path(chosen).expanduser().absolute() if chosen else default_data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise DataFolderProblem(
            f"the data folder {folder} cannot be made ({problem.strerror}). "
            "Set NINETIMER_DATA_DIR to a folder you may write to."
        ) from problem
    return folder


def folder_problem(folder: Path) -> str:
    """Return a message if a folder is read-only or its disk is full, or "" if it is writable."""
    if not os.access(folder, os.W_OK):
        return (
            f"the folder {folder} may be read but not written. Allow writing to it, "
            "or set NINETIMER_DATA_DIR to another one."
        )
    if shutil.disk_usage(folder).free < MIN_FREE_BYTES:
        return f"the disk of the folder {folder} is full. Make room on it, then start again."
    return ""


def read_or_make_secret_key(folder: Path) -> str:
    """Return the secret key of this installation, created on the first call.

    The key's file is readable only by its owner. Two processes that start together use the same key: the
    finished file is linked into place, and the second process reads the file of the first. An empty
    file is replaced. Raise `DataFolderProblem` if the key cannot be read or created, or is too short.
    """
    path = folder / SECRET_KEY_FILE
    try:
        if path.exists() and not path.stat().st_size:
            path.unlink(missing_ok=True)  # left from a start with a full disk
        if not path.exists():
            _create_secret_key(path)
        key = path.read_text(encoding="ascii", errors="ignore").strip()
    except OSError as problem:
        raise DataFolderProblem(
            folder_problem(folder)
            or f"the secret key {path} cannot be read or made ({problem.strerror}). "
            "Make the folder writable, or set NINETIMER_DATA_DIR to another one."
        ) from problem
    if len(key) < 50:
        raise DataFolderProblem(
            f"the secret key {path} is only half there. Delete that file and start again: "
            "a new key is made, and everybody logs in once more."
        )
    return key


def _create_secret_key(path: Path) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(64) + "\n")
    try:
        os.link(draft, path)
    except FileExistsError:
        draft.unlink()  # another process was first; its key is read
    except OSError:
        draft.rename(path)  # a drive or share without hard links
    else:
        draft.unlink()
