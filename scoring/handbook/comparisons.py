"""What the box says against what tournaments do: every rule set as one row of its switches.

A cell that rests on a switch no rule text was found for says so. Source: the facts on the rules, section 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from scoring import catalogue
from scoring.engine.rules.rulesets import CapEffect, OutForm, RuleSet, TieRule
from scoring.handbook.questions import any_unconfirmed, minutes_shown


@dataclass(frozen=True)
class Switches:
    """One rule set in a row of all of them; every cell is a text and whether it is unconfirmed."""

    key: str
    name: str
    cells: tuple[tuple[str, bool], ...]


COLUMNS = ("Exchange", "Ends", "Tiles left", "Tie", "Challenge in vain", "Clock")


@cache
def all_switches() -> tuple[Switches, ...]:
    """Every rule set side by side: what box rules say against what tournaments do."""
    found = (_switches(rules) for rules in catalogue.rule_sets().values())
    return tuple(sorted(found, key=lambda row: row.name))


def _switches(rules: RuleSet) -> Switches:
    ends = [f"{rules.scoreless_limit} scoreless turns"] if rules.scoreless_limit else []
    ends += [f"all pass x{rules.pass_limit}"] if rules.pass_limit else []
    cost = {"points": f"{rules.penalty_points} points", "single": "nothing", "double": "a turn"}
    return Switches(
        rules.key,
        rules.name,
        (
            (
                f"{rules.exchange_minimum} in the bag",
                any_unconfirmed(rules, "exchange_minimum"),
            ),
            (
                " or ".join(ends) or "no further play",
                any_unconfirmed(rules, "scoreless_limit", "pass_limit"),
            ),
            (
                "twice the other rack"
                if rules.out_form is OutForm.DOUBLE
                else "off one, to the other",
                any_unconfirmed(rules, "out_form"),
            ),
            (
                "half each" if rules.tie_rule is TieRule.HALF else "score before racks",
                any_unconfirmed(rules, "tie_rule"),
            ),
            (
                cost.get(rules.challenge.value, rules.challenge.value),
                any_unconfirmed(
                    rules, "challenge", *(["penalty_points"] if rules.penalty_points else [])
                ),
            ),
            _clock(rules),
        ),
    )


def _clock(rules: RuleSet) -> tuple[str, bool]:
    """Each player's time, what every minute beyond it costs, and from when on the game is lost."""
    clock = minutes_shown(rules.initial_seconds) if rules.initial_seconds else "none"
    if rules.initial_seconds and rules.overtime_per_minute:
        clock += f", then {rules.overtime_per_minute} a minute"
    names = ["initial_seconds", "overtime_per_minute"]
    if rules.overtime_cap_minutes and rules.overtime_cap_effect is CapEffect.LOSES:
        clock += f"; more than {rules.overtime_cap_minutes} minutes over loses"
        names.append("overtime_cap_minutes")
    return clock, any_unconfirmed(rules, *names)
