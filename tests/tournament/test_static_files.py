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


def test_static_files_are_hashed_and_compressed(sources):
    collect_static_files()
    ((name, text),) = sheets(sources).items()
    assert (name[:6], text) == ("board.", SHEET)
    assert staticfiles_storage.url("board.css") == f"/static/{name}"


def test_second_start_leaves_static_files_unchanged(sources):
    collect_static_files()
    (name,) = sheets(sources)
    collected = sources.parent / "static" / name
    os.utime(collected, (1, 1))
    collect_static_files()
    assert collected.stat().st_mtime == 1


@pytest.mark.parametrize("seconds", [1, 4_000_000_000])
def test_changed_file_is_collected_again_despite_its_size_and_date(sources, seconds):
    collect_static_files()
    changed = sources / "board.css"
    changed.write_text(SHEET.replace("green", "white"))
    os.utime(changed, (seconds, seconds))
    collect_static_files()
    url = staticfiles_storage.url("board.css")
    assert "white" in sheets(sources)[url.removeprefix("/static/")]


def test_new_file_is_collected(sources):
    collect_static_files()
    (sources / "rack.css").write_text(SHEET)
    collect_static_files()
    assert staticfiles_storage.url("rack.css").startswith("/static/rack.")


def test_missing_collected_file_is_restored(sources):
    collect_static_files()
    (name,) = sheets(sources)
    (sources.parent / "static" / name).unlink()
    collect_static_files()
    assert sheets(sources) == {name: SHEET}


def test_plain_storage_collects_nothing(sources, settings):
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    assert not isinstance(storage.staticfiles_storage, HashedStaticFiles)
    collect_static_files()
    assert not sources.parent.joinpath("static").exists()
