"""Configuration lines about prizes, and about the pairing of later rounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.engine.interchange import PortableDivision, PortableEvent, PortablePrize
from tournament.engine.pairing.event_plan import (
    ONE_EARLIER,
    PREVIOUS,
    SEEDS,
    EventPlan,
    PlannedRounds,
    StandingsSource,
    add_rounds,
    planned_rounds_for,
)

METHODS = {"koth": "king_of_the_hill", "ns": "swiss", "qoth": "queen_of_the_hill"}
"""The pairing commands that become part of a plan, with their methods in this program."""
_AUTOPAIR = re.compile(
    rf"autopair\s+(?P<division>\S+)\s+\d+\s+(?P<target>[1-9]\d{{0,2}})\s+(?P<command>{'|'.join(METHODS)})"
    r"\s+(?P<repeats>\d{1,2})\s+(?P<source>\d{1,3})\s+\S+\s*(?:#.*)?",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Autopair:
    """An autopair line: the pairing of one round of a division, and the round whose standings it uses."""

    line: int
    text: str
    division: str
    """The division in lower case."""
    target: int
    method: str
    repeats: int
    source: int

    @property
    def as_planned(self) -> PlannedRounds:
        """The pairing as a line of a plan."""
        named = {0: SEEDS, self.target - 1: PREVIOUS, self.target - 2: ONE_EARLIER}
        if self.source == 0 and self.target == 1:
            source = PREVIOUS
        else:
            source = named.get(self.source, StandingsSource(fixed_round=self.source))
        options = {"repeats": self.repeats}
        return PlannedRounds(self.target, self.target, self.method, options, source)


def read_autopair(number: int, line: str) -> Autopair | None:
    """Return the pairing that an autopair line describes.

    Return None for any other line, for a command not in `METHODS`, and for a source round that is not
    before the target round.
    """
    match = _AUTOPAIR.fullmatch(line)
    if match is None or int(match["source"]) >= int(match["target"]):
        return None
    return Autopair(
        number,
        line,
        match["division"].casefold(),
        int(match["target"]),
        METHODS[match["command"].casefold()],
        int(match["repeats"]),
        int(match["source"]),
    )


def plan_of(pairings: Iterable[Autopair]) -> EventPlan:
    """Return the pairings as a plan; consecutive rounds paired alike become one line."""
    plan: EventPlan = ()
    for autopair in sorted(pairings, key=lambda pairing: (pairing.target, pairing.line)):
        line = autopair.as_planned
        before = planned_rounds_for(plan, autopair.target - 1)
        if before and replace(line, from_round=1, to_round=1) == replace(
            before, from_round=1, to_round=1
        ):
            line = replace(before, to_round=autopair.target)
        plan = add_rounds(plan, line)
    return plan


KINDS = {"highwin": "high_win", "rank": "place"}
"""The kinds of prize that are imported, with their keys in this program."""
MAX_PLACES = 50
MAX_PRIZES = 100
MAX_LENGTH = 80
_PRIZE = re.compile(
    rf"prize\s+(?P<kind>{'|'.join(KINDS)})\s+(?P<place>[1-9]\d?)\s+(?P<division>\S+)\s+(?P<value>\S.*)",
    re.IGNORECASE | re.ASCII,
)
_OPTION = re.compile(r"\b[a-z]\w*\s*=", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TshPrizeLine:
    """A prize with its line; `division` is in lower case."""

    line: int
    text: str
    division: str
    prize: PortablePrize


def read_prize(number: int, line: str) -> TshPrizeLine | None:
    """Return the prize that a prize line describes.

    Return None for any other line, another kind of prize, a prize with conditions or without a value,
    and a value or place beyond the limits.
    """
    match = _PRIZE.fullmatch(line)
    if match is None:
        return None
    value, place = match["value"].strip(), int(match["place"])
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        value = value[1:-1].strip()
    elif _OPTION.search(value):
        return None
    if not value or len(value) > MAX_LENGTH or place > MAX_PLACES:
        return None
    prize = PortablePrize(KINDS[match["kind"].casefold()], place, value)
    return TshPrizeLine(number, line, match["division"].casefold(), prize)


_COMMANDS = {here: there for there, here in METHODS.items()}
_PRIZES = {here: there for there, here in KINDS.items()}
_PLAIN = re.compile(r"[^\s'\"#=]+")


def is_line_current(line: str, event: PortableEvent, names: Mapping[str, str]) -> bool:
    """Return whether a stored line still applies.

    Only two kinds of line can be outdated: a prize of an existing division, and the pairing of a round
    that such a division has not paired yet. Return True for any other line.
    """
    by_name = {there.casefold(): here for here, there in names.items()}
    divisions = {division.name: division for division in event.divisions}
    if prize := read_prize(0, line.strip()):
        division = divisions.get(by_name.get(prize.division, ""))
        return division is None or prize.prize in division.prizes
    if pairing := read_autopair(0, line.strip()):
        division = divisions.get(by_name.get(pairing.division, ""))
        coming = division is not None and pairing.target > len(division.rounds)
        if division is None or not coming:
            return True
        return _pairing_key(pairing.as_planned) in map(_pairing_key, _remaining_plan(division))
    return True


def missing_config_lines(
    event: PortableEvent, names: Mapping[str, str], lines: Sequence[str]
) -> Iterator[str]:
    """Yield lines for the prizes and pairings that are not among `lines` yet."""
    lines_there = [line.strip() for line in lines]
    prizes = {(p.division, p.prize) for line in lines_there if (p := read_prize(0, line))}
    pairings = {
        (a.division, _pairing_key(a.as_planned))
        for line in lines_there
        if (a := read_autopair(0, line))
    }
    for division in event.divisions:
        there = names[division.name]
        for prize in division.prizes:
            if _can_be_written(prize) and (there.casefold(), prize) not in prizes:
                yield f"prize {_PRIZES[prize.kind]} {prize.place} {there} {_quote(prize.value)}"
        for planned in _remaining_plan(division):
            line = _autopair_line(planned, there)
            if line and (there.casefold(), _pairing_key(planned)) not in pairings:
                yield line


def unsupported_lines(event: PortableEvent) -> Iterator[str]:
    """Yield messages about the prizes and plan lines of each division that a configuration cannot contain."""
    for division in event.divisions:
        left = division.omitted_prize_count + sum(
            not _can_be_written(prize) for prize in division.prizes
        )
        if left:
            yield ngettext(
                "Division {division}: the file cannot store {count} prize because of its kind.",
                "Division {division}: the file cannot store {count} prizes because of their kind.",
                left,
            ).format(division=division.name, count=left)
        for line in division.plan:
            if any(
                not _autopair_line(planned_round, "x") for planned_round in _split_into_rounds(line)
            ):
                method = line.method.replace("_", " ")
                yield _(
                    "Division {division}: the file cannot store the plan of {rounds} ({method})."
                ).format(division=division.name, rounds=line.rounds, method=method)


def _remaining_plan(division: PortableDivision) -> list[PlannedRounds]:
    """Return the plan of the remaining rounds, round by round."""
    return [
        planned_round
        for line in division.plan
        for planned_round in _split_into_rounds(line)
        if planned_round.from_round > len(division.rounds)
    ]


def _split_into_rounds(line: PlannedRounds) -> Iterator[PlannedRounds]:
    for number in range(line.from_round, line.to_round + 1):
        yield replace(line, from_round=number, to_round=number)


def _autopair_line(planned: PlannedRounds, there: str) -> str:
    """Return the autopair line for one planned round; empty if tsh does not support the method or its options."""
    command = _COMMANDS.get(planned.method)
    target = planned.from_round
    repeats = planned.options.get("repeats", 0)
    if command is None or set(planned.options) - {"repeats"} or not 0 <= repeats <= 99:
        return ""
    source = planned.source.source_round_for(target)
    line = f"autopair {there} {source} {target} {command} {repeats} {source} {there}"
    return line if read_autopair(0, line) else ""


def _pairing_key(planned: PlannedRounds) -> tuple[int, str, int, int]:
    target = planned.from_round
    repeats = int(planned.options.get("repeats", 0))
    return target, planned.method, repeats, planned.source.source_round_for(target)


def _can_be_written(prize: PortablePrize) -> bool:
    return prize.kind in _PRIZES and 1 <= prize.place <= MAX_PLACES and bool(prize.value.strip())


def _quote(value: str) -> str:
    return value if _PLAIN.fullmatch(value) else f"'{value}'"
