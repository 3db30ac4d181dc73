"""Several files as one event, and unsuitable files."""

import io
import zipfile

import pytest

from tests.crafted import broken_zip
from tournament.engine.interchange import UnreadableEvent
from tournament.exchange.event_files import (
    NamedFile,
    event_formats,
    format_of,
    read_bundle,
    readable_formats,
    writable_formats,
)
from tournament.exchange.upload import pack_files


def reasons(*files):
    with pytest.raises(UnreadableEvent) as refused:
        read_bundle(list(files))
    return [str(remark) for remark in refused.value.remarks]


def test_archive_is_read_and_written_and_standings_only_written():
    assert {"archive", "standings_csv"} <= set(writable_formats())
    assert "archive" in readable_formats()
    assert "standings_csv" not in readable_formats()


@pytest.mark.parametrize("key", ["tsh_t", "tsh_config", "tsh_archive", "tourney_js", "coco_csv"])
def test_format_recognizes_its_own_output(harbour_event, write, key):
    assert format_of(write(key, harbour_event)[0]) is event_formats()[key]


def test_zip_is_read_as_its_files(harbour, harbour_event):
    assert read_bundle([pack_files(harbour, "harbour")]) == harbour_event


def test_zip_is_reproducible(harbour):
    assert pack_files(harbour, "x") == pack_files(harbour, "x")


def test_two_events_at_once_are_refused(harbour_event, write):
    files = [*write("tourney_js", harbour_event), *write("tsh_archive", harbour_event)]
    (only,) = reasons(*files)
    assert "contain different events, or the same event in several formats" in only


def zipped(**files):
    """Return a zip of files, with `__` in a name for a slash."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for path, content in files.items():
            made.writestr(path.replace("__", "/").replace("_", "."), content)
    return NamedFile("spring.zip", out.getvalue())


def bomb():
    return zipped(**{f"{number}_t": b"\0" * 10_000_000 for number in range(6)}).content


CANNOT_BE_OPENED = "The zip cannot be opened: it is cut off, damaged or protected."


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        *((broken_zip(way, a_t="Ana 1405; \n" * 50), CANNOT_BE_OPENED) for way in ("lzma", "bzip2", "deflate")),
        (zipped(a_t=b"Ana 1405; \n").content.replace(b"a.t", b"\0.t"), CANNOT_BE_OPENED),
        (zipped(notes_txt=b"notes", empty_csv=b"").content, "None of the files inside is in a format that"),
        (bomb, "The zip contains more than 100 files or 50 MB. Include only the configuration, the"),
    ],
    ids=["lzma", "bzip2", "deflate", "nameless", "no event", "bomb"],
)  # fmt: skip
def test_zip_that_is_no_event_is_refused_with_a_remedy(content, sentence):
    (only,) = reasons(NamedFile("spring.zip", content() if callable(content) else content))
    assert only.startswith(f"spring.zip: {sentence}")


OTHERS = {
    "ev__readme_doc": b"words", "ev__html__notes_txt": b"notes", "ev__html__tourney_js": b"newt={};",
    "ev__old__a_t": b"Ana 900;\n", **{f"ev__html__{number}_html": b"<p>" for number in range(200)},
}  # fmt: skip


@pytest.mark.parametrize(
    ("names", "others", "left_out"),
    [
        (
            ("ev__config_tsh", "ev__a_t", "ev__b_t"),
            OTHERS,
            (
                "ev/html/notes.txt, ev/html/tourney.js, ev/old/a.t, ev/html/0.html, "
                "ev/html/1.html, ev/html/2.html and 198 more."
            ),
        ),
        (("config_tsh", "a_t", "b_t"), {"open_tou": b"*M1.1.2020 x"}, "open.tou."),
        (("config_tsh", "files__a_t", "files__b_t"), {}, ""),
    ],
    ids=["a folder", "another format", "divisions in a folder"],
)
def test_event_is_found_in_a_zip_and_other_files_reported(
    harbour, harbour_event, names, others, left_out
):
    files = {name: item.content for name, item in zip(names, harbour, strict=True)}
    event = read_bundle([zipped(**files, **others)])
    assert event.divisions == harbour_event.divisions
    text_shown = [str(remark) for remark in event.remarks if remark not in harbour_event.remarks]
    sentence = f"spring.zip: Not needed for the event and left out: {left_out}"
    assert text_shown == ([sentence] if left_out else [])
