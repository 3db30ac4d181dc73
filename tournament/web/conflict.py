"""What was changed meanwhile, side by side with what was typed: one shape for any form, shown by one fragment."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.wording.phrases import signed
from tournament.actions.act import ChangedMeanwhile
from tournament.actions.results.entries import gives_way
from tournament.models import Pairing, ResultEntry
from tournament.models.results import ResultSource, Standing
from tournament.queries.results.confirmation import outcome_sentence


@dataclass(frozen=True, slots=True)
class Conflict:
    """One column for each version, the last for what was typed; one row for each value."""

    sentence: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """A label and as many cells as there are columns."""
    version: str
    """What the second, deliberate answer is made from."""
    is_kept_beside: bool = False
    """Whether that answer replaces nothing and waits until a director rules."""


def conflict_of_values(
    changed: ChangedMeanwhile,
    labels: Mapping[str, str],
    typed: Mapping[str, Any],
    in_words: Callable[[Any], str] = str,
) -> Conflict:
    """The values that would be replaced, by name in `changed.now`, beside those typed for them."""
    return Conflict(
        str(changed),
        (_("Now"), _("Typed here")),
        tuple(
            (labels[name], (in_words(value), in_words(typed[name])))
            for name, value in changed.now.items()
        ),
        changed.version,
    )


def labels_of(form: forms.Form) -> dict[str, str]:
    """The label of each field, by name."""
    return {name: str(field.label) for name, field in form.fields.items()}


def seen_by(form: forms.Form | None, conflict: Conflict | None, version: str) -> str:
    """What the form of the page is made from, for it to carry.

    That is the newer state once the conflict is shown; what it came with where it is asked
    something else; and `version`, that of the page, where nothing was sent.
    """
    if conflict is not None:
        return conflict.version
    return version if form is None else form.data.get("seen", "")


def conflict_of_results(
    pairing: Pairing, typed: ResultEntry, changed: ChangedMeanwhile, *, is_kept_beside: bool
) -> Conflict:
    """The results a board has now beside the one typed for it, which is not saved."""
    theirs: list[ResultEntry] = changed.now
    heads = [
        _("Counts now") if e.standing == Standing.COUNTS else _("Does not count") for e in theirs
    ]
    labels = [
        pairing.first.name,
        pairing.second.name if pairing.second else "",
        _("Result"),
        _("Entered"),
        _("Reason"),
    ]
    now = [_cells(pairing, entry) for entry in theirs] or [("", "", _("No result"), "", "")]
    cells = [*now, _cells(pairing, typed)]
    rows = [(label, tuple(column[i] for column in cells)) for i, label in enumerate(labels)]
    return Conflict(
        str(changed),
        (*(heads or [_("Now")]), _("Typed here")),
        tuple((label, row) for label, row in rows if any(row)),
        changed.version,
        is_kept_beside,
    )


def is_kept_beside(actor: Actor, changed: ChangedMeanwhile, *, rules: bool) -> bool:
    """Whether a second answer stands beside the results there are now until a director rules.

    Two people who differ are a contradiction; who may not rule (`rules`) must not settle it.
    """
    theirs: list[ResultEntry] = changed.now
    own = len(theirs) == 1 and gives_way(theirs[0], actor)
    return bool(theirs) and not own and not rules


def _cells(pairing: Pairing, entry: ResultEntry) -> tuple[str, ...]:
    """Both scores, who wins, who entered it and when, and why: empty where there is nothing to say."""
    scores, wins = ("", ""), outcome_sentence(pairing, entry)
    if entry.spread_only:
        wins = _("Spread {spread}. {wins}").format(spread=signed(entry.first_score), wins=wins)
    elif entry.is_game:
        scores = (str(entry.first_score), str(entry.second_score))
    return (*scores, wins, _entered(entry), entry.reason)


def _entered(entry: ResultEntry) -> str:
    """How, by whom and when a result was entered; empty for one that is not saved."""
    if entry.pk is None:
        return ""
    by = f" by {entry.entered_by.get_username()}" if entry.entered_by else ""
    return f"{ResultSource(entry.source).label}{by}, {localtime(entry.entered_at):%H:%M:%S}"
