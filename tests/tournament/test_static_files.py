"""Static files are collected once, and again only after a change."""

import os

import pytest
from django.contrib.staticfiles import storage
from django.contrib.staticfiles.storage import staticfiles_storage

from tournament.static_files import HashedStaticFiles, collect_static_files

SHEET = ".board { color: green }"


@pytest.fixture
def sources(settings, tmp_path):
    """Return a folder with a single style sheet, next to the collected files."""
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources/board.css").write_text(SHEET)
    settings.STATICFILES_DIRS = [tmp_path / "sources"]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "tournament.static_files.HashedStaticFiles"}
    }
    return tmp_path / "sources"


def sheets(sources):
    """Return the text of the collected style sheets by hashed name."""
    collected = sources.parent.joinpath("static").glob("*.css")
    return {path.name: path.read_text() for path in collected if path.name.count(".") > 1}


def test_static_files_are_hashed_and_left_unchanged_by_a_second_start(sources):
    collect_static_files()
    ((name, text),) = sheets(sources).items()
    assert (name[:6], text) == ("board.", SHEET)
    assert staticfiles_storage.url("board.css") == f"/static/{name}"
    collected = sources.parent / "static" / name
    os.utime(collected, (1, 1))
    collect_static_files()
    assert collected.stat().st_mtime == 1
    (sources / "rack.css").write_text(SHEET)
    collected.unlink()
    collect_static_files()
    assert sheets(sources)[name] == SHEET, "a missing file is restored"
    assert staticfiles_storage.url("rack.css").startswith("/static/rack."), "a new one is collected"


@pytest.mark.parametrize("seconds", [1, 4_000_000_000])
def test_changed_file_is_collected_again_despite_its_size_and_date(sources, seconds):
    collect_static_files()
    changed = sources / "board.css"
    changed.write_text(SHEET.replace("green", "white"))
    os.utime(changed, (seconds, seconds))
    collect_static_files()
    url = staticfiles_storage.url("board.css")
    assert "white" in sheets(sources)[url.removeprefix("/static/")]


def test_plain_storage_collects_nothing(sources, settings):
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    assert not isinstance(storage.staticfiles_storage, HashedStaticFiles)
    collect_static_files()
    assert not sources.parent.joinpath("static").exists()
