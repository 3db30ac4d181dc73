"""Uploads are parsed in a separate process with limits."""

import multiprocessing
import os
import time

import pytest
from django.utils import translation

from scoring import subprocesses
from scoring.subprocesses import (
    SMALL_BYTES,
    ReadingStopped,
    read_upload,
    run_limited,
    run_stoppable,
)


def number_of_the_process():
    return os.getpid()


def refuse(sentence):
    raise ValueError(sentence)


def endless():
    while True:
        pass


def language():
    return translation.get_language()


def test_it_is_another_process_that_reads_and_its_answer_comes_back():
    assert run_limited(number_of_the_process) != os.getpid()
    assert run_limited(max, 3, 4) == 4


def test_what_is_refused_there_is_refused_here():
    with pytest.raises(ValueError, match="no list of players"):
        run_limited(refuse, "no list of players")


def test_it_speaks_the_language_of_who_sent_it():
    with translation.override("de"):
        assert run_limited(language) == "de"


def test_a_reader_that_does_not_come_to_an_end_is_ended_with_a_sentence(monkeypatch):
    monkeypatch.setattr(subprocesses, "MAX_SECONDS", 0.5)
    run_limited(max, 3, 4)
    began = time.monotonic()
    with pytest.raises(ReadingStopped, match="takes too long to read"):
        run_limited(endless)
    assert time.monotonic() - began < 10


def test_a_reader_that_wants_all_the_memory_is_ended_with_a_sentence():
    with pytest.raises(ReadingStopped, match="unpacks to far too much"):
        run_limited(bytearray, 2 * subprocesses.MAX_MEMORY_BYTES)


def test_an_answer_that_is_far_too_large_is_none():
    with pytest.raises(ReadingStopped, match="unpacks to far too much"):
        run_limited(bytes, subprocesses.MAX_ANSWER_BYTES + 1)


@pytest.mark.parametrize(
    ("content", "elsewhere"),
    [
        (b"Ana Lopez", False),
        (b"PK\x03\x04", True),
        (b"\x89PNG", True),
        (b"x" * (SMALL_BYTES + 1), True),
    ],
)
def test_only_a_little_plain_text_is_read_where_it_is(content, elsewhere):
    here = read_upload(number_of_the_process, contents=[content]) == os.getpid()
    assert here is not elsewhere


def test_what_takes_long_is_worked_out_elsewhere_and_ends_when_the_one_who_looks_says_so(
    monkeypatch,
):
    assert run_stoppable(number_of_the_process) != os.getpid()
    with pytest.raises(ValueError, match="no round"):
        run_stoppable(refuse, "no round")
    monkeypatch.setattr(subprocesses, "MAX_ANSWER_BYTES", 3)
    assert run_stoppable(bytes, 1_000) == bytes(1_000)
    looks = []

    def look():
        looks.append(1)
        if len(looks) == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        run_stoppable(endless, look=look)
    assert multiprocessing.active_children() == []
    with pytest.raises(RuntimeError, match="ended from outside"):
        run_stoppable(os.abort)
