"""The data folder: created if missing, closed to other users, with a secret key created once."""

import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from tournament.data_folder import (
    SECRET_KEY_FILE,
    DataFolderProblem,
    open_data_folder,
    read_or_make_secret_key,
)


def test_new_data_folder_is_closed_to_other_users_and_an_existing_one_unchanged(tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o750)
    for folder, mode in ((tmp_path / "deep" / "data", 0o700), (shared, 0o750)):
        assert stat.S_IMODE(open_data_folder(str(folder)).stat().st_mode) == mode


def test_folder_that_cannot_be_created_is_named_with_a_remedy(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DataFolderProblem, match="NINETIMER_DATA_DIR") as refused:
        open_data_folder(str(tmp_path / "file" / "data"))
    assert str(tmp_path / "file" / "data") in str(refused.value)


def test_default_folder_follows_the_linux_convention(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert open_data_folder("") == tmp_path / "ninetimer"


def test_secret_key_is_created_once_and_readable_only_by_its_owner(tmp_path):
    key = read_or_make_secret_key(tmp_path)
    assert len(key) >= 64
    assert read_or_make_secret_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / SECRET_KEY_FILE).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [SECRET_KEY_FILE]
    (tmp_path / "other").mkdir()
    assert read_or_make_secret_key(tmp_path / "other") != key


def test_processes_that_start_together_agree_on_the_key(tmp_path, monkeypatch):
    """The draft's name contains the process ID; here, threads get different numbers."""
    numbers = iter(range(1000))
    monkeypatch.setattr("os.getpid", lambda: next(numbers))
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: read_or_make_secret_key(tmp_path), range(32)))
    assert len(keys) == 1


def test_stick_without_hard_links_gets_its_key(tmp_path, monkeypatch):
    def refuse(source, target):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refuse)
    key = read_or_make_secret_key(tmp_path)
    assert read_or_make_secret_key(tmp_path) == key
    assert [path.name for path in tmp_path.iterdir()] == [SECRET_KEY_FILE]


def test_truncated_key_is_refused_with_a_remedy(tmp_path):
    (tmp_path / SECRET_KEY_FILE).write_text("short\n")
    with pytest.raises(DataFolderProblem, match="Delete that file"):
        read_or_make_secret_key(tmp_path)
