"""Write the configuration of a tsh event from the imported lines and the changes since the import."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.engine.dates import unambiguous_date, written_date
from tournament.engine.interchange import PortableEvent
from tournament.engine.ratings.system import all_systems
from tournament.exchange.tsh.config import (
    DIVISION_LINE,
    NASPA_ID,
    NASPA_IDS,
    SETTING,
    Key,
    rating_system_key,
    read_config,
)
from tournament.exchange.tsh.literals import NotALiteral, perl_text, perl_value
from tournament.exchange.tsh.prize_and_autopair_lines import (
    is_line_current,
    missing_config_lines,
    unsupported_lines,
)

TSH_NAMES = {"absp": "absp", "aspa": "aus", "german": "deu", "naspa": "nsa2008", "wespa": "wespa"}
"""The tsh names of rating systems, by their keys in this program. A system without a tsh name is not written."""


def config_text(event: PortableEvent, files: Mapping[str, str]) -> str:
    """Return the configuration of the event; `files` maps divisions to their file names.

    Imported lines are kept unless the value that they set has changed; lines with passwords are left
    out.
    """
    now = dict(_settings(event))
    numbers = {key: str(getattr(event, key)) for key in NASPA_IDS if getattr(event, key)}
    names = tsh_names(event)
    lines: list[str] = []
    divided = False
    for line in event.extras.get("config", []):
        if "password" in line.lower() or not is_line_current(line, event, names):
            continue
        if DIVISION_LINE.fullmatch(line.strip()):
            if not divided:
                lines += _division_lines(event, files)
            divided = True
            continue
        if number := NASPA_ID.fullmatch(line.strip()):
            key_there = number["key"].casefold()
            if value := numbers.pop(key_there, ""):
                same = number["value"].strip(" ;'\"") == value
                lines.append(line if same else _number_line(key_there, value))
            continue
        match = SETTING.fullmatch(line.strip())
        key = (match["key"].casefold(), (match["name"] or "").casefold()) if match else ("", "")
        if (
            match
            and key == ("rating_system", "")
            and key not in now
            and _is_known_system(match["value"])
        ):
            continue  # its rating has since changed to a system without a name in tsh
        if match is None or match["index"] is not None or key not in now:
            lines.append(line)
            continue
        value = now.pop(key)
        lines.append(
            line if _has_value(key[0], match["value"], value) else _setting_line(key, value)
        )
    if not divided:
        lines = [*_division_lines(event, files), *lines]
    written = read_config("", "\n".join(lines))
    lines += [
        _setting_line(key, value)
        for key, value in now.items()
        if written.values.get(key) is None and written.values.get((key[0], "")) != value
    ]
    written_numbers = {key: str(written.values.get((key, ""), "")) for key in numbers}
    lines += [
        _number_line(key, value) for key, value in numbers.items() if written_numbers[key] != value
    ]
    lines += missing_config_lines(event, names, lines)
    return "".join(f"{line}\n" for line in lines)


def config_settings(event: PortableEvent, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings by name, as in `tourney.js`; values in `before` that still apply are unchanged."""
    return dict(before) | {
        key: value
        for (key, division), value in _settings(event)
        if not division and not (key in before and _has_value(key, perl_text(before[key]), value))
    }


def _settings(event: PortableEvent) -> Iterator[tuple[Key, Any]]:
    yield ("event_name", ""), event.name
    if event.date:
        yield ("event_date", ""), written_date(event.date)
    planned = {division.rounds_planned for division in event.divisions} - {None}
    if len(planned) == 1:
        yield ("max_rounds", ""), planned.pop()
    elif planned:
        for division in event.divisions:
            if division.rounds_planned:
                yield ("max_rounds", division.name.casefold()), division.rounds_planned
    if event.bye_spread is not None:
        yield ("bye_spread", ""), event.bye_spread
    if event.spread_caps:
        yield ("spread_cap", ""), list(event.spread_caps)
    if event.rating_system in TSH_NAMES:
        yield ("rating_system", ""), TSH_NAMES[event.rating_system]
    if event.gibson_spread:
        yield ("gibson_spread", ""), list(event.gibson_spread)


def _is_known_system(system: str) -> bool:
    try:
        return rating_system_key(str(perl_value(system))) in all_systems()
    except NotALiteral:
        return False


def _has_value(key: str, text: str, value: Any) -> bool:
    """Return whether the text of a stored setting means this value; an unknown rating system matches any value."""
    try:
        value_there = perl_value(text)
    except NotALiteral:
        return False
    if key == "rating_system" and isinstance(value_there, str):
        return (
            rating_system_key(value_there) == rating_system_key(value)
            or rating_system_key(value_there) not in all_systems()
        )
    if isinstance(value, list):
        return value_there == value or [value_there] == value
    if isinstance(value_there, str) and isinstance(value, str):
        dates = unambiguous_date(value_there), unambiguous_date(value)
        return value_there.strip() == value or (dates[0] != "" and dates[0] == dates[1])
    return bool(str(value_there) == str(value))


def _number_line(key: str, value: str) -> str:
    """Return a NASPA number as the comment that NASPA expects."""
    return f"# config {key} = {value}"


def _setting_line(key: Key, value: Any) -> str:
    name, division = key
    where = f"{{{perl_text(division.upper())}}}" if division else ""
    return f"config {name}{where} = {perl_text(value)}"


def _division_lines(event: PortableEvent, files: Mapping[str, str]) -> list[str]:
    return [f"division {name} {files[division]}" for division, name in tsh_names(event).items()]


def tsh_names(event: PortableEvent) -> dict[str, str]:
    """Return the name of each division in the configuration: a single word, unique in the event."""
    names: dict[str, str] = {}
    for division in event.divisions:
        wanted = str(division.extras.get("tsh_name") or file_stem(division.name))
        name, count = wanted, 1
        while name.casefold() in (taken.casefold() for taken in names.values()):
            count += 1
            name = f"{wanted}-{count}"
        names[division.name] = name
    return names


def config_warnings(event: PortableEvent) -> Iterator[str]:
    """Yield messages about divisions under other names in the configuration, and about data that it cannot contain.

    Such data can be the rating system, plans and prizes.
    """
    for here, there in tsh_names(event).items():
        if here.casefold() != there.casefold():
            yield _("Division {here} is called {there} in the file.").format(here=here, there=there)
    system = all_systems().get(event.rating_system)
    if system and event.rating_system not in TSH_NAMES:
        yield _(
            "The file format does not support the rating system {system}, so it is left out."
        ).format(system=system.label)
    yield from unsupported_lines(event)


def file_stem(name: str) -> str:
    """Return the name of a division as one word, or "division" if it has no letters or digits."""
    return re.sub(r"\W+", "-", name).strip("-") or "division"
