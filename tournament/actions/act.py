"""What every action shares: the refusals it raises, and the undo step that remembers what it changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from scoring.actions.refusals import Refused as GameRefused
from scoring.models import Activity
from tournament.models import Deed, Division, Entry, Pairing, Round
from tournament.models.rounds import Phase
from tournament.queries.safety.undo import CHANGED, Rows, is_gone, needed, rows_of, touched


class Refused(GameRefused):
    """The action was not done and nothing was changed. Subclasses are named after the situation."""


class EventClosed(Refused):
    """The event is closed and can only be read."""


class ReasonMissing(Refused):
    """What was asked needs a reason, because others have seen or built on what it changes."""


class Questionable(Refused):
    """Possible but unlikely: do it again with `accepted` to have it. `questions` says what is odd."""

    def __init__(self, questions: list[str]) -> None:
        super().__init__(" ".join(questions))
        self.questions = questions


class ChangedMeanwhile(Refused):
    """What a form was made from is not what there is now, and nothing was replaced.

    `now` is what there is, as far as it would be replaced, and `version` the version of it all: the
    page shows it beside what was typed, and the same action with that version as `seen` is the
    second, deliberate answer. `questions` is what is odd about what was typed, so that one answer
    can accept that, too.
    """

    def __init__(
        self, sentence: str, *, now: Any, version: str, questions: Sequence[str] = ()
    ) -> None:
        super().__init__(sentence)
        self.now = now
        self.version = version
        self.questions = list(questions)


def refuse_when_changed(
    seen: str | None, version: str, *, what: str, now: Any, questions: Sequence[str] = ()
) -> None:
    """Let nothing be replaced that the form did not show; call it with what is changed held.

    `seen` is the version the form was made from, None where nobody was shown anything (a command,
    an import); `version` is that of what there is `now`, and `what` names it at the start of a
    sentence. Raises `ChangedMeanwhile`.
    """
    if seen is not None and seen != version:
        raise ChangedMeanwhile(
            f"{what} has changed since this page was opened. Nothing is saved yet.",
            now=now,
            version=version,
            questions=questions,
        )


_under_way: ContextVar[bool] = ContextVar("deed_under_way", default=False)


@dataclass
class Doing:
    """A deed while it is done."""

    activity: Activity | None = None

    def told(self, activity: Activity) -> None:
        """The entry of the log that tells of the deed."""
        self.activity = activity


@contextmanager
def deed(
    division: Division,
    *,
    pairing: Pairing | None = None,
    entry: Entry | None = None,
    person: Entry | None = None,
    phase_of: Round | None = None,
    since: int | None = None,
) -> Iterator[Doing]:
    """Remember what the block changes, once it has said what to call it (`told`).

    By `pairing`, `entry`, `person` (an entry, with the name), `phase_of` (a round) or `since` (a
    round number) only that part of the division is looked at, so that what others do meanwhile
    elsewhere is not taken for its work.
    Part of the caller's transaction. Inside another deed it is part of that one.
    """
    doing = Doing()
    if _under_way.get():
        yield doing
        return

    def look() -> Rows:
        return rows_of(
            division,
            pairing=pairing,
            entry=entry,
            person=person,
            phase_of=phase_of,
            since=since,
        )

    token = _under_way.set(True)
    try:
        before = look()
        yield doing
        if doing.activity is not None:
            after = look()
            _keep(division, doing.activity, before, after)
    finally:
        _under_way.reset(token)


def _keep(division: Division, activity: Activity, before: Rows, after: Rows) -> None:
    made = {
        name: row for name, row in after.items() if name not in before and not is_gone(name, row)
    }
    changed: dict[str, dict[str, list[Any]]] = {}
    for name, row in after.items():
        if name not in before:
            continue
        was = before[name]
        columns = {
            column: [was[column], row[column]]
            for column in CHANGED[name.partition(":")[0]]
            if was[column] != row[column]
        }
        if columns.get("phase") == [Phase.PUBLISHED, Phase.PLAYING]:
            del columns["phase"]  # the first result begins the round; any of them could be it
        if columns:
            changed[name] = columns
    if not made and not changed:
        return
    about = {name: after[name] for name in (*made, *changed)}
    Deed.objects.create(
        activity=activity,
        division=division,
        kind=activity.verb,
        touches=sorted(touched(made, changed, about)),
        needs=sorted(needed(made, changed, about)),
        known={"made": sorted(made), "changed": changed},
    )
