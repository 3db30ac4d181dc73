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


@pytest.mark.parametrize("packing", ["lzma", "bzip2", "deflate"])
def test_zip_that_cannot_be_unpacked_is_refused_with_a_remedy(packing):
    content = broken_zip(packing, a_t="Lopez, Ana 1405; \n" * 50)
    with pytest.raises(UnreadableEvent, match="The zip cannot be opened: it is cut off, damaged"):
        read_bundle([NamedFile("spring.zip", content)])


def test_zip_with_a_nameless_file_is_refused_with_a_remedy():
    content = zipped(a_t=b"Lopez, Ana 1405; \n").content.replace(b"a.t", b"\0.t")
    with pytest.raises(UnreadableEvent, match="The zip cannot be opened"):
        read_bundle([NamedFile("spring.zip", content)])


def zipped(**files):
    """Return a zip of files, with `__` in a name for a slash."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for path, content in files.items():
            made.writestr(path.replace("__", "/").replace("_", "."), content)
    return NamedFile("spring.zip", out.getvalue())


def test_unrelated_files_in_a_zipped_folder_are_omitted_and_reported(harbour, harbour_event):
    config, a, b = (item.content for item in harbour)
    event = read_bundle(
        [
            zipped(
                ev__config_tsh=config,
                ev__a_t=a,
                ev__b_t=b,
                ev__readme_doc=b"words",
                ev__html__notes_txt=b"notes",
                ev__html__tourney_js=b"newt={};",
                ev__old__a_t=b"Ana 900;\n",
                **{f"ev__html__{number}_html": b"<p>" for number in range(200)},
            )
        ]
    )
    assert event.divisions == harbour_event.divisions
    (sentence,) = (str(remark) for remark in event.remarks if remark not in harbour_event.remarks)
    assert sentence == (
        "spring.zip: Not needed for the event and left out: ev/html/notes.txt, "
        "ev/html/tourney.js, ev/old/a.t, ev/html/0.html, ev/html/1.html, ev/html/2.html and 198 "
        "more."
    )


def test_other_formats_beside_the_configuration_are_omitted(harbour, harbour_event, write):
    config, a, b = (item.content for item in harbour)
    (tourney,) = write("tourney_js", harbour_event)
    event = read_bundle(
        [
            zipped(
                config_tsh=config,
                a_t=a,
                b_t=b,
                tourney_js=tourney.content,
                open_tou=b"*M1.1.2020 x",
            )
        ]
    )
    assert event.divisions == harbour_event.divisions
    assert str(event.remarks[-1]) == (
        "spring.zip: Not needed for the event and left out: tourney.js, open.tou."
    )


def test_divisions_in_a_folder_below_the_configuration_are_found(harbour, harbour_event):
    config, a, b = (item.content for item in harbour)
    event = read_bundle([zipped(config_tsh=config, files__a_t=a, files__b_t=b)])
    assert event.divisions == harbour_event.divisions


def test_zip_without_an_event_file_is_refused():
    (only,) = reasons(zipped(notes_txt=b"notes", empty_csv=b""))
    assert only.startswith(
        "spring.zip: None of the files inside is in a format that Ninetimer can read: "
    )


def test_zip_bomb_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        for number in range(6):
            zipped.writestr(f"{number}.t", b"\0" * 10_000_000)
    (only,) = reasons(NamedFile("bomb.zip", out.getvalue()))
    assert only == (
        "bomb.zip: The zip contains more than 100 files or 50 MB. Include only the "
        "configuration, the divisions or the results."
    )
