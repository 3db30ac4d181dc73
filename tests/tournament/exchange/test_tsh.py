"""Divisions of tsh: one line per player, read, cross-checked and written back."""

import re
import time
from dataclasses import replace

import pytest

from tournament.exchange.event_files import event_formats, read_bundle


def plain(text):
    """Return the lines without alignment spaces."""
    return [re.sub(r"\s+", " ", line).strip() for line in text.splitlines() if line.strip()]


def test_division_is_exported_as_imported_including_unknown_tags(harbour, harbour_event, write):
    sent = {item.name: item.content.decode("latin-1") for item in harbour}
    for written in write("tsh_config", harbour_event):
        was = sent[written.name]
        without_passwords = re.sub(r"; password \S+|config \w*password.*", "", was)
        assert plain(written.content.decode("latin-1")) == plain(without_passwords)


def test_written_event_is_read_back_unchanged(harbour_event, write):
    for key in ("tsh_config", "tsh_archive"):
        again = read_bundle(write(key, harbour_event))
        assert replace(again, remarks=(), extras={}) == replace(
            harbour_event, remarks=(), extras={}
        )


def test_passwords_are_neither_stored_nor_written(harbour_event, write):
    for key in ("tsh_t", "tsh_config", "tsh_archive", "tourney_js"):
        for written in write(key, harbour_event):
            assert b"password" not in written.content
            assert b"opensesame" not in written.content
    assert "opensesame" not in repr(harbour_event)


@pytest.mark.parametrize(
    ("system", "lines", "expected"),
    [
        ("naspa", "Ana 0;; xtid 1\nBen 0;\n", ["Without a member number (1): Ben."]),
        ("wespa", "Ana 0;\nBen 0;\n", []),
        ("wespa", "Ana 0;; xtid 1\nBen 0;\n", ["Without a member number (1): Ben."]),
        ("naspa", "Ana 0;; xtid 1\nBen 0;; xtid 1\n", ["Ana and Ben have the same member number 1."]),
    ],
)  # fmt: skip
def test_missing_member_number_is_announced_if_the_body_requires_it(
    read_t, system, lines, expected
):
    event = replace(read_t(lines), rating_system=system)
    for key in ("tsh_t", "tsh_config", "tsh_archive", "tourney_js"):
        assert list(event_formats()[key].detail_messages(event)) == expected


def test_hundred_thousand_lines_are_refused_at_once(read_t):
    begin = time.process_time()
    assert read_t("".join(f"P{chr(65 + n % 26)}{n}x 0;\n" for n in range(100_000))).obstacles
    assert time.process_time() - begin < 2
