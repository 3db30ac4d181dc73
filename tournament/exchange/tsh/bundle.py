"""Read a configuration and its divisions as one event, and write an event as such files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath

from django.utils.translation import gettext as _

from tournament.engine.interchange import PortableDivision, PortableEvent, Remark, UnreadableEvent
from tournament.exchange.tsh.config import (
    Config,
    add_unknown_division_remarks,
    event_from_settings,
    read_config,
    remaining_plan,
)
from tournament.exchange.tsh.config_writing import config_text, file_stem
from tournament.exchange.tsh.invalid_settings import drop_invalid_settings
from tournament.exchange.tsh.players import read_division
from tournament.exchange.tsh.text import decode_text, encode_text
from tournament.exchange.tsh.writing import division_text

USUAL_BYE = 50
CONFIG = "config.tsh"


def event_from_files(config_file: str, content: bytes, files: Mapping[str, bytes]) -> PortableEvent:
    """Return the event described by a configuration and its division files, which are given by name.

    Raise `UnreadableEvent` if a file is missing or unreadable.
    """
    text, odd = decode_text(config_file, content)
    config = read_config(config_file, text)
    if config.encoding and not content.isascii():
        text, odd = decode_text(config_file, content, config.encoding)
        config = read_config(config_file, text)
    config.remarks[:0] = odd
    return event_from_config(config, files)


def event_from_config(config: Config, files: Mapping[str, bytes]) -> PortableEvent:
    """Return the event of a parsed configuration.

    Raise `UnreadableEvent` for blocking remarks, no divisions, or a missing or unreadable file.
    """
    known = {PurePath(name).name.casefold(): name for name in files}
    if blocking := [remark for remark in config.remarks if remark.blocks]:
        raise UnreadableEvent(*blocking)
    if not config.divisions:
        raise UnreadableEvent(
            Remark(
                config.file,
                0,
                _(
                    "The configuration names no division. Add a line such as “division A a.t”; "
                    "if this is a file of results, send it as a .t file."
                ),
                True,
            )
        )
    drop_invalid_settings(config)
    missing = [
        Remark(
            config.file,
            line,
            _("{file} is the file of division {name} but is missing. Send it too.").format(
                file=file, name=name.upper()
            ),
            True,
        )
        for name, file, line in config.divisions
        if _base_name(file) not in known
    ]
    if missing:
        raise UnreadableEvent(*config.remarks, *missing)
    bye = config.integer("bye_spread")
    usual = USUAL_BYE if bye is None else abs(bye)
    divisions: list[PortableDivision] = []
    remarks: list[Remark] = []
    for name, file, line in config.divisions:
        division_file = known[_base_name(file)]
        if name.casefold() in (division.name.casefold() for division in divisions):
            sentence = _(
                "Division {name} appears twice. Give each division a different name, or remove "
                "this line."
            ).format(name=name)
            remarks.append(Remark(config.file, line, sentence, True))
            continue
        division, more = division_from_file(
            division_file,
            files[division_file],
            _display_name(name),
            encoding=config.encoding,
            bye_spread=usual,
        )
        last = config.integer("max_rounds", name) or config.integer("max_rounds")
        last = last if last and 0 < last < 1000 else None
        divisions.append(
            replace(
                division,
                rounds_planned=last,
                plan=remaining_plan(config, name, len(division.rounds), last),
                prizes=tuple(
                    line.prize for line in config.prizes if line.division == name.casefold()
                ),
                extras={**division.extras, "file": PurePath(file).name, "tsh_name": name},
            )
        )
        remarks += more
    add_unknown_division_remarks(config, [name for name, _, _ in config.divisions])
    config.remarks.sort(key=lambda remark: (remark.line, remark.text))
    return event_from_settings(config, tuple(divisions)).with_remarks(*remarks)


def division_from_file(
    file: str, content: bytes, name: str, *, encoding: str = "", bye_spread: int = USUAL_BYE
) -> tuple[PortableDivision, tuple[Remark, ...]]:
    """Return the division in a `.t` file, with remarks for the director. Raise `UnreadableEvent` if it is not text.

    `bye_spread` is the spread of byes without a score.
    """
    text, odd = decode_text(file, content, encoding)
    division, remarks = read_division(file, text, name, bye_spread=bye_spread)
    return division, (*odd, *remarks)


def division_files(event: PortableEvent) -> dict[str, str]:
    """Return a unique file name for each division, by the division's name."""
    names: dict[str, str] = {}
    for division in event.divisions:
        wanted = str(division.extras.get("file") or f"{file_stem(division.name).lower()}.t")
        name, count = wanted, 1
        while name.casefold() in (taken.casefold() for taken in names.values()) or name == CONFIG:
            count += 1
            name = f"{PurePath(wanted).stem}-{count}.t"
        names[division.name] = name
    return names


def tsh_files(event: PortableEvent) -> dict[str, bytes]:
    """Return the configuration and the division files by name.

    Raise `Unwritable` if a missing result is followed by a later one, or if a name does not fit on a line.
    """
    files = division_files(event)
    texts = {CONFIG: config_text(event, files)}
    texts |= {files[division.name]: division_text(division) for division in event.divisions}
    declared = bool(read_config(CONFIG, texts[CONFIG]).encoding)
    return {name: encode_text(text, declared=declared) for name, text in texts.items()}


def _base_name(file: str) -> str:
    return PurePath(file.replace("\\", "/")).name.casefold()


def _display_name(name: str) -> str:
    """Return the displayed name of a division: in capitals up to two letters, otherwise cut to 40 characters."""
    return name.upper() if len(name) <= 2 else name[:40]
