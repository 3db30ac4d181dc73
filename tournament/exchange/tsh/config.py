"""The configuration of a tsh event, read as plain values and stored line by line, never run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wording.phrases import FormattedInteger
from tournament.engine.dates import possible_dates
from tournament.engine.interchange import PortableDivision, PortableEvent, Remark
from tournament.engine.pairing.event_plan import EventPlan
from tournament.engine.ratings.system import all_systems
from tournament.exchange.tsh.literals import NotALiteral, perl_value
from tournament.exchange.tsh.prize_and_autopair_lines import (
    MAX_PRIZES,
    Autopair,
    TshPrizeLine,
    plan_of,
    read_autopair,
    read_prize,
)
from tournament.exchange.tsh.text import MAX_LINE_LENGTH, lines_of

MAX_LINES = 5_000
PLANS = ("autopair", "begin", "classes", "prize", "prizes")
"""The first words of pairing and prize lines; lines that are not understood get a remark that they are unused."""

SYSTEMS = {"aus": "aspa", "deu": "german", "naspa2024": "naspa", "nsa": "naspa", "nsa2008": "naspa"}
"""This program's keys for the rating systems that have a different key in tsh, by tsh's key."""
SETTING = re.compile(
    r"config\s+(?P<key>\w+)\s*(?:\{\s*['\"]?(?P<name>[^'\"}]*)['\"]?\s*\}|\[\s*(?P<index>\d+)\s*\])?\s*=(?P<value>.*)",
    re.IGNORECASE | re.DOTALL,
)
NASPA_IDS = ("naspa_tournament_id", "naspa_director_id")
NASPA_ID = re.compile(
    rf"#\s*config\s+(?P<key>{'|'.join(NASPA_IDS)})\s*=(?P<value>.*)", re.IGNORECASE
)
"""A pattern for a NASPA number, written as a comment because tsh does not know the setting."""
DIVISION_LINE = re.compile(r"division\s+(?P<name>\S+)\s+(?P<file>\S.*)", re.IGNORECASE)

Key = tuple[str, str]
"""The name of a setting, and the division it applies to (empty for the event)."""


@dataclass
class Config:
    """A parsed configuration. `lines` are all its lines except those with passwords."""

    file: str
    lines: list[str] = field(default_factory=list)
    values: dict[Key, Any] = field(default_factory=dict)
    at: dict[Key, int] = field(default_factory=dict)
    """The line number of each setting."""
    divisions: list[tuple[str, str, int]] = field(default_factory=list)
    """The name, file and line number of each division."""
    autopairs: list[Autopair] = field(default_factory=list)
    prizes: list[TshPrizeLine] = field(default_factory=list)
    encoding: str = ""
    remarks: list[Remark] = field(default_factory=list)

    def integer(self, key: str, division: str = "") -> int | None:
        """Return an integer setting below a million, with or without quotation marks; None if missing or invalid."""
        value = self.values.get((key, division.casefold()))
        if isinstance(value, str) and re.fullmatch(r"-?\d{1,6}", value.strip(), re.ASCII):
            value = int(value)
        return value if isinstance(value, int) and abs(value) < 1_000_000 else None

    def string(self, key: str) -> str:
        """Return a string setting, or "" if it is missing or not a string."""
        value = self.values.get((key, ""))
        return value.strip() if isinstance(value, str) else ""

    def identifier(self, key: str) -> str:
        """Return an identification number issued by a rating body, as written; "" if it is missing."""
        value = self.values.get((key, ""))
        return "" if value is None else str(value).strip()[:20]

    def figures(self, key: str, divisions: Sequence[str] = ()) -> tuple[int, ...] | None:
        """Return a setting that is a number or a list of numbers, or None if it is missing or invalid.

        If the event has no such setting and `divisions` names only one, that division's setting is used.
        """
        value = self.values.get((key, ""))
        if value is None and len(divisions) == 1:
            value = self.values.get((key, divisions[0].casefold()))
        listed = value if isinstance(value, list) else [value]
        try:
            numbers = tuple(int(figure or 0) for figure in listed)
        except (TypeError, ValueError, OverflowError):
            return None
        return None if value is None or any(abs(figure) > 99_999 for figure in numbers) else numbers


def read_config(file: str, text: str) -> Config:
    """Return the configuration in this text, with a remark for every line that is not understood or has no effect.

    Lines with passwords are left out, also with a remark.
    """
    config = Config(file)
    for number, raw in enumerate(lines_of(text), start=1):
        if number > MAX_LINES:
            sentence = _(
                "The file has more than {most_lines:,} lines, which is too many for a "
                "configuration. Send the file config.tsh."
            ).format(most_lines=FormattedInteger(MAX_LINES))
            config.remarks.append(Remark(file, number, sentence, blocks=True))
            break
        if len(raw) > MAX_LINE_LENGTH:
            sentence = _("This line is far too long for a configuration file.")
            config.remarks.append(Remark(file, number, sentence, blocks=True))
            break
        if "password" in raw.lower():
            sentence = _("Passwords are not imported or exported.")
            config.remarks.append(Remark(file, number, sentence))
            continue
        config.lines.append(raw.rstrip())
        _read_line(config, number, raw.strip())
    return config


def _read_line(config: Config, number: int, line: str) -> None:
    word = line.split(maxsplit=1)[0].casefold() if line else ""
    if match := NASPA_ID.fullmatch(line):
        config.values[match["key"].casefold(), ""] = match["value"].strip(" ;'\"")
        return
    if not line or line.startswith("#"):
        return
    if match := DIVISION_LINE.fullmatch(line):
        config.divisions.append((match["name"], match["file"].strip().strip("'\""), number))
    elif match := SETTING.fullmatch(line):
        _read_setting(config, number, line, match)
    elif word == "encoding":
        config.encoding = line.split(maxsplit=1)[1].strip(" ;'\"") if " " in line else ""
    elif pairing := read_autopair(number, line):
        config.autopairs.append(pairing)
    elif len(config.prizes) < MAX_PRIZES and (prize := read_prize(number, line)):
        config.prizes.append(prize)
    elif word in PLANS:
        config.remarks.append(_unused_line_remark(config, number, line))
    elif word == "perl":
        sentence = _("“{short}” is a program. It is kept for export but never run.").format(
            short=_shorten(line)
        )
        config.remarks.append(Remark(config.file, number, sentence))
    else:
        sentence = _(
            "“{short}” cannot be interpreted. It is kept for export and has no effect here."
        ).format(short=_shorten(line))
        config.remarks.append(Remark(config.file, number, sentence))


def remaining_plan(config: Config, division: str, played: int, rounds: int | None) -> EventPlan:
    """Return the plan of a division's remaining rounds, and add remarks on unused lines to the configuration."""
    mine = [autopair for autopair in config.autopairs if autopair.division == division.casefold()]
    coming = [
        autopair for autopair in mine if played < autopair.target <= (rounds or autopair.target)
    ]
    done = [autopair.line for autopair in mine if autopair.target <= played]
    if done:
        past = ngettext(
            "autopair: {count} line of division {division} is about rounds that are already "
            "paired. It is kept for export.",
            "autopair: {count} lines of division {division} are about rounds that are already "
            "paired. They are kept for export.",
            len(done),
        ).format(count=len(done), division=division.upper())
        config.remarks.append(Remark(config.file, done[0], past, unused=True))
    late = [autopair for autopair in mine if autopair.target > played and autopair not in coming]
    config.remarks += [
        _unused_line_remark(config, autopair.line, autopair.text) for autopair in late
    ]
    return plan_of(coming)


def _read_setting(config: Config, number: int, line: str, match: re.Match[str]) -> None:
    key = match["key"].casefold()
    try:
        value = perl_value(match["value"])
    except NotALiteral:
        sentence = _(
            "“{short}” is more than a plain value. It is kept for export but never run; if it "
            "matters, write the value itself."
        ).format(short=_shorten(line))
        config.remarks.append(Remark(config.file, number, sentence))
        return
    if match["index"] is not None:
        config.at[key, ""] = number
        _set_item(config, key, int(match["index"]), value)
    else:
        where = (key, (match["name"] or "").casefold())
        config.values[where], config.at[where] = value, number
    if key == "encoding" and isinstance(value, str):
        config.encoding = value
    elif key not in USED and key not in WITHOUT_MEANING_HERE:
        config.remarks.append(_unused_line_remark(config, number, line))


def add_unknown_division_remarks(config: Config, names: Sequence[str]) -> None:
    """Add a remark for every pairing and prize line about a division that is not in `names`."""
    there = {name.casefold() for name in names}
    lines = [
        (parsed_line.line, parsed_line.text)
        for parsed_line in config.autopairs
        if parsed_line.division not in there
    ]
    lines += [
        (parsed_line.line, parsed_line.text)
        for parsed_line in config.prizes
        if parsed_line.division not in there
    ]
    config.remarks += [_unused_line_remark(config, line, text) for line, text in lines]


def _unused_line_remark(config: Config, number: int, line: str) -> Remark:
    sentence = _("“{short}” is kept for export and has no effect here.").format(
        short=_shorten(line)
    )
    return Remark(config.file, number, sentence, unused=True)


def _set_item(config: Config, key: str, at: int, value: Any) -> None:
    listed = config.values.setdefault((key, ""), [])
    if isinstance(listed, list) and at < 200:
        listed += [0] * (at + 1 - len(listed))
        listed[at] = value


USED = (
    "event_name",
    "event_date",
    "max_rounds",
    "bye_spread",
    "spread_cap",
    "gibson_spread",
    "rating_system",
    "location",
    *NASPA_IDS,
)
WITHOUT_MEANING_HERE = ("encoding",)


def event_from_settings(config: Config, divisions: tuple[PortableDivision, ...]) -> PortableEvent:
    """Return the event made up of the configuration and these divisions."""
    names = [division.name for division in divisions]
    bye = config.integer("bye_spread")
    caps = config.figures("spread_cap", names)
    gibson = config.figures("gibson_spread", names)
    days = possible_dates(config.string("event_date"))
    caps = tuple(max(cap, 0) for cap in caps) if caps and any(cap > 0 for cap in caps) else None
    return PortableEvent(
        name=config.string("event_name")[:120],
        divisions=divisions,
        date=days[0] if len(days) == 1 else "",
        date_choices=days if len(days) > 1 else (),
        place=config.string("location")[:120],
        bye_spread=abs(bye) if bye is not None else None,
        forfeit_spread=-abs(bye) if bye is not None else None,
        spread_caps=caps,
        precedence=("wins", "losses", "capped_spread" if caps else "spread"),
        gibson_spread=tuple(g for g in gibson if g > 0) if gibson else None,
        rating_system=rating_system_key(config.string("rating_system")),
        naspa_tournament_id=config.identifier("naspa_tournament_id"),
        naspa_director_id=config.identifier("naspa_director_id"),
        extras={"config": config.lines},
        remarks=tuple(config.remarks),
    )


def is_rating_system(value: Any) -> bool:
    """Return whether a setting names a known rating system, or is empty or `none`."""
    return isinstance(value, str) and rating_system_key(value) in {*all_systems(), "none", ""}


def rating_system_key(value: str) -> str:
    """Return this program's key for a rating system (`aus` is aspa, `naspa-csw lct` is naspa).

    An unknown system gets the first word of its name.
    """
    word = re.split(r"[-\s]", value.strip().casefold())[0]
    return SYSTEMS.get(word, word)[:40]


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}..."
