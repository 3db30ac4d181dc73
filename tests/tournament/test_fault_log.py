"""The file of internal errors, written by several processes."""

import logging

from tournament.fault_log import FaultLog


def handler(path):
    made = FaultLog(path, maxBytes=300, backupCount=1, encoding="utf-8", delay=True)
    made.setFormatter(logging.Formatter("{message}", style="{"))
    return made


def fault(sentence):
    return logging.makeLogRecord({"msg": sentence, "levelno": logging.ERROR})


def test_no_entry_is_lost_if_another_process_rotates_the_file(tmp_path):
    path = tmp_path / "ninetimer.log"
    first, second = handler(path), handler(path)
    second.emit(fault("before " + "." * 200))
    first.emit(fault("that fills it " + "." * 200))  # starts a new file
    second.emit(fault("after"))
    first.close()
    second.close()
    assert path.read_text().splitlines()[-1] == "after"
    assert (tmp_path / "ninetimer.log.1").read_text().startswith("before")
    assert path.read_text().startswith("that fills it")
