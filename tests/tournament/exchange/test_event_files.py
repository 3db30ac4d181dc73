"""Several files as one event, and unsuitable files."""

import io
import zipfile

import pytest

from tests.crafted import broken_zip
from tournament.engine.interchange import UnreadableEvent
from tournament.exchange.event_files import (
    MAX_FILE_BYTES,
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


def test_division_files_without_a_configuration_form_a_single_event(harbour):
    event = read_bundle([harbour[2], harbour[1]])
    assert [division.name for division in event.divisions] == ["A", "B"]


def test_division_file_with_another_ending_is_recognized_by_its_lines(harbour):
    assert format_of(NamedFile("a.txt", harbour[1].content)) is event_formats()["tsh_t"]


@pytest.mark.parametrize(
    ("name", "content", "way_out"),
    [
        ("letter.docx", b"PK-not-a-zip and words", "Send the file of results itself."),
        ("photo.jpg", b"\xff\xd8\xff\xe0", "Send the file of results itself."),
        (
            "players.csv",
            b"Name,Rating\nAna,1500\n",
            "To import a list of players, use “Add players”",
        ),
        ("players.xlsx", b"PK\x03\x04", "To import a list of players, use “Add players”"),
        ("game.gcg", b"#player1 a Ana\n", "To import recorded games, use “Games from files”."),
    ],
)
def test_unsuitable_file_is_named_with_a_remedy(name, content, way_out):
    (only,) = reasons(NamedFile(name, content))
    assert only.startswith(f"{name}: This file is not in any format that Ninetimer can read: ")
    assert way_out in only


NO_ZIP = (
    "x.zip: The zip cannot be opened: it is cut off, damaged or protected. Create or copy it again, "
    "or send the files it contains."
)


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ([], "No file was chosen. Choose one, or drop it on the field."),
        ([("a.t", b" \n")], "a.t: The file is empty. Send the one with the results."),
        ([("a.t", b"Ana 0;\n")] * 2, "a.t: Two files have this name. Send each file once."),
        ([("x.zip", b"PK\x03\x04broken")], NO_ZIP),
        ([("a.t", b"x" * (MAX_FILE_BYTES + 1))], "a.t: The file is 10 MB; the maximum is 10 MB."),
    ],
    ids=["no file", "empty", "two of one name", "broken zip", "too large"],
)
def test_files_that_are_no_event_are_refused_with_a_remedy(files, sentence):
    (only,) = reasons(*(NamedFile(*file) for file in files))
    assert only.startswith(sentence)


def test_two_events_at_once_are_refused(harbour_event, write):
    files = [*write("tourney_js", harbour_event), *write("tsh_archive", harbour_event)]
    (only,) = reasons(*files)
    assert "contain different events, or the same event in several formats" in only


def test_division_beside_a_whole_event_is_refused(harbour_event, write, harbour):
    (only,) = reasons(*write("tourney_js", harbour_event), harbour[1])
    assert only == "tourney.js: a.t cannot belong to the event. Send only the files of one event."


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


def test_division_named_twice_is_refused_with_a_remedy():
    config = b"division a a.t\ndivision A b.t\n"
    sent = [
        NamedFile("config.tsh", config),
        NamedFile("a.t", b"Ana 0;\n"),
        NamedFile("b.t", b"Ben 0;\n"),
    ]
    assert str(read_bundle(sent).obstacles[0]) == (
        "config.tsh, line 2: Division A appears twice. Give each division a different name, or "
        "remove this line."
    )


def test_zip_without_an_event_file_is_refused():
    (only,) = reasons(zipped(notes_txt=b"notes", empty_csv=b""))
    assert only.startswith(
        "spring.zip: None of the files inside is in a format that Ninetimer can read: "
    )


def test_file_chosen_individually_is_never_omitted(harbour):
    (only,) = reasons(*harbour, NamedFile("notes.txt", b"notes"))
    assert only.startswith("notes.txt: This file is not in any format")


def test_two_divisions_of_the_same_name_must_be_renamed_first():
    event = read_bundle([NamedFile("a.t", b"Ana 0;\n"), NamedFile("A.txt", b"Ben 0;\n")])
    assert "There are two divisions called A" in str(event.obstacles[0])


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
