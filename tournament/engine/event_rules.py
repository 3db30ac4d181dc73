"""The rules of an event: what a body's preset says and an event copies when it is created."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from tournament.engine.results import SpreadCap
from tournament.engine.standings import problems as precedence_problems
from tournament.engine.starts import StartRules

MISSED_ROUNDS = ("bye", "forfeit", "void")
ROUNDS_AFTER_LEAVING = ("forfeit", "void")
WITHDRAWN = ("last", "hidden")


def _told(text: str) -> Any:
    """A field with the sentence the director reads beside it."""
    return field(metadata={"help": text})


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRules:
    """Everything that differs between the bodies' events. Spreads are in points."""

    name: str = _told("What the director chooses it by.")
    rules: str = _told("The scoring rule set games are played by.")
    bye_spread: int = _told("Spread awarded for a bye, and to the opponent of a forfeit.")
    forfeit_spread: int = _told("Spread awarded to who forfeits; negative.")
    byes_count_as_starts: bool = _told("Whether a bye is charged as a first or second.")
    forfeits_charged_as_starts: bool = _told(
        "Whether a player who forfeits is charged first and second alternately."
    )
    head_to_head_firsts: bool = _told(
        "Whether players level in starts take turns by their last game against each other."
    )
    spread_caps: tuple[int, ...] = _told(
        "The most spread one game counts for, round by round; the last figure holds for all "
        "further rounds. 0 is no cap in that round. Empty: no cap."
    )
    precedence: tuple[str, ...] = _told("The metrics that rank, the first deciding first.")
    gibson_spread: tuple[int, ...] = _told(
        "Spread one can catch up in a round, for clinching: for the last round, the last but one, "
        "and so on. Empty: spread does not clinch."
    )
    missed_rounds: str = _told("What a late entry's missed rounds are: bye, forfeit or void.")
    rounds_after_leaving: str = _told(
        "What the rounds after somebody has withdrawn are for them: forfeit or void."
    )
    withdrawn: str = _told("Where withdrawn players stand: last or hidden.")
    rating_system: str = _told('The rating system, or "none".')

    @property
    def spread_cap(self) -> SpreadCap:
        """The caps as standings want them."""
        if not self.spread_caps:
            return SpreadCap()
        *earlier, last = (cap or None for cap in self.spread_caps)
        return SpreadCap(last, dict(enumerate(earlier, start=1)))

    @property
    def start_rules(self) -> StartRules:
        """What counts as a start."""
        return StartRules(self.byes_count_as_starts, self.forfeits_charged_as_starts)

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for storing; `event_rules` reads them back."""
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(self).items()
        }


def caps_from(before: tuple[int, ...], wanted: tuple[int, ...], settled: int) -> tuple[int, ...]:
    """The caps `wanted` from the round after `settled` on; up to it those of `before` stay."""

    def of(caps: tuple[int, ...], number: int) -> int:
        return caps[min(number, len(caps)) - 1] if caps else 0

    kept = [of(before, number) for number in range(1, settled + 1)]
    later = [of(wanted, n) for n in range(settled + 1, max(len(wanted), settled + 1) + 1)]
    while later and later[-1] == (later[-2] if len(later) > 1 else kept[-1] if kept else 0):
        later.pop()
    caps = (*kept, *later)
    return caps if any(caps) else ()


def event_rules(values: Mapping[str, Any], source: str) -> EventRules:
    """The rules in `values`, which came from `source` (a file or an event, for the message).

    Raises `BadEventRules` with every reason: missing and unknown keys, wrong types, values that
    contradict each other.
    """
    reasons: list[str] = []
    known = {item.name: item for item in fields(EventRules)}
    reasons += [f'unknown key "{key}"' for key in values if key not in known]
    reasons += [f'missing key "{key}"' for key in known if key not in values]
    clean: dict[str, Any] = {}
    for key, item in known.items():
        if key in values:
            try:
                clean[key] = _typed(values[key], item.type)
            except TypeError as wrong:
                reasons.append(f'"{key}" {wrong}')
    reasons += _contradictions(clean)
    if reasons:
        raise BadEventRules(f"{source}: {'; '.join(reasons)}.")
    return EventRules(**clean)


def _typed(value: Any, kind: Any) -> Any:
    if kind is str and isinstance(value, str) and value:
        return value
    if kind is bool and isinstance(value, bool):
        return value
    if kind is int and isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, list | tuple):
        inner = {tuple[int, ...]: int, tuple[str, ...]: str}.get(kind)
        if inner is not None:
            return tuple(_typed(one, inner) for one in value)
    wanted = {str: "a text", bool: "true or false", int: "a whole number"}.get(kind, "a list")
    raise TypeError(f"must be {wanted}, not {value!r}")


def _contradictions(clean: Mapping[str, Any]) -> list[str]:
    found: list[str] = []
    for key, allowed in (
        ("missed_rounds", MISSED_ROUNDS),
        ("rounds_after_leaving", ROUNDS_AFTER_LEAVING),
        ("withdrawn", WITHDRAWN),
    ):
        if key in clean and clean[key] not in allowed:
            found.append(f'"{key}" must be one of {", ".join(allowed)}, not "{clean[key]}"')
    found += [
        f'"{key}" holds figures {"above 0" if least else "from 0 up"} only'
        for key, least in (("spread_caps", 0), ("gibson_spread", 1))
        if any(figure < least for figure in clean.get(key, ()))
    ]
    if clean.get("forfeit_spread", 0) > 0:
        found.append('"forfeit_spread" is what a forfeit costs, so it is 0 or negative')
    if clean.get("bye_spread", 0) < 0:
        found.append('"bye_spread" is what a bye brings, so it is 0 or positive')
    if "precedence" in clean:
        capped = any(clean.get("spread_caps", ()))
        found += [
            f'"precedence": {reason[:-1]}'
            for reason in precedence_problems(clean["precedence"], capped=capped)
        ]
    return found


class BadEventRules(Exception):
    """A preset or an event's rules cannot be used; the message names the file and every key."""
