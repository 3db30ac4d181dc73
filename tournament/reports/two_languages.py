"""Reports in two languages side by side: differing texts appear in both, the event's language first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from django.utils import translation

from tournament.reports.report import Picture, Report

LANGUAGE_SEPARATOR = " / "
"""The separator between the two languages."""
UNTRANSLATED_FIELDS = frozenset(
    {"key", "formula", "event", "event_slug", "chain_head", "revision", "second_language"}
)
"""Fields that are not text for readers, or contain names that are the same in every language."""


def merge_reports(first: Report, second: Report) -> Report:
    """Return the first report with the differing texts of the second beside its own.

    Both are built from the same state. Pictures, whose texts have fixed positions, remain in the first
    language, and so does a list, such as the rows of a group, whose length differs in the second report.
    """
    report: Report = _merge(first, second)
    return report


def text_in_both(second: str, make: Callable[[], str]) -> str:
    """Return the text from `make` in the current language, followed by that in `second`, if any."""
    first = make()
    if not second:
        return first
    with translation.override(second):
        return merge_lines(first, make())


def merge_lines(first: str, second: str) -> str:
    """Return both texts, line by line if their numbers of lines are equal, or `first` if the texts are equal.

    `first` is also returned alone if `second` is empty or `first` has no letters.

    >>> merge_lines("Rangliste", "Standings"), merge_lines("Ann", "Ann")
    ('Rangliste / Standings', 'Ann')
    """
    if first == second or not second or not any(letter.isalpha() for letter in first):
        return first
    lines = first.split("\n"), second.split("\n")
    if len(lines[0]) == len(lines[1]) > 1:
        return "\n".join(merge_lines(*pair) for pair in zip(*lines, strict=True))
    return f"{first}{LANGUAGE_SEPARATOR}{second}"


def _merge(one: Any, two: Any) -> Any:
    if one is two or type(one) is not type(two) or isinstance(one, Picture):
        return one
    if isinstance(one, str):
        return merge_lines(one, two)
    if isinstance(one, tuple):
        if len(one) != len(two):
            return one
        return tuple(_merge(*pair) for pair in zip(one, two, strict=True))
    if not is_dataclass(one) or isinstance(one, type):
        return one
    names = [
        field.name for field in fields(one) if field.init and field.name not in UNTRANSLATED_FIELDS
    ]
    changed = {name: _merge(getattr(one, name), getattr(two, name)) for name in names}
    new = {name: value for name, value in changed.items() if value is not getattr(one, name)}
    return replace(one, **new) if new else one
