"""Uploaded games are unpacked within limits; every file that cannot be read is listed with the reason."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.actions import unpacking
from scoring.actions.refusals import Refused
from scoring.actions.unpacking import MEGABYTE, unpack
from tests.crafted import broken_zip
from tests.scoring.views.uploads import RIGHT, zipped


def unpacked(data, name="games.zip"):
    return unpack([SimpleUploadedFile(name, data)], limit=10 * MEGABYTE)


def problem(data, name="games.zip"):
    (file,) = unpacked(data, name).files
    assert file.data == b""
    return file.name, file.problem.text


def locked():
    bundle = bytearray(zipped(a=RIGHT))
    bundle[6] |= 1  # in the header of the file
    bundle[bundle.index(b"PK\1\2") + 8] |= 1  # and in the directory of the archive
    return bytes(bundle)


def understated():
    bundle = bytearray(zipped(a="0" * 5_000_000))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = bundle.index(mark) + at
        bundle[place : place + 4] = (100).to_bytes(4, "little")
    return bytes(bundle)


@pytest.mark.parametrize(
    ("data", "file", "reason"),
    [
        (locked(), "a.gcg", "It is protected by a password. Create it again without one."),
        (zipped(a="0" * 200_001), "a.gcg", "It has 200,001 bytes; a game has a few thousand"),
        (understated(), "a.gcg", ""),
        *[(broken_zip(way, a_gcg=RIGHT * 50), "a.gcg", "It cannot be unpacked")
          for way in ("lzma", "bzip2", "deflate")],
        *[(data, "games.zip", "This zip cannot be opened")
          for data in (b"PK\x03\x04 no zip at all", b"", b"PK\x05\x06" + b"\xff" * 18)],
    ],
)  # fmt: skip
def test_unreadable_file_of_a_zip_is_listed_with_the_reason(data, file, reason):
    name, sentence = problem(data)
    assert (name, reason in sentence) == (file, True)


def test_oversized_file_does_not_stop_the_others():
    files = [SimpleUploadedFile("big.gcg", b"x" * 200_001), SimpleUploadedFile("a.gcg", b"A")]
    big, good = unpack(files, limit=10 * MEGABYTE).files
    assert "It has 200,001 bytes; a game has a few thousand, at most 200,000." in big.problem.text
    assert (good.data, good.problem) == (b"A", None)
    (largest,) = unpacked(zipped(a="0" * 200_000)).files
    assert len(largest.data) == 200_000


def test_hidden_and_other_files_and_nested_zips_are_left_out():
    bundle = io.BytesIO(zipped(round1__a=RIGHT))
    with zipfile.ZipFile(bundle, "a") as more:
        for name in ("readme.md", "__MACOSX/._a.gcg", "inner.zip"):
            more.writestr(name, zipped(b=RIGHT))
    matches = unpacked(bundle.getvalue())
    assert [(file.name, file.data) for file in matches.files] == [("round1/a.gcg", RIGHT.encode())]
    assert matches.left_out == 2


def test_zip_bomb_is_refused_before_unpacking():
    bomb = zipped(**dict.fromkeys(("a", "b", "c"), "0" * (16 * MEGABYTE)))
    assert len(bomb) < MEGABYTE
    with pytest.raises(Refused, match="would unpack to 48 MB; the maximum is 32 MB"):
        unpacked(bomb)


@pytest.mark.parametrize(
    ("limit", "value", "sentence"),
    [
        ("MAX_FILES", 2, "contains 3 files; you can send up to 2 at once. Nothing was read."),
        ("_MAX_LISTING_BYTES", 100, "lists more than 2,000 files. Nothing was read. Send"),
    ],
)
def test_zip_with_too_many_files_is_refused(monkeypatch, limit, value, sentence):
    monkeypatch.setattr(unpacking, limit, value)
    with pytest.raises(Refused, match=sentence):
        unpacked(zipped(a="", b="", c=""))
