"""Undo actions at the desk, each with a new log entry that names what it undid.

Changed values are reset. Rows that an action created are removed: rounds, pairings, rows of rooms,
added players and awards. Entered data, such as a result, a report or a penalty, is kept with its
pairing, but marked as superseded, replaced or revoked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, ProtectedError, Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.models import Activity
from scoring.models.guard import allow_removal
from scoring.wording.phrases import comma_list
from scoring.wording.sentence import Sentence
from tournament.actions.act import ReasonMissing, Refused, act
from tournament.actions.results.results import correction_reason_message
from tournament.models import (
    Division,
    Entry,
    Pairing,
    Penalty,
    Player,
    PlayerReport,
    ResultEntry,
    Round,
    UndoStep,
)
from tournament.models.results import ResultSource, ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.people.check_in import latest_round
from tournament.queries.safety.activity import logged_sentence
from tournament.queries.safety.undo import (
    UndoRows,
    current_rows,
    has_ended,
    later_steps,
    room_row_kinds,
    undo_obstacles,
    undo_row_kinds,
)
from tournament.wording.log import say

MAX_ENTRY_DELAY = timedelta(seconds=10)


def undo_action(actor: Actor, step: UndoStep, *, reason: str = "") -> Activity:
    """Undo one step, and return the log entry of the undo.

    A reason is needed where a correction would need one: for a result, the closing of a round, a name
    or a rating. Raise `ReasonMissing` if there is none, and `Refused` with everything that prevents
    the undo, such as a later step that depends on this one.
    """
    division = step.division
    with act(actor, division, reason=reason) as action:
        held = UndoStep.objects.select_related("activity").get(pk=step.pk)
        held.division = division
        if reasons := undo_obstacles(held, later_steps(held)):
            raise Refused(" ".join(reasons))
        made, changed = held.known["made"], held.known["changed"]
        now = current_rows([*made, *changed])
        if reasons := _later_changes(held, now):
            raise Refused(" ".join(reasons))
        if not action.reason and (why := _reason_message(held, now)):
            raise ReasonMissing(why)
        keys = _keys_by_kind(made)
        _end_created_rows(keys)
        _restore_columns(changed)
        _remove_created_rows(keys)
        _reset_unstarted_rounds(division)
        entry = action.log(
            "undo",
            say("undo", what=_sentence_of(held.activity)),
            before=held.activity.after,
            after={"undone_entry": held.activity_id},
        )
        held.undone_by = entry
        held.save(update_fields=["undone_by"])
    return entry


def _sentence_of(entry: Activity) -> Sentence | str:
    """Return the message of the entry, or the stored text of an entry from an earlier version."""
    if entry.message is None:
        return entry.summary
    return Sentence(entry.message["code"], entry.message["params"], logged_sentence(entry))


def _later_changes(step: UndoStep, now: UndoRows) -> list[str]:
    """Return a sentence for each reason why later changes prevent undoing the step; empty if there are none."""
    made, changed = step.known["made"], step.known["changed"]
    reasons = []
    gone = [name for name in (*made, *changed) if name not in now]
    gone += [name for name in made if name in now and has_ended(name, now[name])]
    for name, columns in changed.items():
        row = now.get(name, {})
        for column, (before, after) in columns.items():
            value = row.get(column)
            if value == after or (column == "phase" and before == Phase.DRAFT):
                continue
            gone.append(name)
    if gone:
        reasons.append(
            _("The data has been changed in another way since this action. See the activity log.")
        )
    boards = [int(name.partition(":")[2]) for name in made if name.startswith("pairing:")]
    unpublished = [
        int(name.partition(":")[2])
        for name, columns in changed.items()
        if columns.get("phase", [None])[0] == Phase.DRAFT
    ]
    return reasons + _begun_board_obstacles(boards, unpublished, made)


def _begun_board_obstacles(
    pairings: list[int], rounds: list[int], made: Iterable[str]
) -> list[str]:
    """Return one sentence, as a list, naming the begun boards that would be removed or become drafts again.

    The list is empty if there are no such boards.
    """
    own = [int(name.partition(":")[2]) for name in made if name.startswith("result:")]
    live = Pairing.objects.filter(replaced_at=None)
    live = live.filter(pk__in=pairings) | live.filter(round__in=rounds)
    results = ResultEntry.objects.filter(pairing__in=live).exclude(pk__in=own)
    begun = set(
        results.exclude(standing=ResultStatus.SUPERSEDED).values_list("pairing__board", flat=True)
    )
    begun |= set(live.exclude(game=None).values_list("board", flat=True))
    if not begun:
        return []
    return [
        ngettext(
            "Board {boards} has a result or a recorded game: undo that first.",
            "Boards {boards} have a result or a recorded game: undo that first.",
            len(begun),
        ).format(boards=comma_list(sorted(board or 0 for board in begun)))
    ]


def undo_reason_message(step: UndoStep) -> str:
    """Return the request for a reason if undoing this step needs one, or an empty string."""
    return _reason_message(step, current_rows([*step.known["made"], *step.known["changed"]]))


def _reason_message(step: UndoStep, now: UndoRows) -> str:
    """Return the request for a reason, given the current rows, or an empty string if none is needed."""
    why = _dependency_sentence(step, now)
    return _("{why} Give a reason for undoing the action.").format(why=why) if why else ""


def _dependency_sentence(step: UndoStep, now: UndoRows) -> str:
    """Return why undoing the step needs a reason, as a sentence, or an empty string."""
    for name, columns in step.known["changed"].items():
        if columns.get("phase", [None, None])[1] == Phase.CLOSED:
            number = now[name]["number"]
            later = Round.objects.filter(division=step.division_id, number__gt=number)
            if later.exclude(phase=Phase.DRAFT).exists():
                return _("Rounds after round {number} are published.").format(number=number)
    known = {column for columns in step.known["changed"].values() for column in columns}
    if known & {"name", "rating"} and latest_round(step.division) is not None:
        return _("Rounds are published.")
    boards = {row["pairing_id"] for name, row in now.items() if name.startswith("result:")}
    typed = ResultEntry.objects.filter(pairing__in=boards).exclude(source=ResultSource.AWARDED)
    pairing = Pairing.objects.select_related("round").filter(pk__in=typed.values("pairing")).first()
    return correction_reason_message(pairing) if pairing is not None else ""


def _keys_by_kind(names: Iterable[str]) -> dict[str, list[int]]:
    keys: dict[str, list[int]] = {}
    for name in names:
        kind, _colon, key = name.partition(":")
        keys.setdefault(kind, []).append(int(key))
    return keys


def _end_created_rows(keys: Mapping[str, list[int]]) -> None:
    """Mark the rows that the step created as ended, so that those they replaced can be valid again."""
    moment = timezone.now()
    ResultEntry.objects.filter(pk__in=keys.get("result", [])).update(
        standing=ResultStatus.SUPERSEDED, superseded_at=moment
    )
    PlayerReport.objects.filter(pk__in=keys.get("report", [])).update(replaced_at=moment)
    Pairing.objects.filter(pk__in=keys.get("pairing", [])).update(replaced_at=moment)
    Penalty.objects.filter(pk__in=keys.get("penalty", [])).update(revoked_at=moment)
    for of_room in room_row_kinds():
        rows = of_room.model._default_manager.filter(pk__in=keys.get(of_room.kind, []))  # noqa: SLF001
        rows.update(**{of_room.end_column: moment})


def _remove_created_rows(keys: Mapping[str, list[int]]) -> None:
    """Remove the awards and players that the step added, and its other rows to which nothing refers.

    The other rows are pairings, rounds and rows of rooms.
    """
    with allow_removal(connection):
        ResultEntry.objects.filter(
            pk__in=keys.get("result", []), source=ResultSource.AWARDED
        ).delete()
    for kind in ("pairing", "round", *(rows.kind for rows in room_row_kinds())):
        rows = undo_row_kinds()[kind].model._default_manager.filter(pk__in=keys.get(kind, []))  # noqa: SLF001
        referring = {relation.name: None for relation in rows.model._meta.related_objects}  # noqa: SLF001
        rows.filter(**referring).delete()
    if "entry" in keys:
        _remove_added_players(keys["entry"])


def _remove_added_players(entries_made: list[int]) -> None:
    """Remove the added entries, and people without entries who were added with them.

    Raise `Refused` if one of the entries has been paired in a published round.
    """
    entries = Entry.objects.filter(pk__in=entries_made)
    people = list(entries.values_list("player_id", flat=True))
    # The row of a new person is created just before their first entry.
    since = min(entries.values_list("added_at", flat=True)) - MAX_ENTRY_DELAY
    try:
        _discarded_draft_pairings(entries_made).delete()
        entries.delete()
    except ProtectedError as used:
        raise Refused(
            _(
                "These players have been paired in a round that was published. Withdraw them "
                "instead."
            )
        ) from used
    fresh = Player.objects.filter(pk__in=people, entries=None, created_at__gte=since)
    for player in fresh:
        with transaction.atomic():
            try:
                player.delete()
            except ProtectedError:
                continue


def _discarded_draft_pairings(entries: list[int]) -> QuerySet[Pairing]:
    """Return these players' pairings in replaced or undone drafts."""
    theirs = Q(first__in=entries) | Q(second__in=entries)
    return Pairing.objects.filter(
        theirs, round__phase=Phase.DRAFT, results=None, game=None
    ).exclude(replaced_at=None)


def _restore_columns(changed: dict[str, dict[str, list[Any]]]) -> None:
    """Reset every column to its earlier value."""
    for name, columns in changed.items():
        kind, _, key = name.partition(":")
        values = {
            column: _parse_stored_value(column, before) for column, (before, _) in columns.items()
        }
        undo_row_kinds()[kind].model._default_manager.filter(pk=int(key)).update(**values)  # noqa: SLF001


def _reset_unstarted_rounds(division: Division) -> None:
    """Set rounds in play in which no board has begun back to published."""
    live = Pairing.objects.filter(round=OuterRef("pk"), replaced_at=None)
    results = ResultEntry.objects.filter(
        pairing__round=OuterRef("pk"), pairing__replaced_at=None
    ).exclude(standing=ResultStatus.SUPERSEDED)
    Round.objects.filter(
        ~Exists(live.exclude(game=None)),
        ~Exists(results.exclude(source=ResultSource.AWARDED)),
        division=division,
        phase=Phase.PLAYING,
    ).update(phase=Phase.PUBLISHED)


def _parse_stored_value(column: str, stored: Any) -> Any:
    """Return a value as it was before it was stored as JSON."""
    if stored is not None and column.endswith("_at"):
        return parse_datetime(stored)
    return stored
