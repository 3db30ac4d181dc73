"""Several files as one event, and files that are none."""

import io
import zipfile

import pytest

from tournament.engine.interchange import Unreadable
from tournament.exchange.event_files import (
    LARGEST_FILE,
    Sent,
    event_formats,
    format_of,
    packed,
    read_together,
)


def reasons(*files):
    with pytest.raises(Unreadable) as refused:
        read_together(list(files))
    return [str(remark) for remark in refused.value.remarks]


def test_every_format_is_known_by_the_name_of_its_file():
    assert list(event_formats()) == [
        "archive",
        "coco_csv",
        "gcg_zip",
        "standings_csv",
        "tou",
        "tourney_js",
        "tsh_archive",
        "tsh_config",
        "tsh_t",
    ]


@pytest.mark.parametrize("key", ["tsh_t", "tsh_config", "tsh_archive", "tourney_js", "coco_csv"])
def test_what_a_format_writes_is_recognised_as_its_own(told, write, key):
    assert format_of(write(key, told)[0]) is event_formats()[key]


def test_a_zip_is_its_files(harbour, told):
    assert read_together([packed(harbour, "harbour")]) == told


def test_a_zip_is_the_same_each_time(harbour):
    assert packed(harbour, "x") == packed(harbour, "x")


def test_division_files_without_a_configuration_are_divisions_of_one_event(harbour):
    event = read_together([harbour[2], harbour[1]])
    assert [division.name for division in event.divisions] == ["A", "B"]


def test_a_saved_copy_under_another_ending_is_known_by_its_lines(harbour):
    assert format_of(Sent("a.txt", harbour[1].content)) is event_formats()["tsh_t"]


@pytest.mark.parametrize(
    ("name", "content", "way_out"),
    [
        ("letter.docx", b"PK-not-a-zip and words", "Send the file of the results itself."),
        ("photo.jpg", b"\xff\xd8\xff\xe0", "Send the file of the results itself."),
        ("players.csv", b"Name,Rating\nAna,1500\n", "A list of players goes to “Add players”"),
        ("players.xlsx", b"PK\x03\x04", "A list of players goes to “Add players”"),
        ("game.gcg", b"#player1 a Ana\n", "Recorded games go to “Games from files”."),
    ],
)
def test_the_wrong_file_altogether_is_named_with_the_way_it_goes(name, content, way_out):
    (only,) = reasons(Sent(name, content))
    assert only.startswith(f"{name}: This is none of the files that can be read here: ")
    assert way_out in only


def test_an_empty_file_is_said_to_be_empty():
    assert reasons(Sent("a.t", b" \n")) == [
        "a.t: The file is empty. Send the one with the results."
    ]


def test_no_file_at_all_is_asked_for():
    assert reasons() == ["There is no file. Choose one, or drop it on the field."]


def test_fifty_megabytes_are_no_event():
    (only,) = reasons(Sent("a.t", b"x" * (LARGEST_FILE + 1)))
    assert only.startswith("a.t: The file has 10 MB; 10 are the most.")


def test_two_events_at_once_are_refused(told, write):
    files = [*write("tourney_js", told), *write("tsh_archive", told)]
    (only,) = reasons(*files)
    assert "are different events, or one event in several formats" in only


def test_a_division_does_not_belong_to_a_whole_event(told, write, harbour):
    (only,) = reasons(*write("tourney_js", told), harbour[1])
    assert only == "tourney.js: a.t cannot belong to it. Send the files of one event alone."


def test_two_files_of_one_name_are_refused(harbour):
    assert reasons(harbour[1], harbour[1])[0] == (
        "a.t: Two files have this name. Send each file once."
    )


def test_two_divisions_of_one_name_are_told_apart_first():
    event = read_together([Sent("a.t", b"Ana 0;\n"), Sent("A.txt", b"Ben 0;\n")])
    assert "There are two divisions A" in str(event.obstacles[0])


def test_a_zip_that_unpacks_without_end_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        for number in range(6):
            zipped.writestr(f"{number}.t", b"\0" * 10_000_000)
    (only,) = reasons(Sent("bomb.zip", out.getvalue()))
    assert only == "bomb.zip: The zip holds more than 100 files or 50 MB."


def test_a_broken_zip_is_refused():
    assert reasons(Sent("x.zip", b"PK\x03\x04broken")) == [
        "x.zip: The zip cannot be opened. Unpack it and send the files in it."
    ]
