"""Lines of a configuration that promise: prizes, and how the rounds to come are paired.

What a kept line promises and still holds stays as it stands; what no longer holds goes; the rest is
written anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tournament.engine.interchange import Division, Event, PromisedPrize
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.exchange.tsh.autopair import METHODS, read_autopair
from tournament.exchange.tsh.prize_lines import KINDS, MOST_PLACES, read_prize

_COMMANDS = {here: there for there, here in METHODS.items()}
_PRIZES = {here: there for there, here in KINDS.items()}
_PLAIN = re.compile(r"[^\s'\"#=]+")


def still_promised(line: str, event: Event, names: Mapping[str, str]) -> bool:
    """Whether a kept line still holds; True for whatever is no prize or pairing that is understood."""
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
        return _key(pairing.as_planned) in map(_key, _planned(division))
    return True


def promised(event: Event, names: Mapping[str, str], lines: Sequence[str]) -> Iterator[str]:
    """The prizes and pairings that stand on none of the `lines` yet."""
    kept = [line.strip() for line in lines]
    prizes = {(p.division, p.prize) for line in kept if (p := read_prize(0, line))}
    pairings = {(a.division, _key(a.as_planned)) for line in kept if (a := read_autopair(0, line))}
    for division in event.divisions:
        there = names[division.name]
        for prize in division.prizes:
            if _fits(prize) and (there.casefold(), prize) not in prizes:
                yield f"prize {_PRIZES[prize.kind]} {prize.place} {there} {_quoted(prize.value)}"
        for planned in _planned(division):
            line = _line(planned, there)
            if line and (there.casefold(), _key(planned)) not in pairings:
                yield line


def unpromised(event: Event) -> Iterator[str]:
    """What of plans and prizes has no place in a configuration, a sentence each."""
    for division in event.divisions:
        left = division.more_prizes + sum(not _fits(prize) for prize in division.prizes)
        if left:
            yield (
                f"Division {division.name}: {left} prize{'s' * (left > 1)} of other kinds "
                f"{'have' if left > 1 else 'has'} no place there."
            )
        for line in division.plan:
            if any(not _line(each, "x") for each in _each_round(line)):
                method = line.method.replace("_", " ")
                yield f"Division {division.name}: the plan of {line.rounds} ({method}) has no place there."


def _planned(division: Division) -> list[PlannedRounds]:
    """The plan round by round, as far as it is to come."""
    return [
        each
        for line in division.plan
        for each in _each_round(line)
        if each.from_round > len(division.rounds)
    ]


def _each_round(line: PlannedRounds) -> Iterator[PlannedRounds]:
    for number in range(line.from_round, line.to_round + 1):
        yield replace(line, from_round=number, to_round=number)


def _line(planned: PlannedRounds, there: str) -> str:
    """The line of one round; empty for a method or options it cannot tell."""
    command = _COMMANDS.get(planned.method)
    target = planned.from_round
    repeats = planned.options.get("repeats", 0)
    if command is None or set(planned.options) - {"repeats"} or not 0 <= repeats <= 99:
        return ""
    source = planned.source.before(target)
    line = f"autopair {there} {source} {target} {command} {repeats} {source} {there}"
    return line if read_autopair(0, line) else ""


def _key(planned: PlannedRounds) -> tuple[int, str, int, int]:
    target = planned.from_round
    repeats = int(planned.options.get("repeats", 0))
    return target, planned.method, repeats, planned.source.before(target)


def _fits(prize: PromisedPrize) -> bool:
    return prize.kind in _PRIZES and 1 <= prize.place <= MOST_PLACES and bool(prize.value.strip())


def _quoted(value: str) -> str:
    return value if _PLAIN.fullmatch(value) else f"'{value}'"
