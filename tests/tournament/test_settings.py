"""Default settings, read in a separate process."""

import json

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.installation import Installation
from tournament import environment

ASK = """
import json
from django.conf import settings
from django.db import connection
def one(text):
    with connection.cursor() as cursor:
        cursor.execute(text)
        return cursor.fetchone()[0]
said = {"debug": settings.DEBUG, "hosts": settings.ALLOWED_HOSTS, "vendor": connection.vendor,
        "hasher": settings.PASSWORD_HASHERS[0], "data": str(settings.NINETIMER_DATA_DIR),
        "zone": settings.TIME_ZONE, "secure": settings.SESSION_COOKIE_SECURE,
        "database": str(connection.settings_dict["NAME"]),
        "atomic": connection.settings_dict["ATOMIC_REQUESTS"]}
if connection.vendor == "sqlite":
    said |= {"journal": one("PRAGMA journal_mode"), "synchronous": one("PRAGMA synchronous"),
             "timeout": one("PRAGMA busy_timeout"),
             "mode": connection.settings_dict["OPTIONS"]["transaction_mode"]}
print(json.dumps(said))
"""


@pytest.fixture
def installation(tmp_path):
    return Installation(tmp_path / "data")


def said_by(installation, **variables):
    return json.loads(installation.manage("shell", "--verbosity", "0", "-c", ASK, **variables))


def test_fresh_installation_is_closed_and_its_scores_survive_a_power_cut(installation):
    output = said_by(installation)
    assert output.pop("hasher").endswith("Argon2PasswordHasher")
    assert output == {
        "debug": False, "hosts": ["localhost", "127.0.0.1", "[::1]"], "data": str(installation.folder),
        "database": str(installation.folder / "ninetimer.sqlite3"), "atomic": False, "vendor": "sqlite",
        "journal": "wal", "synchronous": 2, "mode": "IMMEDIATE", "timeout": 20_000,
        "zone": output["zone"], "secure": False,
    }  # fmt: skip


def test_environment_variables_change_their_settings(installation):
    output = said_by(
        installation,
        NINETIMER_ALLOWED_HOSTS="hall.local,192.168.1.7", NINETIMER_TIME_ZONE="Europe/Berlin",
        NINETIMER_HTTPS="1", NINETIMER_DEBUG="1", DATABASE_URL="postgres://ninetimer@db.example/club",
    )  # fmt: skip
    assert output["hosts"][3:] == ["hall.local", "192.168.1.7"]
    assert (output["zone"], output["secure"], output["debug"]) == ("Europe/Berlin", True, True)
    assert (output["vendor"], output["database"]) == ("postgresql", "club")


@pytest.mark.parametrize(
    ("setting", "value", "sentence"),
    [
        ("NINETIMER_DATA_DIR", "/dev/null/data", "the data folder /dev/null/data cannot be made"),
        (
            "NINETIMER_DEBUG",
            "perhaps",
            "NINETIMER_DEBUG is “perhaps”. Write 1 for on or 0 for off.",
        ),
        (
            "NINETIMER_TIME_ZONE",
            "Berlin",
            "NINETIMER_TIME_ZONE is “Berlin”, which is no time zone.",
        ),
        ("DATABASE_URL", "nonsense", "DATABASE_URL names a database that Ninetimer does not keep"),
        (
            "DATABASE_URL",
            "mysql://root@db/club",
            "DATABASE_URL names a database that Ninetimer does",
        ),
        ("DATABASE_URL", "sqlite:////no/where/a.sqlite3", "but there is no folder /no/where."),
    ],
)
def test_impossible_setting_ends_with_a_sentence(installation, setting, value, sentence):
    with pytest.raises(AssertionError) as refused:
        installation.manage("check", **{setting: value})
    assert str(refused.value).startswith("Ninetimer cannot start: ")
    assert sentence in str(refused.value)
    assert "Traceback" not in str(refused.value)


@pytest.mark.parametrize(
    ("zone", "language", "size"),
    [
        ("America/New_York", "en-gb", "letter"),
        ("America/Toronto", "fr", "letter"),
        ("America/Sao_Paulo", "pt", "a4"),
        ("Europe/Berlin", "en-us", "a4"),
        ("UTC", "en-us", "letter"),
        ("UTC", "de", "a4"),
    ],
)
def test_default_paper_is_that_of_the_place(zone, language, size, monkeypatch):
    monkeypatch.delenv("NINETIMER_PAPER", raising=False)
    assert environment.paper_size("NINETIMER_PAPER", language=language, zone=zone) == size
    monkeypatch.setenv("NINETIMER_PAPER", "Letter")
    assert environment.paper_size("NINETIMER_PAPER", language=language, zone=zone) == "letter"
    monkeypatch.setenv("NINETIMER_PAPER", "foolscap")
    with pytest.raises(ImproperlyConfigured, match="which is no paper"):
        environment.paper_size("NINETIMER_PAPER", language=language, zone=zone)


def test_rooms_are_all_on_until_the_setting_or_the_file_changes_them(monkeypatch, tmp_path):
    monkeypatch.delenv("NINETIMER_ROOMS", raising=False)

    def rooms():
        return environment.rooms("NINETIMER_ROOMS", tmp_path)

    assert rooms() == ["hall", "broadcast", "federation"]
    (tmp_path / "rooms").write_text("federation, hall\n", encoding="utf-8")
    assert rooms() == ["hall", "federation"]
    (tmp_path / "rooms").write_bytes(b"\xef\xbb\xbfhall\r\n")  # as an editor on Windows writes it
    assert rooms() == ["hall"]
    (tmp_path / "rooms").write_bytes(b"h\xe4ll")
    with pytest.raises(ImproperlyConfigured, match="which is no room"):
        rooms()
    monkeypatch.setenv("NINETIMER_ROOMS", "")
    assert rooms() == []
    monkeypatch.setenv("NINETIMER_ROOMS", "broadcast")
    with pytest.raises(ImproperlyConfigured, match="names broadcast without hall"):
        rooms()


def test_mail_server_becomes_django_settings_with_its_user_as_sender(monkeypatch):
    monkeypatch.delenv("NINETIMER_MAIL", raising=False)
    monkeypatch.delenv("NINETIMER_MAIL_FROM", raising=False)
    assert environment.mail_settings("NINETIMER_MAIL") == {"EMAIL_HOST": ""}
    assert environment.sender_address("NINETIMER_MAIL_FROM", {"EMAIL_HOST": ""}) == ""
    address = "smtp+tls://club%40example.org:secret@mail.example.org:587"
    monkeypatch.setenv("NINETIMER_MAIL", address)
    server = environment.mail_settings("NINETIMER_MAIL")
    place = ("mail.example.org", 587, True)
    assert (server["EMAIL_HOST"], server["EMAIL_PORT"], server["EMAIL_USE_TLS"]) == place
    assert environment.sender_address("NINETIMER_MAIL_FROM", server) == "club@example.org"
    monkeypatch.setenv("NINETIMER_MAIL", "mail.example.org")
    with pytest.raises(ImproperlyConfigured, match="NINETIMER_MAIL names no mail server"):
        environment.mail_settings("NINETIMER_MAIL")
    monkeypatch.setenv("NINETIMER_MAIL", "smtp://mail.example.org")
    server = environment.mail_settings("NINETIMER_MAIL")
    with pytest.raises(ImproperlyConfigured, match="NINETIMER_MAIL_FROM is “”"):
        environment.sender_address("NINETIMER_MAIL_FROM", server)
