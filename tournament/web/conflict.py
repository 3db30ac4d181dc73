"""Compare values changed by somebody else with those typed into a form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.wording.phrases import format_signed
from tournament.actions.act import EditConflict
from tournament.actions.results.entries import is_replaceable_by
from tournament.models import Pairing, ResultEntry
from tournament.models.results import ResultSource, ResultStatus
from tournament.queries.results.confirmation import outcome_sentence


@dataclass(frozen=True, slots=True)
class Conflict:
    """A conflict as a table: a column for each version, the typed one last, and a row for each value."""

    sentence: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """Each row as a label and one cell for each column."""
    version: str
    """The version to submit with a second, deliberate answer."""
    is_kept_beside: bool = False
    """Whether a second answer replaces nothing and waits for a director's ruling."""


def conflict_of_values(
    changed: EditConflict,
    labels: Mapping[str, str],
    typed: Mapping[str, Any],
    in_words: Callable[[Any], str] = str,
) -> Conflict:
    """Return the conflict between the current values in `changed.now` and the typed values of the same names."""
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
    """Return the label of each field by name."""
    return {name: str(field.label) for name, field in form.fields.items()}


def seen_version(form: forms.Form | None, conflict: Conflict | None, version: str) -> str:
    """Return the version that the form on the page is based on.

    If a conflict is shown, that is the version that the form was compared with. If the form is shown again
    for another reason, it is the submitted version, or empty if the form contains none. If no form was
    submitted, it is `version`, the version of the page.
    """
    if conflict is not None:
        return conflict.version
    return version if form is None else form.data.get("seen", "")


def conflict_of_results(
    pairing: Pairing, typed: ResultEntry, changed: EditConflict, *, is_kept_beside: bool
) -> Conflict:
    """Return the conflict between the saved results of a board and the typed one, which is not saved."""
    theirs: list[ResultEntry] = changed.now
    heads = [
        _("Counts now") if e.standing == ResultStatus.COUNTS else _("Does not count")
        for e in theirs
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


def is_kept_beside(actor: Actor, changed: EditConflict, *, rules: bool) -> bool:
    """Return whether a second answer is stored beside the current results until a director rules.

    `rules` tells whether the actor may rule. The answer is stored beside existing results if the actor may
    not, unless the only result is one that the actor may replace.
    """
    theirs: list[ResultEntry] = changed.now
    own = len(theirs) == 1 and is_replaceable_by(theirs[0], actor)
    return bool(theirs) and not own and not rules


def _cells(pairing: Pairing, entry: ResultEntry) -> tuple[str, ...]:
    """Return both scores, the winner, how the result was entered, and the reason, each as a string.

    The scores are empty if no game was played or only the spread is known.
    """
    scores, wins = ("", ""), outcome_sentence(pairing, entry)
    if entry.spread_only:
        wins = _("Spread {spread}. {wins}").format(
            spread=format_signed(entry.first_score), wins=wins
        )
    elif entry.is_game:
        scores = (str(entry.first_score), str(entry.second_score))
    return (*scores, wins, _entry_origin(entry), entry.reason)


def _entry_origin(entry: ResultEntry) -> str:
    """Return how, by whom and when a result was entered, or an empty string if it is not saved."""
    if entry.pk is None:
        return ""
    source, time = ResultSource(entry.source).label, f"{localtime(entry.entered_at):%H:%M:%S}"
    if entry.entered_by is None:
        return f"{source}, {time}"
    person = entry.entered_by.get_username()
    return _("%(source)s by %(person)s, %(time)s") % {
        "source": source, "person": person, "time": time,
    }  # fmt: skip
