"""The folder of a published site: atomic writes, only changed files, and foreign files left alone."""

import errno
import json
import os
from pathlib import Path

import pytest

from tournament.broadcast.exchange import site
from tournament.broadcast.exchange.site import RECORD_FILE_NAME, CannotPublish, LazyFile, SiteFolder
from tournament.jobs import JobStopped

FILES = {"index.html": b"now", "a/standings/index.html": b"Ana leads", "a/1/index.html": b"Ana"}


@pytest.fixture
def folder(tmp_path):
    there = tmp_path / "site"
    SiteFolder.open(there, "open").write("1", FILES)
    return there


def content(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != RECORD_FILE_NAME
    }


def refused(path, event="open"):
    with pytest.raises(CannotPublish) as reason:
        SiteFolder.open(path, event)
    return str(reason.value)


def test_new_or_empty_folder_gets_every_file(tmp_path, folder):
    assert content(folder) == FILES
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / ".Trash").mkdir()
    written = SiteFolder.open(tmp_path / "empty", "open").write("1", FILES)
    assert (written.changed, written.unchanged, written.removed) == (3, 0, 0)


def test_stopping_the_first_publication_removes_all_files(tmp_path):
    """The folders are removed too; the next attempt would take them for foreign ones."""
    heard = []

    def stopped(done, number, phase):
        heard.append((done, number, phase))
        if done == 5:
            raise JobStopped

    with pytest.raises(JobStopped):
        SiteFolder.open(tmp_path / "site", "open").write("1", FILES, stopped)
    assert heard == [(3, 6, "files"), (4, 6, "files"), (5, 6, "files")]
    assert list(tmp_path.iterdir()) == []
    assert SiteFolder.open(tmp_path / "site", "open").write("1", FILES).changed == 3


def test_first_publication_resumes_after_a_power_failure(tmp_path):
    left = tmp_path / "site" / "a" / "standings"
    left.mkdir(parents=True)
    (left / ".ninetimer-x7").write_text("half")
    assert SiteFolder.open(tmp_path / "site", "open").write("1", FILES).changed == 3
    (tmp_path / "own" / "b").mkdir(parents=True)
    (tmp_path / "own" / "b" / "letter.txt").write_text("Dear")
    assert "files that Ninetimer did not write, such as b" in refused(tmp_path / "own")


def test_only_changed_files_are_written_and_obsolete_ones_removed(folder):
    before = (folder / "a/1/index.html").stat().st_mtime_ns
    now = {"index.html": b"later", "a/1/index.html": b"Ana"}
    written = SiteFolder.open(folder, "open").write("2", now)
    assert (written.changed, written.unchanged, written.removed) == (1, 1, 1)
    assert content(folder) == now
    assert (folder / "a/1/index.html").stat().st_mtime_ns == before
    assert not (folder / "a/standings").exists()


def test_folder_is_up_to_date_only_while_its_files_are_unmodified(folder):
    assert SiteFolder.open(folder, "open").is_up_to_date("1")
    assert not SiteFolder.open(folder, "open").is_up_to_date("2")
    (folder / "index.html").write_bytes(b"spoilt by hand")
    there = SiteFolder.open(folder, "open")
    assert not there.is_up_to_date("1")
    assert there.write("1", FILES).changed == 1
    assert content(folder) == FILES


def test_lazy_file_is_rebuilt_only_if_its_source_changed(folder):
    made = []

    def paper(source):
        return LazyFile(source, lambda: made.append(source) or source.encode())

    for source in ("one", "one", "two"):
        SiteFolder.open(folder, "open").write(source, {**FILES, "paper.pdf": paper(source)})
    assert made == ["one", "two"]
    (folder / "paper.pdf").unlink()
    SiteFolder.open(folder, "open").write("4", {**FILES, "paper.pdf": paper("two")})
    assert made == ["one", "two", "two"]


def test_foreign_files_are_left_alone(folder):
    (folder / "CNAME").write_text("example.org")
    (folder / "a/1/index.html").write_text("my own words")
    written = SiteFolder.open(folder, "open").write("2", {"index.html": b"now"})
    assert written.kept_files == ("a/1/index.html",)
    assert set(content(folder)) == {"CNAME", "index.html", "a/1/index.html"}
    (folder / "b").mkdir()
    (folder / "b/index.html").write_text("not Ninetimer's")
    with pytest.raises(CannotPublish, match=r"b/index.html was not written by Ninetimer"):
        SiteFolder.open(folder, "open").write("3", {"b/index.html": b"now"})
    assert (folder / "b/index.html").read_text() == "not Ninetimer's"


def test_unsuitable_target_is_refused_with_the_reason(tmp_path, folder):
    (tmp_path / "notes.txt").write_text("mine")
    assert "notes.txt is a file. Name a folder." in refused(tmp_path / "notes.txt")
    assert "files that Ninetimer did not write, such as notes.txt" in refused(tmp_path)
    assert "plugged in" in refused(tmp_path / "stick" / "site")
    assert "the site of another event, “open”" in refused(folder, "other")
    (folder / RECORD_FILE_NAME).write_text("{")
    assert "cannot be read" in refused(folder)


@pytest.mark.parametrize("name", ["../stolen.html", "/etc/passwd", "a/../../b"])
def test_file_list_with_paths_outside_the_folder_is_rejected(folder, name):
    known = json.loads((folder / RECORD_FILE_NAME).read_text())
    known["files"][name] = ["", 0, 0, ""]
    (folder / RECORD_FILE_NAME).write_text(json.dumps(known))
    assert "cannot be read" in refused(folder)


def test_link_leading_out_of_the_folder_is_not_followed(tmp_path, folder):
    (tmp_path / "elsewhere").mkdir()
    (folder / "b").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    with pytest.raises(CannotPublish, match="leads out of the site’s folder"):
        SiteFolder.open(folder, "open").write("2", {**FILES, "b/index.html": b"now"})
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "no space left"), (errno.EROFS, "read-only"), (errno.EIO, "writable: In")],
)
def test_disk_failure_midway_leaves_the_site_unchanged(folder, monkeypatch, number, words):
    before = content(folder)
    reach = site._sync_to_disk
    calls = []

    def fail(path: Path) -> None:
        calls.append(path)
        if len(calls) == 2:
            raise OSError(number, os.strerror(number))
        reach(path)

    monkeypatch.setattr(site, "_sync_to_disk", fail)
    with pytest.raises(CannotPublish, match=words):
        SiteFolder.open(folder, "open").write("2", dict.fromkeys(FILES, b"new"))
    assert content(folder) == before
    assert SiteFolder.open(folder, "open").is_up_to_date("1")


@pytest.fixture
def fails(monkeypatch):
    """Return a function that makes one replacement of a file fail, as if it were open in a viewer."""
    rename = Path.replace

    def fail_at(name, time=1, number=errno.EACCES):
        targets = []

        def replace(path, target):
            targets.append(Path(target).name)
            if targets[-1] == name and targets.count(name) == time:
                raise OSError(number, os.strerror(number))
            return rename(path, target)

        monkeypatch.setattr(Path, "replace", replace)

    return fail_at


@pytest.mark.parametrize(
    ("name", "time"), [("b.html", 1), (RECORD_FILE_NAME, 1), (RECORD_FILE_NAME, 2)]
)
def test_failed_rename_brings_back_every_file(folder, fails, name, time):
    before = content(folder)
    fails(name, time)
    now = {"a/0.html": b"new", "index.html": b"new", "a/1/index.html": b"new", "b.html": b"new"}
    with pytest.raises(CannotPublish, match="a file in it, is read-only, open in another program"):
        SiteFolder.open(folder, "open").write("2", now)
    assert content(folder) == before
    assert SiteFolder.open(folder, "open").is_up_to_date("1")


def test_first_publication_that_fails_midway_leaves_no_folder(tmp_path, fails):
    fails("b.html")
    with pytest.raises(CannotPublish):
        SiteFolder.open(tmp_path / "site", "open").write("1", {**FILES, "b.html": b"new"})
    assert list(tmp_path.iterdir()) == []


def test_incomplete_site_is_said_to_be_incomplete(folder, fails, monkeypatch):
    fails("b.html", number=errno.EIO)
    new = {"a.html": b"new", "b.html": b"new"}
    with monkeypatch.context() as broken:
        broken.setattr(Path, "unlink", lambda path, **_more: path.rmdir())  # fails
        with pytest.raises(CannotPublish, match=r"the site there is incomplete\. Publish it again"):
            SiteFolder.open(folder, "open").write("2", new)
    SiteFolder.open(folder, "open").write("3", dict.fromkeys(new, b"newer"))
    assert [content(folder)[name] for name in new] == [b"newer", b"newer"]


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator may write everywhere")
def test_read_only_folder_is_reported(folder):
    folder.chmod(0o555)
    try:
        with pytest.raises(CannotPublish, match="read-only"):
            SiteFolder.open(folder, "open").write("2", {"index.html": b"new"})
    finally:
        folder.chmod(0o755)
