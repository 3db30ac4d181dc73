"""Read and validate the settings in environment variables.

An invalid value raises `ImproperlyConfigured` with the name of the setting, its value, and the
correct format.
"""

import os
import shutil
import sys
from importlib.resources import files
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import TZPATH, ZoneInfo, ZoneInfoNotFoundError

import environ
from django.core.exceptions import ImproperlyConfigured

from tournament.data_folder import DataFolderProblem, open_data_folder, read_or_make_secret_key

_env = environ.Env()

_SWITCHES = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("", "0", "false", "no", "off"), False),
}


def text(name: str, default: str = "") -> str:
    """Return a setting as a string, or `default` if it is not set."""
    return str(_env.str(name, default=default))


def comma_separated(name: str) -> list[str]:
    """Return the parts of a comma-separated setting without surrounding spaces; empty parts are dropped."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Return a setting as a list of addresses and networks, such as 10.0.0.7 or 172.16.0.0/12.

    Raise `ImproperlyConfigured` if one is invalid.
    """
    try:
        return [ip_network(part) for part in comma_separated(name)]
    except ValueError as problem:
        raise ImproperlyConfigured(
            f"{name} is “{text(name)}”. Write addresses or networks with commas between them: "
            "10.0.0.7,172.16.0.0/12."
        ) from problem


ROOMS = ("hall", "broadcast", "federation")
"""The optional apps of the program, each after those it imports."""
ROOMS_FILE = "rooms"


def rooms(name: str, folder: Path) -> list[str]:
    """Return the active rooms from the setting, else from the file `rooms` in the data folder, else all rooms.

    The file has the format of the setting: comma-separated names, or empty for no rooms. Raise
    `ImproperlyConfigured` for an unknown room, or for broadcast without hall.
    """
    rooms_file = folder / ROOMS_FILE
    if name in os.environ:
        written, where = text(name), name
    elif rooms_file.is_file():
        written, where = rooms_file.read_text("utf-8-sig", "replace"), str(rooms_file)
    else:
        return list(ROOMS)
    chosen = [part.strip() for part in written.split(",") if part.strip()]
    if unknown := [room for room in chosen if room not in ROOMS]:
        raise ImproperlyConfigured(
            f"{where} names “{unknown[0]}”, which is no room. Write {','.join(ROOMS)}, some of them, or nothing."
        )
    if "broadcast" in chosen and "hall" not in chosen:
        raise ImproperlyConfigured(
            f"{where} names broadcast without hall, whose public pages it shows. Write hall,broadcast."
        )
    return [room for room in ROOMS if room in chosen]


def switch(name: str) -> bool:
    """Return whether a setting is on; by default it is off.

    Raise `ImproperlyConfigured` for any value other than on or off.
    """
    value = text(name)
    if value.lower() not in _SWITCHES:
        raise ImproperlyConfigured(f"{name} is “{value}”. Write 1 for on or 0 for off.")
    return _SWITCHES[value.lower()]


def number(name: str, default: int) -> int:
    """Return a setting as a whole number from 0 to 999,999, or `default` if it is empty.

    Raise `ImproperlyConfigured` for any other value.
    """
    value = text(name)
    if not value:
        return default
    if not value.isdecimal() or len(value) > 6:
        raise ImproperlyConfigured(f"{name} is “{value}”. Write a whole number, such as {default}.")
    return int(value)


def command_prefix(*, is_installed: bool) -> str:
    """Return what to type before the name of a command: `ninetimer`, its path, or `python manage.py` in a checkout."""
    if not is_installed:
        python = ".venv\\Scripts\\python" if sys.platform == "win32" else ".venv/bin/python"
        return f"{python} manage.py"
    if shutil.which("ninetimer"):
        return "ninetimer"
    path = str(Path(sys.executable).with_name("ninetimer"))
    return f'"{path}"' if " " in path else path


def can_open_browser() -> bool:
    """Return whether a browser can be opened: always on Windows and macOS, elsewhere with a desktop or `BROWSER`."""
    return sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )


def data_folder_and_key(name: str) -> tuple[Path, str]:
    """Return the data folder and its secret key, each created if missing.

    Raise `ImproperlyConfigured` if that fails.
    """
    try:
        folder = open_data_folder(text(name))
        return folder, read_or_make_secret_key(folder)
    except DataFolderProblem as problem:
        raise ImproperlyConfigured(str(problem)) from problem


def font_folders() -> list[Path]:
    """Return the usual font folders of this operating system, whether or not they exist.

    The list is empty for an unknown system.
    """
    home = Path("~").expanduser()
    if sys.platform == "win32":
        return [
            Path(os.environ.get("WINDIR", "C:\\Windows")) / "Fonts",
            home / "AppData/Local/Microsoft/Windows/Fonts",
        ]
    if sys.platform == "darwin":
        shared = ["/System/Library/Fonts", "/Library/Fonts"]
        return [*map(Path, shared), home / "Library/Fonts"]
    if sys.platform.startswith("linux"):
        shared = ["/usr/share/fonts", "/usr/local/share/fonts"]
        return [*map(Path, shared), home / ".local/share/fonts"]
    return []


def time_zone(name: str) -> str:
    """Return a setting as the name of a time zone; by default that of this computer, or UTC if it is unknown.

    Raise `ImproperlyConfigured` for an unknown zone.
    """
    value = text(name)
    if not value:
        return _time_zone_of_this_computer()
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as problem:
        raise ImproperlyConfigured(
            f"{name} is “{value}”, which is no time zone. Write it as continent and city: Europe/Berlin."
        ) from problem
    return value


MAIL_SCHEMES = ("smtp", "smtp+tls", "smtp+ssl")


def mail_settings(name: str) -> dict[str, Any]:
    """Return Django's settings for the mail server, or only an empty `EMAIL_HOST` if no server is set.

    Raise `ImproperlyConfigured` for an invalid address.
    """
    address = text(name)
    if not address:
        return {"EMAIL_HOST": ""}
    read = urlsplit(address)
    if read.scheme not in MAIL_SCHEMES or not read.hostname:
        raise ImproperlyConfigured(
            f"{name} names no mail server. Write smtp+tls://user:password@mail.example.org:587, with smtp+ssl:// for "
            "port 465 and smtp:// for a server without encryption."
        )
    described = _env.email_url_config(address)
    settings = {key: value for key, value in described.items() if key.startswith("EMAIL_")}
    return {**settings, "EMAIL_TIMEOUT": 15}


def sender_address(name: str, server: dict[str, Any]) -> str:
    """Return the sender address of messages; by default, the user name for the mail server, or "" if there is none.

    Raise `ImproperlyConfigured` if a mail server is set and the result is not an address.
    """
    address = text(name) or str(server.get("EMAIL_HOST_USER") or "")
    if server["EMAIL_HOST"] and "@" not in address:
        raise ImproperlyConfigured(
            f"{name} is “{address}”. Write the address that messages come from: club@example.org."
        )
    return address


def _time_zone_of_this_computer() -> str:
    if sys.platform == "win32":
        from tzlocal import get_localzone_name  # Windows has its own names for them

        zone = str(get_localzone_name() or "")
    else:
        # On most systems, the local time is a link to a file named after the zone.
        zone = os.path.realpath("/etc/localtime").partition("/zoneinfo/")[2]
    return zone or "UTC"


LETTER_COUNTRIES = frozenset(
    ("BZ", "CA", "CL", "CO", "CR", "DO", "GT", "HN", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE")
)
"""The countries that use Letter paper (8.5 x 11 inches); all others use A4."""


def paper_size(name: str, *, language: str, zone: str) -> str:
    """Return "a4" or "letter"; by default, the usual paper in the country of the time zone, or else of the language.

    Raise `ImproperlyConfigured` for any other paper size.
    """
    value = text(name).lower()
    if value not in ("", "a4", "letter"):
        raise ImproperlyConfigured(f"{name} is “{value}”, which is no paper. Write a4 or letter.")
    country = _country_of(zone) or language.partition("-")[2].upper()
    return value or ("letter" if country in LETTER_COUNTRIES else "a4")


def _country_of(zone: str) -> str:
    """Return the country code of a time zone from `zone.tab`, or "" if the zone is unknown or the file is missing."""
    folders = [Path(folder) for folder in TZPATH]
    if find_spec("tzdata"):
        folders.append(Path(str(files("tzdata"))) / "zoneinfo")
    for listed in (folder / "zone.tab" for folder in folders):
        if listed.is_file():
            rows = (line.split("\t") for line in listed.read_text(encoding="utf-8").splitlines())
            return next((row[0] for row in rows if row[2:3] == [zone]), "")
    return ""


def database(name: str, folder: Path) -> dict[str, Any]:
    """Return Django's configuration for the database; by default, a file in the data folder.

    Raise `ImproperlyConfigured` for any other kind of database, or for a missing folder.
    """
    address = text(name) or f"sqlite:///{(folder / 'ninetimer.sqlite3').as_posix()}"
    if not address.startswith(("sqlite://", "postgres://", "postgresql://")):
        raise ImproperlyConfigured(
            f"{name} names a database that Ninetimer does not keep its data in. Write "
            "postgres://user:password@host/name or sqlite:////folder/file.sqlite3, or leave it out."
        )
    description = dict(_env.db_url_config(address))
    if address.startswith("sqlite://"):
        place = Path(description["NAME"])
        if not place.parent.is_dir():
            raise ImproperlyConfigured(
                f"{name} names {place}, but there is no folder {place.parent}."
            )
        # IMMEDIATE takes the write lock at the start of a transaction. Without it, WAL returns
        # "database is locked" to a second writer at once, whatever the timeout.
        # FULL lets an accepted score survive a power cut. Changes are moved into the database
        # after every 16 pages, so that the log beside it stays small on a nearly full disk.
        # Connections last for a minute, since opening one takes as long as three short reads.
        description |= {"ENGINE": "tournament.sqlite", "CONN_MAX_AGE": 60}
        description["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=16;",
        }
    else:
        description |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
        # A longer wait for a row is reported as another person writing.
        description.setdefault("OPTIONS", {})["options"] = "-c lock_timeout=20s"
    return description
