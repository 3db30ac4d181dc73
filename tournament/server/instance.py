"""The instance lock, which allows only one program at a time to use a data folder or its database tables."""

from __future__ import annotations

import http.client
import json
import os
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from filelock import FileLock, Timeout

LOCK_FILE = "instance.lock"
HOLDER_FILE = "instance.json"
"""The file that names the holder of the lock for other programs."""
ANSWER_SECONDS = 5.0
"""The time in seconds within which a running program must respond."""
RETRY_SECONDS = 0.2
MIGRATION_SECONDS = 120.0
"""The time in seconds allowed for another program's migration to finish."""


@dataclass(frozen=True)
class LockHolder:
    """The program that holds a data folder: its command, process id, start time and, once it responds, its address."""

    command: str
    process: int
    since: str
    address: str = ""

    @property
    def sentence(self) -> str:
        """The message that names the program using the data folder and says what to do."""
        if self.address:
            return _(
                "Ninetimer is already running at {address} with this data folder. Open that "
                "address, or end process {process} first."
            ).format(address=self.address, process=self.process)
        return _(
            "The data folder is in use by “{command}”, process {process}, since {since}. Wait "
            "until it has finished, or stop it, then start Ninetimer again."
        ).format(command=self.command, process=self.process, since=self.since)


class DataFolderLocked(Exception):
    """Another program holds the data folder."""

    def __init__(self, holder: LockHolder) -> None:
        super().__init__(holder.sentence)
        self.holder = holder


@contextmanager
def instance_lock(command: str, *, patience: float = 0.0) -> Iterator[Callable[[str], None]]:
    """Hold the data folder during the block; yield a function that records the server's address.

    Wait at most `patience` seconds for a program that is starting or migrating, but not for one that
    responds at an address. Raise `DataFolderLocked` if another program still holds the folder. The
    operating system releases the lock of a killed process.
    """
    lock = FileLock(_path_in_data_folder(LOCK_FILE), thread_local=False, is_singleton=True)
    _acquire(lock, patience)
    earlier = _read_holder()
    holder = LockHolder(command, os.getpid(), timezone.localtime().strftime("%H:%M:%S"))

    def record_address(address: str) -> None:
        _write_holder(LockHolder(**{**asdict(holder), "address": address}))

    try:
        if lock.lock_counter == 1:
            _write_holder(holder)
        yield record_address
    finally:
        if lock.lock_counter == 1:
            _path_in_data_folder(HOLDER_FILE).unlink(missing_ok=True)
        elif earlier:
            _write_holder(earlier)
        lock.release()


def _acquire(lock: FileLock, patience: float) -> None:
    deadline = time.monotonic() + patience
    while True:
        try:
            lock.acquire(timeout=0)
        except Timeout:
            holder = _read_holder() or LockHolder("?", 0, "?")
            if time.monotonic() >= deadline or (holder.address and is_ninetimer_at(holder.address)):
                raise DataFolderLocked(holder) from None
            time.sleep(RETRY_SECONDS)
        else:
            return


def running_address() -> str:
    """Return the address at which Ninetimer already runs on this data folder, or an empty string."""
    holder = _read_holder()
    return holder.address if holder and holder.address and is_ninetimer_at(holder.address) else ""


def is_ninetimer_at(address: str) -> bool:
    """Return whether Ninetimer, and not another program, responds at an address of this computer."""
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port
    link = (
        # The certificate is self-signed; no confidential data is sent.
        http.client.HTTPSConnection(
            host, port, timeout=ANSWER_SECONDS, context=_unverified_context()
        )
        if parts.scheme == "https"
        else http.client.HTTPConnection(host, port, timeout=ANSWER_SECONDS)
    )
    try:
        link.request("HEAD", "/login/")
        return link.getresponse().getheader("Server") == "Ninetimer"
    except (OSError, http.client.HTTPException):
        return False
    finally:
        link.close()


def _unverified_context() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _path_in_data_folder(name: str) -> Path:
    return Path(settings.NINETIMER_DATA_DIR) / name


def _write_holder(holder: LockHolder) -> None:
    draft = _path_in_data_folder(f"{HOLDER_FILE}.new")
    draft.write_text(json.dumps(asdict(holder)), encoding="utf-8")
    draft.replace(_path_in_data_folder(HOLDER_FILE))


def _read_holder() -> LockHolder | None:
    try:
        return LockHolder(
            **json.loads(_path_in_data_folder(HOLDER_FILE).read_text(encoding="utf-8"))
        )
    except (OSError, ValueError, TypeError):
        return None
