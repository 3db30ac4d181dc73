"""Uploads are parsed in a separate process with limits."""

import multiprocessing
import os
import time

import pytest
from django.utils import translation

from scoring import subprocesses
from scoring.subprocesses import (
    MAX_IN_PROCESS_BYTES,
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


def test_function_runs_in_another_process_in_the_callers_language():
    assert run_limited(number_of_the_process) != os.getpid()
    assert run_limited(max, 3, 4) == 4
    with translation.override("de"):
        assert run_limited(language) == "de"
    with pytest.raises(ValueError, match="no list of players"):
        run_limited(refuse, "no list of players")


def test_endless_parser_is_stopped_with_a_sentence(monkeypatch):
    monkeypatch.setattr(subprocesses, "MAX_SECONDS", 0.5)
    run_limited(max, 3, 4)
    began = time.monotonic()
    with pytest.raises(ReadingStopped, match="takes too long to read"):
        run_limited(endless)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    ("what", "size"),
    [(bytearray, 2 * subprocesses.MAX_MEMORY_BYTES), (bytes, subprocesses.MAX_ANSWER_BYTES + 1)],
)
def test_parser_exceeding_memory_or_the_limit_of_its_answer_is_stopped(what, size):
    with pytest.raises(ReadingStopped, match="unpacks to far too much"):
        run_limited(what, size)


@pytest.mark.parametrize(
    ("content", "elsewhere"),
    [
        (b"Ana Lopez", False),
        (b"PK\x03\x04", True),
        (b"\x89PNG", True),
        (b"x" * (MAX_IN_PROCESS_BYTES + 1), True),
    ],
)
def test_only_short_plain_text_is_parsed_in_process(content, elsewhere):
    here = read_upload(number_of_the_process, contents=[content]) == os.getpid()
    assert here is not elsewhere


def test_long_job_runs_in_another_process_and_can_be_stopped(monkeypatch):
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
        run_stoppable(endless, on_poll=look)
    assert multiprocessing.active_children() == []
    with pytest.raises(RuntimeError, match="ended from outside"):
        run_stoppable(os.abort)
