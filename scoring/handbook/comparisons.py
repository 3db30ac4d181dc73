"""A comparison of box rules and tournament rules, with one row for each rule set.

A cell without a confirmed source is marked.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import catalogue
from scoring.engine.rules.rulesets import CapEffect, RackSettlement, RuleSet, TieRule
from scoring.handbook.answer import any_unconfirmed, format_minutes
from scoring.wording.names import name_of
from scoring.wording.phrases import or_list


@dataclass(frozen=True)
class ComparisonRow:
    """The row of one rule set. Each cell is a pair: its text, and whether that lacks a confirmed source."""

    key: str
    name: str
    cells: tuple[tuple[str, bool], ...]


def column_headings() -> tuple[str, ...]:
    """Return the headings of the cells of `ComparisonRow`."""
    return (
        _("Exchange"),
        _("Game ends"),
        _("Tiles left"),
        _("Tie"),
        _("Unsuccessful challenge"),
        _("Clock"),
    )


def comparison_rows() -> tuple[ComparisonRow, ...]:
    """Return the rows of all rule sets, sorted by name."""
    rows = (_comparison_row(rules) for rules in catalogue.rule_sets().values())
    return tuple(sorted(rows, key=lambda row: row.name))


def _comparison_row(rules: RuleSet) -> ComparisonRow:
    ends = []
    if rules.scoreless_limit:
        ends.append(_("{count} scoreless turns").format(count=rules.scoreless_limit))
    if rules.pass_limit:
        ends.append(_("all players pass {count} times").format(count=rules.pass_limit))
    cost = {
        "points": _("{count} points").format(count=rules.penalty_points),
        "single": _("nothing"),
        "double": _("a turn"),
    }
    return ComparisonRow(
        rules.key,
        name_of(rules),
        (
            (
                _("at least {count} in the bag").format(count=rules.exchange_minimum),
                any_unconfirmed(rules, "exchange_minimum"),
            ),
            (
                or_list(ends) or _("no play possible"),
                any_unconfirmed(rules, "scoreless_limit", "pass_limit"),
            ),
            (
                _("twice the opponent’s rack")
                if rules.out_form is RackSettlement.DOUBLE
                else _("deducted, and given to the player who went out"),
                any_unconfirmed(rules, "out_form"),
            ),
            (
                _("half each")
                if rules.tie_rule is TieRule.HALF
                else _("score before racks are counted decides"),
                any_unconfirmed(rules, "tie_rule"),
            ),
            (
                cost.get(rules.challenge.value, rules.challenge.value),
                any_unconfirmed(
                    rules, "challenge", *(["penalty_points"] if rules.penalty_points else [])
                ),
            ),
            _clock_cell(rules),
        ),
    )


def _clock_cell(rules: RuleSet) -> tuple[str, bool]:
    """Return the text about the clock and overtime, and whether any of it lacks a confirmed source."""
    time = format_minutes(rules.initial_seconds)
    if not rules.initial_seconds:
        clock = _("none")
    elif rules.overtime_per_minute:
        clock = _("{time}, then {points} a minute").format(
            time=time, points=rules.overtime_per_minute
        )
    else:
        clock = time
    names = ["initial_seconds", "overtime_per_minute"]
    if rules.overtime_cap_minutes and rules.overtime_cap_effect is CapEffect.LOSES:
        clock = _("{clock}; more than {count} minutes over loses the game").format(
            clock=clock, count=rules.overtime_cap_minutes
        )
        names.append("overtime_cap_minutes")
    return clock, any_unconfirmed(rules, *names)
